"""All 36 rolls on every spot, in every state of the point, in every profile.

A full table is built by script and rolled once, for each roll. The result lines are held against
the formulas of SPEC section 3, on every engine, the oracle included; every engine's answers are
then held against the oracle's, line for line. Lucky Shooter is rolled from each of its 192 runs.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from firmware.tests.engines import ORACLE, engine_run, engines
from firmware.tests.full_table import (
    BOX,
    PAIR_OF,
    POINTS,
    PROFILES,
    ROLLS,
    layout,
    lucky_runs,
    settled,
)
from firmware.tests.oracle.spots import SPOTS

UNITS = (1, 5)


def roll_line(dice: tuple[int, int]) -> str:
    return json.dumps({"op": "roll", "dice": list(dice)}, separators=(",", ":"))


def after(point: int, total: int) -> tuple[str, int]:
    """Event and point after a roll."""
    if point == 0:
        if total in BOX:
            return "point", total
        return ("natural" if total in (7, 11) else "craps"), 0
    if total == point:
        return "point-made", 0
    return ("seven-out", 0) if total == 7 else ("none", point)


@pytest.mark.parametrize("engine", engines())
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: f"unit-{unit}")
@pytest.mark.parametrize("point", POINTS, ids=lambda point: f"point-{point}")
@pytest.mark.parametrize("profile", PROFILES)
def test_every_roll_on_a_full_table(profile: str, point: int, unit: int, engine: str) -> None:
    table = layout(profile, point, unit)
    stakes = sorted(table.stakes, key=lambda stake: (stake.seat, SPOTS[stake.spot].order))
    standing = [
        {"seat": s.seat, "spot": s.spot, "amount": s.amount, "call": s.call} for s in stakes
    ]
    for dice in ROLLS:
        lines = [*table.lines, '{"op":"state"}', roll_line(dice), '{"op":"state"}']
        answers = engine_run(engine, lines)
        if engine != ORACLE:
            assert answers == engine_run(ORACLE, lines)
        before, rolled, _ = (json.loads(answer) for answer in answers[-3:])
        refused = [
            line for line, answer in zip(lines, answers, strict=True) if 'false,"e' in answer
        ]
        assert refused == []
        assert before["spots"] == standing
        due = [settled(profile, stake, point, dice, unit) for stake in stakes]
        event, point_after = after(point, sum(dice))
        assert rolled == {
            "ok": True,
            "total": sum(dice),
            "event": event,
            "point": point_after,
            "returned": [],
            "results": [line for line in due if line is not None],
        }


def test_every_offered_spot_is_on_the_table() -> None:
    """By SPEC section 2: 61 spots are common to all, the rest by house."""
    extra = {
        "rws-2013": 4,
        "clearwater-etg": 2 + 17 + 1,
        "mbs-2020": 4,
        "division": 4 + 2 + 1,
        "home-game": 4 + 21,
    }
    common = 5 + 12 + 13 + 18 + 4 + 3 + 4 + 2
    for profile in PROFILES:
        seen = {stake.spot for point in POINTS for stake in layout(profile, point, 1).stakes}
        assert len(seen) == common + extra[profile]


# "k for 1" by how many of the five were counted (CLW 23), less the stake.
PRIZES = {0: None, 1: None, 2: Fraction(1), 3: Fraction(3), 4: Fraction(9), 5: Fraction(99)}
STAKE = 7


def lucky_result(initial: int, counted: tuple[int, ...], total: int) -> dict[str, Any] | None:
    if total in BOX and total != initial and total not in counted and len(counted) < 5:
        return None
    prize = PRIZES[len(counted)]
    if len(counted) == 5 and total == initial:
        prize = Fraction(499)
    line = {"seat": 0, "spot": "lucky-shooter", "outcome": "lose" if prize is None else "win"}
    win = int(STAKE * (prize or 0))
    credit = 0 if prize is None else STAKE + win
    return line | {"stake": STAKE, "win": win, "vig": 0, "credit": credit}


@pytest.mark.parametrize("engine", engines())
@pytest.mark.parametrize("initial", BOX, ids=lambda initial: f"initial-{initial}")
def test_every_roll_of_every_lucky_run(initial: int, engine: str) -> None:
    start = [
        '{"profile":"clearwater-etg","seats":1,"options":{}}',
        f'{{"op":"bet","seat":0,"spot":"lucky-shooter","amount":{STAKE}}}',
        roll_line(PAIR_OF[initial]),
    ]
    runs = list(lucky_runs(initial))
    assert len(runs) == 32
    for counted in runs:
        run = [*start, *(roll_line(PAIR_OF[number]) for number in reversed(counted))]
        for dice in ROLLS:
            answers = engine_run(engine, [*run, roll_line(dice)])
            due = lucky_result(initial, counted, sum(dice))
            assert json.loads(answers[-1])["results"] == ([] if due is None else [due])
            if engine != ORACLE:
                assert answers == engine_run(ORACLE, [*run, roll_line(dice)])
