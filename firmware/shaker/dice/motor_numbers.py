"""Places in the motor's block of numbers, which its tick works on, and what the tick answers."""

from micropython import const

PHASE = const(0)
START_US = const(1)
LAST_MS = const(2)  # of the last tick, since the start
END_MS = const(3)  # of the phase
TACH = const(4)  # pulses counted by their interrupt
TACH_SEEN = const(5)
TACH_MS = const(6)  # when a pulse was last seen
PEAK_MA = const(7)  # since then
OVER_COUNT = const(8)  # readings over the limit, in a row
DUTY = const(9)  # per mille
WORK_UJ = const(10)  # beyond whole millijoule
WORK_MJ = const(11)
CURRENT_MA = const(12)
UA_PER_COUNT = const(13)
SUPPLY_MV = const(14)
OVER_MA = const(15)
OPEN_MA = const(16)
STALL_MS = const(17)
RAMP_DUTY = const(18)
RAMP_MS = const(19)
COUNT = const(20)

OVER_COUNT_MAX = const(3)  # readings in a row that make an over-current: 3 ms

# What a tick answers, besides the reason for a stop.
NOTHING = const(0)
ACT_NEXT = const(1)  # the phase is over
ACT_DUTY = const(2)  # the ramp has a new duty
