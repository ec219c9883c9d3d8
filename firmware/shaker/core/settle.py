"""What a roll does to every standing wager: the plain kernels, twins of `settle_fast`.

`resolve` turns the rule book's row for the fall of the dice into what happens to each spot under
each call; `settle_seats` then walks the stakes once. CPython runs these; MicroPython runs the twins.
"""

from shaker.core.codes import (
    OUTCOME_LOSE,
    OUTCOME_MOVE,
    OUTCOME_PUSH,
    OUTCOME_RETURN,
    OUTCOME_WIN,
)
from shaker.core.rules import (
    ACT_LOSE,
    ACT_MOVE,
    ACT_PUSH,
    ACT_RETURN,
    ACT_STAND,
    ACT_WIN,
    ACT_WIN_CRAPS,
    ACT_WIN_ELEVEN,
    AT_EXCESS,
    AT_PAYS,
    AT_VIG_RULES,
    COL_UNITS,
    COL_VIG,
    COL_VIG_PAY,
    COL_WORK,
    VIG_AT_WIN,
    VIG_DEN,
    VIG_NUM,
    VIG_OF_WIN,
    VIG_RULE_SIZE,
    WORK_ODDS,
)
from shaker.core.spots import (
    C_AND_E,
    COME,
    COME_NUMBER,
    DONT_COME_NUMBER,
    LUCKY,
    NO_SPOT,
    SPOT_COUNT,
)
from shaker.core.state import (
    BOX,
    CALL_SHIFT,
    CRAPS_PART,
    HEAD_OUTCOME,
    HEAD_SEAT,
    HEAD_TO,
    LINE_AT,
    LINE_WORDS,
    MAX,
    MAX_SPOT,
    RESULTS,
    RETURNED,
    SEAT_AT,
    SEAT_WORDS,
    SEATS,
    STAKE_MASK,
    SUM_BITS,
    SUM_MASK,
    SUMS,
    UNIT,
)

# Tail of the actions buffer, behind 90 actions for each of the three calls.
LUCKY_ACTION = 270  # what happens to the lucky shooter
WORKS = 271  # the bit of COL_WORK that counts: a point is on, or not
ACTION_BYTES = 272


def resolve(rules, actions, row, line):
    """Fill `actions`: for each call (default, on, off) what happens to each spot.

    `row` is where the rule book's actions for this fall of the dice start, `line` where those of the
    four line spots start: at `row` on a come-out roll, else at the rows of the point.
    """
    works = actions[WORKS]
    for spot in range(SPOT_COUNT):
        act = rules[(line if spot < COME else row) + spot]
        if spot == LUCKY:
            act = actions[LUCKY_ACTION]
        work = rules[COL_WORK + spot]
        idle = ACT_RETURN if act and work & WORK_ODDS else ACT_STAND
        actions[spot] = act if work & works else idle
        actions[SPOT_COUNT + spot] = act
        actions[2 * SPOT_COUNT + spot] = idle


def settle_seats(state, actions, rules, result):
    """Settle every wager of the table; write a line for each that changed or pushed."""
    line = LINE_AT + LINE_WORDS * result[RETURNED]
    count = 0
    for seat in range(state[SEATS]):
        at = SEAT_AT + SEAT_WORDS * seat
        result[SUMS + 2 * seat] = 0
        result[SUMS + 2 * seat + 1] = 0
        come = 0
        dont_come = 0
        for spot in range(SPOT_COUNT):
            word = state[at + spot]
            if not word:
                continue
            act = actions[SPOT_COUNT * (word >> CALL_SHIFT) + spot]
            if act == ACT_STAND:
                continue
            stake = word & STAKE_MASK
            to = NO_SPOT
            win = 0
            vig = 0
            credit = 0
            if act == ACT_LOSE:
                outcome = OUTCOME_LOSE
                credit = stake - counted(state, rules, spot, stake)
            elif act >= ACT_WIN:
                outcome = OUTCOME_WIN
                units = counted(state, rules, spot, stake)
                win = _winnings(state, rules, act, units, state[at + CRAPS_PART], stake)
                vig = _vigorish(state, rules, spot, units)
                credit = stake + win - vig
            elif act == ACT_PUSH:
                outcome = OUTCOME_PUSH
            elif act == ACT_MOVE:
                outcome = OUTCOME_MOVE
                to = spot + 1 + result[BOX]
                if spot == COME:
                    come = stake
                else:
                    dont_come = stake
            else:
                outcome = OUTCOME_RETURN
                credit = stake
            if act != ACT_PUSH:
                state[at + spot] = 0
                if spot == C_AND_E:
                    state[at + CRAPS_PART] = 0
            result[line] = spot | to << HEAD_TO | outcome << HEAD_OUTCOME | seat << HEAD_SEAT
            result[line + 1] = stake
            result[line + 2] = win
            result[line + 3] = vig
            result[line + 4] = credit
            line += LINE_WORDS
            count += 1
            result[SUMS + 2 * seat] += credit & SUM_MASK
            result[SUMS + 2 * seat + 1] += credit >> SUM_BITS
        # Only now: what stood on the number was decided by the same roll first.
        if come:
            state[at + COME_NUMBER + result[BOX]] = come
        if dont_come:
            state[at + DONT_COME_NUMBER + result[BOX]] = dont_come
    result[RESULTS] = count


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
