"""What a roll does to every standing wager: the viper kernels, twins of `settle`.

Measured reason: the plain kernels take about ten times the cycles of a full table's budget. Viper
checks no bounds and wraps at 32 bits; the layouts and the bounds of `limits` keep it inside both.
Viper folds only constants of its own file, so those of the layouts are repeated here; a test holds
them, and the kernels' results, equal to their twins.
"""

import micropython
from micropython import const

# ---- limits
_SEATS_MAX = const(8)

# ---- spots
_COME = const(4)
_COME_NUMBER = const(5)
_DONT_COME_NUMBER = const(18)
_C_AND_E = const(67)
_LUCKY = const(89)
_SPOT_COUNT = const(90)
_NO_SPOT = const(127)
_NOT_A_BOX = const(7)

# ---- codes
_CALL_OFF = const(2)
_OUTCOME_LOSE = const(1)
_OUTCOME_PUSH = const(2)
_OUTCOME_MOVE = const(3)
_OUTCOME_RETURN = const(4)
_EVENT_NONE = const(0)
_EVENT_NATURAL = const(1)
_EVENT_CRAPS = const(2)
_EVENT_POINT = const(3)
_EVENT_POINT_MADE = const(4)
_EVENT_SEVEN_OUT = const(5)

# ---- rules
_AT_EXCESS = const(44)
_AT_BARS_ONE_ROLL = const(49)
_COL_UNITS = const(154)
_COL_WORK = const(244)
_COL_VIG = const(1144)
_COL_VIG_PAY = const(1234)
_WORK_POINT_OFF = const(1)
_WORK_POINT_ON = const(2)
_WORK_ODDS = const(8)
_AT_VIG_RULES = const(1324)
_VIG_RULE_SIZE = const(6)
_VIG_NUM = const(0)
_VIG_DEN = const(1)
_VIG_OF_WIN = const(2)
_VIG_AT_WIN = const(3)
_AT_LUCKY = const(1357)
_LUCKY_FIVE = const(5)
_LUCKY_FIVE_POINT = const(6)
_AT_PAYS = const(1572)
_AT_ACTIONS = const(1828)
_ACTION_ROWS = const(114)
_ROW_POINT = const(90)
_ACT_STAND = const(0)
_ACT_LOSE = const(1)
_ACT_PUSH = const(2)
_ACT_MOVE = const(3)
_ACT_WIN = const(64)
_ACT_WIN_CRAPS = const(128)
_ACT_WIN_ELEVEN = const(192)

# ---- state
_SEATS = const(0)
_POINT = const(1)
_CLOSED = const(2)
_POWER_FAILED = const(3)
_RUN_POINT = const(4)
_RUN_BOXES = const(5)
_UNIT = const(6)
_MAX = const(9)
_MAX_SPOT = const(12)
_SEAT_AT = const(102)
_SEAT_WORDS = const(92)
_CRAPS_PART = const(90)
_BARRED = const(91)
_STAKE_MASK = const(0xFFFFFF)
_CALL_SHIFT = const(24)
_RETURNED = const(1)
_RESULTS = const(2)
_TOTAL = const(3)
_EVENT = const(4)
_POINT_AFTER = const(5)
_BOX = const(6)
_PAIR = const(8)
_ROW = const(9)
_LINE_ROW = const(10)
_WORKS = const(11)
_RUN_ACTION = const(12)
_SUMS = const(14)
_SUM_BITS = const(20)
_SUM_MASK = const(0xFFFFF)
_LINE_AT = const(30)
_LINE_WORDS = const(5)
_HEAD_TO = const(7)
_HEAD_OUTCOME = const(14)
_HEAD_SEAT = const(17)


@micropython.viper
def prepare(rules: ptr8, state: ptr32, result: ptr32):
    total = int(result[_TOTAL])
    box = _NOT_A_BOX
    if total >= 4 and total <= 10 and total != 7:
        box = total - 4
        if total > 7:
            box = total - 5
    result[_BOX] = box
    row = _AT_ACTIONS + _ACTION_ROWS * int(result[_PAIR])
    result[_ROW] = row
    point = int(state[_POINT])
    if not point:
        result[_LINE_ROW] = row
        result[_WORKS] = _WORK_POINT_OFF
        result[_RUN_ACTION] = int(rules[row + _LUCKY])
        return
    if point > 7:
        row -= 4
    result[_LINE_ROW] = row + _ROW_POINT + 4 * (point - 4)
    result[_WORKS] = _WORK_POINT_ON
    result[_RUN_ACTION] = _ACT_STAND
    run = int(state[_RUN_POINT])
    boxes = int(state[_RUN_BOXES])
    if run and (box == _NOT_A_BOX or total == run or (boxes >> box) & 1):
        count = 0
        while boxes:
            count += boxes & 1
            boxes >>= 1
        if count == _LUCKY_FIVE and total == run:
            count = _LUCKY_FIVE_POINT
        result[_RUN_ACTION] = int(rules[_AT_LUCKY + count])


@micropython.viper
def decide(state: ptr32, rules: ptr8, result: ptr32):
    # The first three names live in registers: the seat's words, the actions, the line to write.
    table = ptr32(state)
    book = ptr8(rules)
    head = ptr32(result)
    work_column = ptr8(int(rules) + _COL_WORK)
    works = int(result[_WORKS])
    state = ptr32(int(state) + 4 * _SEAT_AT)
    result = ptr32(int(result) + 4 * (_LINE_AT + _LINE_WORDS * int(result[_RETURNED])))
    start = int(result)
    seat = 0
    while seat < int(table[_SEATS]):
        blank = (_NO_SPOT << _HEAD_TO) | (seat << _HEAD_SEAT)
        lost = blank | (_OUTCOME_LOSE << _HEAD_OUTCOME)
        come = 0
        dont_come = 0
        # Three stretches of spots, each with its own actions: line, middle, lucky shooter.
        rules = ptr8(int(book) + int(head[_LINE_ROW]))
        spot = 0
        end = _COME
        while spot < _SPOT_COUNT:
            while spot < end:
                word = int(state[spot])
                if word:
                    act = int(rules[spot])
                    if act:
                        # A wager that does not work stands; odds come back if the flat is decided.
                        if word >> _CALL_SHIFT:
                            if word >> _CALL_SHIFT == _CALL_OFF:
                                act = int(work_column[spot]) & _WORK_ODDS
                        elif not int(work_column[spot]) & works:
                            act = int(work_column[spot]) & _WORK_ODDS
                    if act:
                        result[1] = word & _STAKE_MASK
                        result[2] = 0
                        result[3] = 0
                        result[4] = 0
                        state[spot] = 0
                        if act == _ACT_LOSE:
                            result[0] = lost + spot
                        elif act >= _ACT_WIN:
                            result[0] = blank + spot
                            result[2] = act
                        elif act == _ACT_PUSH:
                            result[0] = blank + spot + (_OUTCOME_PUSH << _HEAD_OUTCOME)
                            state[spot] = word
                        elif act == _ACT_MOVE:
                            act = spot + 1 + int(head[_BOX]) - _NO_SPOT
                            result[0] = (
                                blank + spot + (act << _HEAD_TO) + (_OUTCOME_MOVE << _HEAD_OUTCOME)
                            )
                            if spot == _COME:
                                come = word & _STAKE_MASK
                            else:
                                dont_come = word & _STAKE_MASK
                        else:
                            result[0] = blank + spot + (_OUTCOME_RETURN << _HEAD_OUTCOME)
                            result[4] = word & _STAKE_MASK
                        result = ptr32(int(result) + 4 * _LINE_WORDS)
                spot += 1
            rules = ptr8(int(book) + int(head[_ROW]))
            if end == _LUCKY:
                # The action is the low byte of a word of the result: let index 89 be there.
                rules = ptr8(int(head) + 4 * _RUN_ACTION - _LUCKY)
            end = _LUCKY if end == _COME else _SPOT_COUNT
        # Only now: what stood on the number was decided by the same roll first.
        if come:
            state[_COME_NUMBER + int(head[_BOX])] = come
        if dont_come:
            state[_DONT_COME_NUMBER + int(head[_BOX])] = dont_come
        state = ptr32(int(state) + 4 * _SEAT_WORDS)
        seat += 1
    head[_RESULTS] = (int(result) - start) // (4 * _LINE_WORDS)


@micropython.viper
def pay(state: ptr32, rules: ptr8, result: ptr32):
    head = ptr32(result)
    seat = 0
    while seat < 2 * _SEATS_MAX:
        result[_SUMS + seat] = 0
        seat += 1
    excess = int(rules[_AT_EXCESS])
    unit = int(state[_UNIT])
    left = int(result[_RESULTS])
    result = ptr32(int(result) + 4 * (_LINE_AT + _LINE_WORDS * int(result[_RETURNED])))
    while left:
        act = int(result[2])
        if act or excess:
            spot = int(result[0]) & _NO_SPOT
            units = int(result[1])
            if excess:
                # The part that wins or loses: no more than the maximum.
                most = int(state[_MAX])
                own = int(state[_MAX_SPOT + spot])
                if own and own < most:
                    most = own
                if units > most:
                    units = most - most % (unit * int(rules[_COL_UNITS + spot]))
                if int(result[0]) >> _HEAD_OUTCOME & 7 == _OUTCOME_LOSE:
                    result[4] = int(result[1]) - units
            if act:
                at = _AT_PAYS + 4 * (act & 63)
                lost = 0
                if act >= _ACT_WIN_CRAPS:
                    seat = int(result[0]) >> _HEAD_SEAT
                    lost = int(state[_SEAT_AT + _SEAT_WORDS * seat + _CRAPS_PART])
                    if units < int(result[1]):
                        # The larger part gives way first, then both alike.
                        half = units >> 1
                        half -= half % unit
                        if lost > half:
                            lost = units - (int(result[1]) - lost)
                            if lost < half:
                                lost = half
                    if act < _ACT_WIN_ELEVEN:
                        lost = units - lost
                win = (units - lost) * (int(rules[at]) + (int(rules[at + 1]) << 8))
                at = int(rules[at + 2])
                if at > 1:
                    win = win // at
                if unit > 1:
                    win -= win % unit
                win -= lost
                result[2] = win
                act = int(rules[_COL_VIG + spot])
                if act:
                    act = _AT_VIG_RULES + _VIG_RULE_SIZE * (act - 1)
                    if rules[act + _VIG_AT_WIN]:
                        if rules[act + _VIG_OF_WIN]:
                            at = _AT_PAYS + 4 * int(rules[_COL_VIG_PAY + spot])
                            units *= int(rules[at]) + (int(rules[at + 1]) << 8)
                            units = units // int(rules[at + 2])
                            units -= units % unit
                        units *= int(rules[act + _VIG_NUM])
                        units = units // int(rules[act + _VIG_DEN])
                        units -= units % unit
                        result[3] = units
                result[4] = int(result[1]) + win - int(result[3])
        credit = int(result[4])
        if credit:
            sums = ptr32(int(head) + 4 * _SUMS + (int(result[0]) >> _HEAD_SEAT << 3))
            sums[0] = int(sums[0]) + (credit & _SUM_MASK)
            sums[1] = int(sums[1]) + (credit >> _SUM_BITS)
        result = ptr32(int(result) + 4 * _LINE_WORDS)
        left -= 1
    seat = 0
    at = _SEAT_AT
    while seat < int(state[_SEATS]):
        if not int(state[at + _C_AND_E]):
            state[at + _CRAPS_PART] = 0
        at += _SEAT_WORDS
        seat += 1


@micropython.viper
def step(rules: ptr8, state: ptr32, result: ptr32):
    total = int(result[_TOTAL])
    box = int(result[_BOX])
    point = int(state[_POINT])
    event = _EVENT_NONE
    if point:
        run = int(state[_RUN_POINT])
        boxes = int(state[_RUN_BOXES])
        if not run or box == _NOT_A_BOX or total == run or (boxes >> box) & 1:
            state[_RUN_POINT] = 0
            state[_RUN_BOXES] = 0
        else:
            state[_RUN_BOXES] = boxes | (1 << box)
        if total == point:
            event = _EVENT_POINT_MADE
            point = 0
        elif total == 7:
            event = _EVENT_SEVEN_OUT
            point = 0
    else:
        state[_RUN_POINT] = 0
        state[_RUN_BOXES] = 0
        if box != _NOT_A_BOX:
            state[_RUN_POINT] = total
            event = _EVENT_POINT
            point = total
        elif total == 7 or total == 11:
            event = _EVENT_NATURAL
        else:
            event = _EVENT_CRAPS
    state[_POINT] = point
    result[_POINT_AFTER] = point
    result[_EVENT] = event
    barred = 0
    if point:
        barred = 0xFF - int(rules[_AT_BARS_ONE_ROLL])
    seat = 0
    at = _SEAT_AT + _BARRED
    while seat < int(state[_SEATS]):
        state[at] = int(state[at]) & barred
        at += _SEAT_WORDS
        seat += 1
    state[_CLOSED] = 0
    state[_POWER_FAILED] = 0
