"""The preflight tells a rig that is not right from a board that is not."""

from __future__ import annotations

import pytest

from hil_tests import preflight
from hil_tests.bench import Bench

pytestmark = [pytest.mark.emulator, pytest.mark.proves("RIG-1")]

_ALL = ("power_cut", "lid", "dice", "faults", "hang")


@pytest.mark.needs(*_ALL)
def test_a_good_rig_is_good(bench: Bench) -> None:
    assert preflight.check_line(bench, bench.link.welcome.image.hex()) is None
    assert preflight.check_hands(bench) is None


@pytest.mark.needs(*_ALL)
def test_no_power_is_the_rigs(bench: Bench) -> None:
    bench.power_off()
    found = preflight.check_line(bench)
    assert found is not None
    assert (found.side, found.what) == (preflight.RIG, "no power")


@pytest.mark.needs(*_ALL)
def test_a_board_that_has_power_and_says_nothing_is_the_boards(bench: Bench) -> None:
    erased = b"\xff" * len(bench.read_flash())
    bench.power_off()
    bench.write_flash(erased)
    bench.power_on()
    found = preflight.check_line(bench)
    assert found is not None
    assert (found.side, found.what) == (preflight.BOARD, "silent")


@pytest.mark.needs(*_ALL)
@pytest.mark.parametrize(("fault", "text"), [("swapped", "crossed"), ("unlit", "sensors show")])
def test_wrong_wiring_is_the_rigs(bench: Bench, fault: str, text: str) -> None:
    bench.order(fault)
    found = preflight.check_hands(bench)
    assert found is not None
    assert (found.side, found.what) == (preflight.RIG, "wrong wiring")
    assert text in found.text


@pytest.mark.needs(*_ALL)
def test_a_lid_that_the_rig_does_not_move_is_the_rigs(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "open", lambda switch: None)
    found = preflight.check_hands(bench)
    assert found is not None
    assert (found.side, found.what) == (preflight.RIG, "wrong wiring")
    assert "lid" in found.text
