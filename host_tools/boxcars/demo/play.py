"""Play rounds at a board over its link, and check every answer against the core on CPython.

Each record is checked, on disk and then acknowledged. What it says is recomputed here from the
same wagers and the dice that the board read, and must be equal line by line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from boxcars.demo.books import Books, Disagreement
from boxcars.demo.crowd import SEATS, Crowd
from boxcars.link import Link, LinkError, RefusedError, Signer
from boxcars.record.view import Header, decode_body
from boxcars.settle.answer import answer, refused
from boxcars.settle.engine import PythonEngine
from boxcars.settle.script import Kitty, read_operation
from boxcars.settle.session import Session, installed_books
from boxcars.table.keeper import Keeper, Kept
from boxcars.table.outcome import done, rolled, standing
from boxcars.table.words import event_line, record_line
from shaker.app import book, faults, meters
from shaker.core import ops
from shaker.core.state import VALUE
from shaker.link import codes
from shaker.seal import record

MINIMUM = 5
_CORE_CODE_MAX = 63
_RECORD_S = 90.0
_SLICE_S = 0.5
_WAIT_S = 0.05
_WAIT_TRIES = 400


@dataclass(frozen=True)
class Round:
    """One round as it was played: what was bet, what came, and what it did."""

    number: int
    point_before: int
    dice: tuple[int, int]
    event: str
    point: int
    wagers: list[dict[str, Any]]
    refused: int
    returned: list[dict[str, Any]]
    results: list[dict[str, Any]]
    standing: int
    no_rolls: int
    shake_ms: int
    margins: tuple[int, int]
    answers_verified: int
    sequence: int
    signature: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class Game:
    """A table of eight on the board, with its double on the host."""

    link: Link
    keeper: Keeper
    profile: str
    seed: int
    tell: Callable[[str], None] = lambda line: None
    signer: Signer | None = None  # of a technician, where the board is locked
    books: Books = field(default_factory=Books)
    verified: int = 0

    def __post_init__(self) -> None:
        rules = installed_books()
        self._host = Session(PythonEngine(), rules)
        self._crowd = Crowd(rules[self.profile], self.seed)
        self._point = 0
        self._stands: set[tuple[int, str]] = set()
        self.keeper.catch_up(_RECORD_S)
        self._meters = self._read_meters()
        self.link.open_table(self.profile, SEATS, minimum=MINIMUM, signer=self.signer)
        header = {"profile": self.profile, "seats": SEATS, "options": {"min": MINIMUM}}
        self._host.answer(json.dumps(header))
        self.keeper.catch_up(_RECORD_S)

    def rounds(self, count: int) -> Iterator[Round]:
        for number in range(1, count + 1):
            yield self._round(number)

    def give_back(self) -> bool:
        """Void what stands, so that the table can be opened again; False if that needs a key."""
        try:
            self.link.void(self.link.state().round, self.signer)
        except RefusedError:
            return False
        self.keeper.catch_up(_RECORD_S)
        return True

    def counted(self) -> dict[str, int]:
        """How far the board's meters went up since the table was opened."""
        now = self._read_meters()
        return {name: now[name] - before for name, before in self._meters.items()}

    def _read_meters(self) -> dict[str, int]:
        values = {row.meter: row.value for row in self.link.meters()}
        return {name: values[word] for name, word, _ in meters.NAMES}

    def _agree(self, line: str, said: str) -> dict[str, Any]:
        wanted = self._host.answer(line)
        if said != wanted:
            raise Disagreement(f"{line}: the board says {said}, the host {wanted}")
        self.verified += 1
        loaded: dict[str, Any] = json.loads(said)
        return loaded

    # -- one round ---------------------------------------------------------------------------

    def _round(self, number: int) -> Round:
        before, started = self._point, self.verified
        self._until_betting()
        wagers, refused_count = self._bet_all()
        self.link.roll()
        kept, no_rolls = self._result()
        header = kept.header
        dice = (header.die_a, header.die_b)
        reply = rolled(header, decode_body(kept.record.body), told=False)
        said = self._agree(json.dumps({"op": "roll", "dice": dice}), answer(ops.OP_ROLL, reply))
        self._point = said["point"]
        for line in said["returned"]:
            self.books.give_back(line["credit"])
        for line in said["results"]:
            self.books.result(line)
        self._until_betting()
        look = answer(ops.OP_STATE, standing(self.link.state()))
        spots = self._agree(json.dumps({"op": "state"}), look)["spots"]
        self._stands = {(spot["seat"], spot["spot"]) for spot in spots}
        stands = sum(spot["amount"] for spot in spots)
        self.books.check(stands)
        return Round(
            number,
            before,
            dice,
            said["event"],
            said["point"],
            wagers,
            refused_count,
            said["returned"],
            said["results"],
            stands,
            no_rolls,
            _shake_ms(header),
            (header.margin_a, header.margin_b),
            self.verified - started,
            header.sequence,
            kept.record.signature.hex(),
        )

    def _until_betting(self) -> None:
        """The next round is open once the board has the acknowledgement of the last."""
        for _ in range(_WAIT_TRIES):
            state = self.link.state()
            if state.fault:
                raise _latched(state.fault)
            if state.state == book.BETTING:
                return
            self.link.idle(_WAIT_S)
        raise Disagreement("the board does not open the next round")

    def _bet_all(self) -> tuple[list[dict[str, Any]], int]:
        """Send the crowd's wagers together; those that were taken, and how many were not."""
        taken, refused_count = [], 0
        lines = list(self._crowd.wagers(self._point, self._stands))
        while lines:
            later = []
            answers = self.link.perform_all([_bet(line) for line in lines])
            for line, got in zip(lines, answers, strict=True):
                if isinstance(got, RefusedError) and got.code == codes.E_BUSY:
                    later.append(line)
                    continue
                if isinstance(got, RefusedError) and got.code <= _CORE_CODE_MAX:
                    self._agree(line, refused(got.code))
                    refused_count += 1
                    continue
                if isinstance(got, LinkError):
                    raise got
                said = self._agree(line, answer(ops.OP_BET, done(head={VALUE: got["debit"]})))
                bet = json.loads(line)
                taken.append(bet)
                self.books.bet(bet["amount"], said["debit"])
            lines = later
        return taken, refused_count

    def _result(self) -> tuple[Kept, int]:
        """Wait for the result; No Rolls on the way are told and counted."""
        no_rolls, waited = 0, 0.0
        while waited < _RECORD_S:
            kept = self.keeper.take(_SLICE_S)
            self._tell_events()
            if kept is None:
                waited += _SLICE_S
                continue
            kind = kept.header.kind
            if kind == record.KIND_RESULT:
                return kept, no_rolls
            self.tell(record_line(kept.header))
            no_rolls += kind == record.KIND_NO_ROLL
            if kind == record.KIND_FAULT and kept.header.reason == faults.LATCHED:
                raise _latched(kept.header.detail)
        raise Disagreement(f"no result came in {_RECORD_S:.0f} s")

    def _tell_events(self) -> None:
        while len(self.link.events):
            event = self.link.next_event(0.0)
            if event is not None:
                self.tell(event_line(event))
        self.link.finish_event()


def _latched(code: int) -> Disagreement:
    return Disagreement(
        f"the board has latched the fault {faults.WORDS[code]}: see 'boxcars diag'"
    )


def _bet(line: str) -> tuple[str, dict[str, int | bytes]]:
    operation = read_operation(line)
    assert not isinstance(operation, Kitty)
    _, seat, spot, amount, craps = operation[: ops.STAGE]
    return "bet", {"seat": seat, "spot": spot, "amount": amount, "craps": craps}


def _shake_ms(header: Header) -> int:
    return header.spin_up_ms + header.tumble_ms + header.soft_stop_ms + header.brake_ms
