"""Where the key of the board lies: one page, twice, and a wipe that cannot be half done.

`seal.keymaker` reads and writes the page and checks what is in it. Each of two sectors has a copy,
which counts when its seal, written last, verifies. A new page goes first where the old one is not.
A wipe first writes its mark: from then on there is no key, and the next start ends what a power
cut has interrupted.

The buffers are wiped before a call returns: the page is a secret.
"""

from micropython import const
from shaker.journal.codes import DONE, E_STORE
from shaker.journal.record import CRC_SIZE, PAGE_SIZE, SECTOR_SIZE, SLOT_SIZE
from shaker.journal.sectors import Sectors
from shaker.limits import KEY_SECTORS
from shaker.octets.kernels import crc32_into, crc32_matches, equal, fill, move
from shaker.octets.words import get_u32, put_u32

LAYOUT = const(1)
SEAL_MAGIC = b"BXKS"
WIPE_MAGIC = b"BXKW"
KEY_AT = const(
    0
)  # in the sector: the page of the key, then that of its seal, then that of the wipe
SEAL_AT = const(256)
WIPE_AT = const(512)
AT_MAGIC = const(0)
AT_LAYOUT = const(4)
AT_RESERVED = const(5)
AT_GENERATION = const(8)
AT_PAGE_CRC = const(12)
AT_UNUSED = const(16)
AT_CRC = const(28)
FIELDS = (
    ("magic", AT_MAGIC),
    ("layout", AT_LAYOUT),
    ("reserved", AT_RESERVED),
    ("generation", AT_GENERATION),
    ("page_crc", AT_PAGE_CRC),
    ("unused", AT_UNUSED),
    ("crc", AT_CRC),
)

_NOTHING = const(0)
_DAMAGED = const(1)  # sealed, but the page is not what was sealed
_GOOD = const(2)

assert WIPE_AT == SEAL_AT + PAGE_SIZE == KEY_AT + 2 * PAGE_SIZE
assert AT_CRC + CRC_SIZE == SLOT_SIZE
assert KEY_SECTORS == 2


class KeyStore:
    """The `store` of `seal.keymaker`. `settle()` once at every start."""

    def __init__(self, device, start):
        self._sectors = Sectors(device, start, KEY_SECTORS)
        self._mark_buf = bytearray(SLOT_SIZE)
        self._key_buf = bytearray(PAGE_SIZE)

    def settle(self):
        """End what a cut has interrupted, a wipe or the second copy: DONE or E_STORE.

        What is left of a page that was never sealed goes as well.
        """
        if self._is_wiping():
            return self.wipe()
        for sector in range(KEY_SECTORS):
            if self._state(sector) == _GOOD and not self._is_mirrored(sector):
                return self._copy(sector, 1 - sector)
        is_blank = True
        for sector in range(KEY_SECTORS):
            if self._state(sector) == _NOTHING and not self._sectors.is_blank(
                sector * SECTOR_SIZE
            ):
                is_blank = self._destroy(sector) and is_blank
        self._sectors.wipe_seen()
        return DONE if is_blank else E_STORE

    def read_page_into(self, buf):
        """The page of the key; all FF if there is none; damaged as it is, if no copy is good."""
        assert len(buf) == PAGE_SIZE
        fill(buf, 0, PAGE_SIZE, 0xFF)
        if self._is_wiping():
            return
        sector = self._best(_GOOD)
        if sector < 0:
            sector = self._best(_DAMAGED)
        if sector >= 0:
            self._sectors.read_into(buf, 0, sector * SECTOR_SIZE + KEY_AT, PAGE_SIZE)

    def is_empty(self):
        """Is there nothing in either sector?"""
        return self._sectors.is_blank(0) and self._sectors.is_blank(SECTOR_SIZE)

    def has_page(self):
        """Was a page sealed, whether or not it still is what it was?"""
        return self._best(_GOOD) >= 0 or self._best(_DAMAGED) >= 0

    def write_page(self, buf):
        """Replace the page: DONE, or E_STORE and the one before is as it was."""
        assert len(buf) == PAGE_SIZE
        if self._is_wiping() and self.wipe() != DONE:
            return E_STORE
        current = self._best(_GOOD)
        generation = self._generation(current) + 1
        first = 1 - current if current >= 0 else 0
        is_stored = self._write(first, buf, generation)
        if is_stored or current < 0:
            is_stored = self._write(1 - first, buf, generation) or is_stored
        self._sectors.wipe_seen()
        return DONE if is_stored else E_STORE

    def wipe(self):
        """Destroy the key: DONE if both sectors are blank, E_STORE if one does not erase.

        With E_STORE too the key is gone if its page could be programmed to zeros.
        """
        holder = 0 if self._mark_wipe(0) else 1
        if holder == 1:
            self._mark_wipe(1)
        is_blank = self._destroy(1 - holder)
        is_blank = self._destroy(holder) and is_blank
        self._sectors.wipe_seen()
        return DONE if is_blank else E_STORE

    # -- what is there -----------------------------------------------------------------------

    def _is_wiping(self):
        for sector in range(KEY_SECTORS):
            if self._read_mark(sector * SECTOR_SIZE + WIPE_AT, WIPE_MAGIC):
                return True
        return False

    def _read_mark(self, at, magic):
        mark = self._mark_buf
        self._sectors.read_into(mark, 0, at, SLOT_SIZE)
        if not equal(mark, AT_MAGIC, magic, 0, len(magic)) or mark[AT_LAYOUT] != LAYOUT:
            return False
        return crc32_matches(mark, 0, AT_CRC, mark, AT_CRC) and get_u32(mark, AT_GENERATION) >= 0

    def _state(self, sector):
        if not self._read_mark(sector * SECTOR_SIZE + SEAL_AT, SEAL_MAGIC):
            return _NOTHING
        key = self._key_buf
        self._sectors.read_into(key, 0, sector * SECTOR_SIZE + KEY_AT, PAGE_SIZE)
        is_good = crc32_matches(key, 0, PAGE_SIZE, self._mark_buf, AT_PAGE_CRC)
        fill(key, 0, PAGE_SIZE, 0)
        return _GOOD if is_good else _DAMAGED

    def _generation(self, sector):
        if sector < 0 or not self._read_mark(sector * SECTOR_SIZE + SEAL_AT, SEAL_MAGIC):
            return 0
        return get_u32(self._mark_buf, AT_GENERATION)

    def _best(self, state):
        """The sector in that state with the highest generation, -1 if there is none."""
        best = -1
        for sector in range(KEY_SECTORS):
            if self._state(sector) == state and (
                best < 0 or self._generation(sector) > self._generation(best)
            ):
                best = sector
        return best

    def _is_mirrored(self, sector):
        """Is the other copy as new as this one, or this the older of two?"""
        other = 1 - sector
        return self._state(other) == _GOOD and self._generation(other) >= self._generation(sector)

    # -- changing it -------------------------------------------------------------------------

    def _copy(self, sector, other):
        generation = self._generation(sector)
        self._sectors.read_into(self._key_buf, 0, sector * SECTOR_SIZE + KEY_AT, PAGE_SIZE)
        is_stored = self._write(other, self._key_buf, generation)
        fill(self._key_buf, 0, PAGE_SIZE, 0)
        self._sectors.wipe_seen()
        return DONE if is_stored else E_STORE

    def _write(self, sector, buf, generation):
        sectors = self._sectors
        start = sector * SECTOR_SIZE
        if not sectors.erase(sector):
            return False
        move(sectors.page_buf, 0, buf, 0, PAGE_SIZE)
        if not sectors.program(start + KEY_AT, PAGE_SIZE):
            return False
        self._lay_mark(SEAL_MAGIC, generation)
        crc32_into(sectors.page_buf, AT_PAGE_CRC, buf, 0, PAGE_SIZE)
        crc32_into(sectors.page_buf, AT_CRC, sectors.page_buf, 0, AT_CRC)
        return sectors.program(start + SEAL_AT, SLOT_SIZE)

    def _mark_wipe(self, sector):
        self._lay_mark(WIPE_MAGIC, 0)
        page = self._sectors.page_buf
        crc32_into(page, AT_CRC, page, 0, AT_CRC)
        return self._sectors.program(sector * SECTOR_SIZE + WIPE_AT, SLOT_SIZE)

    def _lay_mark(self, magic, generation):
        page = self._sectors.page_buf
        self._sectors.clear_page()
        move(page, AT_MAGIC, magic, 0, len(magic))
        page[AT_LAYOUT] = LAYOUT
        fill(page, AT_RESERVED, 3, 0)
        put_u32(page, AT_GENERATION, generation)

    def _destroy(self, sector):
        """Zeros over key and seal, then erase: no torn erase can bring a key back."""
        fill(self._sectors.page_buf, 0, PAGE_SIZE, 0)
        self._sectors.program(sector * SECTOR_SIZE + KEY_AT, PAGE_SIZE)
        self._sectors.program(sector * SECTOR_SIZE + SEAL_AT, PAGE_SIZE)
        return self._sectors.erase(sector)
