"""Whole shakes of the bench kit in the cabinet: good dice are read, a fault does not stay.

What each fault is refused with, the product shows in `hil_tests/test_no_rolls.py`.

Each case runs on a forked copy of one prepared board, so it is the same alone or in company.
"""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from boards.virtual import MS, SEC, Board
from boards.virtual.cabinet import Cabinet
from boards.virtual.measure import bench_kit
from boards.virtual.tests.shaking import Evidence, Rig
from boxcars.build import artifacts, wiring
from boxcars.paths import BOARDS, FIRMWARE

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

WIRING = wiring.load(BOARDS / artifacts.BENCH)
SPI = WIRING.numbers["optics.spi"]


@pytest.fixture(scope="module")
def rig() -> Rig:
    return Rig()


def test_dice_that_lie_well_are_read(rig: Rig) -> None:
    """Two shakes, one shown and one drawn; no byte was asked of a sensor before it was there."""

    def run(_: Board) -> tuple[Evidence, Evidence, tuple[int, int], int]:
        rig.cabinet.show(3, 5)
        one, other = rig.shake(), rig.shake(word=19)
        hasty = sum(sensor.hasty_count for sensor in rig.cabinet.sensors)
        return one, other, rig.cabinet.faces, hasty

    one, other, faces, hasty = rig.board.in_fork(run)
    assert (one["state"], one["face_a"], one["face_b"]) == ("done", 3, 5)
    assert (other["state"], other["face_a"], other["face_b"]) == ("done", *faces)
    assert hasty == 0
    assert one["frame_count"] == 6
    assert min(one["margin_a"], one["margin_b"]) > 0
    driven = [one[f"{phase}_ms"] for phase in ("spin_up", "tumble", "soft_stop", "brake")]
    assert driven == pytest.approx([150, 807, 100, 80], abs=1)  # the tick is a millisecond
    assert one["tach_count"] > 50
    assert one["motor_work_mj"] > 1000
    assert 0 < one["settle_ms"] < 1500


def test_two_crossed_sensors_are_found_by_their_floors(rig: Rig) -> None:
    evidence = rig.board.in_fork(lambda _: rig.shake("swapped"))
    assert (evidence["state"], evidence["reason"]) == ("fault", "sensor-swapped")
    assert (evidence["face_a"], evidence["face_b"]) == (0, 0)


def test_a_fault_in_one_shake_does_not_stay(rig: Rig) -> None:
    def run(_: Board) -> list[str]:
        rig.cabinet.order("cocked left 30 shake=1; lid at=300 for=2 shake=2")
        return [rig.shake()["reason"] for _ in range(3)]

    assert rig.board.in_fork(run) == ["cocked", "lid-open", "read"]


@pytest.mark.parametrize("side", [0, 1])
def test_a_lid_in_the_middle_of_a_frame_leaves_the_bus_free(rig: Rig, side: int) -> None:
    """Both sensors answering at once looked like a broken one to the next shake."""

    def run(_: Board) -> tuple[list[str], int]:
        board, cabinet = rig.board, rig.cabinet
        taken: list[bytes] = []

        def on_frame(frame: bytes) -> None:
            taken.append(frame)
            if len(taken) == 3:
                board.at(board.now + 8 * MS, lambda: cabinet.open("lid"))
                board.at(board.now + 10 * MS, lambda: cabinet.close("lid"))

        cabinet.sensors[side].on_frame.append(on_frame)
        reasons = [rig.shake()["reason"], rig.shake(word=9)["reason"]]
        return reasons, board.pins.spi(SPI).clash_count

    assert rig.board.in_fork(run) == (["lid-open", "read"], 0)


def test_dice_are_read_where_they_lie(rig: Rig) -> None:
    call = "shaker.read_where_they_lie()\nfinish()"

    def run(_: Board) -> tuple[Evidence, Evidence, int]:
        rig.cabinet.place(2, 6)
        good = rig.report(call)
        rig.cabinet.open("lid")
        return good, rig.report(call), rig.cabinet.shake_count

    good, bad, shakes = rig.board.in_fork(run)
    assert (good["state"], good["face_a"], good["face_b"]) == ("done", 2, 6)
    assert good["tumble_ms"] == good["tach_count"] == 0
    assert (bad["state"], bad["reason"]) == ("no-roll", "lid-open")
    assert shakes == 0


def test_dice_at_rest_are_not_read_once_lid_or_tilt_was_open(rig: Rig) -> None:
    """Closed again or not: they are no longer what the shake has thrown."""
    call = "shaker.read_at_rest({})\nfinish()"

    def run(switch: str | None, told: int) -> tuple[object, object]:
        rig.shake()
        rig.cabinet.place(2, 6)
        if switch:
            rig.cabinet.open(switch)
            rig.board.run_for(50 * MS)
            rig.cabinet.close(switch)
        evidence = rig.report(call.format(told))
        return evidence["reason"], evidence["face_b"]

    def all_ways(_: Board) -> list[tuple[object, object]]:
        return [run(None, 0), run("lid", 0), run("tilt", 0), run(None, 1)]

    disturbed = ("disturbed", 0)
    assert rig.board.in_fork(all_ways) == [("read", 6), disturbed, disturbed, disturbed]


@pytest.mark.parametrize(("width", "height"), [(64, 64), (41, 31)])
def test_a_sensor_of_another_size_sees_a_whole_shake(width: int, height: int) -> None:
    """The largest frame that the driver and the reader take, and an uneven one."""
    size = {"optics.frame_width": width, "optics.frame_height": height}
    bench = bench_kit()
    cabinet = Cabinet(bench.board, replace(WIRING, numbers={**WIRING.numbers, **size}))
    bench.install("shake_bench", FIRMWARE / "bench" / "shake_bench.py")
    changes = f"short=False, OPTICS_FRAME_WIDTH={width}, OPTICS_FRAME_HEIGHT={height}"
    bench.exec(f"import shake_bench\nshake_bench.make({changes})")
    cabinet.show(3, 5)
    said = bench.board.repl.exec("shake_bench.run(7)\nshake_bench.report()", 60 * SEC)
    evidence: Evidence = ast.literal_eval(said)
    assert (evidence["reason"], evidence["face_a"], evidence["face_b"]) == ("read", 3, 5)
    assert [sensor.hasty_count for sensor in cabinet.sensors] == [0, 0]


def test_a_shake_can_be_called_off(rig: Rig) -> None:
    source = "shaker.start(3)\nfor _ in range(100):\n    shaker.step()\n    time.sleep_ms(1)\n"

    def run(_: Board) -> tuple[Evidence, bool]:
        evidence = rig.report(f"import time\n{source}shaker.stop()\nfinish()")
        return evidence, rig.cabinet.motor.enabled

    evidence, enabled = rig.board.in_fork(run)
    assert (evidence["state"], evidence["reason"]) == ("no-roll", "stopped")
    assert not enabled


def test_a_brown_out_stops_the_motor_and_the_dice_can_be_read_after(rig: Rig) -> None:
    def run(_: Board) -> tuple[list[str], bool, Evidence, tuple[int, int]]:
        board, cabinet = rig.board, rig.cabinet
        before = len(board.events)
        cabinet.order("brown-out at=600 for=150 shake=1")
        board.repl.start("run(7)")
        board.run_for(700 * MS)
        enabled = cabinet.motor.enabled
        board.run_until(lambda: board.ready and board.now > cabinet.shake_started + 2 * SEC)
        rig.exec("import shake_bench\nshake_bench.make()\nfrom shake_bench import *")
        evidence = rig.report("shaker.read_where_they_lie()\nfinish()")
        return [e.kind for e in board.events[before:]], enabled, evidence, cabinet.faces

    events, enabled, evidence, faces = rig.board.in_fork(run)
    assert events == ["power-off", "power-on"]
    assert not enabled
    assert (evidence["face_a"], evidence["face_b"]) == faces


def test_a_whole_shake_allocates_nothing(rig: Rig) -> None:
    """The emulator counts entries into the allocator while the image shakes and reads."""
    measured = rig.bench.measure("shake_bench.run(9)", setup="run(8)", interrupts=True)
    assert measured.result == "7"
    assert (measured.alloc_count, measured.realloc_count) == (0, 0)
