"""What can be wrong with the board so that a person has to look: codes, and one latched path.

Codes are never reused; they are the detail of a fault record and survive power-off.
"""

from micropython import const

NONE = const(0)
NO_ROLLS = const(1)  # too many shakes in a row did not count
DICE = const(2)  # a shake found motor or sensors at fault
MEMORY = const(3)  # both copies of the critical memory are bad
JOURNAL = const(4)  # the flash refused a step
ROLLED_BACK = const(5)  # the host remembers a later state of this board
WATCHDOG = const(6)  # the program hung and was reset
SELF_TEST = const(7)
ENTROPY = const(8)  # the noise source failed its tests
SEAL = const(9)  # the chain refused to seal
PROGRAM = const(10)  # a failed assertion or an exception
DAMAGED = const(11)  # the journal could not be read as it was written
LOGIC_DOOR = const(12)  # the logic door was opened

WORDS = (
    "none",
    "no-rolls",
    "dice",
    "memory",
    "journal",
    "rolled-back",
    "watchdog",
    "self-test",
    "entropy",
    "seal",
    "program",
    "damaged",
    "logic-door",
)

LATCHED = const(0)  # reason of a fault record
CLEARED = const(1)
