"""Why a die was not read or a shake did not count, as small numbers with words.

A number that was given out is never reused or given another meaning: records hold it for good.
0 is no reason: the reading is good. From 1 on the dice could not be read; from 32 on the shake
itself did not count.
"""

from micropython import const

NONE = const(0)  # read

# Of one die, from its frames.
MISSING = const(1)  # nothing that could be a die
COCKED = const(2)  # a die, but not flat on the floor: outline or lattice is askew
MOVED = const(3)  # the frames do not agree with each other
UNREADABLE = const(4)  # a die that shows none of the six patterns clearly
FOREIGN = const(5)  # more than one die, or a thing that is no die
SENSOR_FAULT = const(6)  # the sensor does not show what is there: stuck, dead rows, replayed

# Of the shake.
NO_EFFORT = const(32)  # the motor did less work than a fair shake takes
LID_OPEN = const(33)
MOTOR_STALL = const(34)  # driven, but it does not turn
OVER_CURRENT = const(35)
TILT = const(36)
MOTOR_TIMEOUT = const(37)  # the hard limit on its time cut it off
MOTOR_OPEN = const(38)  # driven, but no current flows: not connected
NOT_SETTLED = const(39)  # the dice did not come to rest in time
STOPPED = const(40)  # called off by the controller
BROWN_OUT = const(41)  # the supply sagged during the shake
DISTURBED = const(42)  # lid, door or tilt between the rest of the dice and their reading
SENSOR_SWAPPED = const(43)  # a chamber's light shows in the other chamber's sensor

_WORDS = (
    (NONE, "read"),
    (MISSING, "missing"),
    (COCKED, "cocked"),
    (MOVED, "moved"),
    (UNREADABLE, "unreadable"),
    (FOREIGN, "foreign"),
    (SENSOR_FAULT, "sensor-fault"),
    (NO_EFFORT, "no-effort"),
    (LID_OPEN, "lid-open"),
    (MOTOR_STALL, "motor-stall"),
    (OVER_CURRENT, "over-current"),
    (TILT, "tilt"),
    (MOTOR_TIMEOUT, "motor-timeout"),
    (MOTOR_OPEN, "motor-open"),
    (NOT_SETTLED, "not-settled"),
    (STOPPED, "stopped"),
    (BROWN_OUT, "brown-out"),
    (DISTURBED, "disturbed"),
    (SENSOR_SWAPPED, "sensor-swapped"),
)

ALL = tuple([row[0] for row in _WORDS])


def word(reason):
    """The word of a reason, as hosts and people see it."""
    for row in _WORDS:
        if row[0] == reason:
            return row[1]
    return "unknown"
