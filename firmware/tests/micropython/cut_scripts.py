"""What is played while the power is cut: scripts of actions and how the dice fall in them.

Together they take every way that a round and the board around it can go.
"""

from shaker.app import faults
from shaker.core.spots import DONT_PASS, FIELD, PASS
from shaker.dice import reasons
from shaker.link import messages

_RWS, _CLW, _MBS, _DIV, _HOME = 1, 2, 3, 4, 5

# Name: (dice, actions). `open`: rule book, seats, "no more bets" ms after the start, minimum.
SCRIPTS = {
    "provision": (
        [],
        [("provision",), ("open", _RWS, 2, 0, 1), ("ack",), ("bet", 0, PASS, 10)],
    ),
    "round": (
        [(2, 2), reasons.COCKED, reasons.COCKED, (3, 4), (1, 1)],
        [
            ("provision",),
            ("open", _RWS, 2, 0, 1),
            ("ack",),
            ("bet", 0, PASS, 10),
            ("bet", 1, DONT_PASS, 20),
            ("bet", 0, FIELD, 5),
            ("take", 0, FIELD, 5),
            ("limits", 5),
            ("close",),
            ("roll",),
            ("ack",),
            ("checkpoint",),
            ("bet", 1, FIELD, 25),
            ("roll",),
            ("door", 1),
            ("ack",),
            ("bet", 0, PASS, 15),
            ("roll",),
            ("ack",),
            ("bet", 0, PASS, 5),
        ],
    ),
    "small": (  # the close returns what is below the minimum; close while the motor runs
        [(2, 3), (5, 2)],
        [
            ("provision",),
            ("open", _CLW, 2, 5, 1),
            ("bet", 0, PASS, 2),
            ("bet", 1, PASS, 50),
            ("limits", 10),
            ("roll",),
            ("ack",),
            ("bet", 0, FIELD, 20),
            ("malfunction",),
            ("ack",),
            ("bet", 0, PASS, 30),
            ("roll",),
            ("ack",),
        ],
    ),
    "faults": (
        [reasons.OVER_CURRENT, (6, 6), (4, 4)],
        [
            ("provision",),
            ("open", _HOME, 2, 0, 1),
            ("bet", 0, PASS, 10),
            ("fault", faults.ROLLED_BACK),
            ("clear", faults.ROLLED_BACK),
            ("close",),
            ("fault", faults.ENTROPY),
            ("void",),
            ("clear", faults.ENTROPY),
            ("ack",),
            ("dice", 2),
            ("bet", 0, PASS, 10),
            ("roll",),
            ("fault", faults.DICE),
            ("clear", faults.DICE),
            ("roll",),
            ("ack",),
        ],
    ),
    "power": (  # MBS 5.9: seats withdraw after a failure without an outcome
        [(2, 2), (3, 1)],
        [
            ("provision",),
            ("open", _MBS, 2, 0, 1),
            ("bet", 0, PASS, 10),
            ("bet", 1, PASS, 20),
            ("cut",),
            ("withdraw", 0),
            ("bet", 0, PASS, 30),
            ("close",),
            ("cut",),
            ("withdraw", 1),
            ("roll",),
            ("ack",),
            ("bet", 1, FIELD, 5),
        ],
    ),
    "people": (  # keys, texts, the lock: a bank of settings is written, and a record is owed
        [(5, 5), (3, 4)],
        [
            ("provision",),
            ("key", messages.OPERATOR),
            ("key", messages.STATION),
            ("text", 1, b"cabinet 7"),
            ("open", _DIV, 3, 0, 1, 1),
            ("ack",),
            ("shooter", 1),
            ("bet", 1, PASS, 10),
            ("revoke", messages.OPERATOR),
            ("roll",),
            ("lock",),
            ("ack",),
            ("dice", 3),
            ("text", 2, b"north hall"),
            ("roll",),  # a seven-out: the dice go on
            ("ack",),
            ("bet", 0, PASS, 10),
        ],
    ),
    "retire": (
        [(1, 1)],
        [
            ("provision",),
            ("key", messages.STATION),
            ("open", _RWS, 2, 0, 1),
            ("bet", 0, PASS, 10),
            ("roll",),
            ("ack",),
            ("retire",),
        ],
    ),
    "wrap": (  # the ring goes round: old sectors are let go and erased between the rounds
        [(1, 1), (6, 5), (4, 4), (3, 1), (2, 5), (6, 6)] * 12,
        [("provision",), ("open", _RWS, 2, 0, 1), ("ack",)]
        + [("bet", 0, FIELD, 10), ("roll",), ("ack",)] * 72,
    ),
    "sixes": (  # the No Rolls of a round run out
        [reasons.MISSING, reasons.MOVED, reasons.COCKED, reasons.NOT_SETTLED, (6, 1)],
        [
            ("provision",),
            ("open", _DIV, 3, 0, 1),
            ("bet", 2, PASS, 10),
            ("roll",),
            ("fault", faults.NO_ROLLS),
            ("clear", faults.NO_ROLLS),
            ("roll",),
            ("ack",),
        ],
    ),
}
