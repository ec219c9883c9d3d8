"""Buffers within a bigger one whose owner does not need it meanwhile: MicroPython only.

What a borrower gets is bytes whatever he asks for, and holds what the owner left in it: good for
kernels, which look at a buffer by its address. What does not fit is the borrower's own.
"""

from uctypes import addressof, bytearray_at


class Lent:
    """Hands out `buf` piece by piece, each on a word's boundary. The owner must outlive it."""

    def __init__(self, buf, size):
        self._at = addressof(buf)
        self._end = self._at + size

    def u8(self, count):
        """Bytes."""
        at = self._at
        if at + count > self._end:
            return bytearray(count)
        self._at = (at + count + 3) & -4
        return bytearray_at(at, count)

    def u16(self, count):
        """Halfwords."""
        return self.u8(2 * count)

    def i32(self, count):
        """Words."""
        return self.u8(4 * count)
