"""Where a shake is. The first five are the motor's phases as well."""

from micropython import const

IDLE = const(0)
SPIN_UP = const(1)
TUMBLE = const(2)
SOFT_STOP = const(3)
BRAKE = const(4)
SETTLING = const(5)
READING = const(6)
DONE = const(7)  # both faces are read
NO_ROLL = const(8)  # refused for a reason; shaking again may mend it
FAULT = const(9)  # refused for a reason that needs a person

_WORDS = (
    "idle",
    "spin-up",
    "tumble",
    "soft-stop",
    "brake",
    "settling",
    "reading",
    "done",
    "no-roll",
    "fault",
)


def word(state):
    """The word of a state, as hosts and people see it."""
    return _WORDS[state]
