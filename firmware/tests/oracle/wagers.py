"""What one roll does to one wager (SPEC section 3): a class for each kind, a clause for each rule.

A wager is asked for its verdict before anything on the table changes. A verdict of None means that
the wager stands: neither won nor lost, it waits for the next roll (CLW 7).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from firmware.tests.oracle.spots import BOX, HORN_NUMBERS, SPOTS, Spot

EVEN = Fraction(1)

# True odds against a seven: RWS 4.1, CLW 14.a, MBS 4.2, DIV 4.14.
TRUE_ODDS = {
    n: Fraction(*pays)
    for n, pays in {
        4: (2, 1),
        5: (3, 2),
        6: (6, 5),
        8: (6, 5),
        9: (3, 2),
        10: (2, 1),
    }.items()
}
LAY_ODDS = {n: 1 / pays for n, pays in TRUE_ODDS.items()}
# RWS 4.1 Place, CLW 21.a, MBS 4.6, DIV 4.14.
PLACE_ODDS = {
    n: Fraction(*pays)
    for n, pays in {
        4: (9, 5),
        5: (7, 5),
        6: (7, 6),
        8: (7, 6),
        9: (7, 5),
        10: (9, 5),
    }.items()
}
# One unit on a single number for one roll: RWS 4.1, CLW 22.d-g, MBS 4.1, DIV 4.14.
NUMBER_ODDS = {2: Fraction(30), 3: Fraction(15), 11: Fraction(15), 12: Fraction(30)}
CRAPS = (2, 3, 12)
ANY_CRAPS_ODDS = Fraction(7)
ANY_7_ODDS = Fraction(4)


class Verdict(NamedTuple):
    """How a roll leaves a wager; `pays` is the win per unit staked."""

    outcome: str
    pays: Fraction = Fraction(0)
    to: str = ""


LOSE = Verdict("lose")
PUSH = Verdict("push")
RETURN = Verdict("return")


def win(pays: Fraction) -> Verdict:
    return Verdict("win", pays)


@dataclass
class LuckyRun:
    """The shared run of the Lucky Shooter (CLW 23): the initial point and the numbers counted."""

    initial: int
    counted: set[int] = field(default_factory=set)

    def goes_on(self, total: int) -> bool:
        """A box number not yet rolled, while some of the five are missing (CLW 23.a.iii)."""
        return total in BOX and total != self.initial and total not in self.counted

    def prize(self, total: int) -> Verdict:
        """The end of the run, "k for 1" written as k-1 to 1 (CLW 23.a.iv)."""
        hits = len(self.counted)
        if hits == 5:
            return win(Fraction(500 - 1 if total == self.initial else 100 - 1))
        if hits < 2:
            return LOSE
        return win(Fraction({4: 10, 3: 4, 2: 2}[hits] - 1))


@dataclass(frozen=True)
class Roll:
    """A valid roll as the wagers see it: the faces, and the table as it was before."""

    low: int
    high: int
    point: int
    run: LuckyRun | None

    @property
    def total(self) -> int:
        return self.low + self.high


@dataclass
class Wager:
    """Chips of one seat on one spot. `craps` is the any-craps part of a c-and-e."""

    spot: Spot
    stake: int = 0
    craps: int = 0
    call: str = "default"

    def verdict(self, roll: Roll) -> Verdict | None:
        raise NotImplementedError


class Line(Wager):
    """Pass (RWS D.1, CLW 13, MBS 3.4.1) and a Come waiting for its roll (RWS D.5, MBS 3.4.3)."""

    def verdict(self, roll: Roll) -> Verdict | None:
        if self.spot.family == "pass" and roll.point:
            return _for_number(roll.total, roll.point, EVEN)
        if roll.total in (7, 11):
            return win(EVEN)
        if roll.total in CRAPS:
            return LOSE
        return Verdict("move", to=f"come-{roll.total}") if self.spot.family == "come" else None


class DontLine(Wager):
    """Don't Pass (RWS D.3, CLW 15, MBS 3.4.5) and a waiting Don't Come (RWS D.6, MBS 3.4.7)."""

    def verdict(self, roll: Roll) -> Verdict | None:
        if self.spot.family == "dont-pass" and roll.point:
            return _against_number(roll.total, roll.point, EVEN)
        if roll.total in (2, 3):
            return win(EVEN)
        if roll.total in (7, 11):
            return LOSE
        if roll.total == 12:
            return PUSH
        if self.spot.family == "dont-come":
            return Verdict("move", to=f"dont-come-{roll.total}")
        return None


def _for_number(total: int, number: int, pays: Fraction) -> Verdict | None:
    if total == number:
        return win(pays)
    return LOSE if total == 7 else None


def _against_number(total: int, number: int, pays: Fraction) -> Verdict | None:
    if total == 7:
        return win(pays)
    return LOSE if total == number else None


class ForNumber(Wager):
    """A wager that its number comes before a seven: Come point, Place, Buy, Big 6 and 8, odds."""

    def verdict(self, roll: Roll) -> Verdict | None:
        family = self.spot.family
        number = self.spot.number or roll.point  # pass-odds follow the point
        pays = EVEN
        if family == "place":
            pays = PLACE_ODDS[number]
        elif family in ("buy", "pass-odds", "come-odds"):
            pays = TRUE_ODDS[number]
        return _for_number(roll.total, number, pays)


class AgainstNumber(Wager):
    """A wager that a seven comes before its number: Don't Come point, Lay, don't odds."""

    def verdict(self, roll: Roll) -> Verdict | None:
        number = self.spot.number or roll.point  # dont-pass-odds follow the point
        pays = EVEN if self.spot.family == "dont-come-point" else LAY_ODDS[number]
        return _against_number(roll.total, number, pays)


class Hardway(Wager):
    """RWS D.12, CLW 21.f, MBS 3.4.12; HOME pays 8 and 10 for 1, which is the same."""

    def verdict(self, roll: Roll) -> Verdict | None:
        if roll.total == 7:
            return LOSE
        if roll.total != self.spot.number:
            return None
        if roll.low != roll.high:
            return LOSE
        return win(Fraction(7 if self.spot.number in (4, 10) else 9))


class OneRoll(Wager):
    """Wins or loses on the very next roll; `pays` says at what, None is a loss."""

    def verdict(self, roll: Roll) -> Verdict | None:
        pays = self.pays(roll)
        return LOSE if pays is None else win(pays)

    def pays(self, roll: Roll) -> Fraction | None:
        raise NotImplementedError


class Field(OneRoll):
    """RWS D.13, CLW 22.a, MBS 3.4.13."""

    def pays(self, roll: Roll) -> Fraction | None:
        if roll.total in (2, 12):
            return Fraction(2)
        return EVEN if roll.total in (3, 4, 9, 10, 11) else None


class AnySeven(OneRoll):
    """RWS D.21, CLW 22.b, MBS 3.4.17; HOME pays 5 for 1, which is the same."""

    def pays(self, roll: Roll) -> Fraction | None:
        return ANY_7_ODDS if roll.total == 7 else None


class AnyCraps(OneRoll):
    """RWS D.16, CLW 22.c, MBS 3.4.16."""

    def pays(self, roll: Roll) -> Fraction | None:
        return ANY_CRAPS_ODDS if roll.total in CRAPS else None


class OneNumber(OneRoll):
    """2, 3, 12 or 11 on the next roll: RWS D.17-20, CLW 22.d-g, MBS 3.4.19-22."""

    def pays(self, roll: Roll) -> Fraction | None:
        return NUMBER_ODDS[roll.total] if roll.total == self.spot.number else None


class Parcel(OneRoll):
    """Equal chips on several one-roll wagers, paid as if wagered apart (RWS D.14, DIV 4.15-16).

    Net of the chips that lose: the chips that hit win their odds, all the others are lost.
    """

    def pays(self, roll: Roll) -> Fraction | None:
        chips = dict.fromkeys(HORN_NUMBERS, 1)
        if self.spot.family == "horn-high":
            chips[self.spot.number] += 1
        if self.spot.family == "world":
            chips[7] = 1
        if roll.total not in chips:
            return None
        odds = ANY_7_ODDS if roll.total == 7 else NUMBER_ODDS[roll.total]
        staked = sum(chips.values())
        hit = chips[roll.total]
        return (hit * odds - (staked - hit)) / staked


class CrapsAndEleven(OneRoll):
    """k on any craps and m on eleven (DIV 4.1, 4.17); the blank of RWS 4.1 is 3 to 1."""

    def pays(self, roll: Roll) -> Fraction | None:
        craps, eleven = self.craps, self.stake - self.craps
        if roll.total in CRAPS:
            return (craps * ANY_CRAPS_ODDS - eleven) / self.stake
        if roll.total == 11:
            return (eleven * NUMBER_ODDS[11] - craps) / self.stake
        return None


class Hop(OneRoll):
    """CLW 22.j: a pair 30 to 1, the rest 15 to 1."""

    def pays(self, roll: Roll) -> Fraction | None:
        if (roll.low, roll.high) != self.spot.faces:
            return None
        return Fraction(30 if roll.low == roll.high else 15)


class HomeHop(Hop):
    """HOME: hop bets pay 15 to 1, pairs as well."""

    def pays(self, roll: Roll) -> Fraction | None:
        return None if super().pays(roll) is None else Fraction(15)


class LuckyShooter(Wager):
    """CLW 23: waits for a point, then lives and dies with the table's run."""

    def verdict(self, roll: Roll) -> Verdict | None:
        if roll.point == 0:
            if roll.total in (7, 11):
                return PUSH
            return LOSE if roll.total in CRAPS else None
        if roll.run is None or roll.run.goes_on(roll.total):
            return None
        return roll.run.prize(roll.total)


KINDS: dict[str, type[Wager]] = {
    "pass": Line,
    "come": Line,
    "dont-pass": DontLine,
    "dont-come": DontLine,
    "come-point": ForNumber,
    "pass-odds": ForNumber,
    "come-odds": ForNumber,
    "place": ForNumber,
    "buy": ForNumber,
    "big": ForNumber,
    "dont-come-point": AgainstNumber,
    "dont-pass-odds": AgainstNumber,
    "dont-come-odds": AgainstNumber,
    "lay": AgainstNumber,
    "hard": Hardway,
    "field": Field,
    "any-7": AnySeven,
    "any-craps": AnyCraps,
    "number": OneNumber,
    "horn": Parcel,
    "horn-high": Parcel,
    "world": Parcel,
    "c-and-e": CrapsAndEleven,
    "hop": Hop,
    "lucky-shooter": LuckyShooter,
}

assert {spot.family for spot in SPOTS.values()} == set(KINDS)
