"""The twin of `moves_fast` in plain Python; a test holds the two equal."""


def move(target, at, source, start, size):
    """Copy bytes between buffers that do not overlap."""
    target[at : at + size] = source[start : start + size]


def fill(target, at, size, value):
    """Set bytes."""
    target[at : at + size] = bytes([value]) * size


def equal(one, at, other, start, size):
    """1 if the bytes are the same, else 0."""
    return int(one[at : at + size] == other[start : start + size])


def put_word(target, at, value):
    """Write 32 bits, little-endian, at any address."""
    target[at : at + 4] = (value & 0xFFFFFFFF).to_bytes(4, "little")
