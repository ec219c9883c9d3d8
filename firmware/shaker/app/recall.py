"""The steps of the last rounds, read back from the journal one by one, as they were written.

A step does not say which round it belongs to: the walk begins at a checkpoint, which does, and
follows the records that end a round and their acknowledgements as the ledger does.
"""

from shaker.app import book, checkpoint, steps
from shaker.journal.reader import Reader
from shaker.octets.words import get_u32
from shaker.seal import record


class Recall:
    """Finds step `index` of a round; asking in order costs one record a step."""

    def __init__(self, archive, ring, scratch_buf):
        self._archive = archive
        self._ring = ring
        self._reader = Reader(ring)
        self.step_buf = scratch_buf
        self.size = 0
        self.kind = 0
        self._round = -1  # of the walk
        self._waiting = False
        self._deciding = 0
        self._asked = -1
        self._next = 0

    def find(self, number, index):
        """Read a step into `step_buf`; False if the round has no such step or is gone."""
        if (number != self._asked or index < self._next) and not self._start(number):
            return False
        while self._advance():
            if self._round_of_step > number:
                break
            if self._round_of_step == number:
                self._next += 1
                if self._next == index + 1:
                    return True
        self._asked = -1
        return False

    def count(self, number):
        """How many steps a round has."""
        if not self._start(number):
            return 0
        while self._advance() and self._round_of_step <= number:
            if self._round_of_step == number:
                self._next += 1
        self._asked = -1
        return self._next

    def oldest(self):
        """The oldest round of which every step is there."""
        return self._archive.first_round()

    def _start(self, number):
        start = self._archive.checkpoint_before_round(number)
        if start < 0:
            return False
        self._asked = number
        self._next = 0
        self._round = 0
        self._waiting = False
        self._reader.open_at(start)
        return True

    def _advance(self):
        """Read the next step and tell which round it belongs to."""
        reader = self._reader
        while reader.next() >= 0:
            self.kind = reader.kind
            self.size = reader.read_into(self.step_buf, 0, 0, len(self.step_buf))
            self._round_of_step = self._round
            if self.kind == steps.STEP_CHECKPOINT:
                self._take_checkpoint()
                continue
            self._follow()
            return True
        return False

    def _take_checkpoint(self):
        self._round = checkpoint.word_of(self.step_buf, book.ROUND)
        self._waiting = checkpoint.word_of(self.step_buf, book.PHASE) == book.WAITING
        self._deciding = checkpoint.word_of(self.step_buf, book.DECIDING)

    def _follow(self):
        buf = self.step_buf
        if self.kind == steps.STEP_OPEN:
            self._round += 1
            self._round_of_step = self._round
        elif self.kind == steps.STEP_SEALED:
            if buf[record.AT_KIND] in (record.KIND_RESULT, record.KIND_VOID):
                self._waiting = True
                self._deciding = get_u32(buf, record.AT_SEQUENCE)
        elif self.kind == steps.STEP_ACK and self._waiting:
            self._waiting = get_u32(buf, steps.AT_VALUE) < self._deciding
            self._round += 0 if self._waiting else 1
