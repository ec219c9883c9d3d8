"""What a roll does to every standing wager: the viper kernels, twins of `settle`.

Measured reason: the plain kernels take about ten times the cycles of a full table's budget. Viper
checks no bounds and wraps at 32 bits; the layouts and the bounds of `limits` keep it inside both.
Viper folds only constants of its own file, so those of the layouts are repeated here; a test holds
them, and the kernels' results, equal to their twins.
"""

import micropython
from micropython import const

# ---- spots
_COME = const(4)
_COME_NUMBER = const(5)
_DONT_COME_NUMBER = const(18)
_C_AND_E = const(67)
_LUCKY = const(89)
_SPOT_COUNT = const(90)
_NO_SPOT = const(127)

# ---- rules
_AT_EXCESS = const(44)
_COL_UNITS = const(154)
_COL_WORK = const(244)
_COL_VIG = const(1144)
_COL_VIG_PAY = const(1234)
_AT_VIG_RULES = const(1324)
_VIG_RULE_SIZE = const(6)
_VIG_NUM = const(0)
_VIG_DEN = const(1)
_VIG_OF_WIN = const(2)
_VIG_AT_WIN = const(3)
_AT_PAYS = const(1572)
_WORK_ODDS = const(8)
_ACT_LOSE = const(1)
_ACT_PUSH = const(2)
_ACT_MOVE = const(3)
_ACT_RETURN = const(4)
_ACT_WIN = const(64)
_ACT_WIN_CRAPS = const(128)
_ACT_WIN_ELEVEN = const(192)

# ---- actions buffer
_LUCKY_ACTION = const(270)
_WORKS = const(271)

# ---- state and result
_SEATS = const(0)
_UNIT = const(6)
_MAX = const(9)
_MAX_SPOT = const(12)
_SEAT_AT = const(102)
_SEAT_WORDS = const(92)
_CRAPS_PART = const(90)
_STAKE_MASK = const(0xFFFFFF)
_CALL_SHIFT = const(24)
_RETURNED = const(1)
_RESULTS = const(2)
_BOX = const(6)
_SUMS = const(8)
_SUM_BITS = const(20)
_SUM_MASK = const(0xFFFFF)
_LINE_AT = const(24)
_LINE_WORDS = const(5)
_HEAD_TO = const(7)
_HEAD_OUTCOME = const(14)
_HEAD_SEAT = const(17)
_OUTCOME_WIN = const(0)
_OUTCOME_LOSE = const(1)
_OUTCOME_PUSH = const(2)
_OUTCOME_MOVE = const(3)
_OUTCOME_RETURN = const(4)


@micropython.viper
def resolve(rules: ptr8, actions: ptr8, row: int, line: int):
    works = int(actions[_WORKS])
    spot = 0
    while spot < _SPOT_COUNT:
        if spot < _COME:
            act = int(rules[line + spot])
        else:
            act = int(rules[row + spot])
        if spot == _LUCKY:
            act = int(actions[_LUCKY_ACTION])
        work = int(rules[_COL_WORK + spot])
        idle = 0
        if act and work & _WORK_ODDS:
            idle = _ACT_RETURN
        actions[_SPOT_COUNT + spot] = act
        actions[2 * _SPOT_COUNT + spot] = idle
        if work & works:
            actions[spot] = act
        else:
            actions[spot] = idle
        spot += 1


@micropython.viper
def settle_seats(state: ptr32, actions: ptr8, rules: ptr8, result: ptr32):
    out = ptr32(int(result) + 4 * (_LINE_AT + _LINE_WORDS * result[_RETURNED]))
    unit = int(state[_UNIT])
    count = 0
    seat = 0
    while seat < state[_SEATS]:
        words = ptr32(int(state) + 4 * (_SEAT_AT + _SEAT_WORDS * seat))
        come = 0
        dont_come = 0
        low = 0
        high = 0
        spot = 0
        while spot < _SPOT_COUNT:
            word = int(words[spot])
            act = 0
            if word:
                act = int(actions[_SPOT_COUNT * (word >> _CALL_SHIFT) + spot])
            if act:
                stake = word & _STAKE_MASK
                to = _NO_SPOT
                win = 0
                vig = 0
                credit = 0
                # The part that wins or loses: all, or no more than the maximum.
                units = stake
                if rules[_AT_EXCESS]:
                    most = int(state[_MAX])
                    own = int(state[_MAX_SPOT + spot])
                    if own and own < most:
                        most = own
                    if stake > most:
                        units = most - most % (unit * int(rules[_COL_UNITS + spot]))
                if act == _ACT_LOSE:
                    outcome = _OUTCOME_LOSE
                    credit = stake - units
                elif act >= _ACT_WIN:
                    outcome = _OUTCOME_WIN
                    pay = _AT_PAYS + 4 * (act & 63)
                    lost = 0
                    paid = units
                    if act >= _ACT_WIN_CRAPS:
                        craps = int(words[_CRAPS_PART])
                        if units < stake:
                            # The larger part gives way first, then both alike.
                            half = units >> 1
                            half -= half % unit
                            if craps > half:
                                if stake - craps <= units - half:
                                    craps = units - (stake - craps)
                                else:
                                    craps = half
                        lost = craps
                        if act < _ACT_WIN_ELEVEN:
                            lost = units - craps
                        paid = units - lost
                    win = paid * (int(rules[pay]) + (int(rules[pay + 1]) << 8))
                    if int(rules[pay + 2]) > 1:
                        win = win // int(rules[pay + 2])
                    if unit > 1:
                        win -= win % unit
                    win -= lost
                    rule = int(rules[_COL_VIG + spot])
                    if rule:
                        rule = _AT_VIG_RULES + _VIG_RULE_SIZE * (rule - 1)
                        if rules[rule + _VIG_AT_WIN]:
                            vig = units
                            if rules[rule + _VIG_OF_WIN]:
                                pay = _AT_PAYS + 4 * int(rules[_COL_VIG_PAY + spot])
                                vig = units * (int(rules[pay]) + (int(rules[pay + 1]) << 8))
                                vig = vig // int(rules[pay + 2])
                                vig -= vig % unit
                            vig = vig * int(rules[rule + _VIG_NUM]) // int(rules[rule + _VIG_DEN])
                            vig -= vig % unit
                    credit = stake + win - vig
                elif act == _ACT_PUSH:
                    outcome = _OUTCOME_PUSH
                elif act == _ACT_MOVE:
                    outcome = _OUTCOME_MOVE
                    to = spot + 1 + int(result[_BOX])
                    if spot == _COME:
                        come = stake
                    else:
                        dont_come = stake
                else:
                    outcome = _OUTCOME_RETURN
                    credit = stake
                if act != _ACT_PUSH:
                    words[spot] = 0
                    if spot == _C_AND_E:
                        words[_CRAPS_PART] = 0
                out[0] = spot | to << _HEAD_TO | outcome << _HEAD_OUTCOME | seat << _HEAD_SEAT
                out[1] = stake
                out[2] = win
                out[3] = vig
                out[4] = credit
                out = ptr32(int(out) + 4 * _LINE_WORDS)
                count += 1
                low += credit & _SUM_MASK
                high += credit >> _SUM_BITS
            spot += 1
        # Only now: what stood on the number was decided by the same roll first.
        if come:
            words[_COME_NUMBER + int(result[_BOX])] = come
        if dont_come:
            words[_DONT_COME_NUMBER + int(result[_BOX])] = dont_come
        result[_SUMS + 2 * seat] = low
        result[_SUMS + 2 * seat + 1] = high
        seat += 1
    result[_RESULTS] = count
