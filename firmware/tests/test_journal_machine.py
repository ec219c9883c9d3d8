"""The ring against a list: any order of appends, erases, restarts, cuts and defects.

Everything that the ring protects must read back as the list has it, and what it still has of the
rest as well: nothing lost, nothing doubled, nothing invented.
"""

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from firmware.tests.micropython.fake_flash import FakeFlash, PowerCut
from shaker.journal import record
from shaker.journal.codes import E_BUSY, E_FULL
from shaker.journal.reader import Reader
from shaker.journal.recover import recover
from shaker.journal.ring import Ring
from shaker.journal.space import LIVE

_SECTORS = 9
_SIZES = st.one_of(st.integers(0, 64), st.integers(0, 700), st.sampled_from([3980, 5000, 8192]))


class Kept:
    def __init__(self):
        self.records = []

    def replay(self, kind, buf, at, size, position):
        self.records.append((kind, bytes(buf[at : at + size]), position))


class JournalMachine(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self.flash = FakeFlash(_SECTORS * 4096)
        self.records = []
        self.marks = []
        self.mark = 0
        self.count = 0
        self.defects = 0
        self.floor = 0
        self.restart()

    # -- restarts ----------------------------------------------------------------------------

    def _recover(self):
        self.flash.power_on()
        self.ring = Ring(self.flash, 0, self.flash.size)
        kept = Kept()
        assert recover(self.ring, kept) in (0, 1)
        assert self.ring.lost == 0
        return kept.records

    def _from_checkpoint(self):
        starts = [i for i, row in enumerate(self.records) if row[0] == record.KIND_CHECKPOINT]
        return self.records[starts[-1] :] if starts else None

    @rule()
    def restart(self):
        found = self._recover()
        expected = self._from_checkpoint()
        if expected is not None:
            assert found == expected
        else:
            assert found == self.records[len(self.records) - len(found) :]
        assert self.ring.sequence == len(self.records) + 1
        self.ring.set_floor(self.floor)
        self._set_mark()
        self.everything_there_reads_back()

    # -- writing -----------------------------------------------------------------------------

    def _content(self, kind, size):
        self.count += 1
        return kind, bytes((self.count * 17 + i * 3 + i // 256) & 0xFF for i in range(size))

    @rule(kind=st.integers(1, 9), size=_SIZES, may_erase=st.booleans())
    def append(self, kind, size, may_erase):
        kind, data = self._content(kind, size)
        position = self.ring.append(kind, data, 0, size, may_erase)
        if position >= 0:
            self.records.append((kind, data, position))
            self.marks.append(self.mark)
        else:
            assert position in (E_BUSY, E_FULL)
            assert position == E_FULL or not may_erase
            if position == E_FULL:
                assert self.ring.free_slots() < record.slots_of(size)

    @rule(
        kind=st.integers(1, 9),
        size=_SIZES,
        nth=st.integers(1, 6),
        share=st.integers(0, 256),
        seed=st.integers(1, 9999),
    )
    def append_and_cut(self, kind, size, nth, share, seed):
        kind, data = self._content(kind, size)
        self.flash.cut(nth, share, seed)
        try:
            position = self.ring.append(kind, data, 0, size, True)
            self.flash.cut(0)
        except PowerCut:
            found = self._recover()
            position = -1
            if self.ring.sequence == len(self.records) + 2:
                assert found[-1][:2] == (kind, data)
                position = found[-1][2]
        if position >= 0:
            self.records.append((kind, data, position))
            self.marks.append(self.mark)
        self.restart()

    @rule(may_erase=st.booleans())
    def step(self, may_erase):
        before = self.flash.erases[:]
        self.ring.step(may_erase)
        assert may_erase or self.flash.erases == before

    @rule(share=st.integers(0, 256), nth=st.integers(1, 2), seed=st.integers(1, 9999))
    def step_and_cut(self, share, nth, seed):
        self.flash.cut(nth, share, seed)
        try:
            self.ring.step(True)
            self.flash.cut(0)
        except PowerCut:
            pass
        self.restart()

    # -- what the caller sets ----------------------------------------------------------------

    @rule(back=st.integers(0, 30))
    def move_floor(self, back):
        if self.records:
            self.floor = max(self.floor, self.records[max(len(self.records) - 1 - back, 0)][2])
            if self.floor < self.ring.oldest:
                self.floor = self.ring.end
            self.ring.set_floor(self.floor)

    @rule()
    def drop_floor(self):
        self.floor = 0
        self.ring.set_floor(0)

    @rule()
    def next_mark(self):
        self.mark += 1
        self._set_mark()

    def _set_mark(self):
        self.ring.set_mark(b"".join(n.to_bytes(4, "little") for n in (self.mark, 0, 7, 0)))

    # -- defects -----------------------------------------------------------------------------

    @precondition(lambda self: self.defects < 3)
    @rule(place=st.integers(0, _SECTORS - 1), at=st.integers(0, 4095), kind=st.integers(0, 2))
    def break_a_free_sector(self, place, at, kind):
        if self.ring.space.states[place] == LIVE:
            return
        self.defects += 1
        if kind == 0:
            self.flash.dead[place] = True
        elif kind == 1:
            self.flash.stick(place * 4096 + at, low=0x10)
        else:
            self.flash.stick(place * 4096 + at, high=0xFF)

    # -- what must hold ----------------------------------------------------------------------

    @rule()
    def everything_there_reads_back(self):
        reader = Reader(self.ring)
        reader.open_at(self.ring.oldest)
        found = []
        while reader.next() >= 0:
            data = bytearray(reader.size)
            assert reader.read_into(data, 0, 0, reader.size) == reader.size
            found.append((reader.kind, bytes(data), reader.position))
        assert found == self.records[len(self.records) - len(found) :]
        first = min([p for p in (self.floor, self.ring.checkpoint) if p] or [self.ring.end])
        protected = [row for row in self.records if row[2] >= first]
        assert found[len(found) - len(protected) :] == protected
        positions = [row[2] for row in self.records]
        assert positions == sorted(set(positions))

    @rule(number=st.integers(0, 40))
    def find_by_mark(self, number):
        position = self.ring.find(number)
        oldest = self.ring.oldest
        for row, mark in zip(self.records, self.marks, strict=True):
            if mark >= number and row[2] >= oldest:
                assert row[2] >= position


TestJournalMachine = JournalMachine.TestCase
TestJournalMachine.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate, Phase.target],
    suppress_health_check=list(HealthCheck),
)
