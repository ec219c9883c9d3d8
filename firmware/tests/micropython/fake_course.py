"""A table that is opened as a claim about the course of a round needs it, on stand-ins."""

from fake_flash import FakeFlash
from fake_parts import World
from fake_table import Table, read_record

from shaker.app import book
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.state import STAKE_MASK, seat_at
from shaker.seal import record


class Course:
    """A table that is opened as the claim needs it."""

    def __init__(self, falls, profile=1, seats=3, shooting=0, times=(0, 0, 0)):
        self.world = World(falls)
        self.table = Table(FakeFlash(40 * 4096), self.world, profile, seats)
        self.table.start()
        self.table.provision()
        desk = self.board.desk
        desk.stage_open(self.number(), profile, seats)
        desk.stage_course(shooting, 2, 10)
        desk.stage_times(times[0], times[1], times[2])
        assert desk.open() == OK
        self.table.run(5)

    @property
    def board(self):
        return self.table.board

    @property
    def words(self):
        return self.table.board.ledger.book

    @property
    def phase(self):
        return self.table.board.ledger.book[book.PHASE]

    def number(self):
        return self.table.next_command()

    def bet(self, seat, spot, units):
        return self.board.desk.bet(self.number(), ops.OP_BET, seat, spot, units, 0)

    def stake(self, seat, spot):
        return self.board.ledger.table.state[seat_at(seat) + spot] & STAKE_MASK

    def roll(self):
        return self.board.desk.roll(self.number())

    def until(self, phase):
        self.table.run_until(lambda: self.phase == phase)

    def until_fault(self):
        self.table.run_until(lambda: self.words[book.FAULT])

    def until_no_roll(self):
        self.table.run_until(lambda: self.words[book.RETRY])

    def play(self):
        """Roll, wait, acknowledge."""
        assert self.roll() == OK
        self.until(book.WAITING)
        self.ack()

    def ack(self):
        assert self.board.archive.acknowledge(self.board.archive.newest()) == OK

    def kinds(self):
        """The kinds of all records so far."""
        out = []
        for sequence in range(self.board.archive.newest() + 1):
            buf = read_record(self.board.archive, sequence)
            out.append(buf[record.AT_KIND])
        return out

    def last_face(self):
        """Die A of the last result."""
        for sequence in range(self.board.archive.newest(), -1, -1):
            buf = read_record(self.board.archive, sequence)
            if buf[record.AT_KIND] == record.KIND_RESULT:
                return buf[record.AT_DIE_A]
        return 0
