"""Sectors of a block device: read, program and check, erase and check.

`device` has `size`, `read_into(buf, buf_at, at, size)`, `program(page_at, buf)` with 256 bytes
that are ANDed into an aligned page, and `erase(sector_at)`. Nothing is believed that was not read
back.
"""

from shaker.journal.record import PAGE_SIZE, SECTOR_SIZE
from shaker.octets.kernels import equal, fill


class Sectors:
    """A run of whole sectors, numbered from 0. `page_buf` is what `program` writes."""

    def __init__(self, device, start, count):
        assert start % SECTOR_SIZE == 0
        assert start + count * SECTOR_SIZE <= device.size
        self.count = count
        self.page_buf = bytearray(PAGE_SIZE)
        self._start = start
        self._read = device.read_into
        self._program = device.program
        self._erase = device.erase
        self._seen_buf = bytearray(PAGE_SIZE)
        self._blank_buf = bytearray(PAGE_SIZE)
        fill(self._blank_buf, 0, PAGE_SIZE, 0xFF)

    def read_into(self, buf, buf_at, at, size):
        """Read bytes; `at` counts from the first sector on."""
        assert 0 <= at <= self.count * SECTOR_SIZE - size
        at += self._start
        self._read(buf, buf_at, at, size)

    def clear_page(self):
        """Make the page one that changes nothing."""
        fill(self.page_buf, 0, PAGE_SIZE, 0xFF)

    def program(self, at, size):
        """Program the page that `at` lies in; do `size` bytes from there read back as written?"""
        assert 0 <= at < self.count * SECTOR_SIZE
        page_at = at % PAGE_SIZE
        self._program(self._start + at - page_at, self.page_buf)
        self.read_into(self._seen_buf, page_at, at, size)
        return equal(self._seen_buf, page_at, self.page_buf, page_at, size) == 1

    def erase(self, sector):
        """Erase, and read all of it back: is it blank?"""
        assert 0 <= sector < self.count
        self._erase(self._start + sector * SECTOR_SIZE)
        return self.is_blank(sector * SECTOR_SIZE)

    def is_blank(self, at):
        """Is everything from `at` to the end of its sector FF?"""
        while True:
            size = PAGE_SIZE - at % PAGE_SIZE
            self.read_into(self._seen_buf, 0, at, size)
            if not equal(self._seen_buf, 0, self._blank_buf, 0, size):
                return False
            at += size
            if at % SECTOR_SIZE == 0:
                return True

    def wipe_seen(self):
        """Forget what was read last: it may have been a secret."""
        fill(self._seen_buf, 0, PAGE_SIZE, 0)
        fill(self.page_buf, 0, PAGE_SIZE, 0)
