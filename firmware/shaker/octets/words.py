"""Numbers in buffers, little-endian, without heap: what a layout is written and read with."""

from shaker.octets.kernels import put_word


def put_u16(buf, at, value):
    """Write 16 bits."""
    assert 0 <= value < 1 << 16
    buf[at] = value & 0xFF
    buf[at + 1] = value >> 8


def get_u16(buf, at):
    """Read 16 bits."""
    return buf[at] | buf[at + 1] << 8


def put_u32(buf, at, value):
    """Write a small int that is not negative as 32 bits."""
    assert 0 <= value < 1 << 30
    put_word(buf, at, value)


def put_i32(buf, at, value):
    """Write a small int as 32 bits in two's complement."""
    assert -(1 << 30) <= value < 1 << 30
    put_word(buf, at, value)


def get_u32(buf, at):
    """Read 32 bits that `put_u32` wrote; -1 if they are no small int."""
    if buf[at + 3] >= 0x40:
        return -1
    return buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | buf[at + 3] << 24


def get_i32(buf, at):
    """Read 32 bits that `put_i32` wrote; what is no small int wraps into one."""
    high = buf[at + 3] & 0x7F
    value = buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | (high & 0x3F) << 24
    return value - 0x3FFFFFFF - 1 if high & 0x40 else value  # 1 << 30 is no small int
