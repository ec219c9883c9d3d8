"""The small integers that the core answers with, and their words for people and scripts."""

from micropython import const

OK = const(0)
E_PARSE = const(1)  # not an operation: a value that no rule could make sense of
E_SEAT = const(2)
E_SPOT = const(3)
E_RANGE = const(4)
E_CLOSED = const(5)
E_PHASE = const(6)
E_CONFLICT = const(7)
E_REPLACE = const(8)
E_NO_FLAT = const(9)
E_UNITS = const(10)
E_MIN = const(11)
E_MAX = const(12)
E_ODDS = const(13)
E_TOTAL = const(14)
E_NOTHING = const(15)
E_CONTRACT = const(16)
E_ODDS_FIRST = const(17)
E_TOGGLE = const(18)

CODE_WORDS = (
    "OK",
    "E_PARSE",
    "E_SEAT",
    "E_SPOT",
    "E_RANGE",
    "E_CLOSED",
    "E_PHASE",
    "E_CONFLICT",
    "E_REPLACE",
    "E_NO_FLAT",
    "E_UNITS",
    "E_MIN",
    "E_MAX",
    "E_ODDS",
    "E_TOTAL",
    "E_NOTHING",
    "E_CONTRACT",
    "E_ODDS_FIRST",
    "E_TOGGLE",
)

CALL_DEFAULT = const(0)
CALL_ON = const(1)
CALL_OFF = const(2)

CALL_WORDS = ("default", "on", "off")

OUTCOME_WIN = const(0)
OUTCOME_LOSE = const(1)
OUTCOME_PUSH = const(2)
OUTCOME_MOVE = const(3)
OUTCOME_RETURN = const(4)
OUTCOME_STANDS = const(5)  # a line of the table's state, not of a roll

OUTCOME_WORDS = ("win", "lose", "push", "move", "return", "stands")

EVENT_NONE = const(0)
EVENT_NATURAL = const(1)
EVENT_CRAPS = const(2)
EVENT_POINT = const(3)
EVENT_POINT_MADE = const(4)
EVENT_SEVEN_OUT = const(5)

EVENT_WORDS = ("none", "natural", "craps", "point", "point-made", "seven-out")
