"""Dice that hardly stand off the floor: read by their pips, where the outline failed.

Only strong pips count, and from three on: one or two spots alone could be dirt. Two are taken if
all four sides of the die they stand for show against the floor.
"""

from micropython import const
from shaker.dice import kernels
from shaker.dice.reasons import NONE, UNREADABLE

# Places in `numbers`, as in `reader.py`.
_SIGMA = const(11)
_LOW = const(13)
_BLOBS = const(14)
_AREA = const(15)
_SIGN = const(21)
_LEVEL = const(22)
_EDGE = const(29)
_FULL = const(53)
_DARK = const(54)
_SHIFT_U = const(55)
_SHIFT_V = const(56)
_PITCH_U = const(57)
_PITCH_V = const(58)
_BARE = const(64)
_CLIPPED = const(70)
_ACROSS = const(75)

_STRONG = const(160)  # contrast of the pips: ten levels
_RIM_LEAST = const(36)
_BEYOND_MOST = const(3)  # pixels off the floor outside the die


def read(reader, frame_buf):
    """Read what `reader` refused for its outline; 0 and `face`, or the reason."""
    n = reader.numbers
    kernels.peak(reader.diff_buf, n)
    across = n[_ACROSS]
    if _pips(reader, frame_buf, False) == NONE:
        return NONE
    # The floor may lie between a die and its pips, where pips near a corner break the outline.
    n[_SIGN] = -n[_SIGN]
    n[_LEVEL] = across
    return _pips(reader, frame_buf, True)


def _pips(reader, frame_buf, framed):
    """The same from the pips on one side of the floor; `framed`: if the die's sides show."""
    n = reader.numbers
    if n[_LEVEL] < _STRONG:
        return UNREADABLE
    count = _spots(reader)
    if count < 2 or not _posed(reader, count):
        return UNREADABLE
    if reader.read_face(frame_buf) != NONE:
        return UNREADABLE
    if not _sure(reader, count, framed):
        reader.face = 0
        return UNREADABLE
    return NONE


def _spots(reader):
    """How many spots of one size stand out on this side of the floor; 0 for anything else."""
    n = reader.numbers
    kernels.cut(reader.diff_buf, reader.mask_buf, n)
    kernels.flood(reader.mask_buf, reader.stack_buf, n)
    kernels.blobs(reader.mask_buf, reader.stack_buf, n)
    if n[_BLOBS] < 2 or n[_BLOBS] > 6:
        return 0
    return kernels.centroids(reader.diff_buf, reader.mask_buf, reader.ring_buf, n)


def _posed(reader, count):
    """Pips of the right size for their distance: others are half of a pattern, or none."""
    n = reader.numbers
    pitch = kernels.farthest(reader.ring_buf, count, n)
    if not pitch:
        return False
    if reader.die_px and abs(n[_EDGE] - 16 * reader.die_px) * 5 > 16 * reader.die_px:
        return False
    share = n[_AREA] * 25600 // (pitch * pitch)  # of the biggest pip, in 100ths of a pitch square
    return 12 <= share <= 75


def _sure(reader, count, framed):
    n = reader.numbers
    if reader.face != count or n[_FULL] < _STRONG or n[_DARK] != n[_SIGN]:
        return False
    if n[_CLIPPED] * 10 > n[_BARE]:
        return False  # at the top of the range a faint pip drowns
    if n[_PITCH_U] != 6 or n[_PITCH_V] != 6 or n[_SHIFT_U] or n[_SHIFT_V]:
        return False
    if kernels.beyond(reader.diff_buf, 10, n[_LOW], n) > _BEYOND_MOST:
        return False  # there is more than this die
    return (count > 2 and not framed) or _framed(reader)


def _framed(reader):
    """Do all four sides show, all the same way?"""
    n = reader.numbers
    least = n[_SIGMA] * 2
    return kernels.rims(reader.soft_buf, n) >= (least if least > _RIM_LEAST else _RIM_LEAST)
