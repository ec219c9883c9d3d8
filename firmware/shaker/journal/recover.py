"""The scan at start: one header a sector, then the records from the last checkpoint on.

It writes nothing, so there is nothing in it that a second power cut could tear. What it finds torn
is left by the next append: the header of the next sector says from where on it is void.
"""

from array import array

from shaker.journal import record
from shaker.journal.codes import DAMAGED, EMPTY, RECOVERED
from shaker.journal.record import (
    HEADER_AT,
    NONE,
    POSITION_NONE,
    SECTOR_SIZE,
    SLOT_BITS,
    SLOT_SIZE,
    SLOTS,
)
from shaker.journal.space import BAD, DIRTY, is_stamp
from shaker.limits import JOURNAL_RECORD_SIZE_MAX
from shaker.octets.kernels import crc32_matches
from shaker.octets.words import get_u32

_READY_MAX = 4  # places behind the head that may have been erased ahead


def recover(ring, visitor, buf=None):
    """Find the end of the journal and replay it from the last checkpoint on.

    `visitor.replay(kind, buf, at, size, position)` is called for each record in order; `buf` has
    room for the longest. RECOVERED, EMPTY or DAMAGED, which is RECOVERED with `ring.lost` > 0.
    """
    if buf is None:
        buf = bytearray(JOURNAL_RECORD_SIZE_MAX)
    space = ring.space
    _scan(space)
    if space.head == 0:
        space.find_ready(_READY_MAX)
        ring.resume(SLOTS, 1, False)
        return EMPTY
    ring.end = (space.head + 1) << SLOT_BITS  # until the tail is known
    reader = ring.reader
    told = space.checkpoint
    _find_checkpoint(space, reader)
    _find_end(ring, reader)
    is_damaged = space.checkpoint < told or _is_head_lost(ring)
    space.find_ready(_READY_MAX)
    start = space.checkpoint
    reader.open_at(start if start != POSITION_NONE else ring.oldest)
    while reader.next() != NONE:
        reader.read_into(buf, 0, 0, reader.size)
        visitor.replay(reader.kind, buf, 0, reader.size, reader.position)
    ring.lost = reader.lost
    return DAMAGED if is_damaged or ring.lost else RECOVERED


def _scan(space):
    """Read every header, and put the sectors in their order."""
    prefix = bytearray(record.PREFIX_SIZE)
    sequences = array("i", bytearray(4 * space.count))
    valid_to = array("i", bytearray(4 * space.count))
    head_place = -1
    erases = 0
    for place in range(space.count):
        space.states[place] = DIRTY
        if space.read_header(prefix, place):
            sequences[place] = get_u32(prefix, HEADER_AT + record.AT_SECTOR)
            valid_to[place] = get_u32(prefix, HEADER_AT + record.AT_VALID_TO)
            if head_place < 0 or sequences[place] > sequences[head_place]:
                head_place = place
            erases = get_u32(prefix, HEADER_AT + record.AT_ERASES)
        elif is_stamp(prefix):
            erases = get_u32(prefix, record.AT_STAMP_ERASES)
        elif _is_zero(prefix):
            space.states[place] = BAD
        space.erases_max = max(space.erases_max, erases)
    if head_place < 0:
        for place in range(space.count):  # never used: zeros are no marks of ours
            space.states[place] = DIRTY
        return
    space.bad = sum(state == BAD for state in space.states)
    _put_in_order(space, head_place, sequences, valid_to)
    space.read_header(prefix, head_place)
    space.checkpoint = get_u32(prefix, HEADER_AT + record.AT_CHECKPOINT)
    space.floor = get_u32(prefix, HEADER_AT + record.AT_FLOOR)
    for i in range(record.MARK_SIZE):
        space.mark_buf[i] = prefix[HEADER_AT + record.AT_MARK + i]


def _put_in_order(space, head_place, sequences, valid_to):
    """From the head backwards, as long as sequences follow each other."""
    space.head = space.oldest = sequences[head_place]
    space.set_live(space.head, head_place)
    lowest = valid_to[head_place]
    for distance in range(1, space.count):
        place = (head_place - distance) % space.count
        if space.oldest > 1 and sequences[place] == space.oldest - 1:
            space.oldest -= 1
            space.set_live(space.oldest, place)
            space.hide_from(lowest, space.oldest + 1)
            lowest = min(lowest, valid_to[place])


def _find_checkpoint(space, reader):
    """Make `space.checkpoint` one that reads well, or none.

    The head tells which was the last when it was taken into use. It is gone if there is one behind
    it that let its sector go, which the walk to the end finds.
    """
    prefix = bytearray(record.PREFIX_SIZE)
    while space.checkpoint != POSITION_NONE:
        position = space.checkpoint
        if reader.read_at(position) != NONE and reader.kind == record.KIND_CHECKPOINT:
            return
        space.checkpoint = POSITION_NONE
        sector = position >> SLOT_BITS
        if sector >= space.oldest and space.read_header(prefix, space.place_of(sector)):
            space.checkpoint = get_u32(prefix, HEADER_AT + record.AT_CHECKPOINT)


def _find_end(ring, reader):
    """Walk from the checkpoint to the last record that verifies."""
    space = ring.space
    start = space.checkpoint
    reader.open_at(start if start != POSITION_NONE else ring.oldest)
    while reader.next() != NONE:
        if reader.kind == record.KIND_CHECKPOINT:
            space.checkpoint = reader.position
    end = reader.end
    is_torn = True
    if end >> SLOT_BITS == space.head:
        place = space.place_of(space.head)
        is_torn = not space.sectors.is_blank(place * SECTOR_SIZE + end % SLOTS * SLOT_SIZE)
    ring.resume(end, reader.expected, is_torn)


def _is_head_lost(ring):
    """Does the next record lie in the sector behind the head, whose header does not verify?"""
    space = ring.space
    slot = bytearray(SLOT_SIZE)
    place = space.place_of(space.head)
    for _ in range(space.count):
        place = (place + 1) % space.count
        if space.states[place] != BAD:
            break
    if space.states[place] != DIRTY:
        return False
    space.sectors.read_into(slot, 0, place * SECTOR_SIZE + record.PREFIX_SIZE, SLOT_SIZE)
    if not crc32_matches(slot, 0, record.AT_SLOT_CRC, slot, record.AT_SLOT_CRC):
        return False
    return get_u32(slot, record.AT_RECORD) == ring.sequence


def _is_zero(prefix):
    return not any(prefix)
