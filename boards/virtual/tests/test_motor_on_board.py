"""The motor of the image in the cabinet: phases true to the profile, stops in time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from boards.virtual import MS, US, Board
from boards.virtual.tests.shaking import Rig
from boxcars.bench import shake

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

SHORT = shake.Profile(spin_up=150, tumble=807, soft_stop=100, brake=80)

# What happens at which time, and how long after it nothing drives the motor any more.
STOPS = [
    ("stalled at=500", 500, 100 * MS),
    ("stalled", 0, 100 * MS),
    ("disconnected", 0, 100 * MS),
    ("shorted at=400", 400, 5 * MS),
    ("lid at=400", 400, 1 * MS),
    ("tilt at=400", 400, 1 * MS),
]


@pytest.fixture(scope="module")
def rig() -> Rig:
    return Rig()


def test_phases_keep_the_profile_while_the_line_is_full(rig: Rig) -> None:
    def run(_: Board) -> tuple[dict[str, int], int]:
        shake.busy_shake(rig.bench, rig.cabinet, 7)
        return shake.edge_deviations(rig.cabinet, SHORT), rig.board.uart.overrun_count

    deviations, _overruns = rig.board.in_fork(run)
    assert set(deviations) == {"tumble", "soft-stop", "brake", "off"}
    assert max(deviations.values()) < 2 * MS, deviations


@pytest.mark.parametrize("case", STOPS, ids=lambda case: case[0].replace(" ", "-"))
def test_it_is_stopped_in_time(rig: Rig, case: tuple[str, int, int]) -> None:
    faults, at_ms, within = case

    def run(_: Board) -> int:
        rig.shake(faults)
        motor, happened = rig.cabinet.motor, rig.cabinet.shake_started + at_ms * MS
        undriven = [t for t, line, value in motor.edges if line == "pwm" and value == 0.0]
        return min(t for t in undriven if t > happened) - happened

    assert rig.board.in_fork(run) <= within


HANG = "shaker.start(7)\ntime.sleep_ms(300)\nmachine.disable_irq()\nwhile True: pass"


def test_a_hung_program_cannot_keep_it_on(rig: Rig) -> None:
    """Interrupts off, in an endless loop: the state machine drops the enable line by itself."""

    def run(_: Board) -> tuple[int, bool]:
        rig.board.repl.start(f"import machine, time\n{HANG}")
        rig.board.run_for(4000 * MS)
        edges = rig.cabinet.motor.edges
        off = [t for t, line, value in edges if line == "enable" and not value][-1]
        return off - rig.cabinet.shake_started, rig.cabinet.motor.enabled

    on_time, enabled = rig.board.in_fork(run)
    planned = (SHORT.spin_up + SHORT.tumble + SHORT.soft_stop + SHORT.brake + 100) * MS
    assert not enabled
    assert abs(on_time - planned) < 1 * MS


def test_the_watchdog_ends_a_hang_before(rig: Rig) -> None:
    def run(_: Board) -> tuple[int, bool, str]:
        watchdog = "machine.WDT(timeout=500)\n"
        rig.board.repl.start(f"import machine, time\n{watchdog}{HANG}")
        rig.board.run_for(1500 * MS)
        off = [t for t, line, v in rig.cabinet.motor.edges if line == "enable" and not v][-1]
        event = rig.board.events[-1]
        return off - event.time, rig.cabinet.motor.enabled, event.kind

    late, enabled, kind = rig.board.in_fork(run)
    assert kind == "watchdog"
    assert not enabled
    assert abs(late) < 100 * US


def test_the_limit_of_the_board_holds_for_any_count(rig: Rig) -> None:
    """Whatever is asked for, the line is high for at most `on_ms_max`, and a drop is a drop."""

    def run(_: Board) -> list[tuple[int, float]]:
        rig.exec(
            "import time\nfrom shaker.chip.motor_cutoff import MotorCutoff\n"
            "c = MotorCutoff(Settings.MOTOR_ENABLE, 50)\n"
            "c.arm(100000)\ntime.sleep_ms(120)\nprint(c.is_on())\n"
            "c.arm(20)\nc.drop()\ntime.sleep_ms(40)\nc.arm(30)\ntime.sleep_ms(5)\nc.drop()"
        )
        return [(t, v) for t, line, v in rig.cabinet.motor.edges if line == "enable"]

    edges = rig.board.in_fork(run)
    widths = [down - up for (up, high), (down, _) in pairwise(edges) if high]
    assert edges[-1][1] == 0.0
    assert abs(widths[0] - 50 * MS) < 1 * MS
    assert all(width < 10 * MS for width in widths[1:])
