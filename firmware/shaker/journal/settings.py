"""Settings in banks: one whole sector each, written in turn, the newest good one counts.

A bank is a page of header and the payload behind it. The payload is written and read back first,
the header last: until it verifies, the bank before is the one that counts. What the payload means,
and its version, are the caller's.
"""

from micropython import const
from shaker.journal.codes import DONE, E_SIZE, E_STORE
from shaker.journal.record import CRC_SIZE, PAGE_SIZE, SECTOR_SIZE, SLOT_SIZE
from shaker.journal.sectors import Sectors
from shaker.limits import SETTINGS_SIZE_MAX
from shaker.octets.kernels import crc32_into, crc32_matches, crc32_more, equal, fill, move
from shaker.octets.words import get_u32, put_u32

LAYOUT = const(1)
MAGIC = b"BXST"
AT_MAGIC = const(0)
AT_LAYOUT = const(4)
AT_RESERVED = const(5)
AT_GENERATION = const(8)
AT_VERSION = const(12)
AT_SIZE = const(16)
AT_PAYLOAD_CRC = const(20)
AT_UNUSED = const(24)
AT_CRC = const(28)
FIELDS = (
    ("magic", AT_MAGIC),
    ("layout", AT_LAYOUT),
    ("reserved", AT_RESERVED),
    ("generation", AT_GENERATION),
    ("version", AT_VERSION),
    ("size", AT_SIZE),
    ("payload_crc", AT_PAYLOAD_CRC),
    ("unused", AT_UNUSED),
    ("crc", AT_CRC),
)
PAYLOAD_AT = PAGE_SIZE  # in the sector

assert PAYLOAD_AT + SETTINGS_SIZE_MAX <= SECTOR_SIZE
assert AT_CRC + CRC_SIZE == SLOT_SIZE


class Settings:
    """The settings as they are: `version`, `size`, `generation`, 0 if none were ever stored."""

    def __init__(self, device, start, count):
        assert count >= 2
        self.generation = 0
        self.version = 0
        self.size = 0
        self._sectors = Sectors(device, start, count)
        self._bank = count - 1
        self._header_buf = bytearray(SLOT_SIZE)
        self._piece_buf = bytearray(PAGE_SIZE)
        self._crc_buf = bytearray(CRC_SIZE)
        self._load()

    def read_into(self, buf, at, offset, size):
        """Copy bytes of the payload; how many there were."""
        assert offset >= 0
        size = min(size, self.size - offset)
        if size <= 0:
            return 0
        self._sectors.read_into(buf, at, self._bank * SECTOR_SIZE + PAYLOAD_AT + offset, size)
        return size

    def store(self, version, buf, at, size):
        """Replace the settings: DONE, or a code and they are what they were. Erases a sector."""
        assert version >= 0
        if not 0 <= size <= SETTINGS_SIZE_MAX:
            return E_SIZE
        bank = self._bank
        for _ in range(self._sectors.count - 1):
            bank = bank + 1 if bank + 1 < self._sectors.count else 0
            if self._write(bank, version, buf, at, size):
                self._bank = bank
                self.generation += 1
                self.version = version
                self.size = size
                return DONE
        return E_STORE

    def _write(self, bank, version, buf, at, size):
        sectors = self._sectors
        if not sectors.erase(bank):
            return False
        done = 0
        while done < size:
            piece = min(size - done, PAGE_SIZE)
            sectors.clear_page()
            move(sectors.page_buf, 0, buf, at + done, piece)
            if not sectors.program(bank * SECTOR_SIZE + PAYLOAD_AT + done, piece):
                return False
            done += piece
        page = sectors.page_buf
        sectors.clear_page()
        move(page, AT_MAGIC, MAGIC, 0, len(MAGIC))
        page[AT_LAYOUT] = LAYOUT
        fill(page, AT_RESERVED, 3, 0)
        put_u32(page, AT_GENERATION, self.generation + 1)
        put_u32(page, AT_VERSION, version)
        put_u32(page, AT_SIZE, size)
        crc32_into(page, AT_PAYLOAD_CRC, buf, at, size)
        crc32_into(page, AT_CRC, page, 0, AT_CRC)
        return sectors.program(bank * SECTOR_SIZE, SLOT_SIZE)

    def _load(self):
        for bank in range(self._sectors.count):
            if self._is_good(bank):
                generation = get_u32(self._header_buf, AT_GENERATION)
                if generation > self.generation:
                    self._bank = bank
                    self.generation = generation
                    self.version = get_u32(self._header_buf, AT_VERSION)
                    self.size = get_u32(self._header_buf, AT_SIZE)

    def _is_good(self, bank):
        header = self._header_buf
        start = bank * SECTOR_SIZE
        self._sectors.read_into(header, 0, start, SLOT_SIZE)
        if not equal(header, AT_MAGIC, MAGIC, 0, len(MAGIC)) or header[AT_LAYOUT] != LAYOUT:
            return False
        if not crc32_matches(header, 0, AT_CRC, header, AT_CRC):
            return False
        size = get_u32(header, AT_SIZE)
        if not 0 <= size <= SETTINGS_SIZE_MAX or get_u32(header, AT_VERSION) < 0:
            return False
        fill(self._crc_buf, 0, CRC_SIZE, 0)
        done = 0
        while done < size:
            piece = min(size - done, PAGE_SIZE)
            self._sectors.read_into(self._piece_buf, 0, start + PAYLOAD_AT + done, piece)
            crc32_more(self._crc_buf, 0, self._piece_buf, 0, piece)
            done += piece
        return equal(self._crc_buf, 0, header, AT_PAYLOAD_CRC, CRC_SIZE) == 1
