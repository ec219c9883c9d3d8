"""The raw flash of RP2040 as a block device: the journal's part of it and nothing else.

Reads go through the XIP window. An erase (45 to 400 ms) or a program (about 1 ms) holds interrupts
off: no erase while the motor runs. `rp2.Flash` programs 256 bytes even when it is given fewer, so
only whole pages are taken.
"""

import rp2
import uctypes

from micropython import const
from shaker.octets.kernels import move

PAGE_SIZE = const(256)
SECTOR_SIZE = const(4096)
_XIP_BASE = const(0x10000000)
_IOCTL_BLOCK_ERASE = const(6)


class Device:
    """`size` bytes at the end of a flash of `flash_size`, behind `files_size` bytes of files."""

    def __init__(self, flash_size, files_size, size):
        assert files_size % SECTOR_SIZE == 0
        assert size % SECTOR_SIZE == 0
        self.size = size
        flash = rp2.Flash(start=files_size, len=size)  # type: ignore[call-arg]
        self._write = flash.writeblocks
        self._control = flash.ioctl
        self._window = uctypes.bytearray_at(_XIP_BASE + flash_size - size, size)

    def read_into(self, buf, buf_at, at, size):
        """Copy bytes out of flash."""
        assert 0 <= at <= self.size - size
        assert buf_at + size <= len(buf)
        move(buf, buf_at, self._window, at, size)

    def program(self, page_at, buf):
        """AND 256 bytes into an aligned page."""
        assert page_at % PAGE_SIZE == 0
        assert 0 <= page_at < self.size
        assert len(buf) == PAGE_SIZE
        self._write(page_at // SECTOR_SIZE, buf, page_at % SECTOR_SIZE)

    def erase(self, sector_at):
        """Set an aligned sector to FF."""
        assert sector_at % SECTOR_SIZE == 0
        assert 0 <= sector_at < self.size
        self._control(_IOCTL_BLOCK_ERASE, sector_at // SECTOR_SIZE)
