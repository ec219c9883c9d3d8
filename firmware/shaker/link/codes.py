"""Codes of the link and of the controller behind it, from 64 up; the core's are 1 to 18.

An answer carries one code, 0 for done. Numbers are never reused.
"""

from micropython import const

OK = const(0)
FIRST = const(64)

E_SESSION = const(64)  # no such session: say hello
E_UNKNOWN = const(65)  # no message of the table, or not one that a host sends
E_SIZE = const(66)  # not as long as its fields
E_VALUE = const(67)  # a number outside of its type
E_PORT = const(68)  # not on this port
E_AUTHORITY = const(69)  # needs a signed challenge, or another authority
E_FAULTED = const(70)  # a fault is latched: an operator must clear it
E_NUMBER = const(71)  # a command before this one is missing
E_ANSWER_LOST = const(72)  # performed before a power cut; its answer is gone: read the state
E_DIFFERS = const(73)  # hello: what differs is said in the answer
E_ROLLED_BACK = const(74)  # this board is behind what the host remembers of it
E_ROLE = const(75)  # another connection acknowledges records
E_NONCE = const(76)  # the challenge was used, is too old, or never given
E_SIGNATURE = const(77)
E_KEY = const(78)  # a key that this board does not know, or has revoked
E_TOO_OFTEN = const(79)  # after failures: wait, then try again
E_LOCKED = const(80)
E_BUSY = const(81)  # try again
E_STATE = const(82)  # not in this state of the round
E_BAUD = const(83)  # not a rate of this port
E_GONE = const(84)  # no longer kept
E_FULL = const(85)  # unacknowledged records fill the journal: acknowledge first
E_NOT_READY = const(86)  # still starting
E_SHOOTER = const(87)  # no line wager of the shooter
E_STAKES = const(88)  # wagers stand
E_NOT_PROVISIONED = const(89)
E_MOTION = const(90)  # the motor runs or the dice move
E_LID = const(91)
E_FLASH = const(92)  # the flash refused
E_SELF_TEST = const(93)
E_DUPLICATE = const(94)  # there is one already
E_UNSUPPORTED = const(95)  # known, but not of this board or image
E_NO_TABLE = const(96)  # no table was opened
E_HOST_LOST = const(97)  # the host was away: begin again
E_RETIRED = const(98)
E_TABLE_FULL = const(99)  # no place left in a list that has a fixed size
E_REFUSAL_LOST = const(100)  # refused before a power cut, nothing has changed; why is not known

CODE_WORDS = (
    "E_SESSION",
    "E_UNKNOWN",
    "E_SIZE",
    "E_VALUE",
    "E_PORT",
    "E_AUTHORITY",
    "E_FAULTED",
    "E_NUMBER",
    "E_ANSWER_LOST",
    "E_DIFFERS",
    "E_ROLLED_BACK",
    "E_ROLE",
    "E_NONCE",
    "E_SIGNATURE",
    "E_KEY",
    "E_TOO_OFTEN",
    "E_LOCKED",
    "E_BUSY",
    "E_STATE",
    "E_BAUD",
    "E_GONE",
    "E_FULL",
    "E_NOT_READY",
    "E_SHOOTER",
    "E_STAKES",
    "E_NOT_PROVISIONED",
    "E_MOTION",
    "E_LID",
    "E_FLASH",
    "E_SELF_TEST",
    "E_DUPLICATE",
    "E_UNSUPPORTED",
    "E_NO_TABLE",
    "E_HOST_LOST",
    "E_RETIRED",
    "E_TABLE_FULL",
    "E_REFUSAL_LOST",
)

# What a refused hello differs in: bits of its field `differs`.
DIFFERS_VERSION = const(1)
DIFFERS_TABLE = const(2)
DIFFERS_IMAGE = const(4)
DIFFERS_RULES = const(8)
DIFFERS_DEVICE = const(16)
DIFFERS_MEMORY = const(32)

DIFFERS_WORDS = ("version", "table", "image", "rules", "device", "memory")
