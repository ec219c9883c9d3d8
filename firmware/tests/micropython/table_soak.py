"""Run on the unix port: thousands of rounds with everything that can happen between them.

    table_soak.py [rounds=300] [seed=1] [sectors=40] [seal=cheap]

Random wagers, takes and calls, No Rolls, dice faults, voids, lost hosts, doors, restarts and
power cuts in the middle of an operation. A model beside the board keeps what the host was told and
what the records give back; the meters are compared with it after every round, to the unit. The
same seed plays the same game again; a failure prints it with the round.
"""

import sys

from cut_host import use_cheap_signer
from fake_flash import FakeFlash, PowerCut
from fake_parts import World
from fake_table import Table, read_record

from shaker.app import book, faults, meters
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.spots import SPOT_COUNT
from shaker.core.state import POWER_FAILED, SEATS, STAKE_MASK, VALUE, seat_at
from shaker.dice import reasons
from shaker.seal import body, record

_NO_ROLLS = (reasons.COCKED, reasons.MOVED, reasons.UNREADABLE, reasons.NOT_SETTLED)
_STEPS_MAX = 400
_ENTRY_SIZES = {body.TAG_WAGER: 12, body.TAG_RETURN: 8, body.TAG_LINE: 24}


class Chance:
    """A generator that gives the same on both Pythons."""

    def __init__(self, seed):
        self._state = seed % 30269 + 1
        self._other = seed // 30269 % 30307 + 1

    def below(self, limit):
        self._state = self._state * 171 % 30269
        self._other = self._other * 172 % 30307
        return (self._state * 3 + self._other) % limit

    def is_one_in(self, count):
        return self.below(count) == 0


class SoakWorld(World):
    """Dice by chance; what they did is known to the test alone."""

    def __init__(self, chance):
        super().__init__(())
        self._chance = chance

    def throw(self):
        self.throw_count += 1
        if self._chance.is_one_in(9):
            self.lying = _NO_ROLLS[self._chance.below(4)]
        elif self._chance.is_one_in(300):
            self.lying = reasons.OVER_CURRENT
        else:
            self.lying = (self._chance.below(6) + 1, self._chance.below(6) + 1)


class Soak:
    """The board, the host and the model."""

    def __init__(self, seed, sectors):
        self.chance = Chance(seed)
        self.flash = FakeFlash(sectors * 4096)
        self.world = SoakWorld(self.chance)
        self.table = Table(self.flash, self.world, 1 + seed % 5, 4, seed)
        self.table.start()
        self.table.provision()
        self.counts = {}
        self.boot = self.words[book.BOOT]
        self.sequence = 0
        self.records = {}  # the last ones, as they were first read
        self.money_in = 0  # what the host was told: bets taken
        self.money_out = 0  # takes, and the credits of the records
        self.counted = -1  # records below are in it

    @property
    def board(self):
        return self.table.board

    @property
    def words(self):
        return self.table.board.ledger.book

    def note(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    # -- the game ----------------------------------------------------------------------------

    def round(self):
        """One round from bets to ack, with trouble on the way."""
        chance = self.chance
        for _ in range(chance.below(7)):
            self.guarded(self.wager)
        if chance.is_one_in(20):
            self.guarded(self.open_door)
        if chance.is_one_in(40):
            self.guarded(self.void)
        failed = self.board.ledger.table.state[POWER_FAILED]
        if failed and self.words[book.PHASE] <= book.CLOSED and not self.words[book.FAULT]:
            self.guarded(self.withdraw)
        if self.words[book.PHASE] != book.WAITING:
            self.shake()
        self.check_records()
        self.guarded(self.acknowledge)
        self.check()

    def guarded(self, act):
        """Do something, now and then with the power failing in one of its operations."""
        if self.chance.is_one_in(12):
            self.flash.cut(
                1 + self.chance.below(6), self.chance.below(257), self.chance.below(999)
            )
        before = self.ledger_of_money()
        try:
            act()
            self.flash.cut(0)
        except PowerCut:
            self.note("cuts")
            self.restart()
            if act == self.wager:
                self.check_wager(before)

    def ended(self):
        """Rounds that have a result or were void."""
        words = self.words
        return words[meters.ROUNDS] + words[meters.VOIDS]

    def ledger_of_money(self):
        return amount(self.words, meters.IN), amount(self.words, meters.OUT), self.stakes()

    def check_wager(self, before):
        """A wager that was cut stands whole or not at all."""
        now = self.ledger_of_money()
        self.money_in += now[0] - before[0]
        self.money_out += now[1] - before[1]
        if now[0] != before[0] or now[1] != before[1]:
            self.note("wagers that stood behind a cut")
        else:
            assert now[2] == before[2], (before, now)

    def stakes(self):
        state = self.board.ledger.table.state
        total = 0
        for seat in range(state[SEATS]):
            for spot in range(SPOT_COUNT):
                total += state[seat_at(seat) + spot] & STAKE_MASK
        return total

    def wager(self):
        chance, desk = self.chance, self.board.desk
        op = ops.OP_TAKE if chance.is_one_in(6) else ops.OP_BET
        seat, spot = chance.below(4), chance.below(SPOT_COUNT)
        if chance.is_one_in(3):
            spot = 2 * chance.below(2)
        units = (chance.below(8) + 1) * 6
        before = self.ledger_of_money()
        number = self.table.next_command()
        if chance.is_one_in(15):
            code = desk.call(number, seat, spot, chance.below(3), 0)
        else:
            code = desk.bet(number, op, seat, spot, units, units // 2 if spot == 59 else 0)
        if code != OK:
            assert self.ledger_of_money() == before, code  # a refusal changes nothing
            self.note("refused")
            return
        value = self.board.ledger.table.result[VALUE]
        now = self.ledger_of_money()
        assert now[0] - before[0] + now[1] - before[1] == value
        self.money_in += now[0] - before[0]
        self.money_out += now[1] - before[1]
        self.note("wagers")

    def withdraw(self):
        code = self.board.desk.withdraw(self.table.next_command(), self.chance.below(4))
        self.note("withdrawals" if code == OK else "no withdrawal")
        assert (code == OK) == (self.table.profile == 3), code

    def open_door(self):
        self.board.shaker.switches.cabinet_door.opened_count += 1
        self.table.run(6)
        self.note("doors")

    def void(self):
        if self.board.desk.void(self.table.next_command(), 0) == OK:
            assert self.stakes() == 0
            self.note("voids")

    def shake(self):
        """Until the round has its record, whatever it takes."""
        for _ in range(60):
            if self.words[book.PHASE] == book.WAITING:
                return
            if self.words[book.FAULT]:
                self.guarded(self.clear)
            self.guarded(self.roll)
        raise ValueError("no result")

    def clear(self):
        code = self.words[book.FAULT]
        assert code in (faults.NO_ROLLS, faults.DICE, faults.ROLLED_BACK), code
        assert self.board.round.clear(self.table.next_command(), code) == OK
        self.note("faults")

    def roll(self):
        if self.words[book.PHASE] <= book.CLOSED and not self.words[book.ROLL_WANTED]:
            code = self.board.desk.roll(self.table.next_command())
            assert code == OK, code
        if self.chance.is_one_in(80):
            self.table.run(self.chance.below(9))
            self.board.round.latch(faults.ROLLED_BACK)
        for _ in range(_STEPS_MAX):
            if self.words[book.PHASE] == book.WAITING or self.words[book.FAULT]:
                break
            self.table.run(1)
        self.note("rolls")

    def acknowledge(self):
        archive = self.board.archive
        if self.chance.is_one_in(8):
            self.note("host away")  # this round's ack comes with a later one
            return
        code = archive.acknowledge(archive.newest())
        assert code == OK, code

    def restart(self):
        """Power on; it may fail again at once."""
        rested = self.words[book.PHASE] == book.RESTED
        throws = self.world.throw_count
        for _ in range(4):
            self.flash.power_on()
            if self.chance.is_one_in(4):
                self.flash.cut(1 + self.chance.below(5), self.chance.below(257), 5)
            try:
                self.table.start()
                self.table.run(8)
                self.flash.cut(0)
                break
            except PowerCut:
                self.note("second cuts")
        else:
            self.flash.power_on()
            self.table.start()
            self.table.run(8)
        assert self.words[book.BOOT] > self.boot
        self.boot = self.words[book.BOOT]
        self.table.command = max(self.table.command, self.board.handler.last_command(1))
        if rested and self.words[book.PHASE] >= book.RESTED:
            assert self.world.throw_count == throws

    # -- the model ---------------------------------------------------------------------------

    def check_records(self):
        """Every new record is counted once; it and an older one read the same as ever."""
        archive = self.board.archive
        newest = archive.newest()
        assert newest >= self.sequence
        self.sequence = newest
        dice = None
        while self.counted < newest:
            self.counted += 1
            buf = self.read(self.counted)
            self.count_credits(buf)
            if buf[record.AT_KIND] == record.KIND_RESULT:
                dice = (buf[record.AT_DIE_A], buf[record.AT_DIE_B])
        assert dice is None or dice == self.world.lying  # what lies there, and no other throw
        oldest = archive.oldest()
        if newest > oldest and self.chance.is_one_in(10):
            self.read(oldest + self.chance.below(newest - oldest))

    def read(self, sequence):
        buf = read_record(self.board.archive, sequence)
        assert len(buf) >= record.SEALED_SIZE, sequence
        known = self.records.get(sequence, buf)
        assert known == buf, sequence
        self.records[sequence] = buf
        self.records.pop(sequence - 60, None)
        return buf

    def count_credits(self, buf):
        """The units that a result, void or withdrawal gives back, by its signed body."""
        kind = buf[record.AT_KIND]
        if kind not in (record.KIND_RESULT, record.KIND_VOID, record.KIND_WITHDRAWAL):
            return
        at = record.SEALED_SIZE
        while at < len(buf):
            size = _ENTRY_SIZES[buf[at]]
            if buf[at] != body.TAG_WAGER:
                self.money_out += int.from_bytes(buf[at + size - 4 : at + size], "little")
            at += size

    def check(self):
        """The meters are what the host was told and the records say, to the unit."""
        words = self.words
        assert amount(words, meters.IN) == self.money_in
        assert amount(words, meters.OUT) == self.money_out
        assert words[book.FAULT] == faults.NONE or words[book.PHASE] != book.IDLE
        assert self.board.recovery.damaged_count == 0
        assert self.board.scribe.guard.check() == 0
        assert words[book.ACKED] <= words[book.SEQUENCE]
        assert words[meters.ROUNDS] + words[meters.VOIDS] + 1 >= words[book.ROUND]


def amount(words, meter):
    return words[meter] + (words[meter + 1] << 20)


def main(arguments):
    options = dict([argument.split("=") for argument in arguments])
    if options.get("seal", "cheap") == "cheap":
        use_cheap_signer()
    seed, rounds = int(options.get("seed", "1")), int(options.get("rounds", "300"))
    soak = Soak(seed, int(options.get("sectors", "40")))
    print("seed", seed)
    while soak.ended() < rounds:
        try:
            soak.round()
        except Exception as error:
            print("failed in round", soak.ended() + 1, "of seed", seed)
            raise error
    print("rounds", soak.ended(), "records", soak.sequence + 1, "boots", soak.boot)
    for what in sorted(soak.counts):
        print(what, soak.counts[what])


main(sys.argv[1:])
