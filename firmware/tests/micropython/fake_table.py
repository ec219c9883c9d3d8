"""A controller on stand-ins and on flash in RAM, for both Pythons: started, cut, started again."""

# From the bottom up: an import within an import takes stack, and the unix port has little.

from fake_parts import FakeIdentity, FakeShaker, FakeSource, FakeTest, FakeTime

from shaker.app.clock import Clock
from shaker.app.controller import Controller
from shaker.app.noise import Noise
from shaker.app.workshop import Workshop
from shaker.core.codes import OK
from shaker.core.table import STAGE_MIN
from shaker.seal import keymaker

STEPS_MAX = 400


class Table:
    """One board over its life; `flash` and `world` outlive its power."""

    def __init__(self, flash, world, profile=1, seats=2, seed=1):
        self.flash = flash
        self.world = world
        self.profile = profile
        self.seats = seats
        self.time = FakeTime()
        self.seed = seed
        self.board = None
        self.command = 0
        self.seal_code = 0  # what the self test finds of the seal at the next start
        self.cause = 1  # of the next start: 3 is the watchdog

    def start(self):
        """Power on: recovery, boot step, chain."""
        self.seed += 1
        clock = Clock(self.time, self.cause)
        noise = Noise(FakeSource(self.seed))
        self.board = Controller(
            Workshop(),
            self.flash,
            FakeShaker(self.world),
            clock,
            noise,
            FakeIdentity(),
            FakeTest(self.seal_code),
            None,
        )
        self.board.round.host_changed(True)
        return self.board

    def provision(self):
        """Make the key and open the table, unless that was done before."""
        board = self.board
        if board.scribe.chain is None:
            if keymaker.make(FakeSource(77), board.keys) not in (keymaker.MADE, keymaker.E_EXISTS):
                raise ValueError("no key")
            assert board.open_chain(0) == OK
        self.run(10)
        if not board.ledger.book[16]:
            board.desk.stage_open(self.next_command(), self.profile, self.seats)
            board.desk.stage_course(0, 3, 10)
            board.desk.stage_times(0, 0, 0)
            board.desk.stage(STAGE_MIN, 1)
            code = board.desk.open()
            assert code == OK, code
        self.run(10)

    def next_command(self):
        self.command += 1
        self.board.scribe.port = 1
        return self.command

    def run(self, count):
        for _ in range(count):
            self.time.now_ms += 5
            self.board.step()

    def run_until(self, done):
        for _ in range(STEPS_MAX):
            if done():
                return
            self.run(1)
        raise ValueError("nothing came of it")


def size_of(archive, sequence):
    """Bytes of a record, looked for in as many turns of the loop as it takes; -1 if it is gone."""
    while True:
        archive.turn(True)
        size = archive.size_of(sequence)
        if size >= 0 or not archive.is_looking:
            return size


def read_record(archive, sequence):
    """A record with its body, as the link would send it."""
    size = size_of(archive, sequence)
    assert size > 0, (sequence, archive.oldest(), archive.newest())
    buf = bytearray(size)
    assert archive.read_into(sequence, 0, buf, 0, size) == size
    return buf
