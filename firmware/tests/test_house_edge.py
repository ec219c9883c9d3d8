"""The exact house edge of every wager, by Markov chain through the core, against known values.

The edge is the mean loss over what the wager costs: vigorish paid up front is part of the cost. A
push counts as the end of a wager, as it does in the published figures; the lucky shooter stays.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from boxcars.settle.session import installed_books
from firmware.tests.markov import Chain
from firmware.tests.playing import PROFILES
from shaker.core.rules import COL_OFFERED
from shaker.core.spots import NAMES

UNITS = 1200  # in it every payout and every vigorish is whole
BOOKS = installed_books()
BOXES = (4, 5, 6, 8, 9, 10)
UP_FRONT = ("division", "home-game", "mbs-2020", "rws-2013")
HORN_HIGH = ("division", "home-game", "mbs-2020", "rws-2013")
HOPS = [(one, other) for one in range(1, 7) for other in range(one, 7)]


ONE_ROLL = {
    "field": "1/18",
    "any-7": "1/6",
    "any-craps": "1/9",
    "craps-2": "5/36",
    "craps-3": "1/9",
    "craps-12": "5/36",
    "eleven": "1/9",
    "horn": "1/8",
    "c-and-e": "1/9",
}
HARD = {"hard-4": "1/9", "hard-6": "1/11", "hard-8": "1/11", "hard-10": "1/9"}
LINE = {"pass": "7/495", "dont-pass": "3/220"}
COME = {"come": "7/495", "dont-come": "3/220"}
# By box number, in the order of BOXES.
PLACE = "1/15 1/25 1/66 1/66 1/25 1/15"
BUY_UP_FRONT = "1/21 1/21 1/21 1/21 1/21 1/21"
LAY_UP_FRONT = "1/41 1/31 1/25 1/25 1/31 1/41"
BUY_OR_LAY_ON_WIN = "1/60 1/50 1/44 1/44 1/50 1/60"
HIGH = {2: "23/180", 3: "11/90", 11: "11/90", 12: "23/180"}

Row = tuple[str, str, int, Fraction]


def _cases() -> list[Row]:
    """Profile, spot, point at placement, edge."""
    rows: list[Row] = []
    for profile in PROFILES:
        up_front = profile in UP_FRONT
        for spot, edge in (ONE_ROLL | HARD | LINE).items():
            rows.append((profile, spot, 0, Fraction(edge)))
        rows += [(profile, spot, 5, Fraction(edge)) for spot, edge in COME.items()]
        rows += _boxes(profile, "place", 6, PLACE)
        rows += _boxes(profile, "buy", 0, BUY_UP_FRONT if up_front else BUY_OR_LAY_ON_WIN)
        rows += _boxes(profile, "lay", 8, LAY_UP_FRONT if up_front else BUY_OR_LAY_ON_WIN)
        if profile in HORN_HIGH:
            rows += [(profile, f"horn-high-{n}", 0, Fraction(edge)) for n, edge in HIGH.items()]
    return rows + _rare_cases()


def _boxes(profile: str, family: str, point: int, edges: str) -> list[Row]:
    pairs = zip(BOXES, edges.split(), strict=True)
    return [(profile, f"{family}-{box}", point, Fraction(edge)) for box, edge in pairs]


def _rare_cases() -> list[Row]:
    """Wagers that few layouts have."""
    rows: list[Row] = []
    for profile in ("clearwater-etg", "division"):
        rows += [(profile, "big-6", 0, Fraction(1, 11)), (profile, "big-8", 5, Fraction(1, 11))]
    rows += [("division", "world", 0, Fraction(2, 15))]
    for one, other in HOPS:
        spot = f"hop-{one}{other}"
        rows += [("home-game", spot, 0, Fraction(5, 9) if one == other else Fraction(1, 9))]
        if one == other and one not in (1, 6):
            rows += [("clearwater-etg", spot, 0, Fraction(5, 36))]
        elif one != other and (one, other) not in ((1, 2), (5, 6)):
            rows += [("clearwater-etg", spot, 0, Fraction(1, 9))]
    return rows


@pytest.mark.parametrize("case", _cases(), ids=lambda case: f"{case[0]}-{case[1]}")
def test_edge(case: tuple[str, str, int, Fraction]) -> None:
    profile, spot, point, edge = case
    chain = Chain(BOOKS[profile], spot)
    cost = chain.place(UNITS, point)
    assert 1 - chain.returns() / cost == edge


def test_every_offered_wager_has_a_case() -> None:
    """Odds and the lucky shooter have tests of their own; come wagers are followed."""
    elsewhere = ("come-", "dont-come-", "lucky-shooter")
    for profile in PROFILES:
        tested = {spot for name, spot, *_ in _cases() if name == profile}
        for index, spot in enumerate(NAMES):
            if BOOKS[profile][COL_OFFERED + index] and not spot.startswith(elsewhere):
                assert spot in tested or "odds" in spot, (profile, spot)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("side", ["pass", "dont-pass", "come", "dont-come"])
@pytest.mark.parametrize("box", BOXES)
def test_odds_are_fair(profile: str, side: str, box: int) -> None:
    line = side.endswith("pass")
    flat = side if line else f"{side}-{box}"
    odds = f"{side}-odds" if line else f"{side}-odds-{box}"
    chain = Chain(BOOKS[profile], odds)
    point = box if line else 4
    assert chain.place(UNITS, point, flat) == UNITS
    assert chain.returns() == UNITS


def test_lucky_shooter() -> None:
    chain = Chain(BOOKS["clearwater-etg"], "lucky-shooter", push_is_over=False)
    assert chain.place(UNITS) == UNITS
    assert 1 - chain.returns() / UNITS == Fraction(118345, 734832)
