"""A board at work on flash in RAM, watched: every operation, every durable state, every record."""

from cut_host import FixedWorld, Host
from cut_scripts import SCRIPTS
from fake_flash import FakeFlash
from fake_table import Table, read_record

from shaker.app import book, meters
from shaker.app.ledger import Ledger
from shaker.app.recovery import Recovery
from shaker.app.scribe import Scribe
from shaker.app.workshop import Workshop
from shaker.core.state import POWER_FAILED
from shaker.journal.recover import recover
from shaker.journal.ring import Ring
from shaker.octets.view import bytes_of
from shaker.seal import record

_plain_kept = Scribe._kept
SECTORS = 24
_RING_AT = 6 * 4096
_FREE = (
    book.BOOT, book.SEQUENCE, book.ACKED, book.OWED, book.DECIDING, book.LOST, book.FLOOR,
    book.CHANGED,
)  # fmt: skip
_FREE_METERS = (meters.MOTOR_MS, meters.MOTOR_MS + 1, meters.POWER_LOSSES)
_COMMANDS = 2
_TEXTS_END = 418  # of the vault's image: keys and texts
_MOTOR_WORDS = range(book.SPIN_UP_MS, book.MOTOR_WORK_MJ + 1)


class Kept:
    """What is durable, as the fold left it."""

    def __init__(self, ledger):
        self.parts = [
            bytes(part)
            for part in (
                bytes_of(ledger.table.state),
                bytes_of(ledger.book),
                bytes_of(ledger.logs),
                ledger.papers,
                ledger.sealed,
            )
        ]
        self.pending = bytes(ledger.header) if ledger.pending else None

    def equals(self, other):
        for index in range(5):
            mine, others = self.parts[index], other.parts[index]
            if index == 1:  # where the floor is is the recovery's own business
                at = 4 * book.FLOOR
                mine = mine[:at] + mine[at + 4 :]
                others = others[:at] + others[at + 4 :]
            if mine != others:
                return False
        return self.pending == other.pending

    def word(self, index):
        return int.from_bytes(self.parts[1][4 * index : 4 * index + 4], "little")


class Op:
    """One program or erase, and everything around it."""

    def __init__(self, run, what, at, page):
        self.what = what
        self.at = at
        self.page = page
        self.kept = len(run.kept) - 1
        self.action = run.host.index
        self.lying = run.world.lying
        self.throws = run.world.throw_count
        self.newest = run.newest
        self.ms = run.table.time.now_ms


class Run:
    """A board at work on a flash, watched: its operations, its durable states, its records."""

    def __init__(self, script, data=None):
        falls, self.script = SCRIPTS[script]
        self.name = script
        self.flash = FakeFlash(SECTORS * 4096, data)
        self.world = FixedWorld(falls)
        self.table = Table(self.flash, self.world)
        self.host = Host(self.table, self.script)
        self.ops = []
        self.kept = []
        self.newest = -1  # that could be read when the last turn of the loop ended
        self.records = {}
        self.digests = []
        self.shakes = -1
        self.first_throws = -1  # throws when the first shake since the start was captured
        self._start = self.table.start
        self.table.start = self.start
        self._program = self.flash.program
        self.flash.program = self._note_program
        self.flash.watch = self._note

    def start(self):
        """Power on."""
        if not self.kept:
            self.kept.append(recovered(self.flash))
        run = self

        def kept(scribe):
            _plain_kept(scribe)
            run.note_kept(scribe.ledger)

        Scribe._kept = kept  # the start itself keeps the boot step
        self.world.board = self._start()
        return self.world.board

    def note_kept(self, ledger):
        """A step is on flash."""
        self.kept.append(Kept(ledger))
        self.newest = ledger.book[book.SEQUENCE] - 1
        shakes = ledger.book[meters.SHAKES]
        if self.shakes >= 0 and shakes > self.shakes and self.first_throws < 0:
            self.first_throws = self.world.throw_count
        self.shakes = shakes

    def _note_program(self, at, page):
        self._page = bytes(page)
        self._program(at, page)

    def _note(self, what, at):
        self.ops.append(Op(self, what, at, self._page if what == "program" else None))

    def digest(self):
        """Everything of the money and the round that a cut must not change."""
        ledger = self.table.board.ledger
        words = list(ledger.book)
        for index in _FREE + _FREE_METERS:
            words[index] = 0
        for index in range(book.COMMANDS, book.COMMANDS + _COMMANDS):
            words[index] = 0
        for index in _MOTOR_WORDS:
            words[index] = 0
        words[book.ROLL_WANTED] = 0
        state = list(ledger.table.state)
        state[POWER_FAILED] = 0
        board = self.table.board
        return words, state, list(board.vault.image[:_TEXTS_END]), [board.scribe.chain is None]

    def read(self, sequence):
        """A record with its body, as the link would send it."""
        data = read_record(self.table.board.archive, sequence)
        assert len(data) >= record.SEALED_SIZE
        return bytes(data)


def recovered(flash):
    """What a start finds on flash, before it counts itself."""
    ledger = Ledger(Workshop())
    ring = Ring(flash, _RING_AT, flash.size - _RING_AT)
    recovery = Recovery(ledger)
    recover(ring, recovery)
    assert recovery.damaged_count == 0
    assert ring.lost == 0
    return Kept(ledger)
