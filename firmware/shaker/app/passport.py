"""Who this board is, as the controller and the link carry it: bytes of fixed size, made once."""

import uctypes
import wiring
from machine import unique_id

from shaker.app import identity
from shaker.seal.record import BUILD_BENCH, BUILD_PRODUCT

_VERSION_SIZE = 16
_BOARD_SIZE = 24


class Passport:
    """Measures the image when it is made, and again over a nonce when asked."""

    def __init__(self):
        self._flash = uctypes.bytearray_at(identity.FLASH_BASE, wiring.FLASH_SIZE_BYTES)
        self.image = identity.digest(self._flash)
        self.device = unique_id()
        self.build = BUILD_PRODUCT if wiring.KIND == "product" else BUILD_BENCH
        self.version = _padded(wiring.VERSION, _VERSION_SIZE)
        self.board = _padded(wiring.BOARD, _BOARD_SIZE)
        name = identity.line(
            wiring.KIND, wiring.VERSION, wiring.BOARD, identity.as_hex(self.image)
        )
        self.line = (name + "\r\n").encode()

    def measure(self, buf, at):
        """SHA-256 over 32 bytes of nonce and the image. Allocates."""
        return identity.digest(self._flash, bytes(buf[at : at + 32]))


def _padded(text, size):
    padded = bytearray(size)
    padded[: len(text)] = text.encode()[:size]
    return bytes(padded)
