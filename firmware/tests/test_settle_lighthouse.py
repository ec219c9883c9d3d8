"""A sixth casino needs no code: an invented one that differs in every column, on both engines.

The answers were worked out by hand from firmware/tests/data/lighthouse.toml.
"""

from __future__ import annotations

import json

import pytest

from boxcars.rulebook import explain, library
from boxcars.rulebook.parse import load
from boxcars.settle import run
from firmware.tests.playing import DATA, ENGINES, PROFILES, Maker, lighthouse

OWN_ROWS = ("odds", "conflict")


def bet(spot: str, amount: int, **more: int) -> dict[str, object]:
    return {"op": "bet", "seat": 0, "spot": spot, "amount": amount, **more}


def take(spot: str, **more: int) -> dict[str, object]:
    return {"op": "take", "seat": 0, "spot": spot, **more}


def roll(one: int, other: int) -> dict[str, object]:
    return {"op": "roll", "dice": [one, other]}


def refused(error: str) -> str:
    return f'{{"ok":false,"error":"{error}"}}'


def debit(units: int) -> str:
    return f'{{"ok":true,"debit":{units}}}'


def credit(units: int) -> str:
    return f'{{"ok":true,"credit":{units}}}'


def result(
    spot: str, outcome: str, stake: int, win: int, vig: int, back: int, to: str = ""
) -> str:
    moved = f',"to":"{to}"' if to else ""
    return (
        f'{{"seat":0,"spot":"{spot}","outcome":"{outcome}","stake":{stake},"win":{win},'
        f'"vig":{vig},"credit":{back}{moved}}}'
    )


def rolled(total: int, event: str, point: int, *results: str) -> str:
    return (
        f'{{"ok":true,"total":{total},"event":"{event}","point":{point},"returned":[],'
        f'"results":[{",".join(results)}]}}'
    )


OK = '{"ok":true}'

SESSION = [
    ({"profile": "lighthouse", "seats": 2, "options": {}}, OK),
    (bet("pass", 20), debit(20)),
    (bet("lay-5", 50), debit(53)),  # 3:50 of the stake at placement
    (bet("place-6", 14), refused("E_PHASE")),  # placed while a point is on
    (bet("any-7", 10), refused("E_SPOT")),
    (bet("craps-2", 10), refused("E_PHASE")),  # on the layout, but never taken
    (bet("horn", 12), refused("E_UNITS")),  # eights
    (bet("horn", 16), debit(16)),
    (take("horn"), refused("E_CONTRACT")),
    (bet("field", 9), debit(9)),  # threes, and the minimum does not look at it
    (bet("c-and-e", 10, craps=4), debit(10)),
    (
        roll(1, 2),  # the field and the lay do not work on the come-out
        rolled(
            3,
            "craps",
            0,
            result("pass", "push", 20, 0, 0, 0),
            result("horn", "win", 16, 52, 0, 68),  # 13:4
            result("c-and-e", "win", 10, 24, 0, 34),  # 4 at 15:2, less 6
        ),
    ),
    (bet("big-6", 5), debit(5)),  # below the minimum of 10: returned at the close
    ({"op": "close"}, '{"ok":true,"returned":[{"seat":0,"spot":"big-6","credit":5}]}'),
    (roll(3, 3), rolled(6, "point", 6)),
    # Option 3: winnings up to 3 x 20, rounded up to a multiple of the 9 of 9:8, so 63.
    (bet("pass-odds", 60), refused("E_ODDS")),
    (bet("pass-odds", 56), debit(56)),
    (take("pass"), refused("E_ODDS_FIRST")),
    ({"op": "call", "seat": 0, "spot": "pass-odds", "state": "off"}, OK),
    (
        roll(2, 4),
        rolled(
            6,
            "point-made",
            0,
            result("pass", "win", 20, 30, 0, 50),  # 3:2
            result("pass-odds", "return", 56, 0, 0, 56),
            result("field", "lose", 9, 0, 0, 0),
        ),
    ),
    (bet("dont-come", 20), refused("E_PHASE")),
    (bet("come", 20), debit(20)),  # at any time here
    (roll(5, 6), rolled(11, "natural", 0, result("come", "push", 20, 0, 0, 0))),
    (roll(4, 5), rolled(9, "point", 9, result("come", "move", 20, 0, 0, 0, "come-9"))),
    (bet("dont-come-9", 10), refused("E_PHASE")),
    (bet("come-9", 10), debit(10)),
    (bet("dont-come", 10), debit(10)),
    (
        roll(3, 4),
        rolled(
            7,
            "seven-out",
            0,
            result("come-9", "lose", 30, 0, 0, 0),
            result("dont-come", "lose", 10, 0, 0, 0),
            result("lay-5", "win", 50, 30, 0, 80),  # 3:5
        ),
    ),
    (bet("buy-6", 30), debit(30)),
    (bet("place-inside", 10), debit(20)),  # here: buy-6 and buy-8
    (roll(3, 3), rolled(6, "point", 6, result("buy-6", "win", 40, 66, 6, 100))),
    (bet("place-8", 14), debit(14)),
    (bet("lay-8", 10), refused("E_CONFLICT")),
    ({"op": "limits", "max": 7}, OK),
    ({"op": "call", "seat": 0, "spot": "place-8", "state": "on"}, OK),  # works on the come-out
    (take("place-8"), refused("E_CONTRACT")),  # while a point is on
    (
        roll(4, 4),  # settled on the maximum of 7
        rolled(
            8,
            "none",
            6,
            result("place-8", "win", 14, 11, 0, 25),
            result("buy-8", "win", 10, 11, 1, 20),
        ),
    ),
    ({"op": "withdraw", "seat": 0}, refused("E_PHASE")),
    ({"op": "power_fail"}, OK),
    ({"op": "withdraw", "seat": 0}, credit(0)),
    ({"op": "state"}, '{"ok":true,"point":0,"closed":false,"spots":[]}'),
    ({"op": "kitty", "kitty": 10, "chips": [1, 1]}, '{"ok":true,"payouts":[5,5],"host":0}'),
    ({"op": "limits", "max": 2000000}, OK),
    (bet("lucky-shooter", 20), debit(20)),
    (take("lucky-shooter"), refused("E_CONTRACT")),
    (roll(5, 6), rolled(11, "natural", 0, result("lucky-shooter", "win", 20, 10, 0, 30))),
    (bet("lay-4", 100), debit(106)),
    ({"op": "malfunction"}, '{"ok":true,"returned":[{"seat":0,"spot":"lay-4","credit":106}]}'),
    (bet("dont-pass", 20), debit(20)),
    (take("dont-pass"), credit(20)),
    (bet("dont-pass", 20), refused("E_REPLACE")),  # until the next roll
    (roll(1, 1), rolled(2, "craps", 0)),
    (bet("dont-pass", 20), debit(20)),
    (bet("hard-6", 10), debit(10)),
    (bet("hard-8", 10), debit(10)),
    ({"op": "call", "seat": 0, "spot": "hard-6", "state": "on"}, OK),  # the family
    (
        roll(1, 1),
        rolled(2, "craps", 0, result("dont-pass", "push", 20, 0, 0, 0)),  # bar 2
    ),
    (
        roll(4, 4),
        rolled(8, "point", 8, result("hard-8", "win", 10, 110, 0, 120)),  # 12 for 1
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
def test_session(engine: str) -> None:
    lines = [json.dumps(line) for line, _ in SESSION]
    answers = list(run(lines, engine, lighthouse()))
    assert answers == [answer for _, answer in SESSION]


@pytest.mark.parametrize("profile", [path.stem.replace("_", "-") for path in library.rule_files()])
def test_it_differs_in_every_column(profile: str) -> None:
    invented = load(DATA / "lighthouse.toml")
    found = explain.diff(invented, library.load_profile(profile))
    by_row = {item.sheet for item in found if item.column == "row"}
    columns = {(item.sheet, item.column) for item in found}
    for sheet in explain.sheets(invented):
        for column in sheet.columns[sheet.keys : -1]:
            if sheet.name in OWN_ROWS:  # no row is like another: whole rows differ
                assert sheet.name in by_row
            elif sheet.name == "policy":  # two words each, so five casinos cannot all be avoided
                assert {item.row for item in found if item.sheet == "policy"}
            else:
                assert (sheet.name, column) in columns


def test_each_policy_differs_from_some_casino() -> None:
    invented = load(DATA / "lighthouse.toml")
    differing: set[str] = set()
    for profile in PROFILES:
        found = explain.diff(invented, library.load_profile(profile))
        differing |= {item.row for item in found if item.sheet == "policy"}
    assert differing == set(invented.policies)


def test_engines_agree_on_it() -> None:
    lines = list(Maker(6, "lighthouse").lines(3000))
    assert list(run(lines, "python", lighthouse())) == list(
        run(lines, "micropython", lighthouse())
    )
