"""Every No Roll: the shake does not count, wagers stand, its reason falls under a clause.

And every fault of the machine: it is a No Roll, and the board waits for a person.
"""

from __future__ import annotations

import pytest

from boards.virtual.cabinet.faults import KINDS
from boxcars.rulebook import noroll
from hil_tests.bench import Bench
from shaker.app import faults, meters
from shaker.core.spots import DONT_PASS, PASS
from shaker.dice import reasons
from shaker.seal import record

pytestmark = pytest.mark.emulator

# What is wrong, what the board may call it, and the chamber that it names (0: neither).
NO_ROLLS = [
    ("cocked left 30", "cocked", 1),
    ("leaning right 40", "cocked unreadable foreign", 2),
    ("double left", "unreadable foreign cocked", 1),
    ("missing left", "missing", 1),
    ("extra right", "foreign", 2),
    ("dirt left", "foreign unreadable", 1),
    ("restless left", "not-settled", 0),
    ("nudged right 320", "moved", 2),
    ("stalled at=500", "motor-stall", 0),
    ("weak 25", "no-effort", 0),
    ("lid at=400 for=2", "lid-open", 0),
    ("tilt at=400 for=2", "tilt", 0),
]
FAULTS = [
    ("stuck left", "sensor-fault", 1),
    ("dead-rows right", "sensor-fault", 2),
    ("frozen left", "sensor-fault", 1),
    ("replayed right", "sensor-fault", 2),
    ("unlit", "sensor-fault", 1),
    ("disconnected", "motor-open", 0),
    ("shorted at=300", "over-current", 0),
]
# `test_faults_on_board.py` of the host tools has what needs a cabinet's memory; an open door is
# seen in `test_diagnostics.py`.
ELSEWHERE = {"swapped", "brown-out", "cabinet-door", "logic-door"}


def test_every_fault_of_the_cabinet_is_ordered() -> None:
    ordered = {row[0].split()[0] for row in NO_ROLLS + FAULTS}
    assert ordered | ELSEWHERE == set(KINDS)
    assert not ordered & ELSEWHERE


def no_roll(bench: Bench, spec: str) -> tuple[str, int]:
    """Shake once with that fault; the reason and the chamber of its record."""
    bench.open_table(reshake_ms=1 << 29)
    bench.link.bet(0, PASS, 25)
    bench.link.bet(1, DONT_PASS, 50)
    standing = bench.link.state().stakes
    bench.order(spec)
    bench.link.roll()
    header = bench.take(record.KIND_NO_ROLL)
    assert (header.die_a, header.die_b, header.point_after) == (0, 0, 0)
    assert noroll.clause_of(header.rule_book, header.reason) is not None
    assert bench.link.state().stakes == standing
    word = meters.no_roll_meter(header.reason)
    assert {row.meter: row.value for row in bench.link.meters()}[word] == 1
    return reasons.word(header.reason), header.detail


@pytest.mark.needs("faults", "dice")
@pytest.mark.proves("NOROLL-1", "MBS-1.1.8", "RWS-3.10")
@pytest.mark.parametrize("case", NO_ROLLS, ids=lambda case: case[0].replace(" ", "-"))
def test_a_shake_that_is_no_roll_does_not_count(bench: Bench, case: tuple[str, str, int]) -> None:
    spec, words, chamber = case
    word, detail = no_roll(bench, spec)
    assert word in words.split()
    assert detail == chamber
    assert bench.link.state().fault == faults.NONE


@pytest.mark.needs("faults", "dice")
@pytest.mark.proves("NOROLL-2", "CLW-24")
@pytest.mark.parametrize("case", FAULTS, ids=lambda case: case[0].replace(" ", "-"))
def test_a_fault_of_the_machine_latches(bench: Bench, case: tuple[str, str, int]) -> None:
    spec, words, chamber = case
    word, detail = no_roll(bench, spec)
    assert (word, detail) == (words, chamber)
    fault = bench.take(record.KIND_FAULT)
    assert (fault.detail, fault.reason) == (faults.DICE, faults.LATCHED)
    assert bench.link.state().fault == faults.DICE


@pytest.mark.needs("faults", "dice")
@pytest.mark.proves("NOROLL-1", "NOROLL-3")
def test_a_no_roll_is_made_good_by_itself_and_pays_once(bench: Bench) -> None:
    bench.open_table(reshake_ms=500)
    bench.link.bet(0, PASS, 25)
    bench.order("lid at=300 for=2 shake=1")
    bench.show(3, 4)
    bench.show(3, 4)  # the shake that does not count has its fall as well
    bench.link.roll()
    refused = bench.take(record.KIND_NO_ROLL)
    header = bench.take(record.KIND_RESULT)
    assert header.round == refused.round
    assert header.retry_count == 1
    assert (header.die_a, header.die_b) == (3, 4)
    assert bench.meters()["money_out"] == 50


@pytest.mark.proves("NOROLL-4", "MBS-5.5")
@pytest.mark.needs("dice", "lid")
def test_a_disturbance_between_rest_and_reading_is_a_no_roll(bench: Bench) -> None:
    from shaker.app import book

    bench.open_table(reshake_ms=1 << 29)
    bench.link.bet(0, PASS, 25)
    bench.link.roll()
    bench.until(lambda: bench.link.state().state == book.RESTED)
    bench.open("lid")
    bench.clock.sleep(0.02)
    bench.close("lid")
    header = bench.take(record.KIND_NO_ROLL)
    assert reasons.word(header.reason) == "disturbed"
    assert bench.link.state().stakes[0].amount == 25
