"""Layout of a table's state and of an operation's result: two flat arrays of 32-bit words.

The state is everything: a copy of its words is the table. A spot is one word, the stake in the low
24 bits and the call above it, so an empty spot is 0 and its call is gone with the stake.
"""

from micropython import const

# ---- state: the table
SEATS = const(0)
POINT = const(1)  # 0: a come-out roll
CLOSED = const(2)
POWER_FAILED = const(3)
RUN_POINT = const(4)  # initial point of the lucky run; 0: no run
RUN_BOXES = const(5)  # bit n: box index n was counted in the run
UNIT = const(6)
ODDS = const(7)  # option `odds`, 0 where the casino has none
MIN = const(8)
MAX = const(9)
MAX_TOTAL = const(10)  # 0: none
MIN_TOTAL = const(11)
MAX_SPOT = const(12)  # 90 words, 0: none

# ---- state: one block per seat
SEAT_AT = const(102)
SEAT_WORDS = const(92)
CRAPS_PART = const(90)  # of the seat's c-and-e: the units on any-craps
BARRED = const(91)  # bits of what was taken and may not be placed again yet
STATE_WORDS = const(838)  # SEAT_AT + 8 * SEAT_WORDS

STAKE_MASK = const(0xFFFFFF)
CALL_SHIFT = const(24)

# ---- result
VALUE = const(0)  # units debited or credited by bet, take, withdraw
RETURNED = const(1)  # lines of wagers that came back without a roll
RESULTS = const(2)  # lines that follow them: what the roll did
TOTAL = const(3)
EVENT = const(4)
POINT_AFTER = const(5)
BOX = const(6)  # box index of the roll's total, for wagers that move
CLOSED_AFTER = const(7)
PAIR = const(8)  # index of the fall of the dice
ROW = const(9)  # where the rule book's actions for that fall start
LINE_ROW = const(
    10
)  # where those of the four line spots start: there, or at the rows of the point
WORKS = const(11)  # the bit of COL_WORK that counts: a point is on, or not
RUN_ACTION = const(12)  # what the roll does to a lucky shooter
SUMS = const(14)  # per seat what the lines credit: low 20 bits, then the rest
SUM_BITS = const(20)
SUM_MASK = const(0xFFFFF)
LINE_AT = const(30)
LINE_WORDS = const(5)  # head, stake, win, vigorish, credit
RESULT_WORDS = const(3630)  # LINE_AT + 8 * 90 lines

# ---- head of a line: spot, seven bits for the spot moved to, outcome, seat
HEAD_TO = const(7)
HEAD_OUTCOME = const(14)
HEAD_SEAT = const(17)


def seat_at(seat):
    """Return the index of a seat's first word."""
    return SEAT_AT + seat * SEAT_WORDS
