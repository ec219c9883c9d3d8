"""Writes the viper kernels of SHA-512 and the constants of FIPS 180-4.

A 64-bit word is two 32-bit halves, `h` and `l`, in the two registers that viper gives to locals.
Two things make the difference to a direct translation:

- A sum of shifted words is nested, ((h >> 4) ^ h) >> 14 for h >> 18 ^ h >> 14, which stays in
  one register, where the direct form spills each term to the stack.
- The carry out of a sum of low halves comes from the sum `h` of their upper 16 bits: with the
  sum `l` of the halves it is (((l - (h << 16)) >> 16) + h) >> 16. A comparison would branch,
  and its time would depend on secret words.
"""

from __future__ import annotations

from itertools import pairwise
from math import isqrt

# The four functions of FIPS 180-4, 4.1.3: rotations, and the shift of the two small ones.
_BIG_0 = ((28, 34, 39), ())
_BIG_1 = ((14, 18, 41), ())
_SMALL_0 = ((1, 8), (7,))
_SMALL_1 = ((19, 61), (6,))

_CARRY = "((((l - (h << 16)) >> 16) + h) >> 16)"

_Function = tuple[tuple[int, ...], tuple[int, ...]]
_Term = tuple[int, str]  # shift, half


def _primes(count: int) -> list[int]:
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found


def _cube_root(value: int) -> int:
    low, high = 0, 1 << 70
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**3 <= value else (low, middle)
    return low


def constants() -> list[int]:
    """The first 64 bits of the fractions of the cube roots of the first 80 primes."""
    return [_cube_root(prime << 192) & (1 << 64) - 1 for prime in _primes(80)]


def initial() -> list[int]:
    """The first 64 bits of the fractions of the square roots of the first 8 primes."""
    return [isqrt(prime << 128) & (1 << 64) - 1 for prime in _primes(8)]


def halves(words: list[int]) -> bytes:
    """High half first, each as a little-endian 32-bit word of the board."""
    return b"".join(
        half.to_bytes(4, "little") for word in words for half in (word >> 32, word & 0xFFFFFFFF)
    )


def _nest(terms: list[_Term], sign: str) -> str:
    """Horner's rule for an exclusive or of words all shifted the same way."""
    ordered = sorted(terms, reverse=True)
    text = ordered[0][1]
    for (shift, _), (following, half) in pairwise(ordered):
        text = f"(({text} {sign} {shift - following}) ^ {half})"
    return f"({text} {sign} {ordered[-1][0]})"


def _sigma(function: _Function, high: bool) -> str:
    """One half of a function of the word (h, l)."""
    right: list[_Term] = []
    left: list[_Term] = []
    mine, other = ("h", "l") if high else ("l", "h")
    for turn in function[0]:
        near, far = (mine, other) if turn < 32 else (other, mine)
        right.append((turn % 32, near))
        left.append((32 - turn % 32, far))
    for shift in function[1]:
        right.append((shift, mine))
        if not high:
            left.append((32 - shift, other))
    return f"({_nest(right, '>>')} ^ {_nest(left, '<<')})"


def _add(name: str) -> list[str]:
    return [f"        h = ({name} >> 16) + h", f"        l = {name} + l"]


_SCHEDULE_HEAD = '''
@micropython.viper
def schedule(h: uint, l: uint, state: ptr32, data: ptr8, at: int):
    """Expand the 128 bytes of `data` from `at` on into the schedule; pass 0 for `h` and `l`."""
    p = ptr8(int(data) + at)
    w = ptr32(int(state) + 64)
    i = 32
    while i:
        w[0] = (p[0] << 24) | (p[1] << 16) | (p[2] << 8) | p[3]
        p = ptr8(int(p) + 4)
        w = ptr32(int(w) + 4)
        i -= 1
    w = ptr32(int(state) + 64)
    i = 64
    while i:
        h = uint(w[2])
        l = uint(w[3])
'''


def schedule() -> str:
    """w[16] = s1(w[14]) + w[9] + s0(w[1]) + w[0], in steps of one word of 64 bits."""
    lines = [
        f"        high = {_sigma(_SMALL_0, True)} + uint(w[0]) + uint(w[18])",
        f"        low = {_sigma(_SMALL_0, False)}",
        "        h = uint(w[28])",
        "        l = uint(w[29])",
        f"        high = {_sigma(_SMALL_1, True)} + high",
        f"        l = {_sigma(_SMALL_1, False)}",
        "        h = (l >> 16) + (low >> 16)",
        "        l = low + l",
    ]
    for index in (1, 19):
        lines += [f"        low = uint(w[{index}])", *_add("low")]
    lines += [
        "        w[33] = int(l)",
        f"        w[32] = int({_CARRY} + high)",
        "        w = ptr32(int(w) + 8)",
        "        i -= 1",
    ]
    return _SCHEDULE_HEAD + "\n".join(lines) + "\n"


_ROUNDS_HEAD = '''
@micropython.viper
def rounds(h: uint, l: uint, state: ptr32, constants: ptr32):
    """Run the 80 rounds over the schedule and add to the hash; pass 0 for `h` and `l`."""
    w = ptr32(int(state) + 64)
    k = constants
    i = 80
'''


def _round() -> list[str]:
    """One round; (high, low) is first T1, then T1 + T2."""
    lines = [
        "        h = eh",
        "        l = el",
        f"        high = {_sigma(_BIG_1, True)} + hh",
        "        high = (((fh ^ gh) & h) ^ gh) + high + uint(k[0]) + uint(w[0])",
        "        low = ((fl ^ gl) & l) ^ gl",
        f"        l = {_sigma(_BIG_1, False)}",
        "        h = (l >> 16) + (low >> 16)",
        "        l = low + l",
        *_add("hl"),
    ]
    for pointer in "kw":
        lines += [f"        low = uint({pointer}[1])", *_add("low")]
    lines += [f"        high = {_CARRY} + high", "        low = l"]
    for new, old in ("hg", "gf", "fe"):
        lines += [f"        {new}h = {old}h", f"        {new}l = {old}l"]
    lines += [
        "        h = (l >> 16) + (dl >> 16)",
        "        l = dl + l",
        "        el = l",
        f"        eh = {_CARRY} + high + dh",
        "        dh = ch",
        "        dl = cl",
        "        h = ah",
        "        l = al",
        f"        high = {_sigma(_BIG_0, True)} + high",
        "        high = (((bh | ch) & h) | (bh & ch)) + high",
        "        cl = ((bl | cl) & l) | (bl & cl)",
        f"        l = {_sigma(_BIG_0, False)}",
        "        h = (l >> 16) + (cl >> 16)",
        "        l = cl + l",
        *_add("low"),
    ]
    for new, old in ("cb", "ba"):
        lines += [f"        {new}h = {old}h", f"        {new}l = {old}l"]
    lines += ["        al = l", f"        ah = {_CARRY} + high"]
    return lines


def rounds() -> str:
    lines = []
    for index, name in enumerate("abcdefgh"):
        lines += [f"    {name}h = uint(state[{2 * index}])"]
        lines += [f"    {name}l = uint(state[{2 * index + 1}])"]
    lines += ["    while i:", *_round()]
    lines += ["        w = ptr32(int(w) + 8)", "        k = ptr32(int(k) + 8)", "        i -= 1"]
    for index, name in enumerate("abcdefgh"):
        lines += [
            f"    l = uint(state[{2 * index + 1}])",
            f"    h = (l >> 16) + ({name}l >> 16)",
            f"    l = {name}l + l",
            f"    state[{2 * index + 1}] = int(l)",
            f"    state[{2 * index}] = int({_CARRY} + {name}h) + state[{2 * index}]",
        ]
    return _ROUNDS_HEAD + "\n".join(lines) + "\n"
