"""Play rounds on the board and check every answer against the same core on CPython.

Each round is a record signed by the board. It goes to the log first, then its signature is checked
with the key that the log's first record introduced.

Money is counted twice, in two ways: what the seats paid and got back, and what the house won and
lost line by line. The two must agree to the unit after every round.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from boxcars.demo.board import BoardEngine, Sealed
from boxcars.demo.crowd import SEATS, Crowd
from boxcars.errors import HostError
from boxcars.record.keys import key_of_genesis
from boxcars.record.logfile import LogWriter
from boxcars.settle.engine import PythonEngine
from boxcars.settle.session import Session, installed_books


class Disagreement(HostError):
    """The board and the host settled differently, or the money does not add up."""

    exit_code = 7


@dataclass
class Books:
    """The money of the whole run, in units."""

    paid_in: int = 0
    paid_out: int = 0
    house: int = 0

    def bet(self, amount: int, debit: int) -> None:
        self.paid_in += debit
        self.house += debit - amount  # vigorish at placement

    def give_back(self, credit: int) -> None:
        self.paid_out += credit

    def result(self, line: dict[str, Any]) -> None:
        self.paid_out += line["credit"]
        if line["outcome"] == "win":
            self.house += line["vig"] - line["win"]
        elif line["outcome"] == "lose":
            self.house += line["stake"] - line["credit"]

    def check(self, standing: int) -> None:
        if self.paid_in != self.paid_out + standing + self.house:
            raise Disagreement(
                f"{self.paid_in} units came in, but {self.paid_out} went out, {standing} stand "
                f"and the house has {self.house}"
            )


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
    cycles: int
    allocations: int | None
    answers_verified: int
    seal_cycles: int
    signature: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class Game:
    """A table of eight on the board, with its double on the host."""

    engine: BoardEngine
    profile: str
    seed: int
    log: LogWriter
    books: Books = field(default_factory=Books)
    verified: int = 0

    def __post_init__(self) -> None:
        rules = installed_books()
        self._board = Session(self.engine, rules)
        self._host = Session(PythonEngine(), rules)
        self._crowd = Crowd(rules[self.profile], self.seed)
        self._point = 0
        self._ask(json.dumps({"profile": self.profile, "seats": SEATS, "options": {"min": 5}}))
        first = self.engine.genesis()
        key = key_of_genesis(first.header, first.body)
        if key is None:
            raise Disagreement("the board's first record introduces no key")
        self.key = key
        self._keep(first)

    def rounds(self, count: int) -> Iterator[Round]:
        for number in range(1, count + 1):
            yield self._round(number)

    def _keep(self, sealed: Sealed) -> None:
        """Log a record, then check that the board has signed it."""
        self.log.append(sealed.header, sealed.signature, sealed.body)
        if not self.key.has_signed(sealed.signature, sealed.header):
            raise Disagreement("a record is not signed with the board's key")

    def _ask(self, line: str) -> dict[str, Any]:
        said, wanted = self._board.answer(line), self._host.answer(line)
        if said != wanted:
            raise Disagreement(f"{line}: the board says {said}, the host {wanted}")
        self.verified += 1
        loaded: dict[str, Any] = json.loads(said)
        return loaded

    def _round(self, number: int) -> Round:
        before, started = self._point, self.verified
        self.engine.take_cost()
        wagers, refused = [], 0
        for line in self._crowd.wagers(self._point):
            said = self._ask(line)
            if said["ok"]:
                bet = json.loads(line)
                wagers.append(bet)
                self.books.bet(bet["amount"], said["debit"])
            else:
                refused += 1
        betting = self.engine.take_cost()
        dice = self._crowd.dice()
        self.engine.before_roll()
        rolled = self._ask(json.dumps({"op": "roll", "dice": dice}))
        settling = self.engine.take_cost()
        sealed = self.engine.after_roll(dice, number)
        sealing = self.engine.take_cost()
        self._keep(sealed)
        self._point = rolled["point"]
        for line in rolled["returned"]:
            self.books.give_back(line["credit"])
        for line in rolled["results"]:
            self.books.result(line)
        spots = self._ask(json.dumps({"op": "state"}))["spots"]
        standing = sum(spot["amount"] for spot in spots)
        self.books.check(standing)
        allocations = betting.allocations + settling.allocations + sealing.allocations
        return Round(
            number,
            before,
            dice,
            rolled["event"],
            rolled["point"],
            wagers,
            refused,
            rolled["returned"],
            rolled["results"],
            standing,
            settling.cycles,
            allocations if self.engine.counts else None,
            self.verified - started,
            sealing.cycles,
            sealed.signature.hex(),
        )
