"""From flash to the state before the cut, or the completed one: the journal's visitor.

The journal replays from its last checkpoint on; every step goes through the fold that took it
live. What the fold refuses now was refused never: it counts as damage and latches.
"""

from shaker.app import book, checkpoint, steps
from shaker.core.codes import OK
from shaker.octets.words import get_u32
from shaker.seal import record


class Recovery:
    """Folds what the journal replays."""

    def __init__(self, ledger):
        self._ledger = ledger
        self.floor = 0  # journal position from which unacknowledged records can be rebuilt
        self._checkpoint = 0  # position of the one that the fold began with
        self.step_count = 0
        self.damaged_count = 0

    def replay(self, kind, buf, at, size, position):
        """One record of the journal, in order."""
        self.step_count += 1
        if kind == steps.STEP_CHECKPOINT:
            self._take_checkpoint(buf, at, position)
        elif self._ledger.fold(kind, buf, at) != OK:
            self.damaged_count += 1
        elif kind == steps.STEP_ACK and self._checkpoint and self._ledger.all_acknowledged():
            self._set_floor(self._checkpoint)

    def again(self, ring, buf):
        """Fold the journal once more into the same ledger."""
        reader = ring.reader
        self.step_count = 0
        self._checkpoint = 0
        self._ledger.reset()
        reader.open_at(ring.checkpoint if ring.checkpoint else ring.oldest)
        while reader.next() >= 0:
            reader.read_into(buf, 0, 0, reader.size)
            self.replay(reader.kind, buf, 0, reader.size, reader.position)

    def _take_checkpoint(self, buf, at, position):
        ledger = self._ledger
        if self.step_count > 1 and ledger.book[book.SEQUENCE]:
            return  # what was folded so far says the same
        if not checkpoint.decode(ledger, buf, at):
            self.damaged_count += 1
            return
        self._checkpoint = position
        self._set_floor(position if ledger.all_acknowledged() else ledger.book[book.FLOOR])

    def _set_floor(self, position):
        self.floor = position
        self._ledger.book[book.FLOOR] = position

    def resume_chain(self, chain):
        """Put a chain behind the last record on flash; its code, 0 if there is no record yet."""
        ledger = self._ledger
        if ledger.book[book.SEQUENCE] == 0:
            return 0
        header = ledger.sealed
        signature = bytearray(record.SIGNATURE_SIZE)
        signature[:] = header[record.HEADER_SIZE :]
        assert get_u32(header, record.AT_SEQUENCE) == ledger.book[book.SEQUENCE] - 1
        return chain.resume(header, signature)
