"""What a roll does to every standing wager: the plain kernels, twins of `settle_fast`.

`prepare` finds the rows of the rule book that count for this roll, `decide` walks the stakes once,
`pay` walks the lines that came of it, `step` moves the table on. CPython runs these, MicroPython
their twins.
"""

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
    OUTCOME_STANDS,
    OUTCOME_WIN,
)
from shaker.core.rules import (
    ACT_MOVE,
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

# The outcome of each action below the wins, by its number.
OUTCOME_OF = (
    OUTCOME_STANDS,
    OUTCOME_LOSE,
    OUTCOME_PUSH,
    OUTCOME_MOVE,
    OUTCOME_RETURN,
)


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
    line = LINE_AT + LINE_WORDS * result[RETURNED]
    count = 0
    for seat in range(state[SEATS]):
        at = SEAT_AT + SEAT_WORDS * seat
        come = 0
        dont_come = 0
        for spot in range(SPOT_COUNT):
            word = state[at + spot]
            if not word:
                continue
            act = action(rules, result, spot, word >> CALL_SHIFT)
            if act == ACT_STAND:
                continue
            stake = word & STAKE_MASK
            to = NO_SPOT
            if act == ACT_MOVE:
                to = spot + 1 + result[BOX]
                if spot == COME:
                    come = stake
                else:
                    dont_come = stake
            if act != ACT_PUSH:
                state[at + spot] = 0
            outcome = OUTCOME_WIN if act >= ACT_WIN else OUTCOME_OF[act]
            result[line] = spot | to << HEAD_TO | outcome << HEAD_OUTCOME | seat << HEAD_SEAT
            result[line + 1] = stake
            result[line + 2] = act if act >= ACT_WIN else 0
            result[line + 3] = 0
            result[line + 4] = stake if act == ACT_RETURN else 0
            line += LINE_WORDS
            count += 1
        # Only now: what stood on the number was decided by the same roll first.
        if come:
            state[at + COME_NUMBER + result[BOX]] = come
        if dont_come:
            state[at + DONT_COME_NUMBER + result[BOX]] = dont_come
    result[RESULTS] = count


def action(rules, result, spot, call):
    """Return what the roll does to a wager under its call."""
    if spot < COME:
        act = rules[result[LINE_ROW] + spot]
    elif spot == LUCKY:
        act = result[RUN_ACTION]
    else:
        act = rules[result[ROW] + spot]
    if act == ACT_STAND or call == CALL_ON:
        return act
    work = rules[COL_WORK + spot]
    if call == CALL_DEFAULT and work & result[WORKS]:
        return act
    return ACT_RETURN if work & WORK_ODDS else ACT_STAND  # odds: the flat wager is decided


def pay(state, rules, result):
    """Walk the lines: reckon what each wins, is charged and credits, and add up the seats."""
    for index in range(SUMS, SUMS + 2 * SEATS_MAX):
        result[index] = 0
    first = LINE_AT + LINE_WORDS * result[RETURNED]
    for line in range(first, first + LINE_WORDS * result[RESULTS], LINE_WORDS):
        spot = result[line] & NO_SPOT
        stake = result[line + 1]
        act = result[line + 2]
        if act:
            units = counted(state, rules, spot, stake)
            craps = state[SEAT_AT + SEAT_WORDS * (result[line] >> HEAD_SEAT) + CRAPS_PART]
            result[line + 2] = _winnings(state, rules, act, units, craps, stake)
            result[line + 3] = _vigorish(state, rules, spot, units)
            result[line + 4] = stake + result[line + 2] - result[line + 3]
        elif result[line] >> HEAD_OUTCOME & 7 == OUTCOME_LOSE:
            result[line + 4] = stake - counted(state, rules, spot, stake)
        credit = result[line + 4]
        if credit:
            sums = SUMS + 2 * (result[line] >> HEAD_SEAT)
            result[sums] += credit & SUM_MASK
            result[sums + 1] += credit >> SUM_BITS
    for seat in range(state[SEATS]):
        at = SEAT_AT + SEAT_WORDS * seat
        if not state[at + C_AND_E]:
            state[at + CRAPS_PART] = 0


def counted(state, rules, spot, stake):
    """Return the part of a stake that wins or loses: all, or no more than the maximum."""
    if not rules[AT_EXCESS]:
        return stake
    most = state[MAX]
    own = state[MAX_SPOT + spot]
    if own and own < most:
        most = own
    if stake <= most:
        return stake
    return most - most % (state[UNIT] * rules[COL_UNITS + spot])


def _winnings(state, rules, act, units, craps, stake):
    """Return what `units` of a stake win; `craps` is the any-craps part of c-and-e."""
    pay = AT_PAYS + 4 * (act & 63)
    lost = 0
    if act >= ACT_WIN_CRAPS:
        if units < stake:
            craps = _craps_counted(craps, stake - craps, units, state[UNIT])
        lost = craps
        if act < ACT_WIN_ELEVEN:
            lost = units - craps
        units -= lost
    win = units * (rules[pay] + 256 * rules[pay + 1]) // rules[pay + 2]
    return win - win % state[UNIT] - lost


def _craps_counted(craps, eleven, units, unit):
    """Return the any-craps part of `units`: the larger part gives way first, then both alike."""
    half = units // 2
    half -= half % unit
    if craps <= half:
        return craps
    if eleven <= units - half:
        return units - eleven
    return half


def _vigorish(state, rules, spot, units):
    """Return the vigorish that a winning wager leaves behind."""
    if not rules[COL_VIG + spot]:
        return 0
    rule = AT_VIG_RULES + VIG_RULE_SIZE * (rules[COL_VIG + spot] - 1)
    if not rules[rule + VIG_AT_WIN]:
        return 0
    if rules[rule + VIG_OF_WIN]:
        units = _winnings(state, rules, ACT_WIN + rules[COL_VIG_PAY + spot], units, 0, units)
    vig = units * rules[rule + VIG_NUM] // rules[rule + VIG_DEN]
    return vig - vig % state[UNIT]


def step(rules, state, result):
    """After settling: move the lucky run, the point and the bars, and open betting."""
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
    for seat in range(state[SEATS]):
        state[SEAT_AT + SEAT_WORDS * seat + BARRED] &= barred
    state[CLOSED] = 0
    state[POWER_FAILED] = 0
