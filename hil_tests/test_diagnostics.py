"""Diagnostics: what a technician asks is true, and nobody is talked to before the self test."""

from __future__ import annotations

import pytest

from boxcars.link import RefusedError
from boxcars.optics.chambers import chamber_frames
from boxcars.optics.picture import explain
from hil_tests.bench import Bench
from shaker.app import faults, selftest, service_commands
from shaker.core.spots import PASS
from shaker.link import codes

pytestmark = pytest.mark.emulator


@pytest.mark.proves("DIAG-1")
def test_a_healthy_board_has_nothing_to_look_at(bench: Bench) -> None:
    rows = bench.link.diagnostics()
    assert {service_commands.WORDS[row.what] for row in rows} == set(service_commands.WORDS[1:])
    assert [row for row in rows if row.verdict == service_commands.BAD] == []
    values = bench.diagnostics()
    assert values["self-test"] == values["noise"] == values["flash-bad"] == 0
    assert values["journal-free"] > 100_000
    assert values["rounds-left"] > 1_000_000


@pytest.mark.needs("lid")
@pytest.mark.proves("DIAG-1")
@pytest.mark.parametrize("switch", ["lid", "cabinet-door", "logic-door", "tilt"])
def test_an_open_switch_is_seen(bench: Bench, switch: str) -> None:
    bench.open(switch)
    bench.until(lambda: bench.diagnostics()[switch] == 1)
    if switch == "lid":
        with pytest.raises(RefusedError) as refusal:
            bench.link.roll()
        assert refusal.value.code == codes.E_LID
    bench.close(switch)
    bench.until(lambda: bench.diagnostics()[switch] == 0)


@pytest.mark.needs("dice")
@pytest.mark.proves("DIAG-2")
def test_pictures_show_what_lies_there(bench: Bench) -> None:
    bench.place(4, 6)
    frames = chamber_frames(bench.link)
    assert [explain(frame).verdict.face for frame in frames] == [4, 6]
    assert chamber_frames(bench.link, light=False).max() < 16


@pytest.mark.needs("faults", "power_cut")
@pytest.mark.proves("STD-3", "DIAG-3")
def test_the_self_test_is_done_before_anybody_is_talked_to(bench: Bench) -> None:
    """Its verdict is in the very first answer, what was sent before it is nobody's, and the first
    thing that the board says is who it is."""
    bench.power_off()
    bench.order("stuck left")
    bench.clock.sleep(1.0)
    line = bench.raw("host")
    while line.in_waiting:
        line.read(line.in_waiting)
    bench.power_on()
    for _ in range(8):
        line.write(b"\r\n" + bytes(range(1, 60)) + b"\0")
        bench.clock.sleep(0.05)
    bench.wait_ready()
    bench.clock.sleep(0.5)  # with a fault to latch it takes longer than a second
    said = line.read(line.in_waiting)
    assert said.startswith(b"boxcars product ")
    assert said.count(b"boxcars") == 1
    with bench.new_link("host") as link:
        assert link.welcome.faulted == 1
        assert link.state().fault == faults.SELF_TEST
        values = {row.what: row.value for row in link.diagnostics()}
        assert values[service_commands.SELF_TEST] == selftest.SENSOR_LEFT
        with pytest.raises(RefusedError) as refusal:
            link.bet(0, PASS, 25)
        assert refusal.value.code == codes.E_FAULTED
