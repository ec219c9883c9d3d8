"""Every capacity and bound of the firmware, in one file."""

from micropython import const

SEATS_MAX = const(8)  # players at one table
STAKE_UNITS_MAX = const(2000000)  # on one spot; times the highest payout still a small int
SMALL_INT_MAX = const((1 << 30) - 1)  # of a 32-bit MicroPython
PAY_NUM_MAX = const(535)  # STAKE_UNITS_MAX * (PAY_NUM_MAX + 1) < 1 << 30: stake and winnings
TOTAL_UNITS_MAX = const(1000000000)  # what a limit on a seat's total may say
UNIT_MAX = const(1000)  # the smallest chip, in units

# The journal area of flash: keys, settings, then the ring to its end.
KEY_SECTORS = const(2)
SETTINGS_SECTORS = const(4)
SETTINGS_SIZE_MAX = const(3840)  # a sector without its page of header
JOURNAL_SECTORS_MIN = const(8)
JOURNAL_SECTORS_MAX = const(1024)
JOURNAL_RECORD_SIZE_MAX = const(8192)
JOURNAL_SECTORS_AHEAD = const(2)  # kept erased, so that a round does not wait for an erase
JOURNAL_SECTORS_SPARE = const(2)  # not counted as free: for places that go bad
FLASH_ERASES_MAX = const(100000)  # of a sector of NOR flash, as its makers promise
