"""Settles a session script on a board: wagers by message, rolls by a shake with faces shown.

The same requests in and the same replies out as the other engines. What a roll did is taken from
the signed record that the board streams, and acknowledged once it has been read.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from boxcars.errors import HostError
from boxcars.link import Link, Record, RefusedError
from boxcars.link.answers import Course
from boxcars.record.view import Line, Return, decode_body, parse_header
from boxcars.settle.engine import HEAD_WORDS, Engine, Reply
from boxcars.table.virtual import VirtualTable
from shaker.app import rulebooks
from shaker.core import ops
from shaker.core.codes import (
    EVENT_CRAPS,
    EVENT_NATURAL,
    EVENT_NONE,
    EVENT_POINT,
    EVENT_POINT_MADE,
    EVENT_SEVEN_OUT,
    OK,
    OUTCOME_RETURN,
    OUTCOME_STANDS,
)
from shaker.core.spots import NO_SPOT
from shaker.core.state import (
    CLOSED_AFTER,
    EVENT,
    HEAD_OUTCOME,
    HEAD_SEAT,
    HEAD_TO,
    POINT_AFTER,
    RESULTS,
    RETURNED,
    TOTAL,
    VALUE,
)
from shaker.core.table import (
    STAGE_MAX,
    STAGE_MAX_TOTAL,
    STAGE_MIN,
    STAGE_MIN_TOTAL,
    STAGE_ODDS,
    STAGE_SPOT,
    STAGE_SPOTS,
    STAGE_UNIT,
)
from shaker.seal import record as layout

_CORE_CODE_MAX = 63
_RECORD_S = 60.0
_NEVER_MS = 1 << 29
# Betting stays open until the dice are read, as it does in a script, and nothing shakes by itself.
SCRIPTED = Course(no_rolls_max=255, close_after_ms=_NEVER_MS, reshake_ms=_NEVER_MS)


class BoardFaultError(HostError):
    """The board did something that no script can mean."""

    exit_code = 7


class BoardEngine(Engine):
    """A session on the virtual table, over its link."""

    def __init__(self, table: VirtualTable | None = None) -> None:
        self._table = table or VirtualTable()
        self._table.__enter__()
        self._link: Link = self._table.link
        self._link.follow()
        self._closed = False
        self._told: list[Return] = []  # what the close of this round gave back
        self._actions: dict[int, Callable[[array[int]], Reply]] = {
            ops.OP_BET: self._bet,
            ops.OP_TAKE: self._take,
            ops.OP_CALL: self._call,
            ops.OP_CLOSE: self._close,
            ops.OP_ROLL: self._roll,
            ops.OP_NO_ROLL: self._no_roll,
            ops.OP_LIMITS: self._limits,
            ops.OP_POWER_FAIL: self._power_fail,
            ops.OP_WITHDRAW: self._withdraw,
            ops.OP_MALFUNCTION: self._malfunction,
            ops.OP_STATE: self._state,
        }

    def close(self) -> None:
        self._table.__exit__(None, None, None)

    def perform(self, request: array[int], rules: bytes) -> Reply:
        try:
            if request[0] == ops.OP_OPEN:
                return self._open(request, rules)
            return self._actions[request[0]](request)
        except RefusedError as error:
            if error.code > _CORE_CODE_MAX:
                raise
            return Reply(error.code, [0] * HEAD_WORDS, [])

    # -- the table ---------------------------------------------------------------------------

    def _open(self, request: array[int], rules: bytes) -> Reply:
        stage = request[ops.STAGE :]
        self._link.open_table(
            rulebooks.NAMES[rulebooks.BOOKS.index(rules)],
            request[ops.ARGS],
            unit=stage[STAGE_UNIT],
            odds=stage[STAGE_ODDS],
            minimum=stage[STAGE_MIN],
            maximum=stage[STAGE_MAX],
            max_total=stage[STAGE_MAX_TOTAL],
            min_total=stage[STAGE_MIN_TOTAL],
            max_spot=_spots(stage),
            course=SCRIPTED,
        )
        self._drain()
        return _reply()

    def _limits(self, request: array[int]) -> Reply:
        stage = request[ops.STAGE :]
        self._link.limits(
            minimum=stage[STAGE_MIN],
            maximum=stage[STAGE_MAX],
            max_total=stage[STAGE_MAX_TOTAL],
            min_total=stage[STAGE_MIN_TOTAL],
            max_spot=_spots(stage),
        )
        self._drain()
        return _reply()

    def _state(self, request: array[int]) -> Reply:
        state = self._link.state()
        lines: list[int] = []
        for stake in state.stakes:
            head = stake.spot | stake.call << HEAD_TO | OUTCOME_STANDS << HEAD_OUTCOME
            lines += [head | stake.seat << HEAD_SEAT, stake.amount, 0, 0, 0]
        count = len(state.stakes)
        return _reply(
            lines, {RESULTS: count, POINT_AFTER: state.point, CLOSED_AFTER: state.closed}
        )

    # -- wagers ------------------------------------------------------------------------------

    def _bet(self, request: array[int]) -> Reply:
        _, seat, spot, amount, craps = request[: ops.STAGE]
        return _reply(head={VALUE: self._link.bet(seat, spot, amount, craps).debit})

    def _take(self, request: array[int]) -> Reply:
        _, seat, spot, amount, craps = request[: ops.STAGE]
        return _reply(head={VALUE: self._link.take(seat, spot, amount, craps).credit})

    def _call(self, request: array[int]) -> Reply:
        _, seat, spot, call, only = request[: ops.STAGE]
        self._link.call(seat, spot, call, only=bool(only))
        return _reply()

    # -- the round ---------------------------------------------------------------------------

    def _close(self, request: array[int]) -> Reply:
        closed = self._link.close_betting()
        self._closed = True
        returned = self._link.returned() if closed.returned else []
        lines = [Return(entry.seat, entry.spot, entry.credit) for entry in returned]
        self._told = lines if not self._told else self._told
        return _reply(_return_lines(lines), {RETURNED: len(lines)})

    def _roll(self, request: array[int]) -> Reply:
        self._table.show(request[1], request[2])
        self._link.roll()
        sealed = self._next(layout.KIND_RESULT)
        header = parse_header(sealed.header)
        if (header.die_a, header.die_b) != (request[1], request[2]):
            raise BoardFaultError(
                f"the sensors were shown {request[1]} and {request[2]}, and the board read "
                f"{header.die_a} and {header.die_b}"
            )
        entries = decode_body(sealed.body)
        returned = [entry for entry in entries if isinstance(entry, Return)]
        if self._closed:  # they were told at the close
            returned = []
        self._closed = False
        self._told = []
        results = [entry for entry in entries if isinstance(entry, Line)]
        total = header.die_a + header.die_b
        head = {
            RETURNED: len(returned),
            RESULTS: len(results),
            TOTAL: total,
            EVENT: _event(header.point_before, total),
            POINT_AFTER: header.point_after,
        }
        return _reply(_return_lines(returned) + _result_lines(results), head)

    def _no_roll(self, request: array[int]) -> Reply:
        """A cocked die; the board does not shake again before the script rolls."""
        self._table.cabinet.order("cocked left 35")
        self._link.roll()
        self._next(layout.KIND_NO_ROLL)
        self._table.cabinet.clear()
        return _reply()

    def _power_fail(self, request: array[int]) -> Reply:
        self._table.cut_power()
        self._link.ping()
        self._next(layout.KIND_POWER_LOSS)
        return _reply()

    def _withdraw(self, request: array[int]) -> Reply:
        credit = self._link.withdraw(request[1]).credit
        self._drain()
        return _reply(head={VALUE: credit})

    def _malfunction(self, request: array[int]) -> Reply:
        self._link.malfunction()
        sealed = self._next(layout.KIND_VOID)
        entries = [entry for entry in decode_body(sealed.body) if isinstance(entry, Return)]
        given = {(entry.seat, entry.spot) for entry in self._told}  # it was told then
        entries = [entry for entry in entries if (entry.seat, entry.spot) not in given]
        self._closed = False
        self._told = []
        return _reply(_return_lines(entries), {RETURNED: len(entries)})

    # -- records -----------------------------------------------------------------------------

    def _next(self, kind: int) -> Record:
        """The next record of a kind; those on the way to it are acknowledged as well."""
        while True:
            sealed = self._link.next_record(_RECORD_S)
            if sealed is None:
                raise BoardFaultError(f"no {layout.KIND_WORDS[kind]} record came")
            self._link.commit(sealed)
            if sealed.header[layout.AT_KIND] == kind:
                return sealed

    def _drain(self) -> None:
        """Acknowledge what there is."""
        newest = self._link.ping().newest
        while self._link.ping().acknowledged < newest:
            sealed = self._link.next_record(_RECORD_S)
            if sealed is None:
                raise BoardFaultError("a record that the board has does not come")
            self._link.commit(sealed)


def _reply(lines: Sequence[int] = (), head: dict[int, int] | None = None) -> Reply:
    words = [0] * HEAD_WORDS
    for index, value in (head or {}).items():
        words[index] = value
    return Reply(OK, words, list(lines))


def _spots(stage: Sequence[int]) -> dict[int, int] | None:
    if not stage[STAGE_SPOTS]:
        return None
    limits = stage[STAGE_SPOT:STAGE_UNIT]
    return {spot: most for spot, most in enumerate(limits) if most}


def _return_lines(entries: Sequence[Return]) -> list[int]:
    words: list[int] = []
    for entry in entries:
        head = entry.spot | NO_SPOT << HEAD_TO | OUTCOME_RETURN << HEAD_OUTCOME
        words += [head | entry.seat << HEAD_SEAT, entry.credit, 0, 0, entry.credit]
    return words


def _result_lines(entries: Sequence[Line]) -> list[int]:
    words: list[int] = []
    for entry in entries:
        to = NO_SPOT if entry.to is None else entry.to
        head = entry.spot | to << HEAD_TO | entry.outcome << HEAD_OUTCOME
        head |= entry.seat << HEAD_SEAT
        words += [head, entry.stake, entry.win, entry.vig, entry.credit]
    return words


def _event(point: int, total: int) -> int:
    if not point:
        if total in (7, 11):
            return EVENT_NATURAL
        return EVENT_CRAPS if total in (2, 3, 12) else EVENT_POINT
    if total == point:
        return EVENT_POINT_MADE
    return EVENT_SEVEN_OUT if total == 7 else EVENT_NONE
