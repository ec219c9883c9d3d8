"""An outcome that the mains interrupt, on the shipped image in its cabinet: its record comes out
the same to the byte, and neither sequence nor boot counter goes back.

The dice are read once, up to the very operation of the flash chip that begins to keep the outcome.
From there copies of the board go on: one undisturbed, the others cut in each operation until the
signature is on flash, and again in what the next starts do about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from boards.virtual.flash import FlashOp
from boards.virtual.fork import run_forked
from boards.virtual.simserial import SimSerial
from boards.virtual.simtime import SEC
from boxcars.link import Link
from boxcars.link.answers import Course
from boxcars.record.live import LiveLog
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.view import parse_header
from boxcars.table.virtual import VirtualTable
from shaker.core.spots import FIELD, PASS
from shaker.seal import record

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

_SHOWN = (6, 4)
_RESULT = record.MAGIC + bytes((record.VERSION, record.KIND_RESULT))
_PIECE = 16
_AGAIN = 6  # operations of a start in which the power fails once more
_START_S = 20
_QUIET_S = 2.0


@dataclass(frozen=True)
class Life:
    """What a board has to show: every record from the first on, and the count of its starts."""

    records: list[bytes]
    boot: int

    @property
    def result(self) -> bytes:
        (only,) = (one for one in self.records if one[record.AT_KIND] == record.KIND_RESULT)
        return only


class Outcome:
    """A board that begins to keep an outcome, and what comes of it if nobody disturbs it."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self._board = table.board
        self._at_hand: list[FlashOp] = []  # the operation that has just begun
        self._board.flash.on_start.append(self._watch)
        table.link.open_table("rws-2013", 2, minimum=1, course=Course(reshake_ms=100))
        table.link.bet(0, PASS, 5)
        table.link.bet(1, FIELD, 5)
        table.show(*_SHOWN)
        table.link.roll()
        self._board.run_for(_START_S * SEC)
        assert len(self._at_hand) == 1
        self.whole, ops = run_forked(self._undisturbed)
        signature = self.whole.result[record.HEADER_SIZE : record.SEALED_SIZE]
        begins = [at for at, op in enumerate(ops) if _keeps_result(op)]
        ends = [at for at, op in enumerate(ops) if signature[-_PIECE:] in op.new]
        self.seal_from, self.seal_to = begins[1], ends[0]
        assert 0 == begins[0] < self.seal_from <= self.seal_to

    def _watch(self, op: FlashOp) -> None:
        if not self._at_hand and _keeps_result(op):
            self._at_hand.append(op)
            self._board.stop()

    def _undisturbed(self) -> tuple[Life, list[FlashOp]]:
        ops = list(self._at_hand)
        self._board.flash.on_start.append(ops.append)
        self._board.run_for(SEC)
        return self._life(), ops

    def after_cuts(self, nth: int, fraction: float, again: int) -> Life:
        """Cut in the nth operation from the one at hand, and in one of the start that follows."""
        self._cut(nth, fraction)
        self._start()
        self._cut(again, 1 - fraction)
        self._start()
        return self._life()

    def _cut(self, nth: int, fraction: float) -> None:
        board = self._board
        if nth:
            board.cut_power_in_flash_op(nth, fraction)
        else:
            op = self._at_hand[0]
            board.cut_power_at(op.started + round(fraction * (op.ends - op.started)))
        board.run_until(lambda: board.state == "off", _START_S * SEC)

    def _start(self) -> None:
        self._board.run_for(SEC)
        self._board.power_on()

    def _life(self) -> Life:
        """All that the board tells a host that has never heard of it."""
        board, told = self._board, []
        board.run_until(lambda: board.ready, _START_S * SEC)
        port = partial(SimSerial, board, board.uart)
        with Link(port, clock=self._table.clock) as link:
            link.follow(0)
            while (sealed := link.next_record(_QUIET_S)) is not None:
                told.append(sealed.data)
            return Life(told, link.welcome.boot)


def _keeps_result(op: FlashOp) -> bool:
    """Does it begin to write a result's header?"""
    return op.new.count(_RESULT) > op.old.count(_RESULT)


@pytest.fixture(scope="module")
def outcome() -> Iterator[Outcome]:
    with VirtualTable(seed=23) as table:
        yield Outcome(table)


def _verified(life: Life, path: Path) -> None:
    with LiveLog(path, rule_books=known_rule_books()) as log:
        for data in life.records:
            header, rest = data[: record.HEADER_SIZE], data[record.HEADER_SIZE :]
            signature, body = rest[: record.SIGNATURE_SIZE], rest[record.SIGNATURE_SIZE :]
            log.keep(header, signature, body)


@pytest.mark.parametrize("fraction", [0.5, 1.0])
def test_an_outcome_on_flash_is_sealed_to_the_same_bytes(
    outcome: Outcome, tmp_path: Path, fraction: float
) -> None:
    """If it was not yet there, a later start reads the dice where they lie, once."""
    whole = outcome.whole
    before = len(whole.records) - 1
    kept = parse_header(whole.result[: record.HEADER_SIZE])
    for nth in range(outcome.seal_to + 1):
        again = 1 + (nth + round(2 * fraction)) % _AGAIN
        life = run_forked(partial(outcome.after_cuts, nth, fraction, again))
        _verified(life, tmp_path / f"{nth}.log")
        headers = [parse_header(one[: record.HEADER_SIZE]) for one in life.records]
        boots = [header.boot for header in headers]
        assert [header.sequence for header in headers] == list(range(len(headers)))
        assert boots == sorted(boots)
        assert whole.boot < life.boot <= whole.boot + 2
        assert life.boot == boots[-1], "each start leaves its power-loss record"
        assert life.records[:before] == whole.records[:before]
        result = headers[life.records.index(life.result)]
        if nth >= outcome.seal_from or result.boot == kept.boot:
            assert life.records[before] == whole.result
        else:
            assert (result.die_a, result.die_b) == _SHOWN
            assert life.result[record.SEALED_SIZE :] == whole.result[record.SEALED_SIZE :]
