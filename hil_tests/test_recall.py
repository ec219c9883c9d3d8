"""Recall and meters: the last round and nine before it, step by step; money adds up."""

from __future__ import annotations

import pytest

from boxcars.link import RefusedError
from boxcars.link.answers import TableState
from hil_tests.bench import Bench
from shaker.app import steps
from shaker.core.spots import FIELD, PASS
from shaker.dice import states
from shaker.link import codes, messages
from shaker.octets.words import get_u32
from shaker.seal import record

pytestmark = pytest.mark.emulator

_BEFORE = 9


def amounts(bench: Bench, number: int) -> list[int]:
    """The wagers of a round, by recall."""
    recalled = bench.link.recall(number)
    return [
        get_u32(step.entry, steps.AT_AMOUNT)
        for step in recalled
        if step.kind == steps.STEP_OP and get_u32(step.entry, steps.AT_AMOUNT)
    ]


@pytest.mark.needs("dice")
@pytest.mark.proves("STD-4", "RECALL-1")
def test_the_last_round_and_nine_before_it_are_recalled(bench: Bench) -> None:
    """Rounds that an operator voids are rounds, and take no shake."""
    first = bench.link.state().round
    for number in range(_BEFORE):
        bench.link.bet(0, PASS, 25 + 5 * number)
        bench.link.void(bench.link.state().round)
        bench.drain()
    bench.link.bet(1, FIELD, 75)
    header = bench.roll(5, 5)
    assert header.round == first + _BEFORE
    for number in range(_BEFORE):
        assert amounts(bench, first + number) == [25 + 5 * number]
    last = bench.link.recall(header.round)
    assert amounts(bench, header.round) == [75]
    sealed = [step.entry for step in last if step.kind == steps.STEP_SEALED]
    assert bench.records[-1].header in [entry[:256] for entry in sealed]
    assert [step.kind for step in last if step.kind in (steps.STEP_SHAKE, steps.STEP_REST)] == [
        steps.STEP_SHAKE,
        steps.STEP_REST,
    ]


@pytest.mark.needs("power_cut")
@pytest.mark.proves("STD-4", "RECALL-1")
def test_recall_survives_the_mains_and_refuses_what_is_not_there(bench: Bench) -> None:
    number = bench.link.state().round
    bench.link.bet(0, PASS, 35)
    bench.link.void(number)
    bench.drain()
    bench.restart()
    bench.drain()
    assert amounts(bench, number) == [35]
    with pytest.raises(RefusedError) as refusal:
        bench.link.recall(number + 1_000)
    assert refusal.value.code == codes.E_GONE


@pytest.mark.needs("dice", "power_cut")
@pytest.mark.proves("METER-1")
def test_meters_add_up_and_survive_the_mains(bench: Bench) -> None:
    before = bench.meters()
    bench.link.bet(0, PASS, 25)
    bench.link.bet(1, FIELD, 50)
    bench.link.take(1, FIELD, 10)
    bench.roll(6, 1)
    after = bench.meters()
    assert after["money_in"] - before["money_in"] == 75
    assert after["money_out"] - before["money_out"] == 60  # what was taken back, and the pass line
    assert after["wagers"] - before["wagers"] == 2
    assert after["money_won"] - before["money_won"] == 25
    assert after["rounds"] - before["rounds"] == 1
    assert after["shakes"] - before["shakes"] == 1
    assert after["motor_ms"] > before["motor_ms"]
    bench.restart()
    bench.take(record.KIND_POWER_LOSS)
    again = bench.meters()
    assert again.pop("power_losses") == after.pop("power_losses") + 1
    assert again == after


@pytest.mark.proves("STD-5", "METER-2")
def test_looking_and_testing_count_nowhere(bench: Bench) -> None:
    """Pictures, measurements, the self test, and a reading of the dice as they lie."""
    before, state = bench.meters(), bench.link.state()
    bench.link.picture(0)
    bench.link.picture(1, light=False)
    bench.link.diagnostics()
    bench.link.measure(bytes(32))
    assert bench.link.perform("self-test") == {"failed": 0}
    bench.link.exercise(messages.EXERCISE_LIGHT, 0, 0)
    bench.until(lambda: _trial_is_over(bench))
    _no_trace_of_a_test(bench, before, state)


@pytest.mark.needs("dice", "motor_trace")
@pytest.mark.proves("STD-5", "METER-2")
def test_a_shake_in_test_mode_counts_nowhere(bench: Bench) -> None:
    """The motor moves as in a round, by its edges; not even its own time is metered."""
    before, state = bench.meters(), bench.link.state()
    edges = len(bench.motor_edges())
    bench.show(6, 6)
    bench.link.exercise(messages.EXERCISE_MOTOR, 0, 0)
    bench.until(lambda: _trial_is_over(bench))
    driven = [edge for edge in bench.motor_edges()[edges:] if edge[1] == "enable"]
    assert [level for _, _, level in driven] == [1.0, 0.0]
    assert (driven[1][0] - driven[0][0]) / 1e6 > 1_000
    _no_trace_of_a_test(bench, before, state)
    bench.link.bet(0, PASS, 25)  # and the next round is one like any other
    header = bench.roll(3, 4)
    assert (header.round, header.die_a, header.die_b) == (state.round, 3, 4)
    assert bench.meters()["shakes"] - before["shakes"] == 1


def _trial_is_over(bench: Bench) -> bool:
    return bench.diagnostics()["shake-state"] >= states.DONE


def _no_trace_of_a_test(bench: Bench, before: dict[str, int], state: TableState) -> None:
    """Meters, stakes and round are as they were."""
    bench.drain()
    after = bench.meters()
    assert after == before
    assert bench.link.state().stakes == state.stakes
    assert bench.link.state().round == state.round
