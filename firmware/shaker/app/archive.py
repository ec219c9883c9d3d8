"""Records of the chain as the link sends them: header and signature from flash, body rebuilt.

The body of the newest record is still in the buffer where the ledger built it. For an older one a
second ledger starts at the checkpoint before it and folds the steps up to it; both ledgers build
bodies in the same buffer, so `loaded` says whose it holds.
"""

from shaker.app import book, checkpoint, steps
from shaker.octets.kernels import move
from shaker.octets.words import get_u32
from shaker.seal import record

NONE = -1


class Archive:
    """The record source of the link."""

    def __init__(self, scribe, historian):
        self._scribe = scribe
        self._ledger = scribe.ledger
        self._ring = scribe.ring
        self._historian = historian
        self._step_buf = bytearray(checkpoint.SIZE_MAX)
        self._sealed = bytearray(record.SEALED_SIZE)
        self._loaded = NONE
        self._live_count = -1

    def oldest(self):
        """The oldest sequence that can still be given; more than `newest` if there is none."""
        return self._first_kept()

    def newest(self):
        """The newest sealed sequence, -1 before the first."""
        return self._ledger.book[book.SEQUENCE] - 1

    def acknowledged(self):
        """The newest acknowledged sequence, -1 before the first."""
        return self._ledger.book[book.ACKED] - 1

    def acknowledge(self, sequence):
        """The host has every record up to this one on disk: a code."""
        return self._scribe.write_value(steps.STEP_ACK, 0, sequence)

    def size_of(self, sequence):
        """Bytes of a record with its body, -1 if it is gone."""
        if not self._load(sequence):
            return NONE
        return record.SEALED_SIZE + get_u32(self._sealed, record.AT_BODY_SIZE)

    def read_into(self, sequence, offset, buf, at, size):
        """Copy a part of a record; the count of bytes, -1 if it is gone."""
        if not self._load(sequence):
            return NONE
        end = record.SEALED_SIZE + get_u32(self._sealed, record.AT_BODY_SIZE)
        size = size if size < end - offset else end - offset
        done = 0
        if offset < record.SEALED_SIZE:
            done = record.SEALED_SIZE - offset
            done = done if done < size else size
            move(buf, at, self._sealed, offset, done)
        if done < size:
            start = offset + done - record.SEALED_SIZE
            move(buf, at + done, self._ledger.body_buf, start, size - done)
        return size

    # -- finding -----------------------------------------------------------------------------

    def _first_kept(self):
        """Records from the oldest checkpoint on can be rebuilt."""
        ring = self._ring
        if ring.checkpoint_of(ring.space.oldest) >= ring.oldest:
            return ring.mark_of(ring.space.oldest, 1)
        for sector in range(ring.space.oldest + 1, ring.space.head + 1):
            if ring.checkpoint_of(sector) >= ring.oldest:
                return ring.mark_of(sector, 1)
        return 0 if ring.space.oldest == 1 else self.newest() + 1

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
        return not ledger.pending and self._rebuild(sequence)

    def _rebuild(self, sequence):
        """Fold from the checkpoint before a record up to it."""
        ring, past = self._ring, self._historian
        reader = ring.reader
        start = ring.find(sequence + 1, 1)
        start = ring.checkpoint_of(start >> 7)
        if start < ring.oldest:
            if ring.space.oldest != 1:
                return False
            start = ring.oldest
        past.reset()
        self._loaded = NONE
        self._scribe.body_sequence = NONE
        reader.open_at(start)
        while reader.next() >= 0:
            size = reader.read_into(self._step_buf, 0, 0, len(self._step_buf))
            if reader.kind == steps.STEP_CHECKPOINT:
                if reader.position == start:
                    checkpoint.decode(past, self._step_buf, 0)
                continue
            past.fold(reader.kind, self._step_buf, 0)
            if reader.kind == steps.STEP_SEALED and size == record.SEALED_SIZE:
                if get_u32(past.sealed, record.AT_SEQUENCE) == sequence:
                    move(self._sealed, 0, past.sealed, 0, record.SEALED_SIZE)
                    self._loaded = sequence
                    return True
        return False
