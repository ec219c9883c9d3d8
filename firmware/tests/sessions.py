"""Random sessions for comparing engines: seeded, mostly playable, sometimes absurd or malformed.

The generator plays each line on an oracle of its own, looks at what stands on that table, and
leans towards ops that mean something there: odds behind flats, takes and calls of what exists.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from firmware.tests.malformed import malformed_line
from firmware.tests.oracle import Oracle
from firmware.tests.oracle.spots import SPOTS as ALL_SPOTS
from firmware.tests.oracle.spots import odds_of
from firmware.tests.oracle.table import Table
from firmware.tests.oracle.wagers import Wager

BOX = (4, 5, 6, 8, 9, 10)
PROFILES = ("rws-2013", "clearwater-etg", "mbs-2020", "division", "home-game")
SPOTS = list(ALL_SPOTS)
GROUPS = ["place-inside", "place-outside", "place-across"]
NO_SPOTS = ["", "Pass", "place-7", "come-odds", "hop-21", "hop-77", "place-", "4", "pässe"]
NO_SPOTS.append("x" * 300)
LINE = ["pass", "dont-pass", "pass", "dont-pass", "lucky-shooter"]
BEHIND = ["pass-odds", "dont-pass-odds", "come", "dont-come", "come", "dont-come"]
STEADY = [spot for spot in SPOTS if spot.startswith(("place", "buy", "lay", "hard", "big"))]
ONE_ROLL = SPOTS[SPOTS.index("field") : -1]
RARE = ["no_roll", "limits", "limits", "power_fail", "withdraw", "malfunction", "kitty"]
AMOUNTS = [1, 2, 4, 5, 5, 6, 10, 10, 12, 15, 20, 20, 25, 30, 60, 100]
EDGES = [0, -1, 1, 2, 3, 1_999_999, 2_000_000, 2_000_001, 2**31, -(2**31), 2**64, 10**30]

Object = dict[str, Any]


def dumps(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


class Session:
    """One session in the making; `lines` yields its script."""

    def __init__(self, profile: str, seed: int, *, malformed: bool = True) -> None:
        self.random = Random(f"{profile} {seed}")
        self.profile = profile
        self.malformed = malformed
        self.seats = self.random.choice([1, 1, 2, 2, 3, 4, 8])
        self.options = self._options()
        self.unit: int = self.options.get("unit", 1)
        self.oracle = Oracle()
        self.wild = self.random.choice([0.0, 0.05, 0.05, 0.3])  # how often chance alone decides
        self.sevens = self.random.choice([0.2, 1.0, 1.0])  # how often a 7 is let through
        self.again: Object | None = None  # what was just taken down is wanted back
        self.focus = self.random.sample(SPOTS, 6)
        if self.random.random() < 0.5:
            self.focus += ["dont-pass", "dont-pass-odds", "dont-come"]
            self.focus += [f"dont-come-odds-{n}" for n in BOX]

    def lines(self, count: int) -> Iterator[str]:
        """The header and `count` ops; bad headers may come before the good one."""
        while self.malformed and self.random.random() < 0.1:
            yield malformed_line(self.random, self._header())
        yield self._played(dumps(self._header()))
        for _ in range(count):
            op = self._op()
            if self.malformed and self.random.random() < 0.04:
                yield self._played(malformed_line(self.random, op))
            else:
                yield self._played(dumps(op))

    def _played(self, line: str) -> str:
        self.oracle.answer(line)
        return line

    @property
    def table(self) -> Table:
        assert self.oracle.table is not None
        return self.oracle.table

    def _standing(self) -> list[tuple[int, Wager]]:
        seats = enumerate(self.table.seats)
        return [(index, wager) for index, seat in seats for wager in seat.wagers.values()]

    def _header(self) -> Object:
        return {"profile": self.profile, "seats": self.seats, "options": self.options}

    def _options(self) -> Object:
        chance = self.random
        options: Object = {}
        if chance.random() < 0.5:
            options["min"] = chance.choice([1, 1, 2, 5, 10, 25])
        if chance.random() < 0.4:
            options["max"] = chance.choice([12, 60, 100, 500, 5000, 2_000_000])
        if chance.random() < 0.3:
            options["max_spot"] = self._max_spot()
        if chance.random() < 0.3:
            options["max_total"] = chance.choice([100, 300, 1500, 10**9])
        if chance.random() < 0.4:
            options["min_total"] = chance.choice([0, 5, 20, 60, 150])
        if chance.random() < 0.4:
            options["unit"] = chance.choice([1, 2, 3, 5, 10, 25, 1000])
        if self.profile == "clearwater-etg" and chance.random() < 0.5:
            options["odds"] = chance.choice([1, 2, 3, 5, 10, 100])
        if self.profile == "division" and chance.random() < 0.5:
            options["odds"] = chance.choice([1, 2])
        return options

    def _max_spot(self) -> Object:
        spots = self.random.sample(SPOTS, self.random.choice([0, 1, 3, 8]))
        return {spot: self.random.choice([1, 7, 20, 55, 300, 2_000_000]) for spot in spots}

    def _op(self) -> Object:
        if self.again is not None:
            op, self.again = self.again, None
            return op
        roll = self.random.random()
        if roll < 0.50:
            return self._bet()
        if roll < 0.72:
            return self._roll()
        if roll < 0.81:
            return self._take()
        if roll < 0.88:
            return self._call()
        if roll < 0.91:
            return {"op": "close"}
        if roll < 0.94:
            return {"op": "state"}
        return self._rare()

    def _rare(self) -> Object:
        chance = self.random
        name = chance.choice(RARE)
        op: Object = {"op": name}
        if name == "no_roll":
            op["reason"] = chance.choice(["cocked", "off table", "stacked", "power", ""])
        elif name == "limits":
            op |= self._limits()
        elif name == "withdraw":
            op["seat"] = self._seat()
        elif name == "power_fail":
            self.again = {"op": "withdraw", "seat": self._seat()}
        elif name == "malfunction" and self.random.random() < 0.5:
            op = {"op": "state"}
        elif name == "kitty":
            op["kitty"] = chance.choice([0, 20, 120, 175, 10_000_000, 10_000_001, -1])
            held = [0, 1, 84, 532, 5_000_000]
            op["chips"] = [chance.choice(held) for _ in range(chance.randint(0, 8))]
        return op

    def _limits(self) -> Object:
        chance = self.random
        changed: Object = {}
        if chance.random() < 0.5:
            changed["min"] = chance.choice([1, 1, 2, 5, 10])
        if chance.random() < 0.5:
            changed["max"] = chance.choice([3, 12, 25, 60, 100, 500, 2_000_000, 2_000_000])
        if chance.random() < 0.3:
            changed["max_spot"] = self._max_spot()
        if chance.random() < 0.2:
            changed["max_total"] = chance.choice([100, 1000, 10**9, 10**9])
        if chance.random() < 0.2:
            changed["min_total"] = chance.choice([0, 5, 60])
        if chance.random() < 0.05:
            changed[chance.choice(["min", "max", "max_total", "min_total"])] = chance.choice(EDGES)
        return changed

    def _seat(self) -> int:
        if self.random.random() < 0.02:
            return self.random.choice([-1, self.seats, self.seats + 1, 255, 2**40])
        return self.random.randrange(self.seats)

    def _spot(self) -> str:
        chance = self.random
        roll = chance.random()
        if roll < self.wild:
            return chance.choice([*SPOTS, *GROUPS, *NO_SPOTS])
        if roll < 0.20:
            return chance.choice(self.focus)
        if roll < 0.50:
            return chance.choice(BEHIND if self.table.point else LINE)
        if roll < 0.75:
            return chance.choice(STEADY)
        return chance.choice([*ONE_ROLL, *GROUPS])

    def _offered_spot(self) -> str:
        """Mostly something that this house has."""
        spot = self._spot()
        for _ in range(3):
            if spot in ALL_SPOTS and self.table.house.offers(ALL_SPOTS[spot]):
                break
            if spot in GROUPS and self.table.house.groups:
                break
            spot = self._spot()
        return spot

    def _amount(self) -> int:
        chance = self.random
        if chance.random() < self.wild * 0.3:
            return chance.choice(EDGES)
        if chance.random() < 0.1:
            return chance.randint(1, 40)
        return self.unit * chance.choice(AMOUNTS)

    def _bet(self) -> Object:
        flats = [(seat, w) for seat, w in self._standing() if odds_of(w.spot) is not None]
        if flats and self.random.random() < 0.2:
            return self._bet_behind(*self.random.choice(flats))
        seat, spot, amount = self._seat(), self._offered_spot(), self._amount()
        if spot.startswith("horn") or spot == "world":
            amount = self.unit * (20 if self.random.random() < 0.7 else amount)
        op: Object = {"op": "bet", "seat": seat, "spot": spot, "amount": amount}
        if self.random.random() < (0.6 if spot == "c-and-e" else 0.02):
            parts = [amount // 2, self.unit, amount - self.unit, 0, amount]
            op["craps"] = self.random.choice(parts)
        return op

    def _bet_behind(self, seat: int, flat: Wager) -> Object:
        """Odds near the limits of all houses, or more on the flat itself."""
        odds = odds_of(flat.spot)
        spot = flat.spot if odds is None or self.random.random() < 0.15 else odds
        near = self.random.choice([0, 0, 0, self.unit, -self.unit, 1])
        amount = flat.stake * self.random.choice([1, 1, 2, 3, 4, 5, 6]) + near
        if self.random.random() < 0.4:
            amount = self._amount()
        return {"op": "bet", "seat": seat, "spot": spot.name, "amount": amount}

    def _chosen(self) -> tuple[int, str, int]:
        """A seat, a spot and what stands there; mostly something does."""
        standing = self._standing()
        if standing and self.random.random() > max(self.wild, 0.1):
            seat, wager = self.random.choice(standing)
            return seat, wager.spot.name, wager.stake
        return self._seat(), self._spot(), 0

    def _take(self) -> Object:
        seat, spot, stake = self._chosen()
        op: Object = {"op": "take", "seat": seat, "spot": spot}
        if self.random.random() < 0.3:
            self.again = {"op": "bet", "seat": seat, "spot": spot, "amount": self._amount()}
        if self.random.random() < 0.7:
            some = [stake // 2, self.unit, stake - self.unit, stake, stake + 1, self._amount()]
            op["amount"] = self.random.choice(some)
            if self.random.random() < (0.6 if spot == "c-and-e" else 0.02):
                parts = [op["amount"] // 2, self.unit, 0, op["amount"]]
                op["craps"] = self.random.choice(parts)
        return op

    def _call(self) -> Object:
        seat, spot, _ = self._chosen()
        state = self.random.choice(["on", "off", "default", "on"])
        op: Object = {"op": "call", "seat": seat, "spot": spot, "state": state}
        if self.random.random() < 0.3:
            op["only"] = self.random.random() < 0.5
        return op

    def _roll(self) -> Object:
        one, two = self.random.randint(1, 6), self.random.randint(1, 6)
        if one + two == 7 and self.random.random() > self.sevens:
            one = two = self.random.randint(2, 5)
        run = self.table.run
        if run is not None and self.profile == "clearwater-etg" and self.random.random() < 0.4:
            # A number that carries the lucky run on, or ends it at its height.
            left = [n for n in BOX if run.goes_on(n)] or [run.initial]
            total = self.random.choice(left)
            one, two = total // 2, total - total // 2
        return {"op": "roll", "dice": [one, two]}


def session(profile: str, seed: int, count: int, *, malformed: bool = True) -> list[str]:
    """The lines of one session; the same seed gives the same lines."""
    return list(Session(profile, seed, malformed=malformed).lines(count))
