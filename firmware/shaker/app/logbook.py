"""The last ten of each kind of event that a technician asks for, as words of the durable state.

Program changes are what runs and who may change it. What people do every day (limits, keys that
were used, trials) has a log of its own, so that it does not push those out. An entry is the
sequence of its record, boot counter, time, and reason and detail in one word. The whole record is
in the log of the host; this is what the board itself still knows.
"""

from micropython import const
from shaker.octets.words import get_u32
from shaker.seal import record

DOORS = const(0)
FAULTS = const(1)
PROGRAMS = const(2)
POWER_LOSSES = const(3)
VOIDS = const(4)  # and withdrawals: the kind of the record is above the seat in the detail
SERVICE = const(5)
LOG_COUNT = const(6)
WORDS = ("doors", "faults", "programs", "power-losses", "voids", "service")
KIND_SHIFT = const(8)

ENTRIES = const(10)
ENTRY_WORDS = const(4)
_LOG_WORDS = const(41)  # how many there ever were, then the entries
LOGBOOK_WORDS = const(246)  # LOG_COUNT * _LOG_WORDS
_DETAIL_BITS = const(20)
_DETAIL_MAX = const((1 << 20) - 1)
# Of the details in `bodies`, which imports too much: limits, dice, key-used, key-refused,
# exercised, setting.
_SERVICES = (3, 6, 8, 9, 10, 11)


def log_of(kind, detail):
    """The log that a kind of record belongs to, -1 if to none."""
    if kind == record.KIND_DOOR:
        return DOORS
    if kind == record.KIND_FAULT:
        return FAULTS
    if kind == record.KIND_PROGRAM:
        return SERVICE if detail in _SERVICES else PROGRAMS
    if kind == record.KIND_GENESIS:
        return PROGRAMS
    if kind == record.KIND_POWER_LOSS:
        return POWER_LOSSES
    return VOIDS if kind == record.KIND_VOID or kind == record.KIND_WITHDRAWAL else -1


def add(words, header):
    """Note a captured record, if it belongs to a log."""
    detail = get_u32(header, record.AT_DETAIL)
    log = log_of(header[record.AT_KIND], detail)
    if log < 0:
        return
    if log == VOIDS:
        detail |= header[record.AT_KIND] << KIND_SHIFT
    start = log * _LOG_WORDS
    at = start + 1 + words[start] % ENTRIES * ENTRY_WORDS
    words[at] = get_u32(header, record.AT_SEQUENCE)
    words[at + 1] = get_u32(header, record.AT_BOOT)
    words[at + 2] = get_u32(header, record.AT_TIME_S)
    words[at + 3] = (header[record.AT_REASON] & 0x1FF) << _DETAIL_BITS | min(detail, _DETAIL_MAX)
    words[start] += 1


def count(words, log):
    """How many there ever were."""
    return words[log * _LOG_WORDS]


def entry_at(words, log, index):
    """Where the entry with that number lies, -1 if it is gone or not yet there."""
    total = count(words, log)
    if not total - ENTRIES <= index < total or index < 0:
        return -1
    return log * _LOG_WORDS + 1 + index % ENTRIES * ENTRY_WORDS
