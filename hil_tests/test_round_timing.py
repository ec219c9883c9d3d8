"""A round keeps its times: what the motor did by its edges, betting time, and the close."""

from __future__ import annotations

import pytest

from boxcars.build import wiring
from boxcars.link import RefusedError
from boxcars.paths import BOARDS
from hil_tests.bench import Bench
from shaker.app import book
from shaker.core.codes import E_CLOSED
from shaker.core.spots import FIELD, PASS
from shaker.seal import record

pytestmark = pytest.mark.emulator

_MS = 1_000_000
_EDGE_MS = 2.0  # a phase edge is driven by a tick of a millisecond
_SEALED_MS = 3_000  # from dice at rest to the record on the line, far more than it takes


def numbers(bench: Bench) -> dict[str, int]:
    return dict(wiring.load(BOARDS / bench.board).numbers)


@pytest.mark.needs("dice", "motor_trace")
@pytest.mark.proves("TIME-1", "TIME-2")
def test_the_motor_does_what_the_record_says_and_stops(bench: Bench) -> None:
    limits = numbers(bench)
    bench.link.bet(0, PASS, 25)
    before = len(bench.motor_edges())
    header = bench.roll(2, 3)
    edges = bench.motor_edges()[before:]
    on = next(time for time, line, level in edges if line == "enable" and level)
    off = next(time for time, line, level in edges if line == "enable" and not level)
    brake = next(time for time, line, level in edges if line == "brake" and level and time > on)
    driven = header.spin_up_ms + header.tumble_ms + header.soft_stop_ms
    assert (brake - on) / _MS == pytest.approx(driven, abs=_EDGE_MS)
    assert (off - on) / _MS == pytest.approx(driven + header.brake_ms, abs=_EDGE_MS)
    assert (off - on) / _MS < limits["motor.on_ms_max"]
    low = limits["motor.tumble_ms"]
    assert low - 1 <= header.tumble_ms <= low + limits["motor.tumble_random_ms"] + 1
    assert header.spin_up_ms == pytest.approx(limits["motor.spin_up_ms"], abs=1)
    assert header.settle_ms <= limits["optics.settle_ms_max"]
    assert header.motor_work_mj >= limits["motor.work_mj_min"]
    last = {line: level for _, line, level in edges}
    assert last["enable"] == last["brake"] == last["pwm"] == 0.0


@pytest.mark.needs("dice", "motor_trace")
@pytest.mark.proves("TIME-3", "MBS-3.2")
def test_no_more_bets_is_told_before_the_motor_starts(bench: Bench) -> None:
    """And a wager after it is refused, whatever else happens."""
    before = len(bench.motor_edges())
    bench.link.bet(0, PASS, 25)
    bench.show(1, 1)
    bench.link.close_betting()
    assert not [edge for edge in bench.motor_edges()[before:] if edge[1] == "enable"]
    with pytest.raises(RefusedError) as refusal:
        bench.link.bet(1, FIELD, 25)
    assert refusal.value.code == E_CLOSED
    bench.link.roll()
    header = bench.take(record.KIND_RESULT)
    assert (header.die_a, header.die_b) == (1, 1)
    assert [line.seat for line in bench.lines] == [0]


@pytest.mark.needs("dice")
@pytest.mark.proves("TIME-3", "MBS-3.2")
def test_betting_may_stay_open_while_the_dice_tumble(bench: Bench) -> None:
    bench.open_table(close_after_ms=1_200)
    bench.show(5, 6)
    bench.link.roll()
    bench.until(lambda: bench.link.state().state == book.SHAKING)
    assert bench.link.bet(0, FIELD, 25).total == 25
    bench.until(lambda: bench.link.state().closed == 1)
    with pytest.raises(RefusedError):
        bench.link.bet(0, FIELD, 25)
    bench.take(record.KIND_RESULT)
    assert [line.credit for line in bench.lines] == [50]


@pytest.mark.needs("lid")
@pytest.mark.proves("TIME-4")
def test_betting_time_runs_only_while_the_host_is_there(bench: Bench) -> None:
    """The lid is open, so that nothing shakes when it is over."""
    bench.open("lid")
    bench.link.idle(0.3)
    bench.open_table(betting_ms=8_000)
    left = bench.link.state().left_ms
    bench.link.idle(2.0)
    later = bench.link.state().left_ms
    assert left - later == pytest.approx(2_000, abs=100)
    bench.link.close()
    bench.clock.sleep(6.0)  # longer than it takes to find a host lost, and than what was left
    bench.link.connect()
    assert bench.link.state().left_ms >= later - 100
    assert bench.link.state().state == book.BETTING


@pytest.mark.needs("dice")
@pytest.mark.proves("TIME-4")
def test_the_shake_comes_when_the_betting_time_is_over(bench: Bench) -> None:
    """Nobody asks for it, and betting that is closed early does not put it off."""
    for closes in (False, True):
        bench.open_table(betting_ms=2_000)
        bench.link.bet(0, FIELD, 25)
        bench.show(1, 1)
        begin, left_ms = bench.clock.monotonic(), bench.link.state().left_ms
        if closes:
            bench.link.close_betting()
        bench.until(lambda: bench.link.state().state == book.SHAKING)
        waited_ms = (bench.clock.monotonic() - begin) * 1_000
        assert waited_ms == pytest.approx(left_ms, abs=150)
        bench.take(record.KIND_RESULT)
        assert [line.credit for line in bench.lines] == [75]
