"""The rig's image on one emulated board, the product's on another, wired to each other.

The hands of a bench are messages to the rig here, and every line between the boards is played:
both sensors by PIO, bit for bit, tach and current by PWM, switches, supply. One board is run for
the other's sake, so a round takes half a minute of one core.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from boards.virtual.board import Event
from boxcars.link.errors import RefusedError
from hil_tests import preflight
from hil_tests.preflight import Finding
from hil_tests.wired_bench import WiredBench
from shaker.app import book, faults
from shaker.core.spots import PASS
from shaker.dice import reasons
from shaker.link import codes
from shaker.seal import record

pytestmark = [
    pytest.mark.emulator,
    pytest.mark.slow,
    pytest.mark.proves("RIG-2"),
]

_MS = 1_000_000
_EDGE_MS = 2.0  # a phase edge is driven by a tick of a millisecond


@dataclass(frozen=True)
class Start:
    """The pair, brought up from new, and what the preflight found on the way."""

    bench: WiredBench
    unfed: Finding | None
    fed: list[Finding | None]


@pytest.fixture(scope="module")
def start() -> Iterator[Start]:
    """The rig is connected, then the product is fed, calibrated and provisioned through it."""
    bench = WiredBench(seed=3)
    bench.hands.start()
    assert bench.pair.product.state == "off"
    unfed = preflight.check_line(bench)
    fed = [preflight.take_hands(bench), preflight.check_line(bench, bench.expected_image)]
    bench.begin()
    fed.append(preflight.check_hands(bench))
    yield Start(bench, unfed, fed)
    bench.end()


@pytest.fixture
def wired(start: Start) -> WiredBench:
    """A known state for each test, in whatever order they come."""
    start.bench.settle_down()
    return start.bench


def test_a_board_without_supply_is_the_rigs_fault(start: Start) -> None:
    assert start.unfed is not None
    assert (start.unfed.side, start.unfed.what) == (preflight.RIG, "no power")


def test_the_preflight_finds_a_good_rig(start: Start) -> None:
    """It was fed, calibrated and provisioned through the rig, and seen through the board."""
    assert start.fed == [None, None, None]


def test_a_whole_round(wired: WiredBench) -> None:
    """Bet, shake, faces that the rig showed, signed result, acknowledged; and the edges."""
    before = len(wired.motor_edges())
    wired.link.bet(0, PASS, 25)
    header = wired.roll(5, 6)
    assert (header.die_a, header.die_b) == (5, 6)
    assert [line.credit for line in wired.lines] == [50]
    assert wired.link.ping().acknowledged == header.sequence
    wired.verified()
    edges = wired.motor_edges()[before:]
    on = next(time for time, line, level in edges if line == "enable" and level)
    brake = next(time for time, line, level in edges if line == "brake" and level)
    off = next(time for time, line, level in edges if line == "enable" and not level)
    driven = header.spin_up_ms + header.tumble_ms + header.soft_stop_ms
    assert (brake - on) / _MS == pytest.approx(driven, abs=_EDGE_MS)
    assert (off - on) / _MS == pytest.approx(driven + header.brake_ms, abs=_EDGE_MS)
    duties = [level for _, line, level in edges if line == "pwm"]
    assert duties[:2] == pytest.approx([0.9, 0.7], abs=0.01)
    assert duties[-1] == 0.0
    drives = [(time, level) for time, line, level in edges if line == "drive"]
    assert [level for _, level in drives] == [1.0, 0.0]
    assert abs(drives[0][0] - on) < _MS  # the first edge of the PWM, stamped by itself


def test_the_rig_opens_and_closes_the_lid(wired: WiredBench) -> None:
    wired.open("lid")
    wired.link.idle(0.2)
    assert wired.diagnostics()["lid"] == 1
    with pytest.raises(RefusedError) as refusal:
        wired.link.roll()
    assert refusal.value.code in (codes.E_LID, codes.E_STATE)
    wired.close("lid")
    wired.link.idle(0.2)
    assert wired.diagnostics()["lid"] == 0
    wired.drain()


def test_the_rig_cuts_the_supply_and_the_wager_stands(wired: WiredBench) -> None:
    wired.link.bet(1, PASS, 50)
    before = wired.link.state()
    events: list[Event] = []
    wired.pair.product.on_event.append(events.append)
    wired.restart()
    assert [event.kind for event in events] == ["power-off", "power-on"]
    wired.take(record.KIND_POWER_LOSS)
    after = wired.link.state()
    assert (after.stakes, after.round, after.state) == (before.stakes, before.round, book.BETTING)
    wired.verified()


def test_a_motor_that_is_not_connected_is_found(wired: WiredBench) -> None:
    """The rig's tach stands still, and its shunt shows no current."""
    wired.hands.motor(turns_hz=0, current_ma=0)
    wired.link.roll()
    assert wired.take(record.KIND_NO_ROLL).reason == reasons.MOTOR_OPEN
    assert wired.take(record.KIND_FAULT).detail == faults.DICE
    wired.settle_down()
    assert wired.link.state().fault == 0
    assert not wired.link.state().stakes
