"""A bad line and a lost host: nothing is lost, nothing doubled, nothing happens by noise."""

from __future__ import annotations

import random

import pytest

from boxcars.link import Link, RefusedError
from boxcars.link.ports import SerialPort
from boxcars.link.schema import BY_NAME, LINK, Message
from boxcars.link.wire import NO_TAG, Deframer, Frame
from hil_tests.bench import Bench
from shaker.app import book
from shaker.core.spots import FIELD, PASS
from shaker.link.messages import HOST_PORT, TO_BOARD, TO_HOST
from shaker.seal import record

pytestmark = pytest.mark.emulator

_SHARE = 0.08  # of the writes and reads that something happens to


class NoisyPort:
    """Flips, drops and adds bytes, both ways; which ones is drawn from a seed."""

    def __init__(self, port: SerialPort, rng: random.Random) -> None:
        self._port = port
        self._rng = rng
        self.timeout: float | None = 0.0
        self.hurt_count = 0

    @property
    def in_waiting(self) -> int:
        return self._port.in_waiting

    def read(self, size: int = 1) -> bytes:
        self._port.timeout = self.timeout
        return self._hurt(self._port.read(size), _SHARE / 16)  # it comes byte by byte

    def write(self, data: bytes) -> int | None:
        return self._port.write(self._hurt(data, _SHARE))

    def close(self) -> None:
        self._port.close()

    def _hurt(self, data: bytes, share: float) -> bytes:
        if not data or self._rng.random() >= share:
            return data
        self.hurt_count += 1
        at = self._rng.randrange(len(data))
        kind = self._rng.randrange(4)
        if kind == 0:
            return data[:at] + bytes((data[at] ^ 1 << self._rng.randrange(8),)) + data[at + 1 :]
        if kind == 1:
            return data[:at] + data[at + 1 :]
        if kind == 2:
            return data + data
        return data[:at] + self._rng.randbytes(20) + data[at:]


class Overheard:
    """A port that knows the tag of the session on it: every frame that is written carries it."""

    def __init__(self, port: SerialPort) -> None:
        self._port = port
        self._deframer = Deframer()
        self.tag = NO_TAG
        self.timeout: float | None = 0.0

    @property
    def in_waiting(self) -> int:
        return self._port.in_waiting

    def read(self, size: int = 1) -> bytes:
        self._port.timeout = self.timeout
        return self._port.read(size)

    def write(self, data: bytes) -> int | None:
        for frame in self._deframer.feed(data):
            self.tag = frame.tag
        return self._port.write(data)

    def close(self) -> None:
        self._port.close()


@pytest.mark.proves("LINK-1")
def test_wagers_over_a_noisy_line_count_once(bench: Bench) -> None:
    before = bench.meters()["money_in"]
    bench.link.close()
    noisy = NoisyPort(bench.raw("host"), bench.rng())
    link = Link(lambda: noisy, clock=bench.clock, acknowledge=True)
    link.connect()
    totals = [link.bet(0, FIELD, 25).total for _ in range(30)]
    assert totals == [25 * number for number in range(1, 31)]
    assert noisy.hurt_count >= 3
    assert sum(stake.amount for stake in link.state().stakes) == 750
    link.close()
    bench.link.connect()  # the line is quiet again: an answer of 600 bytes would hardly pass
    assert bench.meters()["money_in"] - before == 750
    assert bench.link.link_errors(HOST_PORT).damaged > 0


@pytest.mark.proves("LINK-2")
def test_any_bytes_at_all_change_nothing(bench: Bench) -> None:
    bench.link.bet(0, PASS, 25)
    before = bench.link.state()
    line = bench.raw("host")
    rng = bench.rng()
    bet = BY_NAME["bet"]
    fields = bet.fields.pack({"seat": 1, "spot": FIELD, "amount": 500, "craps": -1})
    for _ in range(40):
        junk = rng.randbytes(rng.choice((1, 30, 700)))
        forged = Frame(bet.id, rng.randbytes(4), rng.randrange(100), fields).encode()
        line.write(rng.choice((junk, forged, forged[:-3], b"\0" + junk + b"\0", b"\r\n\x03\x04")))
        bench.clock.sleep(0.02)
    line.write(Frame(bet.id, NO_TAG, 1, fields).encode())
    bench.clock.sleep(0.5)
    after = bench.link.state()
    assert after.stakes == before.stakes
    assert after.fault == 0


@pytest.mark.proves("FAIR-1")
def test_no_message_tells_the_board_its_dice(bench: Bench) -> None:
    """Everything that a host may send was looked through: none carries a face."""
    words = ("die", "dice", "face", "pip")
    assert bench.link.welcome.table == LINK.digest  # it is the board's table that is looked at
    found = [
        (message.name, field.name)
        for message in BY_NAME.values()
        for field in message.fields.fields
        if any(word in field.name for word in words) and message.direction == TO_BOARD
    ]
    assert not found


@pytest.mark.proves("LINK-3", "FAIR-1")
def test_what_a_board_sends_is_refused_from_a_host(bench: Bench) -> None:
    """Well formed and in a session that stands, each of them: a result with dice above all."""
    bench.link.bet(0, PASS, 25)
    bench.link.close()
    port = Overheard(bench.raw("host"))
    with Link(lambda: port, clock=bench.clock) as link:
        before, refused = link.state(), link.link_errors(HOST_PORT).refused
        sent = [message for message in BY_NAME.values() if message.direction == TO_HOST]
        assert "result-event" in {message.name for message in sent}
        for number, message in enumerate(sent):
            payload = message.fields.pack(_filled(message))
            port.write(Frame(message.id, port.tag, number, payload).encode())
            link.idle(0.05)
        assert link.link_errors(HOST_PORT).refused - refused == len(sent)
        assert link.state() == before
        assert link.reconnect_count == 0  # the session was right, and stands


def _filled(message: Message) -> dict[str, int | bytes]:
    """A value that fits for each field."""
    return {
        field.name: 3 if field.type[0] in "us" else bytes(max(field.size, 1))
        for field in message.fields.fields
    }


@pytest.mark.needs("dice")
@pytest.mark.proves("LINK-4")
def test_a_round_is_completed_without_its_host_and_kept(bench: Bench) -> None:
    paid = bench.meters()["money_out"]
    bench.link.bet(0, PASS, 25)
    bench.show(6, 5)
    bench.link.roll()
    bench.link.close()
    bench.clock.sleep(8.0)  # the shake ends, the host is found lost
    bench.link.connect()
    assert bench.link.state().state == book.WAITING
    with pytest.raises(RefusedError):
        bench.link.bet(0, PASS, 25)
    header = bench.take(record.KIND_RESULT)
    assert (header.die_a, header.die_b) == (6, 5)
    assert bench.link.state().state == book.BETTING
    assert bench.meters()["money_out"] - paid == 50
