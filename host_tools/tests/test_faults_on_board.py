"""Faults of the cabinet as the shipped image tells them: typed records of its own chain.

`hil_tests/test_no_rolls.py` orders the faults of dice, sensors, motor and switches one by one;
here are those that need what a cabinet keeps: calibration on flash, and a journal that outlives
the power.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from boards.virtual import Board
from boards.virtual.flash import FlashOp
from boards.virtual.simserial import SimSerial
from boxcars.link import Link, RefusedError
from boxcars.record.view import Header, parse_header
from boxcars.rulebook import library, noroll
from boxcars.table.engine import SCRIPTED
from boxcars.table.virtual import VirtualTable
from boxcars.table.words import record_line
from shaker.app import faults
from shaker.app.calibration_commands import STEP_DIE, STEP_FLOOR
from shaker.core import spots
from shaker.dice import reasons
from shaker.link import codes
from shaker.seal import record

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

_RECORD_S = 60


@pytest.fixture(scope="module")
def table() -> Iterator[VirtualTable]:
    with VirtualTable(seed=11) as made:
        made.link.follow()
        made.link.open_table("mbs-2020", 2, course=SCRIPTED)
        yield made


def next_of(table: VirtualTable, kind: int) -> Header:
    """The next record of a kind."""
    while True:
        sealed = table.link.next_record(_RECORD_S)
        assert sealed is not None, f"no {record.KIND_WORDS[kind]} record"
        table.link.commit(sealed)
        header = parse_header(sealed.header)
        if header.kind == kind:
            return header


def test_power_that_fails_in_a_shake_and_sensors_that_were_swapped_meanwhile(
    table: VirtualTable,
) -> None:
    """The calibration that finds them is that of the start before."""

    def run(_: Board) -> tuple[Header, Header, Header]:
        table.cabinet.order("brown-out at=600 for=150 shake=1; swapped shake=2")
        table.link.bet(0, spots.PASS, 10)
        table.link.roll()
        lost = next_of(table, record.KIND_POWER_LOSS)
        assert table.link.state().seats  # the wager stands
        table.link.roll()
        refused = next_of(table, record.KIND_NO_ROLL)
        return lost, refused, next_of(table, record.KIND_FAULT)

    lost, refused, fault = table.board.in_fork(run)
    assert reasons.word(lost.reason) == "brown-out"
    assert record_line(lost).endswith("brown-out: the shake is void")
    digest = library.load_all()["mbs-2020"].digest
    assert noroll.clause_of(digest, lost.reason) == "MBS 5.9, decision"
    assert reasons.word(refused.reason) == "sensor-swapped"
    assert (fault.detail, fault.reason) == (faults.DICE, faults.LATCHED)


def test_no_sector_is_erased_while_the_motor_runs(table: VirtualTable) -> None:
    """Rounds until the journal has needed a new sector: it was erased with the motor at rest."""

    def run(_: Board) -> tuple[int, int, list[tuple[int, int]]]:
        operations: list[FlashOp] = []
        table.board.flash.on_start.append(operations.append)
        rounds = 0
        while sum(op.kind == "erase" for op in operations) < 1 and rounds < 30:
            table.link.bet(0, spots.FIELD, 10)
            table.link.roll()
            next_of(table, record.KIND_RESULT)
            rounds += 1
        edges = [(t, v) for t, line, v in table.cabinet.motor.edges if line == "enable"]
        driven = [(up, down) for (up, high), (down, _) in pairwise(edges) if high]
        kinds = [(op.started, op.ends) for op in operations if op.kind == "erase"]
        clashes = [e for e in kinds if any(e[0] < down and e[1] > up for up, down in driven)]
        return len(kinds), len(driven) - rounds, clashes

    erased, more_shakes, clashes = table.board.in_fork(run)
    assert erased
    assert more_shakes >= 0
    assert clashes == []


def refusal(link: Link, chamber: int, step: int) -> int:
    try:
        link.calibrate(chamber, step)
    except RefusedError as error:
        return error.code
    return codes.OK


def test_calibration_is_between_rounds_and_of_what_must_be_there(table: VirtualTable) -> None:
    usb = Link(lambda: SimSerial(table.board, table.board.cdc), clock=table.clock)

    def run(_: Board) -> dict[str, int]:
        with usb:
            found = {
                "no such chamber": refusal(usb, 2, STEP_FLOOR),
                "no such step": refusal(usb, 0, 2),
                "a die on the floor": refusal(usb, 0, STEP_FLOOR),
                "a die": refusal(usb, 0, STEP_DIE),
            }
            with table.cabinet.emptied():
                found["no die"] = refusal(usb, 1, STEP_DIE)
            table.link.bet(0, spots.PASS, 10)
            found["a wager"] = refusal(usb, 0, STEP_DIE)
        return found

    assert table.board.in_fork(run) == {
        "no such chamber": codes.E_VALUE,
        "no such step": codes.E_VALUE,
        "a die on the floor": codes.E_STATE,
        "a die": codes.OK,
        "no die": codes.E_STATE,
        "a wager": codes.E_STAKES,
    }
