"""Settles a session script on a board: wagers by message, rolls by a shake with faces shown.

The same requests in and the same replies out as the other engines. What a roll did is taken from
the signed record that the board streams, and acknowledged once it has been read.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from boxcars.errors import HostError
from boxcars.link import Link, Record, RefusedError, Signer
from boxcars.link.answers import Course
from boxcars.record.view import Return, decode_body, parse_header
from boxcars.settle.engine import HEAD_WORDS, Engine, Reply
from boxcars.table.keeper import Keeper
from boxcars.table.outcome import done, return_lines, rolled, standing
from boxcars.table.rig import Rig
from boxcars.table.virtual import VirtualTable
from shaker.app import rulebooks
from shaker.core import ops
from shaker.core.state import RETURNED, VALUE
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
from shaker.link import codes
from shaker.seal import record as layout

_CORE_CODE_MAX = 63
_RECORD_S = 60.0
_BUSY_S = 0.05
_BUSY_TRIES = 200
_NEVER_MS = 1 << 29
# Betting stays open until the dice are read, as it does in a script, and nothing shakes by itself.
SCRIPTED = Course(no_rolls_max=255, close_after_ms=_NEVER_MS, reshake_ms=_NEVER_MS)


class BoardFaultError(HostError):
    """The board did something that no script can mean."""

    exit_code = 7


class BoardEngine(Engine):
    """A session on a board over its link; by default on the virtual table.

    With a keeper every record is in its log before it is acknowledged. `signer_of` the connected
    link is who signs for what a locked board asks of a technician.
    """

    def __init__(
        self,
        rig: Rig | None = None,
        keeper: Keeper | None = None,
        signer_of: Callable[[Link], Signer | None] = lambda link: None,
    ) -> None:
        self._rig = rig or VirtualTable()
        self._keeper = keeper
        self._link: Link = self._rig.link
        try:
            self._rig.start()
            self._signer = signer_of(self._link)
            self._begin()
        except BaseException:
            self._rig.close()
            raise
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

    def _begin(self) -> None:
        if self._keeper is None:
            self._link.follow()
        else:
            self._keeper.begin()
            self._keeper.catch_up(_RECORD_S)

    def close(self) -> None:
        self._rig.close()

    def perform(self, request: array[int], rules: bytes) -> Reply:
        for _ in range(_BUSY_TRIES):
            try:
                if request[0] == ops.OP_OPEN:
                    return self._open(request, rules)
                return self._actions[request[0]](request)
            except RefusedError as error:
                if error.code <= _CORE_CODE_MAX:
                    return Reply(error.code, [0] * HEAD_WORDS, [])
                if error.code not in (codes.E_BUSY, codes.E_STATE, codes.E_MOTION):
                    raise
                self._link.idle(_BUSY_S)
        raise BoardFaultError("the board is busy and stays so: 'boxcars diag' may say why")

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
            signer=self._signer,
        )
        self._drain()
        return done()

    def _limits(self, request: array[int]) -> Reply:
        stage = request[ops.STAGE :]
        self._link.limits(
            minimum=stage[STAGE_MIN],
            maximum=stage[STAGE_MAX],
            max_total=stage[STAGE_MAX_TOTAL],
            min_total=stage[STAGE_MIN_TOTAL],
            max_spot=_spots(stage),
            signer=self._signer,
        )
        self._drain()
        return done()

    def _state(self, request: array[int]) -> Reply:
        return standing(self._link.state())

    # -- wagers ------------------------------------------------------------------------------

    def _bet(self, request: array[int]) -> Reply:
        _, seat, spot, amount, craps = request[: ops.STAGE]
        return done(head={VALUE: self._link.bet(seat, spot, amount, craps).debit})

    def _take(self, request: array[int]) -> Reply:
        _, seat, spot, amount, craps = request[: ops.STAGE]
        return done(head={VALUE: self._link.take(seat, spot, amount, craps).credit})

    def _call(self, request: array[int]) -> Reply:
        _, seat, spot, call, only = request[: ops.STAGE]
        self._link.call(seat, spot, call, only=bool(only))
        return done()

    # -- the round ---------------------------------------------------------------------------

    def _close(self, request: array[int]) -> Reply:
        closed = self._link.close_betting()
        self._closed = True
        returned = self._link.returned() if closed.returned else []
        lines = [Return(entry.seat, entry.spot, entry.credit) for entry in returned]
        self._told = lines if not self._told else self._told
        return done(return_lines(lines), {RETURNED: len(lines)})

    def _roll(self, request: array[int]) -> Reply:
        self._rig.show(request[1], request[2])
        self._link.roll()
        sealed = self._next(layout.KIND_RESULT)
        header = parse_header(sealed.header)
        if (header.die_a, header.die_b) != (request[1], request[2]):
            raise BoardFaultError(
                f"the sensors were shown {request[1]} and {request[2]}, and the board read "
                f"{header.die_a} and {header.die_b}"
            )
        entries = decode_body(sealed.body)
        reply = rolled(header, entries, told=self._closed)
        self._closed = False
        self._told = []
        return reply

    def _no_roll(self, request: array[int]) -> Reply:
        """A cocked die; the board does not shake again before the script rolls."""
        self._rig.cock()
        self._link.roll()
        self._next(layout.KIND_NO_ROLL)
        self._rig.uncock()
        return done()

    def _power_fail(self, request: array[int]) -> Reply:
        self._rig.cut_power()
        self._link.ping()
        self._next(layout.KIND_POWER_LOSS)
        return done()

    def _withdraw(self, request: array[int]) -> Reply:
        credit = self._link.withdraw(request[1]).credit
        self._drain()
        return done(head={VALUE: credit})

    def _malfunction(self, request: array[int]) -> Reply:
        self._link.malfunction(self._signer)
        sealed = self._next(layout.KIND_VOID)
        entries = [entry for entry in decode_body(sealed.body) if isinstance(entry, Return)]
        given = {(entry.seat, entry.spot) for entry in self._told}  # it was told then
        entries = [entry for entry in entries if (entry.seat, entry.spot) not in given]
        self._closed = False
        self._told = []
        return done(return_lines(entries), {RETURNED: len(entries)})

    # -- records -----------------------------------------------------------------------------

    def _next(self, kind: int) -> Record:
        """The next record of a kind; those on the way to it are acknowledged as well."""
        while True:
            sealed = self._take_record(layout.KIND_WORDS[kind])
            if sealed.header[layout.AT_KIND] == kind:
                return sealed
            if sealed.header[layout.AT_KIND] == layout.KIND_FAULT:
                fault = parse_header(sealed.header).detail
                raise BoardFaultError(f"the board has latched fault {fault}: see 'boxcars diag'")

    def _drain(self) -> None:
        """Acknowledge what there is."""
        newest = self._link.ping().newest
        while self._link.ping().acknowledged < newest:
            self._take_record("newest")

    def _take_record(self, word: str) -> Record:
        if self._keeper is not None:
            kept = self._keeper.take(_RECORD_S)
            sealed = kept.record if kept else None
        else:
            sealed = self._link.next_record(_RECORD_S)
            if sealed is not None:
                self._link.commit(sealed)
        if sealed is None:
            raise BoardFaultError(f"no {word} record came in {_RECORD_S:.0f} s")
        return sealed


def _spots(stage: Sequence[int]) -> dict[int, int] | None:
    if not stage[STAGE_SPOTS]:
        return None
    limits = stage[STAGE_SPOT:STAGE_UNIT]
    return {spot: most for spot, most in enumerate(limits) if most}
