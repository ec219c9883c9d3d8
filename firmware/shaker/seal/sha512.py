"""SHA-512 (FIPS 180-4) as a stream, in buffers made at construction."""

from micropython import const
from shaker.octets.kernels import fill, move
from shaker.seal.constants import SHA512_CONSTANTS, SHA512_INITIAL
from shaker.seal.kernels import rounds, schedule

DIGEST_SIZE = const(64)
_BLOCK_SIZE = const(128)
_STATE_SIZE = const(64 + 640)  # the hash, and 80 words of schedule
_LENGTH_AT = const(112)  # the padding ends with the length in bits, 16 bytes
_SIZE_MAX = const(1 << 26)  # its count of bits is still a small int

# Frozen bytes lie at any address; the kernel reads words.
_constants_buf = bytearray(SHA512_CONSTANTS)


class Sha512:
    """One hash at a time: `start`, any number of `update`, `finish_into`."""

    def __init__(self):
        self._state_buf = bytearray(_STATE_SIZE)
        self._block_buf = bytearray(_BLOCK_SIZE)
        self._size = 0
        self.start()

    def start(self):
        """Begin a new message."""
        move(self._state_buf, 0, SHA512_INITIAL, 0, DIGEST_SIZE)
        self._size = 0

    def wipe(self):
        """Forget the message: hash, schedule and block hold its bytes. Ready for another."""
        fill(self._state_buf, 0, _STATE_SIZE, 0)
        fill(self._block_buf, 0, _BLOCK_SIZE, 0)
        self.start()

    def update(self, data, start, size):
        """Take `size` bytes of `data` from `start` on."""
        assert start >= 0
        assert 0 <= size <= len(data) - start
        assert self._size + size < _SIZE_MAX
        while size:
            taken = self._take(data, start, size)
            start += taken
            size -= taken

    def finish_into(self, out, at):
        """Write the 64 bytes of the digest to `out` from `at` on."""
        assert 0 <= at <= len(out) - DIGEST_SIZE
        self._pad()
        for i in range(DIGEST_SIZE):
            out[at + i] = self._state_buf[i ^ 3]  # words of the board are little-endian

    def _take(self, data, start, size):
        """Take up to the end of a block; return how many bytes that was."""
        used = self._size & _BLOCK_SIZE - 1
        if used == 0 and size >= _BLOCK_SIZE:
            self._step(data, start)
            self._size += _BLOCK_SIZE
            return _BLOCK_SIZE
        if size > _BLOCK_SIZE - used:
            size = _BLOCK_SIZE - used
        move(self._block_buf, used, data, start, size)
        self._size += size
        if used + size == _BLOCK_SIZE:
            self._step(self._block_buf, 0)
        return size

    def _pad(self):
        """Process the end of the message: a 1, zeros, and the length in bits."""
        block = self._block_buf
        used = self._size & _BLOCK_SIZE - 1
        block[used] = 0x80
        used += 1
        if used > _LENGTH_AT:
            fill(block, used, _BLOCK_SIZE - used, 0)
            self._step(block, 0)
            used = 0
        fill(block, used, _BLOCK_SIZE - used, 0)
        used = self._size << 3
        for i in range(4):
            block[_BLOCK_SIZE - 1 - i] = used >> (i << 3) & 0xFF
        self._step(block, 0)

    def _step(self, data, at):
        schedule(0, 0, self._state_buf, data, at)
        rounds(0, 0, self._state_buf, _constants_buf)
