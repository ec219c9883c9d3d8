"""A program that hangs: the hardware stops the motor, the watchdog starts the board again."""

from __future__ import annotations

import pytest

from boxcars.build import wiring
from boxcars.paths import BOARDS
from hil_tests.bench import Bench
from shaker.app import book, faults
from shaker.core.spots import PASS
from shaker.seal import record

pytestmark = [pytest.mark.emulator, pytest.mark.needs("hang")]


@pytest.mark.proves("DOG-1", "STD-1")
def test_a_hung_board_starts_again_with_its_stakes_and_latches(bench: Bench) -> None:
    bench.link.bet(0, PASS, 25)
    bench.hang()
    bench.clock.sleep(3.0)
    bench.wait_ready()
    bench.take(record.KIND_POWER_LOSS)
    assert bench.take(record.KIND_FAULT).detail == faults.WATCHDOG
    state = bench.link.state()
    assert (state.fault, state.stakes[0].amount) == (faults.WATCHDOG, 25)


@pytest.mark.needs("motor_trace", "dice")
@pytest.mark.proves("DOG-2")
def test_a_hung_program_cannot_keep_the_motor_on(bench: Bench) -> None:
    bench.link.bet(0, PASS, 25)
    bench.link.roll()
    bench.until(lambda: bench.link.state().state == book.SHAKING)
    bench.link.idle(0.3)
    hung = bench.clock.monotonic()
    bench.hang()
    bench.clock.sleep(4.0)
    edges = [(time, level) for time, line, level in bench.motor_edges() if line == "enable"]
    (on, _), (off, level) = edges[-2:]
    limits = wiring.load(BOARDS / bench.board).numbers
    assert level == 0, "the motor is still on"
    assert (off - on) / 1e6 <= limits["motor.on_ms_max"]
    assert off / 1e9 - hung <= limits["watchdog.timeout_ms"] / 1e3 + 0.01
    bench.wait_ready()
    assert bench.take(record.KIND_FAULT).detail == faults.WATCHDOG
    assert bench.link.state().stakes[0].amount == 25
