"""Run on the unix port: the reader with its viper kernels and with their plain twins.

Reads the frames on stdin (width, height, then frames) with both; every number and every buffer
that the kernels leave must be the same. Prints how many frames were compared.
"""

import sys

from shaker.dice import (
    kernels,
    lattice_fast,
    lattice_plain,
    mask_fast,
    mask_plain,
    outline_fast,
    outline_plain,
    pips_fast,
    pips_plain,
)
from shaker.dice.reader import Reader

PAIRS = (
    (lattice_fast, lattice_plain),
    (mask_fast, mask_plain),
    (outline_fast, outline_plain),
    (pips_fast, pips_plain),
)
BUFFERS = (
    "numbers",
    "rows_buf",
    "columns_buf",
    "soft_buf",
    "diff_buf",
    "mask_buf",
    "ring_buf",
    "points_buf",
    "face_buf",
    "flat_buf",
    "marks_buf",
    "spots_buf",
    "values_buf",
)


def choose(index):
    count = 0
    for name in dir(kernels):
        for pair in PAIRS:
            if hasattr(pair[0], name) and not name.startswith("_") and name != "micropython":
                setattr(kernels, name, getattr(pair[index], name))
                count += 1
    assert count >= 25, count


def main(source):
    width, height = source.read(2)
    fast = Reader(width, height)
    plain = Reader(width, height)
    frame = bytearray(width * height)
    count = 0
    while source.readinto(frame) == len(frame):
        choose(0)
        fast.read(frame)
        choose(1)
        plain.read(frame)
        for name in BUFFERS:
            one = getattr(fast, name)
            assert bytes(one) == bytes(getattr(plain, name)), (count, name)
        assert (fast.face, fast.margin) == (plain.face, plain.margin)
        count += 1
    print(count)


main(sys.stdin.buffer)
