"""Reading records back: from any position forwards, each verified, without heap.

A slot that does not verify before the limit of its sector has rotted, or was being written when
the power failed: reading goes on at the next one that does. `lost` counts by the sequences what is
missing.
"""

from micropython import const
from shaker.journal import record
from shaker.journal.record import (
    HEADER_AT,
    NONE,
    PAYLOAD_SIZE,
    SECTOR_SIZE,
    SLOT_BITS,
    SLOT_FIRST,
    SLOT_SIZE,
    SLOTS,
)
from shaker.limits import JOURNAL_RECORD_SIZE_MAX
from shaker.octets.kernels import crc32_matches, crc32_more, equal, fill
from shaker.octets.words import get_u16, get_u32

_ANY = const(-1)
_PIECE_SIZE = const(1024)  # read at once to check a long record: a call costs more than bytes


class Reader:
    """A place in a ring. `kind`, `size`, `sequence`, `position` are of the record read last."""

    def __init__(self, ring):
        self.kind = 0
        self.size = 0
        self.sequence = 0
        self.position = 0
        self.lost = 0
        self.end = 0  # behind the last record that was good, or behind what is void by a header
        self.expected = _ANY  # sequence of the next record, if known
        self._ring = ring
        self._space = ring.space
        self._next = 0
        self._highest = _ANY  # a sequence that no record of this sector can have
        self._slot_buf = bytearray(SLOT_SIZE)
        self._commit_buf = bytearray(SLOT_SIZE)
        self._prefix_buf = bytearray(record.PREFIX_SIZE)
        self._piece_buf = bytearray(_PIECE_SIZE)
        self._crc_buf = bytearray(record.CRC_SIZE)
        self._read = ring.space.sectors.read_into
        self._left = 0  # bytes of payload that are still asked for
        self._piece = 0  # bytes of them that lie in one piece
        self._where_at = 0  # that piece, in bytes from the first sector on

    def open_at(self, position):
        """Go to a record, to the start of a sector (`oldest`, `find`), or to the end."""
        self._next = position
        self.end = position
        self.expected = _ANY
        self._highest = _ANY
        self.lost = 0

    def next(self):
        """Read the next record that exists; its position, or NONE behind the last."""
        space = self._space
        while self._next < self._ring.end:
            sector = self._next >> SLOT_BITS
            if sector < space.oldest:
                self.open_at(space.oldest << SLOT_BITS)
            elif self._next % SLOTS >= space.limit_of(sector):
                self._pass_void(sector)
            elif self._next % SLOTS < SLOT_FIRST:
                self._enter(sector)
            elif self._load():
                return self.position
        return NONE

    def read_at(self, position):
        """Read the record at exactly that position: its size, or NONE if there is none."""
        self.open_at(position)
        if position % SLOTS < SLOT_FIRST or position >= self._ring.end:
            return NONE
        sector = position >> SLOT_BITS
        if sector < self._space.oldest or position % SLOTS >= self._space.limit_of(sector):
            return NONE
        return self.size if self._load() else NONE

    def read_into(self, buf, at, offset, size):
        """Copy payload of the record read last; the count of bytes, less at its end."""
        assert offset >= 0
        size = min(size, self.size - offset)
        if size <= 0:
            return 0
        self._left = size
        while self._left:
            self._locate(offset)
            self._read(buf, at, self._where_at, self._piece)
            offset += self._piece
            at += self._piece
            self._left -= self._piece
        return size

    # -- walking -----------------------------------------------------------------------------

    def _pass_void(self, sector):
        start = (sector + 1) << SLOT_BITS
        if self.end == self._next:
            self.end = start
        self._next = start

    def _enter(self, sector):
        start = sector << SLOT_BITS
        if not self._space.read_header(self._prefix_buf, self._space.place_of(sector)):
            self._next = start + SLOT_FIRST  # rotted since the start: its slots may be good
            self._highest = _ANY
            return
        first = get_u32(self._prefix_buf, HEADER_AT + record.AT_SEQUENCE)
        if self.expected == _ANY:
            self.expected = first
        self._highest = first + record.SLOTS_FREE
        self._next = start + self._prefix_buf[HEADER_AT + record.AT_FIRST_SLOT]
        if self.end == start:
            self.end = self._next

    def _load(self):
        """Read and verify the record at the next place; go on to the slot behind it."""
        position = self._next
        sector = position >> SLOT_BITS
        part = self._read_slot(self._slot_buf, sector, position % SLOTS)
        self._take_head()
        self.position = position
        if not self._is_whole(part):
            self._next = min(self._next, (sector + 1) << SLOT_BITS)
            return False
        if self.expected != _ANY:
            self.lost += self.sequence - self.expected
        self.expected = self.sequence + 1
        self.end = self._next
        if self._next >> SLOT_BITS != sector:
            self._highest = _ANY  # it went on in the next sector, whose header is passed over
        return True

    def _read_slot(self, buf, sector, slot):
        """Read a slot that begins or ends a record; which part it is, 0 if it is not good."""
        at = self._space.place_of(sector) * SECTOR_SIZE + slot * SLOT_SIZE
        self._read(buf, 0, at, SLOT_SIZE)
        if not 1 <= buf[record.AT_KIND] <= record.KIND_MAX:
            return 0
        at = record.AT_SLOT_CRC
        if not crc32_matches(buf, 0, at, buf, at) or get_u32(buf, record.AT_RECORD) < 1:
            return 0
        return buf[record.AT_PART]

    def _is_whole(self, part):
        """Is the slot in hand a record, or the head of one that is committed?"""
        self._next = self.position + 1
        if part == record.PART_HEAD and PAYLOAD_SIZE < self.size <= JOURNAL_RECORD_SIZE_MAX:
            self._next = self._behind(self.position, record.slots_of(self.size))
            if not self._is_committed(self._next - 1):
                return False
        elif part != record.PART_SHORT or self.size > PAYLOAD_SIZE:
            return False
        return self.sequence >= self.expected and not self.sequence >= self._highest > 0

    def _behind(self, position, count):
        """The position `count` slots further, over the headers of sectors on the way."""
        slot = position % SLOTS + count
        start = position - position % SLOTS
        while slot > SLOTS:
            slot -= record.SLOTS_FREE
            start += SLOTS
        return start + slot

    def _is_committed(self, last):
        """Do the commit slot and the payload of the long record at `position` verify?"""
        sector = self.position >> SLOT_BITS
        while sector < last >> SLOT_BITS:
            if sector >= self._space.head or self._space.limit_of(sector) != SLOTS:
                return False
            sector += 1
        if last % SLOTS >= self._space.limit_of(sector) or last >= self._ring.end:
            return False
        if self._read_slot(self._commit_buf, sector, last % SLOTS) != record.PART_COMMIT:
            return False
        if not equal(self._commit_buf, 0, self._slot_buf, 0, record.AT_PART):
            return False
        if not equal(self._commit_buf, record.AT_SIZE, self._slot_buf, record.AT_SIZE, 6):
            return False
        return self._is_payload_good()

    def _take_head(self):
        self.kind = self._slot_buf[record.AT_KIND]
        self.size = get_u16(self._slot_buf, record.AT_SIZE)
        self.sequence = get_u32(self._slot_buf, record.AT_RECORD)

    def _is_payload_good(self):
        fill(self._crc_buf, 0, record.CRC_SIZE, 0)
        done = 0
        while done < self.size:
            piece = self.read_into(self._piece_buf, 0, done, _PIECE_SIZE)
            crc32_more(self._crc_buf, 0, self._piece_buf, 0, piece)
            done += piece
        return equal(self._crc_buf, 0, self._commit_buf, record.AT_PAYLOAD, record.CRC_SIZE) == 1

    def _locate(self, offset):
        """Find the payload from `offset` on, and how much of what is asked for lies there."""
        sector = self.position >> SLOT_BITS
        slot = self.position % SLOTS
        if offset < PAYLOAD_SIZE:
            at = slot * SLOT_SIZE + record.AT_PAYLOAD + offset
            size = PAYLOAD_SIZE - offset
        else:
            at = (slot + 1) * SLOT_SIZE + offset - PAYLOAD_SIZE
            while at >= SECTOR_SIZE:
                at -= record.SLOTS_FREE * SLOT_SIZE
                sector += 1
            size = SECTOR_SIZE - at
        self._where_at = self._space.place_of(sector) * SECTOR_SIZE + at
        self._piece = min(size, self._left)
