"""The spots of the layout in canonical order, and the ways two dice can fall.

A spot is an index into `NAMES` everywhere in the firmware; the text is for people and for session
scripts. A fall of the dice is one of 21 pairs (the order of the dice never matters), in the order
of the hop spots: 11 12 13 14 15 16 22 23 .. 66.
"""

from micropython import const

PASS = const(0)
PASS_ODDS = const(1)
DONT_PASS = const(2)
DONT_PASS_ODDS = const(3)
COME = const(4)
COME_NUMBER = const(5)  # six spots, one per box number, as are the families that follow
COME_ODDS = const(11)
DONT_COME = const(17)
DONT_COME_NUMBER = const(18)
DONT_COME_ODDS = const(24)
PLACE = const(30)
BUY = const(36)
LAY = const(42)
HARD = const(48)  # four spots
BIG = const(52)  # two spots
FIELD = const(54)
ANY_7 = const(55)
ANY_CRAPS = const(56)
CRAPS_2 = const(57)
CRAPS_3 = const(58)
CRAPS_12 = const(59)
ELEVEN = const(60)
HORN = const(61)
HORN_HIGH = const(62)  # four spots
WORLD = const(66)
C_AND_E = const(67)
HOP = const(68)  # 21 spots, in the order of the pairs
LUCKY = const(89)

SPOT_COUNT = const(90)
GROUP_COUNT = const(3)
PAIR_COUNT = const(21)
BOX_COUNT = const(6)
NO_SPOT = const(127)  # no spot at all, where a byte or seven bits hold a spot

GROUP_NAMES = ("place-inside", "place-outside", "place-across")

NAMES = (
    "pass",
    "pass-odds",
    "dont-pass",
    "dont-pass-odds",
    "come",
    "come-4",
    "come-5",
    "come-6",
    "come-8",
    "come-9",
    "come-10",
    "come-odds-4",
    "come-odds-5",
    "come-odds-6",
    "come-odds-8",
    "come-odds-9",
    "come-odds-10",
    "dont-come",
    "dont-come-4",
    "dont-come-5",
    "dont-come-6",
    "dont-come-8",
    "dont-come-9",
    "dont-come-10",
    "dont-come-odds-4",
    "dont-come-odds-5",
    "dont-come-odds-6",
    "dont-come-odds-8",
    "dont-come-odds-9",
    "dont-come-odds-10",
    "place-4",
    "place-5",
    "place-6",
    "place-8",
    "place-9",
    "place-10",
    "buy-4",
    "buy-5",
    "buy-6",
    "buy-8",
    "buy-9",
    "buy-10",
    "lay-4",
    "lay-5",
    "lay-6",
    "lay-8",
    "lay-9",
    "lay-10",
    "hard-4",
    "hard-6",
    "hard-8",
    "hard-10",
    "big-6",
    "big-8",
    "field",
    "any-7",
    "any-craps",
    "craps-2",
    "craps-3",
    "craps-12",
    "eleven",
    "horn",
    "horn-high-2",
    "horn-high-3",
    "horn-high-11",
    "horn-high-12",
    "world",
    "c-and-e",
    "hop-11",
    "hop-12",
    "hop-13",
    "hop-14",
    "hop-15",
    "hop-16",
    "hop-22",
    "hop-23",
    "hop-24",
    "hop-25",
    "hop-26",
    "hop-33",
    "hop-34",
    "hop-35",
    "hop-36",
    "hop-44",
    "hop-45",
    "hop-46",
    "hop-55",
    "hop-56",
    "hop-66",
    "lucky-shooter",
)

NOT_A_BOX = const(7)

# Index of a box number by dice total: 4 5 6 8 9 10 are 0 to 5.
_BOX_OF_TOTAL = b"\x07\x07\x07\x07\x00\x01\x02\x07\x03\x04\x05\x07\x07"

# Index of a pair by its two faces, 11 12 .. 16 21 .. 66.
_PAIR_OF_FACES = (
    b"\x00\x01\x02\x03\x04\x05\x01\x06\x07\x08\x09\x0a\x02\x07\x0b\x0c\x0d\x0e"
    b"\x03\x08\x0c\x0f\x10\x11\x04\x09\x0d\x10\x12\x13\x05\x0a\x0e\x11\x13\x14"
)


def box_index(total):
    """Return 0..5 for 4 5 6 8 9 10, and 7 for every other total of 2..12."""
    return _BOX_OF_TOTAL[total]


def is_box(total):
    return _BOX_OF_TOTAL[total] != NOT_A_BOX


def pair_index(one, other):
    """Return the index of two faces among the 21 pairs, whichever die shows which."""
    return _PAIR_OF_FACES[6 * one + other - 7]
