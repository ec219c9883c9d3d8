"""Goes back over old steps, a stretch in each turn of the loop, to build an old body anew.

The ledger itself is folded from a checkpoint on up to the record; the present comes back from the
twin that the guard keeps. Between two stretches table, book and papers of the past lie where
`Closing` keeps what a close gives back. So no record holds the loop up for longer than a stretch
(nobody feeds the watchdog meanwhile), and the record behind one that was found costs its own steps
alone. Logs and answers of the past do not come back: no body depends on them.
"""

from micropython import const
from shaker.app import checkpoint, steps
from shaker.core.codes import OK
from shaker.octets.kernels import move
from shaker.octets.view import bytes_of
from shaker.octets.words import get_u32
from shaker.seal import record

NONE = const(-1)
NOT_YET = const(0)
FOUND = const(1)
GONE = const(2)
STRETCH = const(48)  # steps, of about 1.2 ms each
_ROLL = const(48)  # a record costs as much as so many: a roll at a full table, far more


class Lookback:
    """`sealed_buf` gets header and signature of what was found, the workshop its body."""

    def __init__(self, scribe, reader, step_buf, sealed_buf):
        ledger = scribe.ledger
        self.target = NONE  # the sequence that is looked for
        self._scribe = scribe
        self._ledger = ledger
        self._closing = ledger.closing
        self._ring = scribe.ring
        self._reader = reader
        self._step_buf = step_buf
        self._sealed_buf = sealed_buf
        self._parts = (bytes_of(ledger.table.state), bytes_of(ledger.book), ledger.papers)
        self._is_aside = False
        self._is_bad = False
        self._passed = NONE  # the last record that the past has
        self._start = NONE
        self._position = NONE  # where the next stretch begins
        self._expected = NONE  # the sequence that the journal has there

    def begin(self, sequence, start):
        """Look for a record from the checkpoint at `start` on, or from where the past stands."""
        self.target = sequence
        self._start = start
        if self._passed >= sequence or self._position < start:
            self._is_aside = False

    def go_on(self):
        """One stretch: NOT_YET, FOUND or GONE. The present is in the ledger before and after."""
        self._open()
        found = self._walk()
        self._is_aside = False
        if found == FOUND:
            move(self._sealed_buf, 0, self._ledger.sealed, 0, record.SEALED_SIZE)
        if found != GONE and self._may_rest():
            self._lay_aside()
        if found != NOT_YET:
            self.target = NONE
        self._scribe.come_back()
        return found

    def _open(self):
        """Put the ledger where the last stretch ended, or before everything."""
        if self._is_aside and self._closing.take_back(self._parts):
            self._ledger.choose_rules()
            self._reader.open_at(self._position)
            self._reader.expected = self._expected
        else:
            self._passed = NONE
            self._ledger.reset()
            self._reader.open_at(self._start)
        self._is_bad = self._reader.end < self._ring.oldest  # overwritten meanwhile

    def _lay_aside(self):
        self._closing.lay_aside(self._parts)
        self._position = self._reader.end
        self._expected = self._reader.expected
        self._is_aside = True

    def _may_rest(self):
        """Is the past all in what can be laid aside?"""
        return not self._ledger.pending and not self._closing.count

    def _walk(self):
        left = STRETCH
        while not self._is_bad and self._reader.next() >= 0:
            left -= self._take(self._reader.kind)
            if self._is_bad:
                return GONE
            if self._passed == self.target:
                return FOUND
            if left <= 0 and self._may_rest():
                return NOT_YET
        return GONE

    def _take(self, kind):
        """Fold the step in hand: what it cost."""
        reader, buf = self._reader, self._step_buf
        reader.read_into(buf, 0, 0, len(buf))
        if reader.lost:
            self._is_bad = True  # one has rotted: what would come out is not what was signed
        elif kind == steps.STEP_CHECKPOINT:
            if reader.position == self._start and self._passed == NONE:
                checkpoint.decode(self._ledger, buf, 0)
        elif self._ledger.fold(kind, buf, 0) != OK:
            self._is_bad = True
        elif kind == steps.STEP_SEALED:
            self._passed = get_u32(self._ledger.sealed, record.AT_SEQUENCE)
        return _ROLL if kind == steps.STEP_CAPTURE else 1
