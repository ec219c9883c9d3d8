"""Records of the chain as the link sends them: header and signature from flash, body rebuilt.

The body of the newest record is still in the buffer where the ledger built it. For an older one
`lookback` folds the steps from the checkpoint before it, a stretch in each turn of the loop: until
it is there the link is told "not now". `_loaded` says whose body the buffer holds.
"""

from shaker.app import book, checkpoint, steps
from shaker.app.lookback import FOUND, Lookback
from shaker.core.codes import OK
from shaker.journal.reader import Reader
from shaker.journal.record import AT_CHECKPOINT, HEADER_AT, PREFIX_SIZE, SLOT_BITS
from shaker.link import codes
from shaker.octets.kernels import move
from shaker.octets.words import get_u32
from shaker.seal import record

NONE = -1
_MARK_ROUND = 0
_MARK_SEQUENCE = 1


class Archive:
    """The record source of the link."""

    def __init__(self, scribe, scratch_buf):
        self._scribe = scribe
        self._ledger = scribe.ledger
        self._ring = scribe.ring
        self._step_buf = scratch_buf
        self._sealed = bytearray(record.SEALED_SIZE)
        self._reader = Reader(scribe.ring)
        self._prefix_buf = bytearray(PREFIX_SIZE)
        self._out_buf = self._prefix_buf  # where a part that is asked for goes
        self._out_at = 0
        self._lookback = Lookback(scribe, self._reader, scratch_buf, self._sealed)
        self._may_look = True
        self._was_asked = False  # for what is looked for, in this turn of the loop
        self._loaded = NONE
        self._live_count = -1
        self._oldest_sector = -1
        self._start = NONE  # where folding begins for the oldest record that is kept
        self._oldest_sequence = 0
        self._oldest_round = 0

    def turn(self, may_look):
        """A new turn of the loop: one stretch of looking back is allowed in it, or none.

        What nobody asked for in the turn before is given up.
        """
        self._may_look = may_look
        if not self._was_asked:
            self._lookback.target = NONE
        self._was_asked = False

    @property
    def is_looking(self):
        """Is an old record looked for and not yet found?"""
        return self._lookback.target != NONE

    def oldest(self):
        """The oldest sequence that can still be given; more than `newest` if there is none."""
        self._look_for_oldest()
        return self._oldest_sequence

    def first_round(self):
        """The oldest round of which every step is kept."""
        self._look_for_oldest()
        return self._oldest_round

    def newest(self):
        """The newest sealed sequence, -1 before the first."""
        return self._ledger.book[book.SEQUENCE] - 1

    def acknowledged(self):
        """The newest acknowledged sequence, -1 before the first."""
        return self._ledger.book[book.ACKED] - 1

    def acknowledge(self, sequence):
        """The host has every record up to this one on disk: a code."""
        if self._scribe.is_short():
            return codes.E_BUSY
        code = self._scribe.write_value(steps.STEP_ACK, 0, sequence)
        if code == codes.E_FLASH and sequence == self.newest():
            self._scribe.raise_floor()  # no room even for this: but nothing is needed any more
            code = self._scribe.write_value(steps.STEP_ACK, 0, sequence)
        if code == OK and self._ledger.all_acknowledged():
            self._scribe.raise_floor()
        return code

    def size_of(self, sequence):
        """Bytes of a record with its body, -1 if it is gone or not there yet."""
        if not self._load(sequence):
            return NONE
        return record.SEALED_SIZE + get_u32(self._sealed, record.AT_BODY_SIZE)

    def read_into(self, sequence, offset, buf, at, size):
        """Copy a part of a record; the count of bytes, -1 if it is gone or not there yet."""
        if not self._load(sequence):
            return NONE
        self._out_buf = buf
        self._out_at = at
        return self._read(offset, size)

    def _read(self, offset, size):
        """A part of the record that is loaded, into the buffer at hand."""
        end = record.SEALED_SIZE + get_u32(self._sealed, record.AT_BODY_SIZE)
        size = size if size < end - offset else end - offset
        done = self._read_sealed(offset, size) if offset < record.SEALED_SIZE else 0
        if done < size:
            self._out_at += done
            self._read_body(offset + done - record.SEALED_SIZE, size - done)
        return size

    def _read_sealed(self, offset, size):
        size = min(size, record.SEALED_SIZE - offset)
        move(self._out_buf, self._out_at, self._sealed, offset, size)
        return size

    def _read_body(self, offset, size):
        move(self._out_buf, self._out_at, self._ledger.shop.body_buf, offset, size)

    # -- finding -----------------------------------------------------------------------------

    def _look_for_oldest(self):
        """Records and rounds from the oldest checkpoint on can be rebuilt."""
        space = self._ring.space
        if self._oldest_sector == space.oldest:
            return
        self._oldest_sector = space.oldest
        if space.oldest <= 1:  # nothing was ever overwritten
            self._start = self._ring.oldest
            self._oldest_sequence = 0
            self._oldest_round = 1
            return
        self._start = self._first_checkpoint()
        self._oldest_sequence = self.newest() + 1
        self._oldest_round = self._ledger.book[book.ROUND] + 1
        if self._start >= 0 and self._reader.read_at(self._start) > 0:
            self._reader.read_into(self._step_buf, 0, 0, len(self._step_buf))
            self._oldest_sequence = checkpoint.word_of(self._step_buf, book.SEQUENCE)
            self._oldest_round = checkpoint.word_of(self._step_buf, book.ROUND) + 1

    def _first_checkpoint(self):
        """The oldest checkpoint that is whole; -1 if there is none."""
        for sector in range(self._ring.space.oldest, self._ring.space.head + 1):
            position = self._checkpoint_of(sector)
            if position >= self._ring.oldest:
                return position
        return self._ring.checkpoint if self._ring.checkpoint >= self._ring.oldest else NONE

    def _checkpoint_of(self, sector):
        """The last checkpoint before a sector, as its header says; -1 if it is damaged."""
        space = self._ring.space
        if not space.read_header(self._prefix_buf, space.place_of(sector)):
            return NONE
        return get_u32(self._prefix_buf, HEADER_AT + AT_CHECKPOINT)

    def checkpoint_before_round(self, number):
        """Where to begin reading so as to see all of a round; -1 if part of it is gone."""
        return self._start_of(number, _MARK_ROUND)

    def _start_of(self, number, field):
        """A checkpoint before everything since a number of the mark, or the very beginning."""
        start = self._checkpoint_of(self._ring.find(number, field) >> SLOT_BITS)
        if start >= self._ring.oldest:
            return start
        self._look_for_oldest()
        first = self._oldest_round if field == _MARK_ROUND else self._oldest_sequence
        return self._start if number >= first else NONE

    def _load(self, sequence):
        ledger = self._ledger
        if self._live_count != self._scribe.capture_count:  # the buffer was built into since
            self._live_count = self._scribe.capture_count
            self._loaded = NONE
        if self._loaded == sequence:
            return True
        if sequence < 0 or sequence > self.newest():
            return False
        if (
            sequence == self.newest()
            and not ledger.pending
            and self._scribe.body_sequence == sequence
        ):
            move(self._sealed, 0, ledger.sealed, 0, record.SEALED_SIZE)
            self._loaded = sequence
            return True
        if ledger.pending or ledger.closing.count:
            return False  # not now: the present is not all in the twin that it comes back from
        return self._look_back(sequence)

    def _look_back(self, sequence):
        """One stretch towards a record, unless this turn had its own or another is looked for."""
        back = self._lookback
        if back.target != NONE and back.target != sequence:
            return False
        self._was_asked = True
        if not self._may_look or not self._scribe.is_sound():
            return False
        if back.target == NONE:
            start = self._start_of(sequence, _MARK_SEQUENCE)
            if start < 0:
                return False
            back.begin(sequence, start)
        self._may_look = False
        self._loaded = NONE
        self._scribe.body_sequence = NONE
        if back.go_on() == FOUND:
            self._loaded = sequence
        return self._loaded == sequence
