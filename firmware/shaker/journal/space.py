"""Which sector holds what: the order of sectors in use, erasing ahead, taking the next into use.

Sectors are taken in the order in which they lie, round and round; bad ones are passed over. A
sector is *live* from its header on, *ready* when it is erased and stamped, *bad* when it does not
erase, and *dirty* otherwise. Nothing is erased that the floor or the last checkpoint protects.
"""

from array import array

from micropython import const
from shaker.journal import record
from shaker.journal.codes import DONE, E_BUSY, E_FULL, E_WORN
from shaker.journal.record import (
    HEADER_AT,
    POSITION_NONE,
    SECTOR_SIZE,
    SLOT_BITS,
    SLOT_SIZE,
    SLOTS,
)
from shaker.journal.sectors import Sectors
from shaker.limits import JOURNAL_SECTORS_MAX, JOURNAL_SECTORS_MIN
from shaker.octets.kernels import crc32_into, crc32_matches, equal, fill, move
from shaker.octets.words import get_u32, put_u32

DIRTY = const(0)
READY = const(1)
LIVE = const(2)
BAD = const(3)


class Space:
    """The sectors of the ring. `head` is the sequence of the one in use, 0 before the first."""

    def __init__(self, device, start, size):
        count = size // SECTOR_SIZE
        assert JOURNAL_SECTORS_MIN <= count <= JOURNAL_SECTORS_MAX
        self.sectors = Sectors(device, start, count)
        self._page = self.sectors.page_buf
        self.count = count
        self.head = 0
        self.oldest = 1
        self.ready = 0
        self.bad = 0
        self.floor = POSITION_NONE
        self.checkpoint = POSITION_NONE
        self.erases_max = 0
        self.mark_buf = bytearray(record.MARK_SIZE)
        self.states = bytearray(count)
        self._places = array("H", bytearray(2 * count))
        self._limits = bytearray(count)
        self._prefix_buf = bytearray(record.PREFIX_SIZE)
        self._last = count - 1  # the place behind which the next erase is

    # -- what is where -----------------------------------------------------------------------

    def place_of(self, sector):
        """The place of a live sector, by its sequence."""
        assert self.oldest <= sector <= self.head
        return self._places[sector % self.count]

    def limit_of(self, sector):
        """How many slots of a live sector may hold records, its header included."""
        return self._limits[sector % self.count]

    def set_live(self, sector, place):
        """That sequence lies at that place, and all of its slots may hold records."""
        self._places[sector % self.count] = place
        self._limits[sector % self.count] = SLOTS
        self.states[place] = LIVE

    def hide_from(self, position, sector):
        """What lies from a position on, up to the start of a sector, is void."""
        while sector > self.oldest:
            sector -= 1
            slots = position - (sector << SLOT_BITS)
            if slots >= self._limits[sector % self.count]:
                return
            self._limits[sector % self.count] = slots if slots > 0 else 0

    def read_header(self, buf, place):
        """Read stamp and header of a place; True if the header is good."""
        self.sectors.read_into(buf, 0, place * SECTOR_SIZE, record.PREFIX_SIZE)
        return is_header(buf)

    def mark_of(self, sector, field):
        """One of the four numbers of a live sector's mark; -1 if its header is damaged."""
        if not self.read_header(self._prefix_buf, self.place_of(sector)):
            return -1
        return get_u32(self._prefix_buf, HEADER_AT + record.AT_MARK + 4 * field)

    # -- erasing -----------------------------------------------------------------------------

    @property
    def protected_from(self):
        """The first live sector that must stay; behind the head if there is none."""
        if self.head == 0:
            return 1
        first = self.head
        if self.floor != POSITION_NONE and self.floor >> SLOT_BITS < first:
            first = self.floor >> SLOT_BITS
        if self.checkpoint != POSITION_NONE and self.checkpoint >> SLOT_BITS < first:
            first = self.checkpoint >> SLOT_BITS
        return first if first > self.oldest else self.oldest

    def takeable(self):
        """How many sectors can still be taken before everything left is protected."""
        held = self.head - self.protected_from + 1 if self.head else 0
        return self.count - self.bad - held

    def erase_next(self, may_erase):
        """Make one more sector ready, or find one bad. DONE or a code."""
        place = self._next_to_erase()
        if place < 0:
            return E_FULL
        if not may_erase:
            return E_BUSY
        if self.states[place] == LIVE:
            self.oldest += 1
            self._retract(place)
        self._last = place
        erases = self._erases_of(place) + 1
        if erases > self.erases_max:
            self.erases_max = erases
        if self.sectors.erase(place) and self._stamp(place, erases):
            self.states[place] = READY
            self.ready += 1
        else:
            self._give_up(place)
        return DONE

    def _next_to_erase(self):
        """The place to erase next, or -1 if it is protected."""
        place = self._last
        for _ in range(self.count):
            place = place + 1 if place + 1 < self.count else 0
            state = self.states[place]
            if state == DIRTY:
                return place
            if state == LIVE:
                can_go = self.oldest < self.protected_from and self.place_of(self.oldest) == place
                return place if can_go else -1
            if state == READY:
                return -1
        return -1

    def _erases_of(self, place):
        """Erases so far by the stamp; without it, so many that one more makes it the most worn."""
        self.sectors.read_into(self._prefix_buf, 0, place * SECTOR_SIZE, SLOT_SIZE)
        if is_stamp(self._prefix_buf):
            return get_u32(self._prefix_buf, record.AT_STAMP_ERASES)
        return max(self.erases_max - 1, 0)

    def _stamp(self, place, erases):
        page = self._page
        self.sectors.clear_page()
        move(page, record.AT_STAMP_MAGIC, record.STAMP_MAGIC, 0, 4)
        page[record.AT_STAMP_VERSION] = record.VERSION
        fill(page, record.AT_STAMP_RESERVED, 3, 0)
        put_u32(page, record.AT_STAMP_ERASES, erases)
        crc32_into(page, record.AT_STAMP_CRC, page, 0, record.AT_STAMP_CRC)
        return self.sectors.program(place * SECTOR_SIZE, SLOT_SIZE)

    def _give_up(self, place):
        """A sector that does not erase: zeros over stamp and header, and never again."""
        self.states[place] = BAD
        self.bad += 1
        self.sectors.clear_page()
        fill(self._page, 0, record.PREFIX_SIZE, 0)
        self.sectors.program(place * SECTOR_SIZE, record.PREFIX_SIZE)

    # -- taking into use ---------------------------------------------------------------------

    def open_next(self, valid_to, first_slot, sequence):
        """Take the next ready sector into use; True if its header reads back.

        Records that begin from `valid_to` on in the sectors before are void by it.
        """
        assert self.ready > 0
        place = self._next_ready()
        self.ready -= 1
        self.sectors.clear_page()
        self._put(record.AT_ERASES, self._erases_of(place))
        self._put(record.AT_SEQUENCE, sequence)
        self._put(record.AT_VALID_TO, valid_to)
        self._page[HEADER_AT + record.AT_FIRST_SLOT] = first_slot
        self._lay_header()
        if not self._program_header(place):
            self._retract(place)
            return False
        self.head += 1
        self.set_live(self.head, place)
        self.hide_from(valid_to, self.head)
        return True

    def _retract(self, place):
        """Zeros over a header: the sector is out of use, however far its erase then comes."""
        self.states[place] = DIRTY
        self.sectors.clear_page()
        fill(self._page, HEADER_AT, record.HEADER_SIZE, 0)
        self._program_header(place)

    def can_open(self):
        """DONE, or E_WORN when the numbers of sectors have run out."""
        return DONE if self.head < record.SECTOR_SEQUENCE_MAX else E_WORN

    def _next_ready(self):
        place = self.place_of(self.head) if self.head else self._last
        for _ in range(self.count):
            place = place + 1 if place + 1 < self.count else 0
            if self.states[place] == READY:
                return place
        raise AssertionError("a ready sector was counted that is not there")

    def _put(self, at, value):
        put_u32(self._page, HEADER_AT + at, value)

    def _lay_header(self):
        page = self._page
        move(page, HEADER_AT + record.AT_MAGIC, record.HEADER_MAGIC, 0, 4)
        page[HEADER_AT + record.AT_VERSION] = record.VERSION
        fill(page, HEADER_AT + record.AT_RESERVED, 2, 0)
        self._put(record.AT_SECTOR, self.head + 1)
        self._put(record.AT_CHECKPOINT, self.checkpoint)
        self._put(record.AT_FLOOR, self.floor)
        move(page, HEADER_AT + record.AT_MARK, self.mark_buf, 0, record.MARK_SIZE)
        crc32_into(page, HEADER_AT + record.AT_CRC, page, HEADER_AT, record.AT_CRC)

    def _program_header(self, place):
        return self.sectors.program(place * SECTOR_SIZE + HEADER_AT, record.HEADER_SIZE)

    # -- after the scan ----------------------------------------------------------------------

    def find_ready(self, sectors_max):
        """Take over what was erased ahead before the start: stamped, and blank behind it."""
        place = self.place_of(self.head) if self.head else self.count - 1
        self._last = place
        for _ in range(sectors_max):
            place = place + 1 if place + 1 < self.count else 0
            if self.states[place] == LIVE:
                return
            if self.states[place] == BAD:
                continue
            at = place * SECTOR_SIZE
            self.sectors.read_into(self._prefix_buf, 0, at, SLOT_SIZE)
            if is_stamp(self._prefix_buf) and self.sectors.is_blank(at + SLOT_SIZE):
                self.states[place] = READY
                self.ready += 1
                self._last = place


def is_stamp(buf):
    """Does a buffer begin with a good stamp?"""
    if not equal(buf, record.AT_STAMP_MAGIC, record.STAMP_MAGIC, 0, 4):
        return False
    if buf[record.AT_STAMP_VERSION] != record.VERSION:
        return False
    if not crc32_matches(buf, 0, record.AT_STAMP_CRC, buf, record.AT_STAMP_CRC):
        return False
    return get_u32(buf, record.AT_STAMP_ERASES) >= 0


def is_header(buf):
    """Is there a good header behind the stamp of a prefix? The scan asks it of every sector."""
    if buf[HEADER_AT] != record.HEADER_MAGIC[0]:
        return False
    if not equal(buf, HEADER_AT + record.AT_MAGIC, record.HEADER_MAGIC, 0, 4):
        return False
    if buf[HEADER_AT + record.AT_VERSION] != record.VERSION:
        return False
    if not crc32_matches(buf, HEADER_AT, record.AT_CRC, buf, HEADER_AT + record.AT_CRC):
        return False
    return get_u32(buf, HEADER_AT + record.AT_SECTOR) >= 1
