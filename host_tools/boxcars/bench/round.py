"""A round of the shipped image in its cabinet, and the start after its power was cut.

Eight seats with twenty-four wagers. `round.cycles` goes from the instant at which the end of the
shake is written to the journal, where reading begins, to the one at which the host has the whole
signed result: frames, settlement, seal, flash and line time at 115 200 baud included. Heap is what
the board asks for from the first wager to the acknowledgement, and for giving every record once
more. `round.replay.ratio` is what those records get of the line at 115 200 baud: their bodies are
built anew from the journalled steps, which takes longer than the line does.
`recovery.ready.cycles` is a start with those wagers standing.
"""

from __future__ import annotations

from collections.abc import Iterator

from boards.virtual.errors import SimTimeoutError
from boards.virtual.flash import FlashOp
from boards.virtual.simtime import CYCLE_NS, SEC
from boxcars.bench.board import ready_cycles
from boxcars.bench.figure import Figure
from boxcars.table.virtual import VirtualTable
from shaker.core.spots import NAMES as SPOTS
from shaker.seal import record

NAMES = ("round.cycles", "round.heap.bytes", "round.replay.ratio", "recovery.ready.cycles")

_SEATS = 8
_WAGERS = ("pass", "field", "hard-6")
_RECORD_S = 30.0
_BYTES_PER_S = 11_520


def measure() -> Iterator[Figure]:
    with VirtualTable() as table:
        table.link.open_table("rws-2013", _SEATS, minimum=1)
        table.link.follow()
        _drain(table)
        with table.board.count_entries("gc_alloc", "gc_realloc") as entries:
            _bet(table)
            cycles = _roll(table)
            replay = _replay(table)
        asked = sum(entries.arguments("gc_alloc")) + 16 * entries["gc_realloc"]
        yield Figure(NAMES[0], cycles, "cycles", None, "lower")
        yield Figure(NAMES[1], asked, "bytes", 0, "lower")
        yield Figure(NAMES[2], round(replay, 3), "", None, "higher")
        _bet(table)
        table.board.power_off()
        table.board.run_for(SEC)
        table.board.power_on()
        before = table.board.cycles
        yield Figure(NAMES[3], ready_cycles(table.board) - before, "cycles", None, "lower")


def _bet(table: VirtualTable) -> None:
    for seat in range(_SEATS):
        for spot in _WAGERS:
            table.link.bet(seat, SPOTS.index(spot), 5)


def _roll(table: VirtualTable) -> int:
    """Roll a two, which ends every wager: cycles from the end of the shake to the result."""
    rested: list[int] = []

    def started(op: FlashOp) -> None:
        if not rested and not table.cabinet.motor.enabled and shaken:
            rested.append(op.started)

    shaken: list[bool] = []
    table.cabinet.motor.on_enable.append(shaken.append)
    table.board.flash.on_start.append(started)
    table.show(1, 1)
    table.link.roll()
    while (sealed := table.link.next_record(_RECORD_S)) is not None:
        end = table.board.now
        table.link.commit(sealed)
        if sealed.header[record.AT_KIND] == record.KIND_RESULT:
            return (end - rested[0]) // CYCLE_NS
    raise SimTimeoutError(f"no result within {_RECORD_S:.0f} simulated s")


def _replay(table: VirtualTable) -> float:
    """Every record so far once more: the share of the line that they got."""
    newest, size = table.link.ping().newest, 0
    begin = table.board.now
    table.link.follow(0)
    while (sealed := table.link.next_record(_RECORD_S)) is not None:
        size += len(sealed.data)
        if sealed.sequence == newest:
            return size * SEC / _BYTES_PER_S / (table.board.now - begin)
    raise SimTimeoutError("a record that was sent before does not come again")


def _drain(table: VirtualTable) -> None:
    newest = table.link.ping().newest
    while table.link.ping().acknowledged < newest:
        sealed = table.link.next_record(_RECORD_S)
        if sealed is None:
            raise SimTimeoutError("a record does not come")
        table.link.commit(sealed)
