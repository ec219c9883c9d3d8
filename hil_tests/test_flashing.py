"""Flashing: refused while wagers stand; and a flash that goes back to an old copy is found out."""

from __future__ import annotations

import pytest

from boxcars.link import RefusedError
from boxcars.link.errors import RolledBackError
from hil_tests.bench import Bench
from shaker.app import faults
from shaker.core.spots import PASS
from shaker.link import codes
from shaker.seal import record

pytestmark = pytest.mark.emulator

_RUN_AGAIN, _BOOTSEL = 0, 1
_ASKED = 4  # `shaker/chip/restart.py`, which only a board can import


@pytest.mark.proves("FLASH-1")
def test_a_board_with_standing_stakes_does_not_go_to_bootsel(bench: Bench) -> None:
    bench.link.bet(0, PASS, 25)
    reconnects = bench.link.reconnect_count
    with pytest.raises(RefusedError) as refusal:
        bench.link.reboot(_BOOTSEL)
    assert refusal.value.code == codes.E_STAKES
    bench.link.idle(1.0)
    assert bench.link.reconnect_count == reconnects  # it did not start again either
    assert bench.link.state().stakes[0].amount == 25


@pytest.mark.needs("power_cut")
@pytest.mark.proves("FLASH-1")
def test_without_stakes_it_goes_there_and_comes_back_as_it_was(bench: Bench) -> None:
    before = bench.link.state()
    bench.link.reboot(_BOOTSEL)
    bench.clock.sleep(1.0)
    bench.restart()
    bench.take(record.KIND_POWER_LOSS)
    after = bench.link.state()
    assert (after.round, after.state, after.fault) == (before.round, before.state, 0)


@pytest.mark.proves("FLASH-1")
def test_a_restart_that_was_asked_for_is_no_hang(bench: Bench) -> None:
    """The processor comes back by its watchdog in both cases."""
    before = bench.link.state()
    bench.link.reboot(_RUN_AGAIN)
    lost = bench.take(record.KIND_POWER_LOSS)
    assert (lost.boot, lost.detail) == (bench.link.welcome.boot, _ASKED)
    bench.link.idle(1.0)
    after = bench.link.state()
    assert (after.round, after.state, after.fault) == (before.round, before.state, 0)


@pytest.mark.needs("flash_copy", "power_cut")
@pytest.mark.proves("FLASH-2", "STD-2")
def test_an_old_copy_of_the_flash_latches(bench: Bench) -> None:
    old = bench.read_flash()
    bench.link.bet(0, PASS, 25)
    bench.link.void(bench.link.state().round)
    bench.drain()
    bench.power_off()
    bench.write_flash(old)
    bench.power_on()
    bench.wait_ready()
    with pytest.raises(RolledBackError):
        bench.link.ping()
    with bench.new_link("usb") as other:
        assert other.welcome.faulted == 1
        assert other.state().fault == faults.ROLLED_BACK
    bench.restart()
    with bench.new_link("usb") as other:
        assert other.state().fault == faults.ROLLED_BACK


@pytest.mark.needs("flash_copy", "power_cut")
@pytest.mark.proves("FLASH-3")
def test_a_changed_image_measures_itself_as_another(bench: Bench) -> None:
    """A letter of a text that nobody reads: it runs as before, and cannot say it is the same."""
    digest = bench.link.welcome.image
    changed = bytearray(bench.read_flash())
    at = bytes(changed).index(b"Welcome to MicroPython!")
    changed[at] ^= 0x20
    bench.power_off()
    bench.write_flash(bytes(changed))
    bench.power_on()
    bench.wait_ready()
    with bench.new_link("usb") as other:
        assert other.welcome.image != digest
    bench.take(record.KIND_PROGRAM)
    digests = [entry.digest for entry in bench.last_body if hasattr(entry, "digest")]
    assert digests[0] == digest != digests[1]
