"""Fields of a message one after the other, in the order of the table, without heap."""

from shaker.octets.kernels import fill, move
from shaker.octets.words import get_i32, get_u16, get_u32, put_i32, put_u16, put_u32


class Reader:
    """Reads a payload whose structure has been checked. `left` is what `rest` has."""

    def __init__(self):
        self.buf = bytearray(1)
        self.at = 0
        self.end = 0

    def set(self, buf, at, end):
        self.buf = buf
        self.at = at
        self.end = end

    def left(self):
        """Bytes that have not been read."""
        return self.end - self.at

    def u8(self):
        self.at += 1
        return self.buf[self.at - 1]

    def u16(self):
        self.at += 2
        return get_u16(self.buf, self.at - 2)

    def u30(self):
        """A number from 0 up; -1 if it is too big (only within a `rest`)."""
        self.at += 4
        return get_u32(self.buf, self.at - 4)

    def s30(self):
        self.at += 4
        return get_i32(self.buf, self.at - 4)

    def skip(self, size):
        """Where the next `size` bytes lie in `buf`; they count as read."""
        self.at += size
        return self.at - size


class Writer:
    """Writes a payload between `start` and `limit` of a buffer. What does not fit is a bug."""

    def __init__(self):
        self.buf = bytearray(1)
        self.start = 0
        self.at = 0
        self.limit = 0

    def set(self, buf, start, limit):
        self.buf = buf
        self.start = start
        self.at = start
        self.limit = limit

    def room(self):
        """Bytes that still fit."""
        return self.limit - self.at

    def size(self):
        """Bytes written."""
        return self.at - self.start

    def u8(self, value):
        assert self.at < self.limit
        self.buf[self.at] = value
        self.at += 1

    def u16(self, value):
        self._take(2)
        put_u16(self.buf, self.at - 2, value)

    def u30(self, value):
        self._take(4)
        put_u32(self.buf, self.at - 4, value)

    def s30(self, value):
        self._take(4)
        put_i32(self.buf, self.at - 4, value)

    def copy(self, source, start, size):
        """Bytes out of another buffer."""
        self._take(size)
        move(self.buf, self.at - size, source, start, size)

    def zeros(self, size):
        self._take(size)
        fill(self.buf, self.at - size, size, 0)

    def _take(self, size):
        assert self.at + size <= self.limit
        self.at += size
