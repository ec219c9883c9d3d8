"""Random bytes in stock: drawn from the tested source while nothing moves, used at once later."""

from micropython import const
from shaker.octets.kernels import fill, move
from shaker.seal.entropy import READY

_BLOCK = const(64)
_LOW = const(36)  # a hello's nonce, a challenge's and a shake's word


class Noise:
    """`source` is an `EntropySource`, started. A byte is given out once."""

    def __init__(self, source):
        self.source = source
        self._buf = bytearray(_BLOCK)
        self._left = 0
        self.refill()

    @property
    def code(self):
        """READY, or the code of the health test that failed."""
        return self.source.code

    def is_low(self):
        """Should more be drawn before the next round?"""
        return self._left < _LOW

    def refill(self):
        """Draw a fresh block; it takes 45 ms, so not while something is timed."""
        if self.source.draw_into(self._buf, 0) == READY:
            self._left = _BLOCK

    def bytes_into(self, buf, at, size):
        """Give bytes out; False if the source has failed."""
        assert size <= _BLOCK
        if self._left < size:
            self.refill()
        if self._left < size or self.source.code != READY:
            return False
        self._left -= size
        move(buf, at, self._buf, self._left, size)
        fill(self._buf, self._left, size, 0)
        return True

    def word(self):
        """A number below 2**30."""
        if self._left < 4:
            self.refill()
        assert self._left >= 4
        self._left -= 4
        at, buf = self._left, self._buf
        value = buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | (buf[at + 3] & 63) << 24
        fill(buf, at, 4, 0)
        return value
