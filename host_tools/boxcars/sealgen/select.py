"""Writes the viper kernel that takes one multiple of the base point out of the table in flash.

A table entry is 60 limbs of 16 bits: y + x, y - x and 2 d x y of one point. The kernel reads all
eight entries of a position and keeps one by masks, so neither an address nor a branch tells
which. Frozen bytes may lie at any address and Cortex-M0+ loads words from multiples of four
only: the kernel reads the 31 aligned words that cover an entry, and shifts by bytes in RAM.
"""

from __future__ import annotations

ENTRY_SIZE = 120
ENTRIES = 8
POSITION_SIZE = ENTRY_SIZE * ENTRIES
_WORDS = ENTRY_SIZE // 4 + 1

_HEAD = '''
@micropython.viper
def ge_select(w: ptr32, x: int, digits: ptr8, table: ptr8, at: int):
    """Put the multiple that digit `x` says of the table position into elements 2, 3 and 4."""
    x = digits[x] - 8
    low = w
    out = ptr32(int(w) + 256)
    sign = x >> 31
    size = (x ^ sign) - sign
    start = int(table) + at
    w = ptr32((start >> 2) << 2)
'''

_TAIL = """    p = ptr8(int(low) + (start & 3))
    k = sign & 16383
    x = ((size - 1) >> 31) & 1
    p[0] = p[0] | x
    p[40] = p[40] | x
    bias = sign & 15169
    i = 20
    while i:
        x = p[0] | (p[1] << 8)
        y = p[40] | (p[41] << 8)
        swap = (x ^ y) & sign
        out[0] = x ^ swap
        out[32] = y ^ swap
        x = p[80] | (p[81] << 8)
        out[64] = (x ^ sign) + bias
        bias = k
        p = ptr8(int(p) + 2)
        out = ptr32(int(out) + 4)
        i -= 1
"""


def select() -> str:
    """Multiple 0 is the neutral point (1, 1, 0); -P swaps the first two and negates the third.

    The negative of t is 64 p - t limb by limb, 16382 - t or in the lowest limb 15168 - t: at most
    14 bits, which a product takes on one side. With the mask m = -1 that is (t ^ m) + 16383.
    """
    lines = [f"    t{j} = 0" for j in range(_WORDS)]
    lines += ["    i = 1", "    while i < 9:", "        x = ((size ^ i) - 1) >> 31"]
    lines += [f"        t{j} = (w[{j}] & x) | t{j}" for j in range(_WORDS)]
    lines += [f"        w = ptr32(int(w) + {ENTRY_SIZE})", "        i += 1", "    w = low"]
    lines += [f"    w[{j}] = t{j}" for j in range(_WORDS)]
    return _HEAD + "\n".join(lines) + "\n" + _TAIL
