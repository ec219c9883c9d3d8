"""Meters: what the board has done over its life, as words of the book.

They follow from the journal's records alone, so a power cut neither loses nor doubles a count.
An amount has two words, the low 20 bits and the rest; a count has one.
"""

from micropython import const
from shaker.app.book import ALARM_PERCENT, METERS
from shaker.limits import PAY_NUM_MAX, SMALL_INT_MAX, STAKE_UNITS_MAX
from shaker.octets.words import get_u16
from shaker.seal.record import AT_SPIN_UP_MS

IN = const(32)  # units staked and charged
OUT = const(34)  # units paid back, whatever for
WON = const(36)  # of those, what wagers won
MOTOR_MS = const(38)
ROUNDS = const(40)
SHAKES = const(41)
DICE_SHAKES = const(42)  # of the dice set in the chambers
WITHDRAWALS = const(43)
FAULTS = const(44)
DOORS = const(45)
POWER_LOSSES = const(46)
PROGRAMS = const(47)
VOIDS = const(48)  # by an operator
MALFUNCTIONS = const(49)  # by the casino's clause
WINDOW_SHAKES = const(50)  # the alarm's hundred
WINDOW_NO_ROLLS = const(51)  # No Rolls, voids, malfunctions and withdrawals among them
ALARM = const(52)  # the rate is over the limit
WAGERS = const(53)
REFUSED_KEYS = const(54)  # challenges that failed
NO_ROLLS = const(56)  # by reason: 1 to 7 of a die, then 32 to 47 of the shake

_LIMB = const(20)
_LIMB_MASK = const(0xFFFFF)
UNITS_MAX = STAKE_UNITS_MAX * (PAY_NUM_MAX + 1)
assert UNITS_MAX + _LIMB_MASK <= SMALL_INT_MAX
_SHAKE_REASON = const(32)
_DIE_REASONS = const(8)
_WINDOW = const(100)

# Name, first word, words; for people and `--json`.
NAMES = (
    ("money_in", IN, 2),
    ("money_out", OUT, 2),
    ("money_won", WON, 2),
    ("motor_ms", MOTOR_MS, 2),
    ("rounds", ROUNDS, 1),
    ("shakes", SHAKES, 1),
    ("dice_shakes", DICE_SHAKES, 1),
    ("withdrawals", WITHDRAWALS, 1),
    ("faults", FAULTS, 1),
    ("doors", DOORS, 1),
    ("power_losses", POWER_LOSSES, 1),
    ("programs", PROGRAMS, 1),
    ("voids", VOIDS, 1),
    ("malfunctions", MALFUNCTIONS, 1),
    ("window_shakes", WINDOW_SHAKES, 1),
    ("window_no_rolls", WINDOW_NO_ROLLS, 1),
    ("alarm", ALARM, 1),
    ("wagers", WAGERS, 1),
    ("refused_keys", REFUSED_KEYS, 1),
)

assert IN == METERS


def add(book, meter, units):
    """Add an amount to a meter of two words: anything that one wager can be paid."""
    assert 0 <= units <= UNITS_MAX
    low = book[meter] + units
    book[meter] = low & _LIMB_MASK
    book[meter + 1] += low >> _LIMB


def add_limbs(book, meter, low, high):
    """Add a sum that comes in the same two limbs."""
    add(book, meter, low)
    book[meter + 1] += high


def count(book, meter):
    """Count one more."""
    book[meter] += 1


def count_shake(book, reason):
    """Count a shake and, if it has a reason not to count, its No Roll; the alarm follows."""
    book[SHAKES] += 1
    book[DICE_SHAKES] += 1
    book[WINDOW_SHAKES] += 1
    if reason:
        book[no_roll_meter(reason)] += 1
        count_failed(book)
    if book[WINDOW_SHAKES] >= _WINDOW:
        book[ALARM] = 1 if book[WINDOW_NO_ROLLS] > book[ALARM_PERCENT] else 0
        book[WINDOW_SHAKES] = 0
        book[WINDOW_NO_ROLLS] = 0


def count_failed(book):
    """Count a No Roll, void, malfunction or withdrawal in the alarm's hundred shakes: it comes at
    once when there are too many, and goes when a whole hundred had few enough."""
    book[WINDOW_NO_ROLLS] += 1
    if book[WINDOW_NO_ROLLS] > book[ALARM_PERCENT]:
        book[ALARM] = 1


def count_given_back(book, meter):
    """Count a void, malfunction or withdrawal."""
    count(book, meter)
    count_failed(book)


def count_throw(book, header, reason):
    """Count a shake by its record: the motor's time, and whether it was a roll."""
    at = AT_SPIN_UP_MS
    ms = get_u16(header, at) + get_u16(header, at + 2)
    ms += get_u16(header, at + 4) + get_u16(header, at + 6)
    add(book, MOTOR_MS, ms)
    count_shake(book, reason)


def no_roll_meter(reason):
    """The word that counts No Rolls of a reason."""
    if reason < _DIE_REASONS:
        return NO_ROLLS + reason
    return NO_ROLLS + _DIE_REASONS + (reason - _SHAKE_REASON & 15)
