"""Writes the viper kernels of arithmetic modulo 2**255 - 19.

What decides the shape of this code (MicroPython 1.25, `mpy-cross -march=armv6m`):

- The first two locals of a viper function live in registers, all others on the stack. They are the
  pointer `w` and the word `x`, so that a multiply-accumulate `t = w[j] * x + t` costs 11 cycles.
- A branch reaches 2 KB. One kernel therefore holds one kind of operation and loops over a short
  program of them, which also spreads the 840 cycles of a call over several operations.
- A product is 20 rows of 20 unrolled steps: 2 KB of code for a kernel, three kernels in the 16 KB
  that the RP2040 caches of its flash.
"""

from __future__ import annotations

LIMBS = 20
LIMB_BITS = 13
FOLD = 608  # 2**260 = 32 * 19 modulo p
ELEMENT_SIZE = 128  # 20 limbs of 32 bits and 12 words that stay zero: squares read into them

# Rows of a square are cut into groups of one unrolled length each: (first row, number of rows).
# Three groups cost 267 of the 400 products and keep the kernel within the reach of a branch.
SQUARE_GROUPS = ((0, 5), (5, 5), (10, 5), (15, 5))

_MUL_HEAD = '''
@micropython.viper
def fe_mul(w: ptr32, x: int, program: ptr8):
    """Run `x` products of the program in workspace `w`; element 0 is scratch."""
    space = w
    count = x
    mask = 0x1FFF
    fold = 608
    while count:
        a = ptr32(int(space) + program[1] * 128)
        w = ptr32(int(space) + program[2] * 128)
        low = space
'''

_SQR_HEAD = '''
@micropython.viper
def fe_sqr(w: ptr32, x: int, program: ptr8):
    """Square one element `x` times; elements 0 and 1 are scratch."""
    space = w
    count = x
    mask = 0x1FFF
    fold = 608
    w = ptr32(int(space) + program[1] * 128)
    out = ptr32(int(space) + program[0] * 128)
    while count:
        low = space
'''

_SUM_HEAD = '''
@micropython.viper
def fe_sum(w: ptr32, x: int, program: ptr8):
    """Run `x` sums or differences of the program in workspace `w`."""
    space = w
    count = x
    mask = 0x1FFF
    while count:
        w = ptr32(int(space) + program[1] * 128)
        b = ptr32(int(space) + program[2] * 128)
        out = ptr32(int(space) + program[0] * 128)
'''


def _fold_carry() -> list[str]:
    """The carry out of 2**260 comes back times 608; it reaches the third limb at most."""
    return [
        "        x = x * fold + out[0]",
        "        out[0] = x & mask",
        "        x = (x >> 13) + out[1]",
        "        out[1] = x & mask",
        "        out[2] = (x >> 13) + out[2]",
    ]


def multiply() -> str:
    """Row i adds a[i] * b to the columns above i and retires column i to scratch."""
    top = LIMBS - 2
    lines = [f"        t{j} = 0" for j in range(top + 1)]
    lines += [
        "        i = 20",
        "        while i:",
        "            x = a[0]",
        "            low[0] = w[0] * x + t0",
    ]
    lines += [f"            t{j} = w[{j + 1}] * x + t{j + 1}" for j in range(top)]
    lines += [
        f"            t{top} = w[{top + 1}] * x",
        "            a = ptr32(int(a) + 4)",
        "            low = ptr32(int(low) + 4)",
        "            i -= 1",
        "        w = ptr32(mask)",
        "        x = 0",
    ]
    for j in range(top + 1):
        lines += [
            f"        x = t{j} + x",
            f"        t{j} = (x & int(w)) * fold",
            "        x = int(uint(x) >> 13)",
        ]
    lines += [
        f"        t{top + 1} = x * fold",
        "        x = 0",
        "        w = space",
        "        out = ptr32(int(space) + program[0] * 128)",
    ]
    for j in range(LIMBS):
        lines += [
            f"        x = w[{j}] + x + t{j}",
            f"        out[{j}] = x & mask",
            "        x = int(uint(x) >> 13)",
        ]
    lines += _fold_carry()
    lines += ["        program = ptr8(int(program) + 4)", "        count -= 1"]
    return _MUL_HEAD + "\n".join(lines) + "\n"


def square() -> str:
    """Row i adds a[i] * (a[i], 2 a[i+1], ...) and retires the columns 2 i and 2 i + 1.

    The rows of a group all have the length of its first: they run on into the zeros behind a.
    """
    lines = [f"        t{j} = 0" for j in range(LIMBS - 2)]
    for first, rows in SQUARE_GROUPS:
        size = LIMBS - 1 - first
        lines += [
            f"        i = {rows}",
            "        while i:",
            "            x = w[0]",
            "            low[0] = x * x + t0",
            "            x = x + x",
            "            low[1] = w[1] * x + t1",
        ]
        last = size if first else size - 1  # the first rows meet nothing in their two top columns
        for j in range(2, size + 1):
            old = f" + t{j}" if j < last else ""
            lines.append(f"            t{j - 2} = w[{j}] * x{old}")
        if first:
            lines.append(f"            t{size - 1} = 0")
        lines += [
            "            low = ptr32(int(low) + 8)",
            "            w = ptr32(int(w) + 4)",
            "            i -= 1",
        ]
    lines += ["        w = space", "        x = 0", "        i = 4", "        while i:"]
    for j in range(LIMBS, LIMBS + 5):
        lines += [
            f"            x = w[{j}] + x",
            f"            w[{j}] = (x & mask) * fold",
            "            x = int(uint(x) >> 13)",
        ]
    lines += ["            w = ptr32(int(w) + 20)", "            i -= 1"]
    lines += [
        "        w[19] = (x << 13) * fold + w[19]",
        "        w = space",
        "        x = 0",
        "        i = 4",
        "        while i:",
    ]
    for j in range(5):
        lines += [
            f"            x = w[{j}] + x + w[{j + LIMBS}]",
            f"            out[{j}] = x & mask",
            "            x = int(uint(x) >> 13)",
        ]
    lines += [
        "            w = ptr32(int(w) + 20)",
        "            out = ptr32(int(out) + 20)",
        "            i -= 1",
        "        out = ptr32(int(out) - 80)",
    ]
    lines += _fold_carry()
    lines += ["        w = out", "        count -= 1"]
    return _SQR_HEAD + "\n".join(lines) + "\n"


def summation() -> str:
    """A difference adds 64 p = 2**261 - 1216 at the two ends of the carry chain."""
    lines: list[str] = []
    for minus in (True, False):
        lines += ["        if program[3]:", "            x = -1216"] if minus else []
        lines += [] if minus else ["        else:", "            x = 0"]
        sign = "-" if minus else "+"
        for j in range(LIMBS):
            lines += [
                f"            x = w[{j}] + x {sign} b[{j}]",
                f"            out[{j}] = x & mask",
                "            x = x >> 13",
            ]
        lines += ["            x += 2"] if minus else []
    lines += [
        "        out[0] = x * 608 + out[0]",
        "        program = ptr8(int(program) + 4)",
        "        count -= 1",
    ]
    return _SUM_HEAD + "\n".join(lines) + "\n"
