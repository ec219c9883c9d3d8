"""The exact house edge of every wager, by Markov chain through the core, against known values.

The edge is the mean loss over what the wager costs: vigorish paid up front is part of the cost. A
push counts as the end of a wager, as it does in the published figures; the lucky shooter stays.
"""

from __future__ import annotations

from fractions import Fraction as F

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


def _cases() -> list[tuple[str, str, int, F]]:
    """Profile, spot, point at placement, edge."""
    rows: list[tuple[str, str, int, F]] = []
    for profile in PROFILES:
        one_roll = {
            "field": F(1, 18),
            "any-7": F(1, 6),
            "any-craps": F(1, 9),
            "craps-2": F(5, 36),
            "craps-3": F(1, 9),
            "craps-12": F(5, 36),
            "eleven": F(1, 9),
            "horn": F(1, 8),
            "c-and-e": F(1, 9),
        }
        hard = {"hard-4": F(1, 9), "hard-6": F(1, 11), "hard-8": F(1, 11), "hard-10": F(1, 9)}
        line = {"pass": F(7, 495), "dont-pass": F(3, 220)}
        place = dict(zip(BOXES, (F(1, 15), F(1, 25), F(1, 66), F(1, 66), F(1, 25), F(1, 15))))
        come = {"come": F(7, 495), "dont-come": F(3, 220)}
        rows += [(profile, spot, 0, edge) for spot, edge in (one_roll | hard | line).items()]
        rows += [(profile, spot, 5, edge) for spot, edge in come.items()]
        rows += [(profile, f"place-{box}", 6, edge) for box, edge in place.items()]
        if profile in UP_FRONT:
            buy = dict.fromkeys(BOXES, F(1, 21))
            lay = dict(zip(BOXES, (F(1, 41), F(1, 31), F(1, 25), F(1, 25), F(1, 31), F(1, 41))))
        else:
            buy = dict(zip(BOXES, (F(1, 60), F(1, 50), F(1, 44), F(1, 44), F(1, 50), F(1, 60))))
            lay = buy
        rows += [(profile, f"buy-{box}", 0, edge) for box, edge in buy.items()]
        rows += [(profile, f"lay-{box}", 8, edge) for box, edge in lay.items()]
        if profile in HORN_HIGH:
            high = {2: F(23, 180), 3: F(11, 90), 11: F(11, 90), 12: F(23, 180)}
            rows += [(profile, f"horn-high-{total}", 0, edge) for total, edge in high.items()]
    for profile in ("clearwater-etg", "division"):
        rows += [(profile, "big-6", 0, F(1, 11)), (profile, "big-8", 5, F(1, 11))]
    rows += [("division", "world", 0, F(2, 15))]
    for one, other in HOPS:
        spot = f"hop-{one}{other}"
        rows += [("home-game", spot, 0, F(5, 9) if one == other else F(1, 9))]
        if one == other and one not in (1, 6):
            rows += [("clearwater-etg", spot, 0, F(5, 36))]
        elif one != other and (one, other) not in ((1, 2), (5, 6)):
            rows += [("clearwater-etg", spot, 0, F(1, 9))]
    return rows


@pytest.mark.parametrize("case", _cases(), ids=lambda case: f"{case[0]}-{case[1]}")
def test_edge(case: tuple[str, str, int, F]) -> None:
    profile, spot, point, edge = case
    chain = Chain(BOOKS[profile], spot)
    cost = chain.place(UNITS, point)
    assert 1 - chain.returns() / cost == edge


def test_every_offered_wager_has_a_case() -> None:
    """Odds and the lucky shooter have tests of their own; come wagers are followed as they move."""
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
    assert 1 - chain.returns() / UNITS == F(118345, 734832)
