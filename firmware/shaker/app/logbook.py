"""The last ten of each kind of event that a technician asks for, as words of the durable state.

An entry is the sequence of its record, boot counter, time, and reason and detail in one word. The
whole record is in the log of the host; this is what the board itself still knows.
"""

from micropython import const
from shaker.octets.words import get_u32
from shaker.seal import record

DOORS = const(0)
FAULTS = const(1)
PROGRAMS = const(2)
POWER_LOSSES = const(3)
VOIDS = const(4)
LOG_COUNT = const(5)
WORDS = ("doors", "faults", "programs", "power-losses", "voids")

ENTRIES = const(10)
ENTRY_WORDS = const(4)
_LOG_WORDS = const(41)  # how many there ever were, then the entries
LOGBOOK_WORDS = const(205)  # LOG_COUNT * _LOG_WORDS
_DETAIL_BITS = const(20)
_DETAIL_MAX = const((1 << 20) - 1)


def log_of(kind):
    """The log that a kind of record belongs to, -1 if to none."""
    if kind == record.KIND_DOOR:
        return DOORS
    if kind == record.KIND_FAULT:
        return FAULTS
    if kind == record.KIND_PROGRAM or kind == record.KIND_GENESIS:
        return PROGRAMS
    if kind == record.KIND_POWER_LOSS:
        return POWER_LOSSES
    return VOIDS if kind == record.KIND_VOID or kind == record.KIND_WITHDRAWAL else -1


def add(words, header):
    """Note a captured record, if it belongs to a log."""
    log = log_of(header[record.AT_KIND])
    if log < 0:
        return
    start = log * _LOG_WORDS
    at = start + 1 + words[start] % ENTRIES * ENTRY_WORDS
    detail = get_u32(header, record.AT_DETAIL)
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
