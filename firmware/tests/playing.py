"""Session scripts for tests: run them, make random ones, and follow the stakes through them."""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from boxcars.rulebook.encode import encode
from boxcars.rulebook.parse import load
from boxcars.settle import run
from boxcars.settle.session import installed_books
from shaker.core import spots
from shaker.core.rules import COL_OFFERED

PROFILES = ("clearwater-etg", "division", "home-game", "mbs-2020", "rws-2013")
ENGINES = ("python", "micropython")
DATA = Path(__file__).parent / "data"


def lighthouse() -> dict[str, bytes]:
    """The invented sixth casino, as the only book there is."""
    return {"lighthouse": encode(load(DATA / "lighthouse.toml"))}


def play(
    lines: Iterable[Mapping[str, Any]],
    engine: str = "python",
    books: Mapping[str, bytes] | None = None,
) -> list[dict[str, Any]]:
    """Run operations given as objects; give the answers as objects."""
    return [json.loads(line) for line in run(map(json.dumps, lines), engine, books)]


_AMOUNTS = (1, 2, 4, 5, 6, 10, 12, 20, 25, 30, 50, 60, 60, 100, 100, 100, 200, 300, 1000, 999_999)
_LINE = ("pass", "dont-pass", "come", "dont-come", "pass-odds", "dont-pass-odds")
_NUMBERED = ("come", "come-odds", "dont-come-odds", "place", "buy", "lay")
_ODD_VALUES = (None, True, False, 1.0, -1, 0, "", "5", [], {}, 10**30, -(10**30), 2_000_000, 2**30)
_GROUPS = spots.GROUP_NAMES
_STATES = ("on", "off", "default")


class Maker:
    """Random operations, mostly sensible, some absurd."""

    def __init__(self, seed: int, profile: str, *, absurd: bool = True) -> None:
        self.random = random.Random(seed)
        self.profile = profile
        self.absurd = absurd
        self.seats = self.random.choice((1, 1, 2, 2, 3, 5, 8))
        books = lighthouse() if profile == "lighthouse" else installed_books()
        rules = books[profile]
        self._offered = [
            name for index, name in enumerate(spots.NAMES) if rules[COL_OFFERED + index]
        ]
        self._recent: deque[tuple[int, str]] = deque(maxlen=25)

    def header(self) -> dict[str, Any]:
        pick = self.random
        options: dict[str, Any] = {}
        if pick.random() < 0.4:
            options["min"] = pick.choice((1, 2, 5, 10, 25))
        if pick.random() < 0.2:
            options["max"] = pick.choice((50, 500, 2_000_000))
        if pick.random() < 0.3:
            options["unit"] = pick.choice((1, 2, 5, 10, 25))
        if pick.random() < 0.2:
            options["max_total"] = pick.choice((100, 1000, 10**9))
        if pick.random() < 0.3:
            options["min_total"] = pick.choice((0, 20, 100))
        if pick.random() < 0.3:
            options["max_spot"] = self._max_spot()
        if self.profile in ("clearwater-etg", "division") and pick.random() < 0.5:
            options["odds"] = pick.choice((1, 2))
        return {"profile": self.profile, "seats": self.seats, "options": options}

    def operation(self) -> dict[str, Any]:
        """One operation; one in forty is spoilt."""
        op = self._sensible()
        if self.absurd and self.random.random() < 0.025:
            key = self.random.choice(list(op))
            if self.random.random() < 0.3:
                del op[key]
            else:
                op[key] = self.random.choice(_ODD_VALUES)
        return op

    def _seat(self) -> int:
        return self.random.randrange(self.seats + (self.random.random() < 0.01))

    def _spot(self) -> str:
        return self.random.choice(spots.NAMES if self.random.random() < 0.05 else self._offered)

    def _wager(self) -> tuple[int, str]:
        """A seat and a spot where something may well stand."""
        if self._recent and self.random.random() < 0.85:
            return self.random.choice(self._recent)
        return self._seat(), self._spot()

    def _amount(self) -> int:
        if self.random.random() < 0.03:
            return self.random.choice((0, -5, 2_000_000, 2_000_001, 1_999_999))
        return self.random.choice(_AMOUNTS)

    def _max_spot(self) -> dict[str, int]:
        return {self._spot(): self.random.choice((5, 30, 100)) for _ in range(5)}

    def _sensible(self) -> dict[str, Any]:
        kind = self.random.random()
        if kind < 0.5:
            return self._bet()
        if kind < 0.62:
            return self._take()
        if kind < 0.74:
            seat, spot = self._wager()
            op = {"op": "call", "seat": seat, "spot": spot, "state": self.random.choice(_STATES)}
            if self.random.random() < 0.3:
                op["only"] = self.random.random() < 0.5
            return op
        if kind < 0.92:
            return {"op": "roll", "dice": [self.random.randint(1, 6), self.random.randint(1, 6)]}
        return self._rare()

    def _bet(self) -> dict[str, Any]:
        pick = self.random
        op = {"op": "bet", "seat": self._seat(), "spot": self._spot(), "amount": self._amount()}
        kind = pick.random()
        if kind < 0.05:
            op["spot"] = pick.choice(_GROUPS)
        elif kind < 0.35:
            op["spot"] = pick.choice(_LINE)
        elif kind < 0.5:
            number = pick.choice((4, 5, 6, 8, 9, 10))
            op["spot"] = f"{pick.choice(_NUMBERED)}-{number}"
        elif kind < 0.55:
            op |= {"spot": "c-and-e", "craps": pick.choice((0, 1, 2, 5, 6, 10, 30, 50))}
        self._recent.append((op["seat"], op["spot"]))
        return op

    def _take(self) -> dict[str, Any]:
        seat, spot = self._wager()
        op: dict[str, Any] = {"op": "take", "seat": seat, "spot": spot}
        if self.random.random() < 0.6:
            op["amount"] = self._amount()
        if spot == "c-and-e" and self.random.random() < 0.7:
            op["craps"] = self.random.choice((0, 1, 2, 5, 6))
        return op

    def _rare(self) -> dict[str, Any]:
        pick = self.random
        kind = pick.randrange(8)
        if kind == 0:
            return {"op": "close"}
        if kind == 1:
            return {"op": "no_roll", "reason": "cocked"}
        if kind == 2:
            op: dict[str, Any] = {"op": "limits"}
            op |= pick.choice(({"min": 1}, {"min": 10}, {"max": 20}, {"max": 2_000_000}))
            if pick.random() < 0.3:
                op["max_spot"] = self._max_spot()
            return op
        if kind == 3:
            return {"op": "power_fail"}
        if kind == 4:
            return {"op": "withdraw", "seat": self._seat()}
        if kind == 5 and pick.random() < 0.2:
            return {"op": "malfunction"}
        if kind == 6:
            chips = [pick.choice((0, 1, 50, 333)) for _ in range(self.seats)]
            return {"op": "kitty", "kitty": pick.choice((0, 7, 120)), "chips": chips}
        return {"op": "state"}

    def lines(self, count: int) -> Iterator[str]:
        """A header and `count` operations as text."""
        yield json.dumps(self.header())
        for _ in range(count):
            yield json.dumps(self.operation())


class Ledger:
    """Follows a session from its answers alone: every stake, and every unit in and out."""

    def __init__(self) -> None:
        self.stakes: dict[tuple[int, str], int] = {}
        self.debits = 0
        self.credits = 0
        self.house = 0
        self.point = 0

    def note(self, op: Mapping[str, Any], reply: Mapping[str, Any]) -> None:
        """Enter one operation and its answer."""
        if not reply["ok"]:
            return
        kind = op["op"]
        self.debits += reply.get("debit", 0)
        self.credits += reply.get("credit", 0)
        if kind == "bet":
            self._bet(op, reply)
        elif kind == "take":
            self._take(op, reply)
        elif kind == "withdraw":
            self._withdraw(op["seat"], reply["credit"])
        for line in reply.get("returned", ()):
            self.credits += line["credit"]
            stake = self.stakes.pop((line["seat"], line["spot"]))
            self.house -= line["credit"] - stake
        for line in reply.get("results", ()):
            self._result(line)
        for line in reply.get("results", ()):  # what stood on the number is decided first
            if line["outcome"] == "move":
                assert (line["seat"], line["to"]) not in self.stakes
                self.stakes[line["seat"], line["to"]] = line["stake"]
        if kind == "malfunction" or (kind == "withdraw" and not self.stakes):
            self.point = 0
        self.point = reply.get("point", self.point)

    def _bet(self, op: Mapping[str, Any], reply: Mapping[str, Any]) -> None:
        names = [op["spot"]]
        if op["spot"] in spots.GROUP_NAMES:
            boxes = {"place-inside": (5, 6, 8, 9), "place-outside": (4, 5, 9, 10)}
            numbers = boxes.get(op["spot"], (4, 5, 6, 8, 9, 10))
            names = [f"place-{box}" for box in numbers if box != self.point]
        for name in names:
            key = (op["seat"], name)
            self.stakes[key] = self.stakes.get(key, 0) + op["amount"]
        self.house += reply["debit"] - op["amount"] * len(names)

    def _take(self, op: Mapping[str, Any], reply: Mapping[str, Any]) -> None:
        key = (op["seat"], op["spot"])
        taken = op.get("amount", self.stakes[key])
        self.stakes[key] -= taken
        if not self.stakes[key]:
            del self.stakes[key]
            odds = op["spot"] + "-odds"
            if op["spot"].rsplit("-", 1)[-1].isdigit():
                odds = "-odds-".join(op["spot"].rsplit("-", 1))
            taken += self.stakes.pop((op["seat"], odds), 0)
        self.house -= reply["credit"] - taken

    def _withdraw(self, seat: int, credit: int) -> None:
        mine = [key for key in self.stakes if key[0] == seat]
        self.house -= credit - sum(self.stakes.pop(key) for key in mine)

    def _result(self, line: Mapping[str, Any]) -> None:
        key = (line["seat"], line["spot"])
        assert self.stakes[key] == line["stake"]
        self.credits += line["credit"]
        if line["outcome"] == "push":
            return
        del self.stakes[key]
        if line["outcome"] != "move":
            self.house += line["stake"] - line["credit"]

    def standing(self) -> list[tuple[int, str, int]]:
        """Stakes in the order of a `state` answer."""
        order = {name: index for index, name in enumerate(spots.NAMES)}
        rows = [(seat, spot, units) for (seat, spot), units in self.stakes.items()]
        return sorted(rows, key=lambda row: (row[0], order[row[1]]))
