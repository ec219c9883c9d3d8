"""How the rounds of a table go: from a step's bytes to the words of the book."""

from shaker.app import book, meters, steps
from shaker.octets.words import get_u16, get_u32

_MOTOR_WORDS = 5


def take(words, number, buf, at):
    """A table is opened with rule book `number` and the course in its step."""
    words[book.PROFILE] = number
    words[book.SHOOTING] = buf[at + steps.AT_SHOOTING]
    words[book.NO_ROLLS_MAX] = buf[at + steps.AT_NO_ROLLS_MAX]
    words[book.BETTING_MS] = get_u32(buf, at + steps.AT_BETTING_MS)
    words[book.CLOSE_AFTER_MS] = get_u32(buf, at + steps.AT_CLOSE_AFTER_MS)
    words[book.ALARM_PERCENT] = get_u32(buf, at + steps.AT_ALARM_PERCENT)
    words[book.RESHAKE_MS] = get_u32(buf, at + steps.AT_RESHAKE_MS)
    words[book.SHOOTER] = 0


def rest(words, buf, at):
    """The motor has stopped: what lies in the chambers is the outcome of a fair shake.

    One that was refused stays a shake, so that a cut before its No Roll repeats it.
    """
    if not buf[at + steps.AT_REFUSED]:
        words[book.PHASE] = book.RESTED
        words[book.DISTURBED] = 0
    for index in range(_MOTOR_WORDS):
        words[book.SPIN_UP_MS + index] = get_u16(buf, at + steps.AT_PHASES + 2 * index)
    words[book.MOTOR_WORK_MJ] = get_u32(buf, at + steps.AT_WORK)


def set_word(words, buf, at):
    """Set a word that may be set so and owe the record of it; False if it is no such word."""
    word = get_u32(buf, at + steps.AT_WORD)
    value = get_u32(buf, at + steps.AT_VALUE)
    if word == book.DICE_SET:
        words[meters.DICE_SHAKES] = 0
        _owe(words, book.OWED_DICE)
    elif word == book.LOCKED:
        _owe(words, book.OWED_LOCK)
    elif word == book.CHANGED:
        words[book.OWED] &= ~book.OWED_CHANGE
        if value:
            _owe(words, book.OWED_CHANGE)
    else:
        return False
    words[word] = value
    return True


def _owe(words, debt):
    if words[book.SEQUENCE]:  # before the chain begins nothing is recorded
        words[book.OWED] |= debt
