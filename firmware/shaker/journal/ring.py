"""The ring: records appended one behind the other, each read back before it counts.

A record exists if and only if its last slot verifies. A place that does not read back as written
is left: the rest of its sector is given up, the same record with the same sequence goes into the
next sector, and that sector's header says from where on the one before is void.

Nothing here allocates after `__init__`.
"""

from shaker.journal import record
from shaker.journal.codes import DONE, E_FULL, E_SIZE, E_WORN, ERASED
from shaker.journal.reader import Reader
from shaker.journal.record import (
    NONE,
    PAYLOAD_SIZE,
    SECTOR_SIZE,
    SLOT_BITS,
    SLOT_FIRST,
    SLOT_SIZE,
    SLOTS,
)
from shaker.journal.space import Space
from shaker.limits import (
    JOURNAL_RECORD_SIZE_MAX,
    JOURNAL_SECTORS_AHEAD,
    JOURNAL_SECTORS_SPARE,
)
from shaker.octets.kernels import crc32_into, move
from shaker.octets.words import get_u32, put_u16, put_u32


class Ring:
    """A journal in the flash from `start` on.

    First comes `recover.recover(ring, visitor)`; then the caller sets floor and mark: of these
    the ring only knows what they were when the last sector was taken into use.
    """

    def __init__(self, device, start, size):
        self.space = Space(device, start, size)
        self.sequence = 1  # of the next record
        self.end = SLOTS  # the position behind the last record
        self.lost = 0  # records that the recovery could not read
        self.leaves = 0  # places given up since the start, because they did not read back
        self._sectors = self.space.sectors
        self._slot = SLOTS  # the next free one of the head, SLOTS if it is full or left
        self._is_recovered = False
        self._kind = 0
        self._buf = b""
        self._at = 0
        self._size = 0
        self._done = 0  # bytes of the payload that are laid out
        self._page_from = 0  # the first slot of the page in hand
        self.reader = Reader(self)

    # -- writing -----------------------------------------------------------------------------

    def append(self, kind, buf, at, size, may_erase=False):
        """Append a record, read it back, and give its position; or a negative code.

        With a code nothing was appended: the same call again appends it once.
        """
        assert self._is_recovered
        assert 1 <= kind <= record.KIND_MAX
        if not 0 <= size <= JOURNAL_RECORD_SIZE_MAX:
            return E_SIZE
        assert 0 <= at <= len(buf) - size
        if self.sequence > record.RECORD_SEQUENCE_MAX:
            return E_WORN
        self._kind = kind
        self._buf = buf
        self._at = at
        self._size = size
        while True:
            code = self._make_room(may_erase)
            if code != DONE:
                return code
            position = self._write()
            if position >= 0:
                break
            self._slot = SLOTS
            self.leaves += 1
        self.sequence += 1
        self.end = (self.space.head << SLOT_BITS) + self._slot
        if kind == record.KIND_CHECKPOINT:
            self.space.checkpoint = position
        return position

    def step(self, may_erase):
        """Keep sectors erased ahead: ERASED after one erase, DONE if none is needed, or a code."""
        space = self.space
        if space.ready >= JOURNAL_SECTORS_AHEAD:
            return DONE
        code = space.erase_next(may_erase)
        return ERASED if code == DONE else code

    def _make_room(self, may_erase):
        space = self.space
        missing = record.slots_of(self._size) - (SLOTS - self._slot)
        wanted = (missing + record.SLOTS_FREE - 1) // record.SLOTS_FREE if missing > 0 else 0
        if wanted and space.can_open() != DONE:
            return E_WORN
        while space.ready < wanted:
            if space.takeable() < wanted:
                return E_FULL
            code = space.erase_next(may_erase)
            if code != DONE:
                return code
        return DONE

    def _write(self):
        """Write the record in hand; its position, or NONE if a place does not read back."""
        if self._slot == SLOTS:
            if not self.space.open_next(self.end, SLOT_FIRST, self.sequence):
                return NONE
            self._slot = SLOT_FIRST
        position = (self.space.head << SLOT_BITS) + self._slot
        left = record.slots_of(self._size) - 1
        self._begin_page()
        self._lay_head(record.PART_HEAD if left else record.PART_SHORT)
        while left:
            if not self._go_on(left):
                return NONE
            left -= 1
            if left:
                self._lay_data()
            else:
                self._lay_commit()
        return position if self._flush() else NONE

    def _go_on(self, left):
        """See to it that there is a slot for the next of the `left` parts."""
        if self._slot % record.SLOTS_OF_PAGE:
            return True
        if not self._flush():
            return False
        if self._slot == SLOTS:
            first = min(SLOT_FIRST + left, SLOTS)
            start = (self.space.head + 1) << SLOT_BITS
            if not self.space.open_next(start, first, self.sequence + 1):
                return False
            self._slot = SLOT_FIRST
        self._begin_page()
        return True

    def _begin_page(self):
        self._sectors.clear_page()
        self._page_from = self._slot

    def _flush(self):
        """Program the slots of the page in hand and read them back."""
        at = self.space.place_of(self.space.head) * SECTOR_SIZE + self._page_from * SLOT_SIZE
        return self._sectors.program(at, (self._slot - self._page_from) * SLOT_SIZE)

    def _lay_out(self, part):
        """Kind, size and sequence into the next slot of the page; where it is in the page."""
        page = self._sectors.page_buf
        at = self._slot % record.SLOTS_OF_PAGE * SLOT_SIZE
        page[at + record.AT_KIND] = self._kind
        page[at + record.AT_PART] = part
        put_u16(page, at + record.AT_SIZE, self._size)
        put_u32(page, at + record.AT_RECORD, self.sequence)
        self._slot += 1
        return at

    def _lay_head(self, part):
        page = self._sectors.page_buf
        at = self._lay_out(part)
        self._done = self._size if self._size < PAYLOAD_SIZE else PAYLOAD_SIZE
        move(page, at + record.AT_PAYLOAD, self._buf, self._at, self._done)
        crc32_into(page, at + record.AT_SLOT_CRC, page, at, record.AT_SLOT_CRC)

    def _lay_data(self):
        at = self._slot % record.SLOTS_OF_PAGE * SLOT_SIZE
        size = self._size - self._done
        size = size if size < SLOT_SIZE else SLOT_SIZE
        move(self._sectors.page_buf, at, self._buf, self._at + self._done, size)
        self._done += size
        self._slot += 1

    def _lay_commit(self):
        page = self._sectors.page_buf
        at = self._lay_out(record.PART_COMMIT)
        crc32_into(page, at + record.AT_PAYLOAD, self._buf, self._at, self._size)
        crc32_into(page, at + record.AT_SLOT_CRC, page, at, record.AT_SLOT_CRC)

    # -- room --------------------------------------------------------------------------------

    def set_floor(self, position):
        """Records from that position on are never overwritten; POSITION_NONE (0) lets all go."""
        assert 0 <= position <= self.end
        self.space.floor = position

    @property
    def floor(self):
        """The position that was set last, over restarts as of the last sector's start."""
        return self.space.floor

    @property
    def checkpoint(self):
        """Position of the last checkpoint, which is protected like the floor; 0 if none."""
        return self.space.checkpoint

    @property
    def oldest(self):
        """The position from which on records may be found."""
        return self.space.oldest << SLOT_BITS

    def free_slots(self):
        """Slots of 32 bytes that can be appended before E_FULL, a few sectors kept back."""
        sectors = self.space.takeable() - JOURNAL_SECTORS_SPARE
        if sectors < 0:
            return 0
        return sectors * record.SLOTS_FREE + SLOTS - self._slot

    def free_bytes(self):
        """The same in bytes; a record takes `record.slots_of(size)` slots of 32."""
        return self.free_slots() * SLOT_SIZE

    def ready_slots(self):
        """Slots that can be appended without an erase."""
        return self.space.ready * record.SLOTS_FREE + SLOTS - self._slot

    def bytes_since_checkpoint(self):
        """How far the recovery would have to read: the caller writes checkpoints by this."""
        first = self.space.checkpoint
        if first == record.POSITION_NONE:
            first = self.oldest
        return (self.end - first) * SLOT_SIZE

    # -- marks -------------------------------------------------------------------------------

    def set_mark(self, buf):
        """Give the 16 bytes that the headers of the sectors from here on carry.

        They are four numbers below 2**30, little-endian, none of which may ever go back.
        """
        assert len(buf) == record.MARK_SIZE
        for at in range(0, record.MARK_SIZE, 4):
            assert get_u32(buf, at) >= get_u32(self.space.mark_buf, at)
        move(self.space.mark_buf, 0, buf, 0, record.MARK_SIZE)

    def find(self, number, field=0):
        """A position before every record appended since that number of the mark was `number`.

        That is the start of the newest sector whose mark is less, or the oldest there is.
        """
        assert 0 <= field < record.MARK_FIELDS
        low = self.space.oldest
        high = self.space.head
        while low < high:
            middle = (low + high + 1) // 2
            if self.space.mark_of(middle, field) < number:
                low = middle
            else:
                high = middle - 1
        return low << SLOT_BITS

    # -- recovery ----------------------------------------------------------------------------

    def resume(self, end, sequence, is_torn):
        """What the recovery has found: where to go on, and whether the rest has to be left."""
        self.end = end
        self.sequence = sequence
        self._slot = SLOTS
        if not is_torn and end >> SLOT_BITS == self.space.head:
            self._slot = end % SLOTS
        self._is_recovered = True
