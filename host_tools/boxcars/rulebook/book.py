"""A rule book in memory: one frozen record per row of its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from boxcars.rulebook.rows import Source

Odds = tuple[int, int]


@dataclass(frozen=True)
class Wager:
    """What each fall of the dice does to a spot. A fall that is not named leaves it alone."""

    spot: str
    point: str  # "" but for the four line spots
    offered: bool
    win: Mapping[int, Odds]  # fall -> payout
    craps_win: Mapping[int, Odds]  # parts of c-and-e
    eleven_win: Mapping[int, Odds]
    lose: frozenset[int]
    push: frozenset[int]
    move: frozenset[int]
    clause: str

    @property
    def key(self) -> str:
        return f"{self.spot}@{self.point}" if self.point else self.spot

    @property
    def decided(self) -> frozenset[int]:
        return frozenset(self.win) | self.lose


@dataclass(frozen=True)
class LuckyRun:
    counted: str
    pays: Odds | None  # None: loses
    clause: str


@dataclass(frozen=True)
class Placing:
    family: str
    when: str
    units: int
    minimum: str
    again: str
    clause: str


@dataclass(frozen=True)
class Working:
    family: str
    works: str
    calls: str
    on_covers: str
    clause: str


@dataclass(frozen=True)
class Taking:
    family: str
    contract: str
    odds: str
    under_min: str
    clause: str


@dataclass(frozen=True)
class Vigorish:
    family: str
    rate: Odds
    of: str
    at: str
    refund: str
    clause: str


@dataclass(frozen=True)
class Conflict:
    one: str
    other: str
    clause: str


@dataclass(frozen=True)
class Group:
    name: str
    spots: tuple[str, ...]
    clause: str


@dataclass(frozen=True)
class OddsLimit:
    family: str
    option: tuple[int, int]
    of: str
    times: tuple[int, ...]  # all 0: the value of option `odds`
    round: str
    clause: str


@dataclass(frozen=True)
class Option:
    name: str
    low: int
    high: int
    default: int
    clause: str


@dataclass(frozen=True)
class Policy:
    name: str
    word: str
    clause: str


@dataclass(frozen=True)
class NoRoll:
    """The clause that a typed refusal of the shaker falls under."""

    reason: str
    clause: str


@dataclass(frozen=True)
class Book:
    """One casino, complete."""

    source: Source
    digest: bytes
    profile: str
    title: str
    wagers: Mapping[str, Wager]
    lucky_run: Mapping[str, LuckyRun]
    placing: Mapping[str, Placing]
    working: Mapping[str, Working]
    taking: Mapping[str, Taking]
    vigorish: Mapping[str, Vigorish]
    conflicts: tuple[Conflict, ...]
    groups: Mapping[str, Group]
    odds_limits: tuple[OddsLimit, ...]
    options: Mapping[str, Option]
    policies: Mapping[str, Policy]
    no_rolls: Mapping[str, NoRoll]

    def offers(self, spot: str) -> bool:
        return any(wager.offered for wager in self.wagers.values() if wager.spot == spot)
