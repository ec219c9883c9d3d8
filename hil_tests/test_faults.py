"""A fault latches: it survives the mains, refuses wagers, keeps stakes, and waits for a person."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from boxcars.link import RefusedError
from boxcars.link.authority import KeySigner
from hil_tests.bench import Bench
from shaker.app import faults
from shaker.core.spots import PASS
from shaker.link import codes, messages
from shaker.seal import record

pytestmark = pytest.mark.emulator


def latch(bench: Bench) -> None:
    """A short circuit of the motor, with 25 on the line."""
    bench.open_table(reshake_ms=1 << 29)
    bench.link.bet(0, PASS, 25)
    bench.order("shorted at=100")
    bench.link.roll()
    bench.take(record.KIND_FAULT)
    bench.clear()


@pytest.mark.needs("faults", "dice", "power_cut")
@pytest.mark.proves("STD-2", "FAULT-1")
def test_a_fault_survives_the_mains_and_refuses_wagers(bench: Bench) -> None:
    latch(bench)
    bench.restart()
    bench.drain()
    state = bench.link.state()
    assert state.fault == faults.DICE
    assert state.stakes[0].amount == 25
    with pytest.raises(RefusedError) as refusal:
        bench.link.bet(0, PASS, 25)
    assert refusal.value.code == codes.E_FAULTED
    with pytest.raises(RefusedError):
        bench.link.roll()


@pytest.mark.needs("faults", "dice")
@pytest.mark.proves("FAULT-2")
def test_only_the_right_code_clears_it_and_the_round_goes_on(bench: Bench) -> None:
    latch(bench)
    with pytest.raises(RefusedError) as refusal:
        bench.link.clear_fault(faults.WATCHDOG)
    assert refusal.value.code == codes.E_STATE
    bench.link.clear_fault(faults.DICE)
    cleared = bench.take(record.KIND_FAULT)
    assert (cleared.detail, cleared.reason) == (faults.DICE, faults.CLEARED)
    assert bench.link.state().fault == faults.NONE
    header = bench.roll(3, 4)
    assert (header.die_a, header.die_b) == (3, 4)
    assert bench.meters()["money_out"] == 50


@pytest.mark.needs("faults", "dice", "usb")
@pytest.mark.proves("FAULT-3")
def test_on_a_locked_board_only_a_known_key_clears_it(bench: Bench) -> None:
    operator = KeySigner(Ed25519PrivateKey.generate(), messages.OPERATOR)
    station = KeySigner(Ed25519PrivateKey.generate(), messages.STATION)
    stranger = KeySigner(Ed25519PrivateKey.generate(), messages.OPERATOR)
    for signer in (operator, station):
        bench.link.add_key(signer.authority, signer.key.public_key().public_bytes_raw())
    latch(bench)
    with bench.new_link("usb") as usb:
        usb.lock()
    bench.drain()
    with pytest.raises(RefusedError) as refusal:
        bench.link.clear_fault(faults.DICE)
    assert refusal.value.code == codes.E_AUTHORITY
    with pytest.raises(RefusedError) as refusal:
        bench.link.clear_fault(faults.DICE, stranger)
    assert refusal.value.code == codes.E_KEY
    assert bench.link.state().fault == faults.DICE
    bench.link.clear_fault(faults.DICE, operator)
    assert bench.link.state().fault == faults.NONE


@pytest.mark.needs("faults", "dice")
@pytest.mark.proves("FAULT-4", "NOROLL-3")
def test_too_many_no_rolls_latch_and_an_operator_may_void_the_round(bench: Bench) -> None:
    bench.open_table(no_rolls_max=1, reshake_ms=100)
    bench.link.bet(1, PASS, 40)
    bench.order("lid at=100 for=2")
    bench.link.roll()
    assert [bench.take(record.KIND_NO_ROLL).retry_count for _ in range(2)] == [0, 1]
    assert bench.take(record.KIND_FAULT).detail == faults.NO_ROLLS
    bench.clear()
    voided = bench.link.void(bench.link.state().round)
    assert voided.returned == 1
    bench.take(record.KIND_VOID)
    assert [entry.credit for entry in bench.returns] == [40]
    assert not bench.link.state().stakes
    assert bench.meters()["money_in"] == bench.meters()["money_out"] == 40


@pytest.mark.needs("lid")
@pytest.mark.proves("FAULT-5")
def test_every_door_is_recorded_and_logged(bench: Bench) -> None:
    from shaker.app import doors, logbook

    opened = []
    for door, switch in enumerate(doors.WORDS[1:], 1):
        bench.open(switch)
        header = bench.take(record.KIND_DOOR)
        assert header.reason == door
        opened.append((door, header.boot))
        bench.close(switch)
        bench.until(lambda it=switch: bench.diagnostics()[it] == 0)  # type: ignore[misc]
    logged = bench.link.log(logbook.DOORS)[-len(opened) :]
    assert [(entry.detail >> 20, entry.boot) for entry in logged] == opened
