"""Run on the unix port: bits of the critical memory flip; a good copy mends, or the fault latches.

table_memory.py NAME
"""

import sys

from cut_host import use_cheap_signer
from fake_flash import FakeFlash
from fake_parts import World
from fake_table import Table, read_record

from shaker.app import book, faults, meters
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.spots import FIELD, PASS
from shaker.core.state import STAKE_MASK, seat_at
from shaker.link import codes
from shaker.seal import record

_AT_TRIES = 23  # a bit in every so many bytes is tried


class Rig:
    """A table with two wagers on it and a point."""

    def __init__(self):
        self.table = Table(FakeFlash(40 * 4096), World([(2, 2), (1, 1), (3, 1), (6, 6)]))
        self.table.start()
        self.table.provision()
        self.bet(0, PASS, 10)
        self.roll()
        self.bet(1, FIELD, 20)
        self.pairs = self.board.scribe.guard._pairs
        self.images = [bytes(pair._part) for pair in self.pairs]

    @property
    def board(self):
        return self.table.board

    @property
    def words(self):
        return self.table.board.ledger.book

    def bet(self, seat, spot, units):
        number = self.table.next_command()
        return self.board.desk.bet(number, ops.OP_BET, seat, spot, units, 0)

    def until(self, phase):
        self.table.run_until(lambda: self.words[book.PHASE] == phase)

    def roll(self):
        assert self.board.desk.roll(self.table.next_command()) == OK
        self.table.run_until(lambda: self.words[book.PHASE] == book.WAITING)
        assert self.board.archive.acknowledge(self.board.archive.newest()) == OK

    def is_as_it_was(self):
        return [bytes(pair._part) for pair in self.pairs] == self.images

    def stake(self, seat, spot):
        return self.board.ledger.table.state[seat_at(seat) + spot] & STAKE_MASK


def flip(buf, at):
    buf[at] ^= 1 << at % 8 if at % 8 < 7 else 1


def one_bad_copy_is_mended():
    rig = Rig()
    tried = 0
    for pair in rig.pairs:
        for buf in (pair._part, pair._twin):
            for at in range(0, len(buf), _AT_TRIES):
                flip(buf, at)
                assert rig.board.scribe.is_sound()
                assert rig.is_as_it_was()
                tried += 1
        for at in range(8):
            flip(pair._sums, at)
            assert rig.board.scribe.is_sound()
            assert rig.is_as_it_was()
    assert rig.board.scribe.guard.rebuilt_count == tried + 8 * len(rig.pairs)
    assert rig.words[book.FAULT] == 0
    rig.roll()


def flip_is_found_by_the_next_step_and_never_kept():
    """A stake that grew by itself is mended before the next bet is taken, not blessed by it."""
    rig = Rig()
    rig.board.ledger.table.state[seat_at(0) + PASS] += 1024
    rig.words[meters.OUT] += 7
    assert rig.bet(0, FIELD, 5) == OK
    assert rig.stake(0, PASS) == 10
    out = rig.words[meters.OUT]
    rig.table.start()
    assert rig.stake(0, PASS) == 10
    assert rig.words[meters.OUT] == out


def two_bad_copies_are_folded_anew_and_latched():
    for index in range(5):
        rig = Rig()
        pair = rig.pairs[index]
        at = 4 * (seat_at(0) + PASS) if index == 0 else 40
        flip(pair._part, at)
        flip(pair._twin, at + 8)
        assert rig.bet(0, FIELD, 5) == codes.E_FAULTED
        rig.table.run(6)
        assert rig.words[book.FAULT] == faults.MEMORY
        assert rig.stake(0, PASS) == 10
        assert rig.stake(1, FIELD) == 20
        assert rig.stake(0, FIELD) == 0
        rig.table.start()  # survives
        rig.table.run(6)
        assert rig.words[book.FAULT] == faults.MEMORY
        assert rig.board.round.clear(rig.table.next_command(), faults.MEMORY) == OK
        rig.roll()


def lost_memory_in_a_shake_keeps_the_money():
    for turns in range(7):  # up to the capture; behind it the next step finds it
        rig = Rig()
        assert rig.board.desk.roll(rig.table.next_command()) == OK
        rig.until(book.SHAKING)
        rig.table.run(turns)
        flip(rig.pairs[0]._part, 8)
        flip(rig.pairs[0]._twin, 16)
        rig.table.run(30)
        assert rig.words[book.FAULT] == faults.MEMORY, turns
        money = rig.words[meters.IN]
        assert rig.board.round.clear(rig.table.next_command(), faults.MEMORY) == OK
        if rig.words[book.PHASE] <= book.CLOSED:
            rig.board.desk.roll(rig.table.next_command())
        rig.until(book.WAITING)
        assert rig.words[meters.IN] == money == 30
        assert rig.words[meters.ROUNDS] == 2


def record_is_sealed_as_it_was_captured():
    """A bit of a die or a number flips in memory between the outcome and its signature."""
    for die in (record.AT_DIE_A, record.AT_DIE_B, record.AT_SEQUENCE):
        rig = Rig()
        assert rig.board.desk.roll(rig.table.next_command()) == OK
        rig.until(book.SEALING)
        assert rig.board.ledger.pending
        rig.board.ledger.header[die] ^= 4
        rig.until(book.WAITING)
        data = read_record(rig.board.archive, rig.board.archive.newest())
        assert (data[record.AT_DIE_A], data[record.AT_DIE_B]) == rig.table.world.lying
        assert rig.board.scribe.guard.rebuilt_count == 1
        rig.table.start()
        assert rig.board.recovery.damaged_count == 0
        assert read_record(rig.board.archive, rig.board.archive.newest()) == data


def every_fault_survives_a_restart_and_only_clear_unlatches():
    for code in range(1, len(faults.WORDS)):
        rig = Rig()
        rig.board.round.latch(code)
        rig.table.run(4)
        for _ in range(2):
            rig.table.start()
            rig.table.run(6)
            assert rig.words[book.FAULT] == code
        throws = rig.table.world.throw_count
        rig.board.desk.roll(rig.table.next_command())
        rig.table.run(40)
        assert rig.table.world.throw_count == throws
        assert rig.board.round.clear(rig.table.next_command(), code) == OK
        rig.table.start()
        rig.table.run(6)
        assert rig.words[book.FAULT] == 0
        rig.roll()


def board_that_was_rolled_back_latches():
    rig = Rig()
    old = bytes(rig.table.flash.data)
    head = bytearray(32)
    rig.roll()
    rig.board.scribe.chain.head_into(head, 0)
    handler = rig.board.handler
    sequence = rig.board.archive.newest()
    assert handler.remembered(rig.words[book.BOOT], sequence, head, 0) == OK
    assert handler.remembered(rig.words[book.BOOT], sequence - 1, head, 0) == OK
    wrong = bytearray(head)
    wrong[5] ^= 1
    rig.table.flash = FakeFlash(len(old), old)
    rig.table.start()
    rig.table.run(6)
    handler = rig.board.handler
    assert handler.remembered(1, sequence, head, 0) == codes.E_ROLLED_BACK
    rig.table.run(6)
    assert rig.words[book.FAULT] == faults.ROLLED_BACK
    for boot, known, memory in ((9, 0, head), (1, rig.board.archive.newest(), wrong)):
        rig.table.flash = FakeFlash(len(old), old)
        rig.table.start()
        rig.table.run(6)
        answer = rig.board.handler.remembered(boot, known, memory, 0)
        rig.table.run(6)
        assert answer == codes.E_ROLLED_BACK, boot
        assert rig.words[book.FAULT] == faults.ROLLED_BACK


use_cheap_signer()
globals()[sys.argv[1]]()
print(sys.argv[1])
