"""Every capacity and bound of the firmware, in one file."""

from micropython import const

SEATS_MAX = const(8)  # players at one table
STAKE_UNITS_MAX = const(2000000)  # on one spot; times the highest payout still a small int
SMALL_INT_MAX = const((1 << 30) - 1)  # of a 32-bit MicroPython
PAY_NUM_MAX = const(535)  # STAKE_UNITS_MAX * (PAY_NUM_MAX + 1) < 1 << 30: stake and winnings
TOTAL_UNITS_MAX = const(1000000000)  # what a limit on a seat's total may say
UNIT_MAX = const(1000)  # the smallest chip, in units
