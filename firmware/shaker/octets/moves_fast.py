"""Moves and comparisons of bytes in viper.

No branch and no address depends on what the bytes are, only on how many there are: the seal moves
secrets with these.
"""

import micropython


@micropython.viper
def move(target: ptr8, at: int, source: ptr8, start: int, size: int):
    """Copy bytes between buffers that do not overlap."""
    i = 0
    while i < size:
        target[at + i] = source[start + i]
        i += 1


@micropython.viper
def fill(target: ptr8, at: int, size: int, value: int):
    """Set bytes."""
    i = 0
    while i < size:
        target[at + i] = value
        i += 1


@micropython.viper
def equal(one: ptr8, at: int, other: ptr8, start: int, size: int) -> int:
    """1 if the bytes are the same, else 0."""
    different = 0
    i = 0
    while i < size:
        different |= one[at + i] ^ other[start + i]
        i += 1
    return 0 if different else 1


@micropython.viper
def put_word(target: ptr8, at: int, value: int):
    """Write 32 bits, little-endian, at any address."""
    target[at] = value & 0xFF
    target[at + 1] = (value >> 8) & 0xFF
    target[at + 2] = (value >> 16) & 0xFF
    target[at + 3] = (value >> 24) & 0xFF
