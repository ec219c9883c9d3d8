"""The table as a whole: close, limits, lucky runs, withdrawals, checks. On both engines."""

from __future__ import annotations

import pytest

from firmware.tests.playing import ENGINES
from firmware.tests.short_sessions import CLW, HOME, MBS, RWS, Case, run_case

CASES: list[Case] = [
    (
        "CLW-3-too-small-comes-back-at-the-close",
        CLW,
        {"min": 10},
        [
            ("bet pass 5", 5),
            ("bet field 9", 9),
            ("bet place-6 6", 6),
            ("bet place-6 6", 6),
            ("take place-6 3", 3),
            ("close", [("pass", 5), ("place-6", 9), ("field", 9)]),
            ("close", []),
            ("bet field 10", "E_CLOSED"),
            ("take field", "E_NOTHING"),
            ("no_roll", None),
            ("bet field 10", "E_CLOSED"),  # closed stays closed
            ("roll 2 2", []),
            ("bet field 10", 10),
        ],
    ),
    (
        "CLW-3-what-stands-on-a-point-is-kept",
        CLW,
        {},
        [
            ("bet pass 5", 5),
            ("bet lucky-shooter 5", 5),
            ("roll 2 2", []),
            ("bet pass-odds 5", 5),
            ("bet come 5", 5),
            ("bet hard-6 5", 5),
            ("limits min 10", None),
            ("close", [("come", 5), ("hard-6", 5)]),
        ],
    ),
    (
        "CLW-4.b-a-seat-below-the-minimum-total",
        CLW,
        {"min_total": 50},
        [
            ("bet pass 10", 10),
            ("roll 2 2", {"returned": [("pass", 10)], "results": []}),
            ("roll 1 3", []),
            ("limits min_total 1", None),
            ("bet pass 10", 10),
            ("roll 2 2", []),
            ("bet pass-odds 20", 20),
            ("bet place-6 6", 6),
            ("limits min_total 50", None),
            ("close", [("pass-odds", 20), ("place-6", 6)]),  # pass is a contract now
        ],
    ),
    (
        "CLW-4.b-counts-what-the-minimum-leaves",
        CLW,
        {"min": 10, "min_total": 40},
        [
            ("bet field 9", 9),
            ("bet place-6 36", 36),
            ("close", [("place-6", 36), ("field", 9)]),
        ],
    ),
    (
        "CLW-3-elsewhere-E_MIN",
        RWS,
        {"min": 10, "min_total": 100},
        [
            ("bet field 9", "E_MIN"),
            ("bet field 15", 15),
            ("take field 6", "E_MIN"),
            ("take field 5", 5),
            ("bet pass 10", 10),
            ("close", []),  # no minimum total here
            ("roll 2 2", [("field", "win", 10, 10, 0, 20)]),
            ("bet pass-odds 1", 1),  # the minimum ignores odds
        ],
    ),
    (
        "CLW-23-lucky-shooter-all-six",
        CLW,
        {},
        [
            ("bet lucky-shooter 10", 10),
            ("roll 3 4", [("lucky-shooter", "push", 10, 0, 0, 0)]),
            ("roll 2 2", []),
            ("bet lucky-shooter 10", "E_PHASE"),
            ("take lucky-shooter", "E_CONTRACT"),
            ("roll 2 3", []),
            ("roll 3 3", []),
            ("roll 4 4", []),
            ("roll 4 5", []),
            ("roll 5 5", []),
            ("roll 1 3", [("lucky-shooter", "win", 10, 4990, 0, 5000)]),
        ],
    ),
    (
        "CLW-23-lucky-shooter-five-and-another",
        CLW,
        {},
        [("bet lucky-shooter 10", 10)]
        + [(f"roll {dice}", []) for dice in ("2 2", "2 3", "3 3", "4 4", "4 5", "5 5")]
        + [("roll 4 4", [("lucky-shooter", "win", 10, 990, 0, 1000)])],
    ),
    (
        "CLW-23-lucky-shooter-a-number-twice-ends-it",
        CLW,
        {},
        [("bet lucky-shooter 10", 10)]
        + [(f"roll {dice}", []) for dice in ("2 2", "2 3", "3 3")]
        + [("roll 1 5", [("lucky-shooter", "win", 10, 10, 0, 20)])]
        + [("roll 3 4", []), ("bet lucky-shooter 10", 10), ("roll 3 3", [])]
        + [("roll 1 1", [("lucky-shooter", "lose", 10, 0, 0, 0)])]
        + [("roll 3 3", []), ("bet lucky-shooter 5", 5)],
    ),
    (
        "MBS-5.7-settles-on-the-maximum",
        MBS,
        {},
        [
            ("bet place-6 60", 60),
            ("bet horn 40", 40),
            ("bet c-and-e 20", 20),
            ("bet pass 40", 40),
            (
                "roll 2 2",
                {"results": [("horn", "lose", 40, 0, 0, 0), ("c-and-e", "lose", 20, 0, 0, 0)]},
            ),
            ("bet pass-odds 100", 100),
            ("bet horn 40", 40),
            ("bet c-and-e 20", 20),
            ("limits max 30 max_spot place-6 25 max_spot c-and-e 15", None),
            (
                "roll 3 3",
                [
                    ("place-6", "win", 60, 29, 0, 89),
                    ("horn", "lose", 40, 0, 0, 12),  # 28 of 30 are whole fours
                    ("c-and-e", "lose", 20, 0, 0, 6),  # 14 of 15 are equal parts
                ],
            ),
            ("roll 1 3", [("pass", "win", 40, 30, 0, 70), ("pass-odds", "win", 100, 60, 0, 160)]),
        ],
    ),
    (
        "MBS-5.7-moves-carry-the-whole-stake",
        MBS,
        {},
        [
            ("roll 2 2", []),
            ("bet come 40", 40),
            ("limits max 10", None),
            ("roll 3 3", [("come", "move", 40, 0, 0, 0, "come-6")]),
            ("bet come-6 1", "E_MAX"),
            ("roll 3 4", [("come-6", "lose", 40, 0, 0, 30)]),
        ],
    ),
    (
        "MBS-5.6-below-a-raised-minimum-settles",
        MBS,
        {},
        [
            ("bet field 5", 5),
            ("limits min 10", None),
            ("roll 5 6", [("field", "win", 5, 5, 0, 10)]),
        ],
    ),
    (
        "MBS-5.9-withdraw",
        MBS,
        {},
        [
            ("bet pass 10", 10),
            ("bet buy-4 40", 42),
            ("bet lay-4 40", 41),
            ("roll 3 3", []),
            ("withdraw", "E_PHASE"),
            ("close", []),
            ("power_fail", None),
            ("withdraw", 92),  # buy with its vigorish, lay without
            ("withdraw", 0),
            ("point", 0),
            ("roll 2 2", []),
            ("withdraw", "E_PHASE"),
        ],
    ),
    (
        "MBS-5.9-not-elsewhere",
        RWS,
        {},
        [("bet pass 10", 10), ("power_fail", None), ("withdraw", "E_PHASE")],
    ),
    (
        "CLW-24-malfunction",
        CLW,
        {},
        [
            ("bet pass 10", 10),
            ("bet lucky-shooter 10", 10),
            ("roll 3 3", []),
            ("bet buy-4 20", 20),
            ("close", []),
            ("malfunction", [("pass", 10), ("buy-4", 20), ("lucky-shooter", 10)]),
            ("point", 0),
            ("bet pass 10", 10),
        ],
    ),
    (
        "MBS-3.4.9.1-groups",
        MBS,
        {},
        [
            ("bet place-inside 10", 40),
            ("roll 3 3", []),
            ("bet place-inside 10", 30),  # but the point
            ("bet place-outside 5", 20),
            ("bet place-across 1", 5),
            ("state", {"place-4": "default", "place-6": "default"}),
            ("limits max_spot place-9 27", None),
            ("bet place-across 2", "E_MAX"),  # all or none
            ("take place-4", 6),
            ("take place-10", 6),
            ("limits max_total 1000", None),
            ("bet place-inside 2000001", "E_RANGE"),
            ("bet place-inside 300", "E_MAX"),
        ],
    ),
    (
        "MBS-3.4.9.1-earlier-ones-count",
        MBS,
        {"max_total": 25},
        [
            ("bet place-inside 7", "E_TOTAL"),
            ("bet place-inside 6", 24),
            ("bet field 2", "E_TOTAL"),
        ],
    ),
    (
        "limits-max-spot-is-the-lower",
        HOME,
        {"max": 50, "max_spot": {"field": 80, "any-7": 20}},
        [
            ("bet field 51", "E_MAX"),
            ("bet any-7 21", "E_MAX"),
            ("limits max_spot field 30", None),  # the new map is the whole map
            ("bet any-7 50", 50),
            ("bet field 31", "E_MAX"),
        ],
    ),
    (
        "checks-in-order",
        RWS,
        {"min": 10, "max": 50, "unit": 5},
        [
            ("bet come 2000001", "E_RANGE"),  # before the phase
            ("bet come 7", "E_PHASE"),  # before the units
            ("bet horn 5", "E_UNITS"),  # before the minimum
            ("bet field 5", "E_MIN"),
            ("bet field 55", "E_MAX"),
            ("bet field 50", 50),
            ("take field 60", "E_RANGE"),
            ("take field 3", "E_UNITS"),
            ("take field 45", "E_MIN"),
            ("close", []),
            ("bet come 7", "E_CLOSED"),
            ("take field 3", "E_CLOSED"),
            ("take field 60", "E_RANGE"),  # before closed
            ("take pass", "E_NOTHING"),
        ],
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_case(case: Case, engine: str) -> None:
    run_case(case, engine)
