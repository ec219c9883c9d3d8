"""A host and its board over a bad life: power cuts, pulled plugs, bad frames, a host that dies.

The whole controller behind the link, on flash that is cut in the middle of its operations. What
the host was told must be what stands, every record must reach its disk once and in order, and no
dice may fall that no record tells of. Both sides run in one process and simulated time.
"""

import hashlib
import random

import pytest

from boxcars.link import BoardMemory, Expectation, Link, LinkError, RefusedError
from boxcars.link.errors import SilentDeviceError, UnpluggedError
from firmware.tests.bad_lines import SIMPLE
from firmware.tests.controller_rig import Cabinet, use_quick_signer
from firmware.tests.micropython.fake_flash import PowerCut
from shaker.app import book
from shaker.core.spots import DONT_PASS, FIELD, PASS
from shaker.seal import record

ROUNDS = 12
SEATS = 4
SPOTS = (PASS, DONT_PASS, FIELD)
_AGAIN_S = 30.0


@pytest.fixture(autouse=True)
def _signer(monkeypatch):
    use_quick_signer(monkeypatch)


def _word(one, at):
    return int.from_bytes(one.header[at : at + 4], "little")


def _is_result(one):
    return one.header[record.AT_KIND] == record.KIND_RESULT


class _Life:
    """The cabinet, what happens to it, and a host's disk."""

    def __init__(self, seed, kind="drops"):
        self.dice = random.Random(seed)
        falls = [(self.dice.randint(1, 6), self.dice.randint(1, 6)) for _ in range(20 * ROUNDS)]
        self.cabinet = Cabinet(falls)
        self.cut_count = 0
        self.pull_count = 0
        self.death_count = 0
        self.disk = []  # every record that the host has committed
        self.stakes = {}  # what the host was told of this round
        self._plugged_s = 0.0
        for outlet in self.cabinet._outlets:
            self._guard(outlet)
        self.cabinet.provision()
        self.link = self.cabinet.link(acknowledge=True)
        self.link.open_table("rws-2013", SEATS, minimum=5, maximum=100_000)
        self.cabinet.host.faults = SIMPLE[kind](seed)
        turn = self.cabinet.clock.on_sleep
        self.cabinet.clock.on_sleep = lambda: (self._plug(), turn())

    def _guard(self, outlet):
        poll = outlet.poll

        def guarded():
            try:
                poll()
            except PowerCut:
                self.cut_count += 1
                self.cabinet.flash.power_on()
                self.cabinet.start()

        outlet.poll = guarded

    def _plug(self):
        if self.cabinet.host.unplugged and self.cabinet.clock.now_s >= self._plugged_s:
            self.cabinet.host.unplugged = False

    def harm(self):
        """Something may go wrong in what comes next."""
        what = self.dice.random()
        if what < 0.35:
            self.cabinet.flash.cut(self.dice.randint(1, 12), self.dice.randrange(257))
        elif what < 0.5:
            self.pull_count += 1
            self.cabinet.host.unplugged = True
            self._plugged_s = self.cabinet.clock.now_s + self.dice.uniform(0.1, 6.0)
        elif what < 0.58:
            self.die()

    def die(self):
        """The host's process ends without a word; the next knows what is on its disk."""
        self.death_count += 1
        expect = Expectation(memory=self._memory())
        self.link = Link(
            self.cabinet.host.open, clock=self.cabinet.clock, acknowledge=True, expect=expect
        )
        end = self.cabinet.clock.now_s + _AGAIN_S
        while not self.link.is_open:
            try:
                self.link.connect()
            except (UnpluggedError, SilentDeviceError, LinkError):
                assert self.cabinet.clock.now_s < end
                self.cabinet.clock.sleep(0.25)

    def _memory(self):
        if not self.disk:
            return None
        last = self.disk[-1]
        head = hashlib.sha512(last.header + last.signature).digest()[:32]
        device = self.cabinet.board.handler.device
        return BoardMemory(device, _word(last, record.AT_BOOT), last.sequence, head)

    # -- a round -----------------------------------------------------------------------------

    def bet(self):
        """Some wagers under way together; what is answered is what counts."""
        wagers = [
            (self.dice.randrange(SEATS + 1), self.dice.choice(SPOTS), 5 * self.dice.randint(1, 9))
            for _ in range(self.dice.randint(1, 8))
        ]
        self.harm()
        answers = self.link.perform_all(
            [("bet", {"seat": a, "spot": b, "amount": c, "craps": -1}) for a, b, c in wagers]
        )
        for (seat, spot, amount), answer in zip(wagers, answers, strict=True):
            if isinstance(answer, RefusedError):
                continue  # nothing has changed
            assert not isinstance(answer, LinkError), answer
            total = self.stakes.get((seat, spot), 0) + amount
            assert answer == {"seat": seat, "spot": spot, "debit": amount, "total": total}
            self.stakes[seat, spot] = total
        self.look()

    def look(self):
        """What stands is what the host was told."""
        found = {(stake.seat, stake.spot): stake.amount for stake in self.link.state().stakes}
        assert found == self.stakes

    def shake(self):
        """Ask until the result of the round is on disk."""
        number = self.link.state().round
        self.link.follow(len(self.disk))
        end = self.cabinet.clock.now_s + 300.0
        while not self._has_result(number):
            assert self.cabinet.clock.now_s < end, "no result came"
            if self.link.state().state in (book.BETTING, book.CLOSED):
                self._roll(number)
            self.harm()
            self.link.follow(len(self.disk))
            while (one := self.link.next_record(1.0)) is not None:
                self._keep(one)

    def _roll(self, number):
        try:
            assert self.link.roll() == number
        except RefusedError as error:  # it rolls already, or lay still when the power went
            if error.word not in ("E_STATE", "E_BUSY", "E_REFUSAL_LOST"):
                raise

    def _keep(self, one):
        assert one.sequence == len(self.disk)
        self.disk.append(one)
        if self.dice.random() < 0.1:
            self.die()  # it is on disk, and the board was not told
            self.link.follow(len(self.disk))
        else:
            self.link.commit(one)

    def _has_result(self, number):
        return number in [_word(one, record.AT_ROUND) for one in self.disk if _is_result(one)]

    def settle(self):
        """The next round opens, and the host reads what is left of the wagers."""
        end = self.cabinet.clock.now_s + 60.0
        while self.link.state().state != book.BETTING:
            assert self.cabinet.clock.now_s < end
            newest = self.link.ping().newest
            self.link.follow(len(self.disk))
            while len(self.disk) <= newest:
                self._keep(self.link.next_record(10.0))
            self.link.acknowledge(len(self.disk) - 1)
            self.link.idle(0.2)
        self.stakes = {
            (stake.seat, stake.spot): stake.amount for stake in self.link.state().stakes
        }


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("kind", [kind for kind in SIMPLE if kind != "none"])
def test_a_bad_life_loses_and_doubles_nothing(kind, seed):
    life = _Life(seed, kind)
    for _ in range(ROUNDS):
        for _ in range(life.dice.randint(1, 4)):
            life.bet()
        life.shake()
        life.settle()
    rounds = [_word(one, record.AT_ROUND) for one in life.disk if _is_result(one)]
    assert rounds == list(range(1, ROUNDS + 1))
    assert life.cabinet.world.throw_count <= ROUNDS + life.cut_count
    assert min(life.cut_count, life.pull_count, life.death_count) > 1
    assert life.cabinet.host.faults.hurt_count > 20
