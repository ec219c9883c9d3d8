"""What wagers pay, cost and may be: floors, vigorish, odds limits, parts. On both engines."""

from __future__ import annotations

import pytest

from firmware.tests.playing import ENGINES
from firmware.tests.short_sessions import CLW, DIV, HOME, MBS, RWS, Case, run_case

CASES: list[Case] = [
    (
        "HOME-place-6-floors",
        HOME,
        {},
        [
            ("bet place-6 5", 5),
            ("call place-6 on", None),
            ("roll 3 3", [("place-6", "win", 5, 5, 0, 10)]),
        ],
    ),
    (
        "unit-floors-payout-and-vig",
        DIV,
        {"unit": 10},
        [
            ("bet buy-4 110", 110),  # 5 % is 5.5: below one chip
            ("bet buy-4 100", 220 - 110),  # of 210 it is 10.5, so ten
            ("take buy-4 20", 30),  # and of 190 again none
            ("bet lay-5 50", 50),
            ("call buy-4 on", None),
            ("roll 2 2", [("buy-4", "win", 190, 380, 0, 570)]),
        ],
    ),
    (
        "RWS-D.10-vig-kept-and-charged-again",
        RWS,
        {},
        [("bet buy-4 40", 42), ("take buy-4 20", 20), ("bet buy-4 20", 21), ("take buy-4", 40)],
    ),
    (
        "MBS-3.4.10.1-buy-returned-lay-not",
        MBS,
        {},
        [
            ("bet buy-4 40", 42),
            ("take buy-4 20", 21),
            ("bet lay-4 40", 41),
            ("take lay-4", 40),
        ],
    ),
    (
        "DIV-4.12-both-returned",
        DIV,
        {},
        [("bet buy-5 100", 105), ("take buy-5", 105), ("bet lay-5 60", 62), ("take lay-5 30", 31)],
    ),
    (
        "CLW-21.b-vig-from-a-winning-wager",
        CLW,
        {},
        [
            ("bet buy-4 20", 20),
            ("bet lay-10 50", 50),
            ("roll 3 3", []),
            ("roll 2 2", [("buy-4", "win", 20, 40, 1, 59)]),
            ("roll 3 4", [("lay-10", "win", 50, 25, 1, 74)]),
        ],
    ),
    (
        "RWS-D.4-winnings-exact-before-flooring",
        RWS,
        {},
        [
            ("bet dont-pass 1", 1),
            ("roll 2 3", []),
            ("bet dont-pass-odds 7", "E_ODDS"),  # would win 4.67, more than 4
            ("bet dont-pass-odds 6", 6),
        ],
    ),
    (
        "DIV-4.1-payable-unit",
        DIV,
        {},
        [
            ("bet pass 11", 11),
            ("bet dont-pass 11", 11),
            ("roll 2 4", []),
            ("bet pass-odds 16", "E_ODDS"),
            ("bet pass-odds 15", 15),  # 11 up to a multiple of 5
            ("bet dont-pass-odds 19", "E_ODDS"),  # wins 15.83
            ("bet dont-pass-odds 18", 18),  # 15 is the next multiple of 5
        ],
    ),
    (
        "DIV-4.1-double-odds-do-not-round",
        DIV,
        {"odds": 2},
        [
            ("bet pass 11", 11),
            ("bet dont-pass 11", 11),
            ("roll 2 4", []),
            ("bet pass-odds 23", "E_ODDS"),
            ("bet pass-odds 22", 22),
            ("bet dont-pass-odds 27", "E_ODDS"),  # 22.5
            ("bet dont-pass-odds 26", 26),  # 21.67
        ],
    ),
    (
        "DIV-4.1-payable-unit-of-chips",
        DIV,
        {"unit": 10},
        [
            ("bet pass 10", 10),
            ("roll 2 3", []),
            ("bet pass-odds 30", "E_ODDS"),
            ("bet pass-odds 20", 20),  # to a multiple of 2 chips of ten
        ],
    ),
    (
        "DIV-4.1-c-and-e-parts",
        DIV,
        {},
        [
            ("bet c-and-e 5", "E_UNITS"),  # without craps: equal parts
            ("bet c-and-e 10 craps 4", 10),
            ("bet c-and-e 4", 4),
            ("take c-and-e 2 craps 3", "E_UNITS"),
            ("take c-and-e 12", "E_UNITS"),  # six from each would leave no any-craps
            ("take c-and-e 2 craps 0", 2),  # 6 and 6 are left
            ("take c-and-e 3", "E_UNITS"),
            ("take c-and-e 6 craps 5", 6),  # 1 and 5
            ("roll 1 2", [("c-and-e", "win", 6, 2, 0, 8)]),
            ("bet c-and-e 12 craps 1", 12),
            ("roll 1 2", [("c-and-e", "win", 12, -4, 0, 8)]),  # a win all the same
            ("bet c-and-e 10 craps 4", 10),
            ("take c-and-e", 10),
        ],
    ),
    (
        "RWS-4.1-c-and-e-equal",
        RWS,
        {},
        [
            ("bet c-and-e 3", "E_UNITS"),
            ("bet c-and-e 10 craps 4", "E_UNITS"),
            ("bet c-and-e 10 craps 5", 10),
            ("take c-and-e 4 craps 3", "E_UNITS"),
            ("take c-and-e 4", 4),
            ("roll 6 6", [("c-and-e", "win", 6, 18, 0, 24)]),  # 3 to 1
            ("bet c-and-e 2", 2),
            ("roll 5 6", [("c-and-e", "win", 2, 14, 0, 16)]),  # 7 to 1
        ],
    ),
    (
        "CLW-22.j-hop-in-either-order",
        CLW,
        {},
        [
            ("bet hop-13 5", 5),
            ("bet hop-22 5", 5),
            ("bet hop-11 5", "E_SPOT"),
            (
                "roll 3 1",
                [("hop-13", "win", 5, 75, 0, 80), ("hop-22", "lose", 5, 0, 0, 0)],
            ),
        ],
    ),
    (
        "DIV-4.16-world-seven-nets-nothing",
        DIV,
        {},
        [
            ("bet world 6", "E_UNITS"),
            ("bet world 10", 10),
            ("roll 3 4", [("world", "win", 10, 0, 0, 10)]),
        ],
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_case(case: Case, engine: str) -> None:
    run_case(case, engine)
