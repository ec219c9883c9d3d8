"""The mains fail anywhere in a round: the board is where it was, or one step further."""

from __future__ import annotations

import pytest

from boxcars.link.errors import LinkError
from hil_tests.bench import Bench
from shaker.app import book
from shaker.core.spots import FIELD, PASS
from shaker.seal import record

pytestmark = [pytest.mark.emulator, pytest.mark.needs("power_cut", "dice")]


@pytest.mark.proves("STD-1", "POWER-1", "MBS-5.9")
def test_wagers_stand_and_a_player_is_asked_first(bench: Bench) -> None:
    boot = bench.link.welcome.boot
    bench.link.bet(0, PASS, 25)
    bench.link.bet(1, FIELD, 50)
    before = bench.link.state()
    bench.restart()
    loss = bench.take(record.KIND_POWER_LOSS)
    after = bench.link.state()
    assert (after.stakes, after.round, after.state) == (before.stakes, before.round, book.BETTING)
    assert loss.boot == boot + 1
    assert bench.link.withdraw(1).credit == 50
    bench.drain()
    assert [stake.seat for stake in bench.link.state().stakes] == [0]
    assert bench.verified().boot_last == boot + 1


@pytest.mark.proves("STD-1", "POWER-2")
def test_a_cut_while_the_dice_tumble_shakes_again(bench: Bench) -> None:
    paid = bench.meters()["money_out"]
    bench.link.bet(0, PASS, 25)
    bench.link.roll()
    bench.until(lambda: bench.link.state().state == book.SHAKING)
    bench.link.idle(0.6)
    bench.restart()
    bench.take(record.KIND_POWER_LOSS)
    assert bench.link.state().stakes[0].amount == 25
    assert bench.link.state().state in (book.BETTING, book.CLOSED)
    bench.show(4, 3)
    bench.link.roll()
    header = bench.take(record.KIND_RESULT)
    assert (header.die_a, header.die_b) == (4, 3)
    assert bench.meters()["money_out"] - paid == 50


@pytest.mark.proves("STD-1", "POWER-3", "FAIR-2")
def test_a_cut_at_rest_does_not_buy_another_roll(bench: Bench) -> None:
    """What lies in the chambers is the outcome, and the motor does not move again."""
    before = bench.meters()
    bench.link.bet(0, PASS, 25)
    bench.show(1, 2)
    bench.link.roll()
    bench.until(lambda: bench.link.state().state == book.RESTED)
    bench.power_off()
    bench.clock.sleep(2.0)
    shakes = _shakes(bench)
    bench.power_on()
    bench.wait_ready()
    header = bench.take(record.KIND_RESULT)
    assert (header.die_a, header.die_b) == (1, 2)
    assert _shakes(bench) == shakes
    after = bench.meters()
    assert after["money_out"] == before["money_out"]
    assert after["shakes"] - before["shakes"] == 1
    bench.drain()
    bench.verified()


@pytest.mark.proves("STD-1", "POWER-4", "SEAL-2")
def test_a_record_that_was_not_acknowledged_comes_again_to_the_byte(bench: Bench) -> None:
    paid = bench.meters()["money_out"]
    bench.link.bet(0, PASS, 25)
    bench.show(5, 2)
    bench.link.roll()
    first = bench.link.next_record(40.0)
    assert first is not None
    bench.restart()
    bench.link.follow(first.sequence)
    again = bench.link.next_record(10.0)
    assert again is not None
    assert again.data == first.data
    bench.keep(again)
    bench.take(record.KIND_POWER_LOSS)
    assert bench.meters()["money_out"] - paid == 50
    bench.verified()


@pytest.mark.needs("torn_flash")
@pytest.mark.proves("STD-1", "POWER-5")
@pytest.mark.parametrize("fraction", [0.0, 0.4, 0.9, 1.0])
def test_a_wager_cut_within_its_write_is_there_or_not(bench: Bench, fraction: float) -> None:
    """Never half of it, never twice, and if the host was told of it, always."""
    bench.link.bet(0, PASS, 25)
    bench.link.close()
    impatient = bench.new_link("host", reconnect_s=0.5)
    impatient.connect()
    bench.cut_in_flash_op(1, fraction)
    with pytest.raises(LinkError):
        impatient.bet(0, PASS, 25)
    bench.power_on()
    bench.wait_ready()
    bench.link.connect()
    bench.drain()
    amount = bench.link.state().stakes[0].amount
    assert amount in (25, 50)
    assert bench.meters()["money_in"] == amount
    assert bench.link.bet(0, PASS, 25).total == amount + 25
    bench.drain()
    bench.verified()


def _shakes(bench: Bench) -> int:
    edges = bench.motor_edges() if "motor_trace" in bench.capabilities else []
    return len([edge for edge in edges if edge[1] == "enable" and edge[2]])
