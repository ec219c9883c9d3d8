"""Who this board is, as the controller and the link carry it: bytes of fixed size, made once.

The image is measured by the second core while the first one starts the rest: SHA-256 takes half
of the time to ready. `wait` comes before anything is written to flash.
"""

import _thread
import time

import uctypes
import wiring
from machine import unique_id

from shaker.app import identity

_BUILD_BENCH = 0  # as in the signed record
_BUILD_PRODUCT = 1
_VERSION_SIZE = 16
_BOARD_SIZE = 24


class Passport:
    """Begins to measure the image when it is made, and measures it over a nonce when asked."""

    def __init__(self):
        self._flash = uctypes.bytearray_at(identity.FLASH_BASE, wiring.FLASH_SIZE_BYTES)
        self._is_measured = False
        self.image = b""
        self.line = b""
        self.device = unique_id()
        self.build = _BUILD_PRODUCT if wiring.KIND == "product" else _BUILD_BENCH
        self.version = _padded(wiring.VERSION, _VERSION_SIZE)
        self.board = _padded(wiring.BOARD, _BOARD_SIZE)
        if wiring.KIND == "product":
            _thread.start_new_thread(self._measure, ())
        else:
            self._measure()  # the bench kit leaves the second core to whoever sits at its prompt

    def _measure(self):
        self.image = identity.digest(self._flash)
        self._is_measured = True

    def wait(self):
        """Until the digest is there; then the line that says who this is."""
        while not self._is_measured:
            time.sleep_ms(1)
        measured = identity.as_hex(self.image)
        name = identity.line(wiring.KIND, wiring.VERSION, wiring.BOARD, measured)
        self.line = (name + "\r\n").encode()

    def measure(self, buf, at):
        """SHA-256 over 32 bytes of nonce and the image. Allocates."""
        return identity.digest(self._flash, bytes(buf[at : at + 32]))


def _padded(text, size):
    padded = bytearray(size)
    padded[: len(text)] = text.encode()[:size]
    return bytes(padded)
