"""How wagers stand: working, calls, moves, contracts, conflicts, replacing. On both engines."""

from __future__ import annotations

import pytest

from firmware.tests.playing import ENGINES
from firmware.tests.short_sessions import CLW, DIV, HOME, MBS, RWS, Case, run_case

CASES: list[Case] = [
    (
        "CLW-7-odds-off-on-the-come-out-come-back",
        CLW,
        {},
        [
            ("bet pass 10", 10),
            ("roll 2 2", []),
            ("bet come 10", 10),
            ("roll 2 4", [("come", "move", 10, 0, 0, 0, "come-6")]),
            ("bet come-odds-6 30", 30),
            ("call come-odds-6 on", "E_TOGGLE"),
            ("roll 2 2", [("pass", "win", 10, 10, 0, 20)]),
            (
                "roll 3 4",
                [("come-6", "lose", 10, 0, 0, 0), ("come-odds-6", "return", 30, 0, 0, 30)],
            ),
        ],
    ),
    (
        "RWS-D.7-come-odds-always-work",
        RWS,
        {},
        [
            ("bet pass 10", 10),
            ("roll 2 2", []),
            ("bet come 10", 10),
            ("roll 2 4", [("come", "move", 10, 0, 0, 0, "come-6")]),
            ("bet come-odds-6 50", 50),
            ("roll 2 2", [("pass", "win", 10, 10, 0, 20)]),
            (
                "roll 3 3",
                [("come-6", "win", 10, 10, 0, 20), ("come-odds-6", "win", 50, 60, 0, 110)],
            ),
        ],
    ),
    (
        "MBS-3.17-come-odds-called-off-with-a-point",
        MBS,
        {},
        [
            ("roll 2 2", []),
            ("bet come 10", 10),
            ("roll 2 4", [("come", "move", 10, 0, 0, 0, "come-6")]),
            ("bet come-odds-6 50", 50),
            ("call come-odds-6 off", None),
            (
                "roll 3 3",
                [("come-6", "win", 10, 10, 0, 20), ("come-odds-6", "return", 50, 0, 0, 50)],
            ),
        ],
    ),
    (
        "a-number-is-decided-before-a-wager-moves-there",
        HOME,
        {},
        [
            ("roll 2 2", []),
            ("bet come 10", 10),
            ("roll 2 4", [("come", "move", 10, 0, 0, 0, "come-6")]),
            ("bet come 20", 20),
            (
                "roll 1 5",
                [("come", "move", 20, 0, 0, 0, "come-6"), ("come-6", "win", 10, 10, 0, 20)],
            ),
            ("roll 4 2", [("come-6", "win", 20, 20, 0, 40)]),
        ],
    ),
    (
        "MBS-3.4.7.3-dont-come-12-stays",
        MBS,
        {},
        [
            ("roll 2 2", []),
            ("bet dont-come 10", 10),
            ("roll 6 6", [("dont-come", "push", 10, 0, 0, 0)]),
            ("roll 2 4", [("dont-come", "move", 10, 0, 0, 0, "dont-come-6")]),
            ("bet dont-come-6 10", "E_PHASE"),
        ],
    ),
    (
        "DIV-4.10-on-covers-the-family",
        DIV,
        {},
        [
            ("bet place-6 12", 12),
            ("bet place-8 12", 12),
            ("bet buy-5 20", 21),
            ("call place-6 on", None),
            ("bet place-4 10", 10),
            (
                "state",
                {"place-4": "default", "place-6": "on", "place-8": "on", "buy-5": "default"},
            ),
            ("call place-8 off", None),
            ("call place-6 default", None),
            ("call place-4 on only", None),
            ("state", {"place-4": "on", "place-6": "default", "place-8": "off"}),
            ("call lay-4 on", "E_TOGGLE"),
        ],
    ),
    (
        "MBS-3.17.2-a-call-covers-one-spot",
        MBS,
        {},
        [
            ("bet place-6 12", 12),
            ("bet place-8 12", 12),
            ("call place-6 on", None),
            ("state", {"place-6": "on", "place-8": "default"}),
            ("take place-6", 12),
            ("bet place-6 6", 6),  # the call went with the wager
            ("state", {"place-6": "default"}),
            ("call place-5 on", "E_NOTHING"),
            ("close", []),
            ("call pass on", "E_CLOSED"),
        ],
    ),
    (
        "RWS-1-contract-increased-never-reduced",
        RWS,
        {},
        [
            ("bet pass 10", 10),
            ("take pass 5", "E_CONTRACT"),
            ("roll 2 2", []),
            ("bet pass 10", 10),
            ("bet come-6 10", "E_PHASE"),
            ("bet come 10", 10),
            ("take come", "E_CONTRACT"),
            ("roll 2 4", [("come", "move", 10, 0, 0, 0, "come-6")]),
            ("bet come-6 5", 5),
            ("roll 1 3", [("pass", "win", 20, 20, 0, 40)]),
            ("bet come-6 5", 5),  # also on a come-out roll
            ("bet pass-odds 5", "E_PHASE"),
        ],
    ),
    (
        "DIV-4.7-pass-and-come-until-a-point",
        DIV,
        {},
        [
            ("bet pass 10", 10),
            ("take pass 5", 5),
            ("roll 2 2", []),
            ("bet pass 5", "E_PHASE"),
            ("take pass", "E_CONTRACT"),
            ("bet come 10", 10),
            ("take come 5", 5),
            ("roll 2 4", [("come", "move", 5, 0, 0, 0, "come-6")]),
            ("take come-6", "E_CONTRACT"),
            ("bet come-6 5", "E_PHASE"),
        ],
    ),
    (
        "MBS-3.16.1-replace",
        MBS,
        {},
        [
            ("bet dont-pass 20", 20),
            ("take dont-pass 5", 5),
            ("bet dont-pass 5", "E_REPLACE"),
            ("roll 1 1", [("dont-pass", "win", 15, 15, 0, 30)]),  # the roll leaves no point
            ("bet dont-pass 5", 5),
            ("roll 2 2", []),
            ("take dont-pass", 5),
            ("bet dont-come 10", 10),
            ("take dont-come 5", 5),
            ("bet dont-come 5", "E_REPLACE"),
            ("no_roll", None),
            ("bet dont-come 5", "E_REPLACE"),
            ("roll 6 6", [("dont-come", "push", 5, 0, 0, 0)]),
            ("bet dont-come 5", 5),
            ("bet dont-pass 5", "E_PHASE"),
            ("roll 2 2", [("dont-come", "move", 10, 0, 0, 0, "dont-come-4")]),
            ("bet dont-pass 5", 5),
        ],
    ),
    (
        "DIV-4.9-dont-come-may-come-back",
        DIV,
        {},
        [
            ("roll 2 2", []),
            ("bet dont-come 10", 10),
            ("take dont-come", 10),
            ("bet dont-come 10", 10),
        ],
    ),
    (
        "CLW-11-conflicts",
        CLW,
        {},
        [
            ("bet pass 10", 10),
            ("bet dont-pass 10", "E_CONFLICT"),
            ("bet buy-4 10", 10),
            ("bet lay-4 10", "E_CONFLICT"),
            ("bet lay-5 10", 10),
            ("bet place-5 10", 10),
            ("roll 2 4", []),
            ("bet come 10", 10),
            ("bet dont-come 10", "E_CONFLICT"),
            (
                "roll 1 3",
                [("come", "move", 10, 0, 0, 0, "come-4"), ("buy-4", "win", 10, 20, 0, 30)],
            ),
            ("bet dont-come 10", 10),
        ],
    ),
    (
        "CLW-15.b-odds-first",
        CLW,
        {},
        [
            ("bet dont-pass 10", 10),
            ("roll 2 2", []),
            ("bet dont-pass-odds 31", "E_ODDS"),
            ("bet dont-pass-odds 30", 30),
            ("take dont-pass 5", "E_ODDS_FIRST"),
            ("take dont-pass-odds 10", 10),
            ("take dont-pass", "E_ODDS_FIRST"),
            ("take dont-pass-odds", 20),
            ("take dont-pass", 10),
        ],
    ),
    (
        "CLW-20-dont-come-brings-its-odds",
        CLW,
        {},
        [
            ("roll 2 2", []),
            ("bet dont-come 10", 10),
            ("roll 2 4", [("dont-come", "move", 10, 0, 0, 0, "dont-come-6")]),
            ("bet dont-come-odds-6 30", 30),
            ("take dont-come-6 1", "E_ODDS"),
            ("take dont-come-odds-6 3", 3),
            ("take dont-come-6 1", 1),
            ("take dont-come-6", 36),
            ("take dont-come-odds-6", "E_NOTHING"),
        ],
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_case(case: Case, engine: str) -> None:
    run_case(case, engine)
