"""Buffers of one's own, fresh and zero."""

from array import array


def u8(count):
    """Bytes."""
    return bytearray(count)


def u16(count):
    """Halfwords."""
    return array("H", bytes(2 * count))


def i32(count):
    """Words."""
    return array("i", bytes(4 * count))
