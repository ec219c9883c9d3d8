"""Run on the unix port: old records are built anew a stretch at a time, and nothing else notices.

    table_lookback.py NAME

Each function is one claim, named by the test that runs it. Prints its name.
"""

import sys

from cut_host import use_cheap_signer
from fake_flash import FakeFlash
from fake_parts import World
from fake_table import Table, read_record, size_of

from shaker.app import book
from shaker.app.lookback import STRETCH
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.spots import FIELD
from shaker.seal import record

_WAGERS = 90  # of a round: more than one stretch


class Loop(World):
    """Dice that fall in a circle."""

    def throw(self):
        self.lying = self.falls[self.throw_count % len(self.falls)]
        self.throw_count += 1


class Hall:
    """A table at which rounds of many wagers are played; counts what the ledger folds."""

    def __init__(self, rounds, sectors=40):
        self.table = Table(FakeFlash(sectors * 4096), Loop([(2, 2), (3, 1), (6, 1), (5, 6)]))
        self.table.start()
        self.table.provision()
        self.board = self.table.board
        self.archive = self.board.archive
        self.folded = 0
        self._fold = self.board.ledger.fold
        self.board.ledger.fold = self._counting
        self.records = {}
        for _ in range(rounds):
            self.play()

    def _counting(self, kind, buf, at):
        self.folded += 1
        return self._fold(kind, buf, at)

    def bet(self, spot, units):
        number = self.table.next_command()
        return self.board.desk.bet(number, ops.OP_BET, 0, spot, units, 0)

    def wager(self, count=_WAGERS):
        for _ in range(count):
            assert self.bet(FIELD, 1) == OK

    def play(self):
        self.wager()
        self.finish()

    def finish(self):
        """Roll; the record is read as it first is, and acknowledged."""
        assert self.board.desk.roll(self.table.next_command()) == OK
        words = self.board.ledger.book
        self.table.run_until(lambda: words[book.PHASE] == book.WAITING)
        for sequence in range(len(self.records), self.archive.newest() + 1):
            self.records[sequence] = bytes(read_record(self.archive, sequence))
        assert self.archive.acknowledge(self.archive.newest()) == OK
        self.table.run(3)

    def results(self):
        """The sequences of results."""
        kind = record.AT_KIND
        return [n for n in sorted(self.records) if self.records[n][kind] == record.KIND_RESULT]

    def part(self, sequence):
        """The record, if this turn has it."""
        size = self.archive.size_of(sequence)
        if size < 0:
            return None
        buf = bytearray(size)
        assert self.archive.read_into(sequence, 0, buf, 0, size) == size
        return bytes(buf)


def no_turn_of_the_loop_takes_longer_than_a_stretch():
    hall = Hall(3)
    wanted = hall.results()[-2]
    turns = 0
    while True:
        hall.archive.turn(True)
        hall.folded = 0
        for _ in range(4):  # as often as a session may ask in a turn
            size = hall.archive.size_of(wanted)
        assert hall.folded <= STRETCH
        turns += 1
        if size >= 0:
            break
        assert hall.archive.is_looking
    assert turns >= 3
    assert hall.part(wanted) == hall.records[wanted]


def records_in_a_row_cost_their_own_steps_alone():
    hall = Hall(4)
    hall.folded = 0
    for sequence in hall.records:
        assert bytes(read_record(hall.archive, sequence)) == hall.records[sequence]
    in_order = hall.folded
    assert in_order < 1.3 * 4 * (_WAGERS + 10)
    hall.folded = 0
    for sequence in sorted(hall.records, reverse=True):
        assert bytes(read_record(hall.archive, sequence)) == hall.records[sequence]
    assert hall.folded > 1.5 * in_order, "backwards each begins anew"


def a_table_goes_on_between_two_stretches():
    """Wagers, closes that use the place of the past, rolls: on both sides nothing is wrong."""
    for pause in range(1, 7):
        hall = Hall(3)
        first, second = hall.results()[:2]
        money = bytes(hall.board.scribe.guard._pairs[0]._part)
        for wanted in (first, second):
            turns = 0
            while True:
                hall.archive.turn(True)
                data = hall.part(wanted)
                if data is not None:
                    break
                turns += 1
                assert turns < 40
                assert bytes(hall.board.scribe.guard._pairs[0]._part) == money
                if turns == pause:
                    hall.wager(3)
                    hall.finish()
                    money = bytes(hall.board.scribe.guard._pairs[0]._part)
            assert data == hall.records[wanted], (pause, wanted)
        assert hall.board.ledger.book[book.FAULT] == 0
        hall.table.start()
        for sequence in hall.records:
            data = bytes(read_record(hall.table.board.archive, sequence))
            assert data == hall.records[sequence], sequence


def two_connections_that_want_different_records_both_get_them():
    hall = Hall(4)
    first, _, third, _ = hall.results()
    got = {}
    for _ in range(60):
        hall.archive.turn(True)
        for wanted in (third, first):
            data = hall.part(wanted)
            if data is not None:
                assert data == hall.records[wanted]
                got[wanted] = got.get(wanted, 0) + 1
    assert got[first] >= 2
    assert got[third] >= 2


def what_nobody_asks_for_any_more_is_given_up():
    hall = Hall(3)
    first, second = hall.results()[:2]
    hall.archive.turn(True)
    assert hall.part(first) is None
    assert hall.archive.is_looking
    hall.archive.turn(True)
    hall.archive.turn(True)
    assert not hall.archive.is_looking
    assert bytes(read_record(hall.archive, second)) == hall.records[second]


def nothing_is_looked_for_while_dice_are_shaken():
    hall = Hall(3)
    hall.wager(2)
    assert hall.board.desk.roll(hall.table.next_command()) == OK
    words = hall.board.ledger.book
    hall.table.run_until(lambda: words[book.PHASE] == book.SHAKING)
    hall.board.shaker.motor.is_on = 1
    hall.table.run(1)
    hall.folded = 0
    assert hall.part(hall.results()[0]) is None
    assert hall.folded == 0
    assert not hall.archive.is_looking
    hall.board.shaker.motor.is_on = 0


def a_past_that_was_overwritten_is_gone_and_never_another():
    hall = Hall(2, sectors=26)
    wanted = hall.results()[0]
    hall.archive.turn(True)
    assert hall.part(wanted) is None
    for _ in range(40):
        hall.play()
    assert hall.archive.oldest() > wanted
    assert size_of(hall.archive, wanted) < 0
    oldest = hall.archive.oldest()
    assert bytes(read_record(hall.archive, oldest)) == hall.records[oldest]


use_cheap_signer()
globals()[sys.argv[1]]()
print(sys.argv[1])
