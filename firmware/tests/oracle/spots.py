"""The betting areas of every table, in canonical order (SPEC section 2)."""

from __future__ import annotations

from dataclasses import dataclass

BOX = (4, 5, 6, 8, 9, 10)
HORN_NUMBERS = (2, 3, 11, 12)

# Families whose spots are odds behind a flat, with the family of that flat.
FLAT_OF = {
    "pass-odds": "pass",
    "dont-pass-odds": "dont-pass",
    "come-odds": "come-point",
    "dont-come-odds": "dont-come-point",
}


@dataclass(frozen=True)
class Spot:
    """One betting area: what it is called, what kind of wager it holds, on which number."""

    name: str
    family: str
    number: int
    order: int
    faces: tuple[int, int] = (0, 0)

    @property
    def is_odds(self) -> bool:
        return self.family in FLAT_OF


def _names() -> list[tuple[str, str, int]]:
    areas: list[tuple[str, str, int]] = [
        ("pass", "pass", 0),
        ("pass-odds", "pass-odds", 0),
        ("dont-pass", "dont-pass", 0),
        ("dont-pass-odds", "dont-pass-odds", 0),
        ("come", "come", 0),
    ]
    areas += [(f"come-{n}", "come-point", n) for n in BOX]
    areas += [(f"come-odds-{n}", "come-odds", n) for n in BOX]
    areas += [("dont-come", "dont-come", 0)]
    areas += [(f"dont-come-{n}", "dont-come-point", n) for n in BOX]
    areas += [(f"dont-come-odds-{n}", "dont-come-odds", n) for n in BOX]
    for family in ("place", "buy", "lay"):
        areas += [(f"{family}-{n}", family, n) for n in BOX]
    areas += [(f"hard-{n}", "hard", n) for n in (4, 6, 8, 10)]
    areas += [("big-6", "big", 6), ("big-8", "big", 8)]
    for name in ("field", "any-7", "any-craps"):
        areas.append((name, name, 0))
    areas += [(f"craps-{n}", "number", n) for n in (2, 3, 12)]
    areas += [("eleven", "number", 11), ("horn", "horn", 0)]
    areas += [(f"horn-high-{n}", "horn-high", n) for n in HORN_NUMBERS]
    areas += [("world", "world", 0), ("c-and-e", "c-and-e", 0)]
    return areas


def _all_spots() -> dict[str, Spot]:
    spots: dict[str, Spot] = {}
    for name, family, number in _names():
        spots[name] = Spot(name, family, number, len(spots))
    for low in range(1, 7):
        for high in range(low, 7):
            name = f"hop-{low}{high}"
            spots[name] = Spot(name, "hop", low + high, len(spots), (low, high))
    spots["lucky-shooter"] = Spot("lucky-shooter", "lucky-shooter", 0, len(spots))
    return spots


SPOTS = _all_spots()


def flat_of(spot: Spot) -> Spot:
    """The spot of the flat wager that these odds stand behind."""
    family = FLAT_OF[spot.family]
    return SPOTS[
        {"come-point": "come", "dont-come-point": "dont-come"}.get(family, family)
        + (f"-{spot.number}" if spot.number else "")
    ]


def odds_of(spot: Spot) -> Spot | None:
    """The spot of the odds behind this flat, if it can carry odds at all."""
    if spot.family in ("pass", "dont-pass"):
        return SPOTS[f"{spot.name}-odds"]
    if spot.family == "come-point":
        return SPOTS[f"come-odds-{spot.number}"]
    if spot.family == "dont-come-point":
        return SPOTS[f"dont-come-odds-{spot.number}"]
    return None


# Group bets of MBS 3.4.9.1: names that stand for several spots, in `bet` only.
GROUPS = {
    "place-inside": (5, 6, 8, 9),
    "place-outside": (4, 5, 9, 10),
    "place-across": BOX,
}
