"""What a roll does to every standing wager: the plain kernels, twins of `settle_fast`.

`prepare` finds the rows of the rule book that count for this roll, `decide` walks the stakes once,
`pay` walks the lines that came of it, `step` moves the table on. CPython runs these, MicroPython
their twins.
"""

import sys
from array import array

from shaker.core.codes import (
    CALL_DEFAULT,
    CALL_ON,
    EVENT_CRAPS,
    EVENT_NATURAL,
    EVENT_NONE,
    EVENT_POINT,
    EVENT_POINT_MADE,
    EVENT_SEVEN_OUT,
    OUTCOME_LOSE,
    OUTCOME_MOVE,
    OUTCOME_PUSH,
    OUTCOME_RETURN,
    OUTCOME_WIN,
)
from shaker.core.rules import (
    ACT_LOSE,
    ACT_PUSH,
    ACT_RETURN,
    ACT_STAND,
    ACT_WIN,
    ACT_WIN_CRAPS,
    ACT_WIN_ELEVEN,
    ACTION_ROWS,
    AT_ACTIONS,
    AT_BARS_ONE_ROLL,
    AT_EXCESS,
    AT_LUCKY,
    AT_PAYS,
    AT_VIG_RULES,
    COL_UNITS,
    COL_VIG,
    COL_VIG_PAY,
    COL_WORK,
    LUCKY_FIVE,
    LUCKY_FIVE_POINT,
    ROW_POINT,
    VIG_AT_WIN,
    VIG_DEN,
    VIG_NUM,
    VIG_OF_WIN,
    VIG_RULE_SIZE,
    WORK_ODDS,
    WORK_POINT_OFF,
    WORK_POINT_ON,
)
from shaker.core.spots import (
    BOX_COUNT,
    C_AND_E,
    COME,
    COME_NUMBER,
    DONT_COME_NUMBER,
    LUCKY,
    NO_SPOT,
    SPOT_COUNT,
    box_index,
    is_box,
)
from shaker.core.state import (
    BARRED,
    BOX,
    CALL_SHIFT,
    CLOSED,
    CRAPS_PART,
    EVENT,
    HEAD_OUTCOME,
    HEAD_SEAT,
    HEAD_TO,
    LINE_AT,
    LINE_ROW,
    LINE_WORDS,
    MAX,
    MAX_SPOT,
    PAIR,
    POINT,
    POINT_AFTER,
    POWER_FAILED,
    RESULTS,
    RETURNED,
    ROW,
    RUN_ACTION,
    RUN_BOXES,
    RUN_POINT,
    SEAT_AT,
    SEAT_WORDS,
    SEATS,
    STAKE_MASK,
    SUM_BITS,
    SUM_MASK,
    SUMS,
    TOTAL,
    UNIT,
    WORKS,
)
from shaker.limits import SEATS_MAX

SPOTS = tuple(range(SPOT_COUNT))
PAY_MASK = 63  # of the action of a winning wager: which payout


if sys.implementation.name == "micropython":  # where a test runs this beside its twin

    def compress(data, selectors):
        for item, wanted in zip(data, selectors):
            if wanted:
                yield item

else:
    from itertools import compress  # type: ignore[import-not-found,no-redef]


def prepare(rules, state, result):
    """From the fall of the dice: which rows of the book count, and what a lucky run comes to."""
    total = result[TOTAL]
    row = AT_ACTIONS + ACTION_ROWS * result[PAIR]
    result[BOX] = box_index(total)
    result[ROW] = row
    if state[POINT]:
        result[LINE_ROW] = row + ROW_POINT + 4 * box_index(state[POINT])
        result[WORKS] = WORK_POINT_ON
        result[RUN_ACTION] = _run_action(rules, state, total)
    else:
        result[LINE_ROW] = row
        result[WORKS] = WORK_POINT_OFF
        result[RUN_ACTION] = rules[row + LUCKY]


def _run_action(rules, state, total):
    """Return what a roll with a point on does to a lucky shooter."""
    if not state[RUN_POINT] or _is_counted(state, total):
        return ACT_STAND
    count = 0
    for box in range(BOX_COUNT):
        count += state[RUN_BOXES] >> box & 1
    if count == LUCKY_FIVE and total == state[RUN_POINT]:
        count = LUCKY_FIVE_POINT
    return rules[AT_LUCKY + count]


def _is_counted(state, total):
    """Tell whether a total is a box number that the run has not had yet."""
    if not is_box(total) or total == state[RUN_POINT]:
        return False
    return not state[RUN_BOXES] >> box_index(total) & 1


def decide(state, rules, result):
    """Walk the stakes: write a line for every wager that changed or pushed, empty what is over.

    A line of a winning wager carries its action in place of the winnings until `pay` has seen it.
    """
    actions = _actions(rules, result)
    work = rules[COL_WORK : COL_WORK + SPOT_COUNT]
    works = result[WORKS]
    lines = []  # type: list[int]
    for seat in range(state[SEATS]):
        at = SEAT_AT + SEAT_WORDS * seat
        blank = NO_SPOT << HEAD_TO | seat << HEAD_SEAT
        words = state[at : at + SPOT_COUNT]
        come = 0
        dont_come = 0
        for spot in compress(SPOTS, words):
            act = actions[spot]
            if not act:  # ACT_STAND
                continue
            stake = words[spot]
            if stake > STAKE_MASK or not work[spot] & works:
                act = _rested(act, stake >> CALL_SHIFT, work[spot], works)
                if not act:
                    continue
                stake &= STAKE_MASK
            if act == ACT_LOSE:
                state[at + spot] = 0
                lines += (blank | spot | OUTCOME_LOSE << HEAD_OUTCOME, stake, 0, 0, 0)
            elif act >= ACT_WIN:
                state[at + spot] = 0
                lines += (blank | spot | OUTCOME_WIN << HEAD_OUTCOME, stake, act, 0, 0)
            elif act == ACT_PUSH:
                lines += (blank | spot | OUTCOME_PUSH << HEAD_OUTCOME, stake, 0, 0, 0)
            elif act == ACT_RETURN:
                state[at + spot] = 0
                lines += (blank | spot | OUTCOME_RETURN << HEAD_OUTCOME, stake, 0, 0, stake)
            else:
                state[at + spot] = 0
                to = spot + 1 + result[BOX] - NO_SPOT << HEAD_TO
                lines += (to + (blank | spot | OUTCOME_MOVE << HEAD_OUTCOME), stake, 0, 0, 0)
                if spot == COME:
                    come = stake
                else:
                    dont_come = stake
        # Only now: what stood on the number was decided by the same roll first.
        if come:
            state[at + COME_NUMBER + result[BOX]] = come
        if dont_come:
            state[at + DONT_COME_NUMBER + result[BOX]] = dont_come
    first = LINE_AT + LINE_WORDS * result[RETURNED]
    result[first : first + len(lines)] = array("i", lines)
    result[RESULTS] = len(lines) // LINE_WORDS


def _rested(act, call, work, works):
    """Return what becomes of a decided wager under its call: all of it, or nothing if it rests.

    Odds that rest come back, for their flat wager is decided.
    """
    if call == CALL_ON or (call == CALL_DEFAULT and work & works):
        return act
    return ACT_RETURN if work & WORK_ODDS else ACT_STAND


def _actions(rules, result):
    """Return what the roll does to each spot that works."""
    actions = bytearray(rules[result[ROW] : result[ROW] + SPOT_COUNT])
    for spot in range(COME):
        actions[spot] = rules[result[LINE_ROW] + spot]
    actions[LUCKY] = result[RUN_ACTION]
    return actions


def pay(state, rules, result):
    """Walk the lines: reckon what each wins, is charged and credits, and add up the seats."""
    for index in range(SUMS, SUMS + 2 * SEATS_MAX):
        result[index] = 0
    excess = rules[AT_EXCESS]
    first = LINE_AT + LINE_WORDS * result[RETURNED]
    for line in range(first, first + LINE_WORDS * result[RESULTS], LINE_WORDS):
        act = result[line + 2]
        if act:
            _pay_win(state, rules, result, line, act)
        elif excess and result[line] >> HEAD_OUTCOME & 7 == OUTCOME_LOSE:
            stake = result[line + 1]
            result[line + 4] = stake - counted(state, rules, result[line] & NO_SPOT, stake)
        credit = result[line + 4]
        if credit:
            sums = SUMS + 2 * (result[line] >> HEAD_SEAT)
            result[sums] += credit & SUM_MASK
            result[sums + 1] += credit >> SUM_BITS


def _pay_win(state, rules, result, line, act):
    """Fill the line of a winning wager whose action is `act`."""
    spot = result[line] & NO_SPOT
    stake = result[line + 1]
    units = counted(state, rules, spot, stake) if rules[AT_EXCESS] else stake
    if act < ACT_WIN_CRAPS:
        win = _payout(state, rules, act & PAY_MASK, units)
    else:
        at = SEAT_AT + SEAT_WORDS * (result[line] >> HEAD_SEAT)
        lost = state[at + CRAPS_PART]
        if units < stake:
            lost = _craps_counted(lost, stake - lost, units, state[UNIT])
        if act < ACT_WIN_ELEVEN:
            lost = units - lost
        win = _payout(state, rules, act & PAY_MASK, units - lost) - lost
    vig = _vigorish(state, rules, spot, units) if rules[COL_VIG + spot] else 0
    result[line + 2] = win
    result[line + 3] = vig
    result[line + 4] = stake + win - vig


def counted(state, rules, spot, stake):
    """Return the part of a stake that wins or loses: no more than the maximum."""
    most = state[MAX]
    own = state[MAX_SPOT + spot]
    if own and own < most:
        most = own
    if stake <= most:
        return stake
    return most - most % (state[UNIT] * rules[COL_UNITS + spot])


def _payout(state, rules, pay_index, units):
    at = AT_PAYS + 4 * pay_index
    win = units * (rules[at] + 256 * rules[at + 1]) // rules[at + 2]
    return win - win % state[UNIT]


def _craps_counted(craps, eleven, units, unit):
    """Return the any-craps part of `units`: the larger part gives way first, then both alike."""
    half = units // 2
    half -= half % unit
    if craps <= half:
        return craps
    return max(half, units - eleven)


def _vigorish(state, rules, spot, units):
    """Return the vigorish that a winning wager leaves behind."""
    rule = AT_VIG_RULES + VIG_RULE_SIZE * (rules[COL_VIG + spot] - 1)
    if not rules[rule + VIG_AT_WIN]:
        return 0
    if rules[rule + VIG_OF_WIN]:
        units = _payout(state, rules, rules[COL_VIG_PAY + spot], units)
    vig = units * rules[rule + VIG_NUM] // rules[rule + VIG_DEN]
    return vig - vig % state[UNIT]


def step(rules, state, result):
    """After settling: move the lucky run and the point, tidy the seats, and open betting."""
    total = result[TOTAL]
    box = result[BOX]
    point = state[POINT]
    event = EVENT_NONE
    if not point:
        state[RUN_POINT] = total if is_box(total) else 0
        state[RUN_BOXES] = 0
        if is_box(total):
            event = EVENT_POINT
            point = total
        else:
            event = EVENT_NATURAL if total == 7 or total == 11 else EVENT_CRAPS
    else:
        if not state[RUN_POINT] or not _is_counted(state, total):
            state[RUN_POINT] = 0
            state[RUN_BOXES] = 0
        else:
            state[RUN_BOXES] |= 1 << box
        if total == point or total == 7:
            event = EVENT_POINT_MADE if total == point else EVENT_SEVEN_OUT
            point = 0
    state[POINT] = point
    result[POINT_AFTER] = point
    result[EVENT] = event
    # What was taken may be placed again: after any roll, or after one that leaves no point.
    barred = 0xFF - rules[AT_BARS_ONE_ROLL] if point else 0
    for at in range(SEAT_AT, SEAT_AT + SEAT_WORDS * state[SEATS], SEAT_WORDS):
        state[at + BARRED] &= barred
        if not state[at + C_AND_E]:
            state[at + CRAPS_PART] = 0
    state[CLOSED] = 0
    state[POWER_FAILED] = 0
