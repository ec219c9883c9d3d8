"""Run on the unix port: a small journal that wraps, fills, and has bad sectors, under a table.

    table_ring.py wrap|full|brim|bad|rot|recall [sectors=N] [rounds=N] [bets=N]

Prints a line of figures; stops with an assertion at the first thing that is lost.
"""

import sys

from cut_host import use_cheap_signer
from fake_flash import FakeFlash
from fake_parts import World
from fake_table import Table, read_record, size_of

from shaker.app import book, faults, steps
from shaker.app.recall import Recall
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.spots import FIELD, PASS
from shaker.link import codes
from shaker.seal import record


class Loop(World):
    """Dice that fall in a circle."""

    def throw(self):
        self.lying = self.falls[self.throw_count % len(self.falls)]
        self.throw_count += 1


class Hall:
    """A table on a flash of that many sectors, and what was read of it."""

    def __init__(self, sectors):
        self.flash = FakeFlash(sectors * 4096)
        self.table = Table(self.flash, Loop([(2, 2), (3, 1), (6, 1), (5, 6)]))
        self.table.start()
        self.table.provision()
        self.records = {}
        self.bets = 1  # of a round

    @property
    def board(self):
        return self.table.board

    @property
    def archive(self):
        return self.table.board.archive

    def bet(self, spot, units):
        number = self.table.next_command()
        return self.board.desk.bet(number, ops.OP_BET, 0, spot, units, 0)

    def play(self, is_acked=True):
        """A round; the code that stopped it, or OK."""
        words = self.board.ledger.book
        code = OK
        for _ in range(self.bets):
            code = self.bet(FIELD, 10) or code
            if self.bets > 1:
                self.board.step()  # as the loop does between two commands
        if code == OK:
            code = self.board.desk.roll(self.table.next_command())
        if code != OK:
            return code
        self.table.run_until(lambda: words[book.PHASE] == book.WAITING)
        self.keep()
        if is_acked:
            assert self.archive.acknowledge(self.archive.newest()) == OK
            self.table.run(3)
        return OK

    def keep(self):
        """Read what is new, as the host would."""
        for sequence in range(len(self.records), self.archive.newest() + 1):
            self.records[sequence] = self.read(sequence)

    def read(self, sequence):
        data = read_record(self.archive, sequence)
        assert len(data) >= record.SEALED_SIZE
        return bytes(data)

    def compare(self):
        """Everything that is retained reads as it first did; how many that are."""
        oldest, newest = self.archive.oldest(), self.archive.newest()
        for sequence in range(oldest, newest + 1):
            assert self.read(sequence) == self.records[sequence], sequence
        if oldest:
            assert size_of(self.archive, oldest - 1) < 0
        return newest - oldest + 1


def wrap(sectors, rounds):
    """Rounds go on while the ring goes round several times; what is retained reads the same."""
    hall = Hall(sectors)
    for number in range(rounds):
        assert hall.play() == OK, number
        if number % 40 == 39:
            hall.compare()
            hall.table.start()
            hall.table.run(6)
            hall.keep()
            hall.archive.acknowledge(hall.archive.newest())
            hall.compare()
    laps = hall.board.ring.space.head // (sectors - 6)
    assert laps >= 3
    print("wrap", rounds, "laps", laps, "retained", hall.compare())


def full(sectors, rounds):
    """A host that acknowledges nothing: bets and rolls are refused before anything is lost."""
    hall = Hall(sectors)
    for _ in range(30):
        assert hall.play() == OK
    acked = hall.archive.acknowledged()
    words = hall.board.ledger.book
    doors = hall.board.shaker.switches.cabinet_door
    for _ in range(3000):
        if words[book.PHASE] == book.WAITING:  # the round's record alone: doors pile up behind it
            doors.opened_count += 1
            hall.table.run(5)
        elif hall.play(False) != OK:
            break
        if not hall.board.round.has_room:
            break
    newest = hall.archive.newest()
    doors.opened_count += 1
    hall.table.run(20)
    assert hall.archive.newest() == newest  # what can wait does, so that the ack has room
    hall.keep()
    assert hall.archive.acknowledged() == acked
    assert hall.archive.oldest() <= acked + 1
    held = hall.compare()
    deciding = words[book.DECIDING]
    assert hall.archive.acknowledge(deciding) == OK  # the round is over, its doors are not
    hall.table.run(5)
    assert words[book.PHASE] == book.BETTING
    assert hall.bet(PASS, 10) == codes.E_FULL
    assert hall.board.desk.roll(hall.table.next_command()) == codes.E_FULL
    number = hall.table.next_command()
    assert hall.board.desk.call(number, 0, PASS, 1, 0) == codes.E_FULL
    for boot in range(12):  # starts take room as well, and take nothing away
        hall.table.start()
        hall.table.run(5)
        assert hall.board.ledger.book[book.BOOT] == boot + 2
        hall.compare()
    hall.keep()
    assert hall.archive.acknowledge(hall.archive.newest()) == OK
    hall.table.run(5)
    assert hall.play() == OK
    print("full", held)


def brim(sectors, rounds):
    """Starts without end and no host: what is left takes the acknowledgement, and play goes on."""
    hall = Hall(sectors)
    for _ in range(8):
        assert hall.play() == OK
    assert hall.play(False) == OK
    newest = hall.archive.newest()
    boots = 0
    while hall.board.round.fault != faults.JOURNAL:
        hall.table.start()
        hall.table.run(2)
        boots += 1
    hall.keep()
    assert hall.read(newest) == hall.records[newest]
    hall.compare()
    assert hall.archive.acknowledge(hall.archive.newest()) == OK
    hall.table.run(5)
    assert hall.board.ledger.book[book.FAULT] == faults.JOURNAL
    assert hall.board.round.clear(hall.table.next_command(), faults.JOURNAL) == OK
    hall.table.start()
    hall.table.run(5)
    hall.keep()
    assert hall.archive.acknowledged() >= newest
    assert hall.play() == OK
    print("brim", boots)


def bad(sectors, rounds):
    """Sectors that do not erase, and bits that stick ahead of the head, while rounds go on."""
    hall = Hall(sectors)
    hall.flash.dead[9] = True
    hall.flash.dead[14] = True
    for number in range(rounds):
        if number % 15 == 14:
            space = hall.board.ring.space
            place = (space.place_of(space.head) + 4) % space.count
            hall.flash.stick(4096 * (6 + place) + 700 + number, low=1)
        code = hall.play()
        assert code == OK, (number, code)
        if number % 30 == 29:
            hall.table.start()
            hall.table.run(6)
            hall.keep()
            hall.archive.acknowledge(hall.archive.newest())
            hall.compare()
    assert hall.board.ring.space.bad >= 2
    print("bad", hall.board.ring.space.bad, "retained", hall.compare())


def rot(sectors, rounds):
    """Bits of written steps rot: a record is as it was, or gone; never something else."""
    hall = Hall(sectors)
    for number in range(rounds):
        assert hall.play() == OK, number
    same = gone = 0
    for sector in range(8, 8 + 8):
        for at in range(4096 * sector + 96, 4096 * (sector + 1), 197):
            kept = hall.flash.data[at]
            hall.flash.data[at] ^= 4
            sequence = (at // 197) % (hall.archive.newest() + 1)
            size_of(hall.archive, hall.archive.newest())
            size = size_of(hall.archive, sequence)
            if size < 0:
                gone += 1
            else:
                assert hall.read(sequence) == hall.records[sequence], (sequence, at)
                same += 1
            hall.flash.data[at] = kept
    assert gone
    assert same
    print("rot same", same, "gone", gone)


def recall(sectors, rounds, bets):
    """The last 50 rounds with every step, on a ring of the product's size."""
    hall = Hall(sectors)
    hall.bets = bets
    written = {}
    append = hall.board.ring.append
    words = hall.board.ledger.book

    def note(kind, buf, at, size, may_erase=False):
        number = words[book.ROUND]
        position = append(kind, buf, at, size, may_erase)
        if position >= 0 and kind != steps.STEP_CHECKPOINT:
            written.setdefault(number, []).append((kind, bytes(buf[at : at + size])))
        return position

    hall.board.ring.append = note
    for _ in range(rounds):
        assert hall.play() == OK
    finder = Recall(hall.archive, hall.board.ring, hall.board.scratch_buf)
    newest = words[book.ROUND]
    first = max(newest - 50, 2)
    assert finder.oldest() <= first
    count = 0
    for number in range(first, newest):
        expected = [step for step in written[number] if step[0] != steps.STEP_ACK]
        found = []
        for index in range(finder.count(number)):
            assert finder.find(number, index), (number, index)
            if finder.kind != steps.STEP_ACK:
                found.append((finder.kind, bytes(finder.step_buf[: finder.size])))
        assert found == expected, number
        count += len(found)
    laps = hall.board.ring.space.head // (sectors - 6)
    print("recall", newest - first, "steps", count, "oldest", finder.oldest(), "laps", laps)


def main(arguments):
    use_cheap_signer()
    options = dict([argument.split("=") for argument in arguments[1:]])
    sectors, rounds = int(options.get("sectors", "26")), int(options.get("rounds", "120"))
    if arguments[0] == "recall":
        recall(sectors, rounds, int(options.get("bets", "1")))
        return
    plays = {"wrap": wrap, "full": full, "brim": brim, "bad": bad, "rot": rot}
    plays[arguments[0]](sectors, rounds)


main(sys.argv[1:])
