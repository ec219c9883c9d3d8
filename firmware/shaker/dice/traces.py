"""The six legal patterns, and whether a face hides pips that would make it another one."""

from micropython import const
from shaker.dice import kernels

_FULL = const(53)  # in `numbers`, as in `reader.py`
_PATTERN = const(60)

# How much of a pip may be where none counts, in 256ths of one: the stronger the pips, the less.
_TRACE_MOST = const(32)
_TRACE_LEAST = const(12)
_TRACE_MOST_CLIPPED = const(14)
_TRACE_LEVEL = const(7000)  # 1.7 levels, in 4096ths; the most of 4 633 clean faces 1.63
_HOLLOW_MOST = const(28)
_HOLLOW_LEAST = const(10)
_HOLLOW_LEVEL = const(5600)  # 1.4 levels; the most of 2 365 clean twos and fours 1.12
_MIDDLE = const(0b000010000)

# Pattern to face; bit 0 is the first corner, bit 4 the middle.
_PATTERNS = (
    (0b000010000, 1),
    (0b100000001, 2),
    (0b001000100, 2),
    (0b100010001, 3),
    (0b001010100, 3),
    (0b101000101, 4),
    (0b101010101, 5),
    (0b101101101, 6),
    (0b111000111, 6),
)


def face_of(pattern):
    """The face that shows this pattern, or 0."""
    for row in _PATTERNS:
        if row[0] == pattern:
            return row[1]
    return 0


def hidden(reader, clipped):
    """Is there a trace of pips that are worn, or drowned in light, but for little?"""
    for row in _PATTERNS:  # noqa: SIM110 - a generator is on the heap
        if _shows(reader, row[0], clipped):
            return True
    return False


def _shows(reader, larger, clipped):
    """Could it be this pattern, of which some pips are all but gone?"""
    n = reader.numbers
    more = larger ^ n[_PATTERN]
    if not more or more & n[_PATTERN]:
        return False
    if kernels.trace(reader.values_buf, more, n) > _trace_most(n[_FULL], clipped):
        return True
    # A lamp that lifts the middle pip to the level of bare places lifts what is round it more.
    return more == _MIDDLE and kernels.hollow(reader.face_buf, reader.values_buf, n) > _within(
        _HOLLOW_LEVEL // n[_FULL], _HOLLOW_LEAST, _HOLLOW_MOST
    )


def _trace_most(full, clipped):
    most = _TRACE_MOST_CLIPPED if clipped else _TRACE_MOST
    return _within(_TRACE_LEVEL // full, _TRACE_LEAST, most)


def _within(value, least, most):
    return least if value < least else (most if value > most else value)
