"""Small sessions, one per rule that is easy to get wrong, on both engines.

Each case is a name with its clause, a casino, options, and operations with what they answer: `None`
for plain success, a text for a refusal, a number for units debited or credited, and for a roll or a
close the lines as short tuples.
"""

from __future__ import annotations

from typing import Any

import pytest

from firmware.tests.playing import ENGINES, play

Case = tuple[str, str, dict[str, Any], list[tuple[str, object]]]

CLW, DIV, HOME, MBS, RWS = "clearwater-etg", "division", "home-game", "mbs-2020", "rws-2013"

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
        [("roll 2 2", []), ("bet dont-come 10", 10), ("take dont-come", 10)]
        + [("bet dont-come 10", 10)],
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
        [("bet field 5", 5), ("limits min 10", None)]
        + [("roll 5 6", [("field", "win", 5, 5, 0, 10)])],
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


def _operation(text: str) -> dict[str, Any]:
    word, *rest = text.split()
    if word in ("bet", "take"):
        op: dict[str, Any] = {"op": word, "seat": 0, "spot": rest[0]}
        if len(rest) > 1:
            op["amount"] = int(rest[1])
        if "craps" in rest:
            op["craps"] = int(rest[3])
        return op
    if word == "call":
        op = {"op": "call", "seat": 0, "spot": rest[0], "state": rest[1]}
        return op | ({"only": True} if "only" in rest else {})
    if word == "roll":
        return {"op": "roll", "dice": [int(rest[0]), int(rest[1])]}
    if word == "limits":
        op = {"op": "limits"}
        while rest:
            if rest[0] == "max_spot":
                op.setdefault("max_spot", {})[rest[1]] = int(rest[2])
                rest = rest[3:]
            else:
                op[rest[0]] = int(rest[1])
                rest = rest[2:]
        return op
    if word == "withdraw":
        return {"op": "withdraw", "seat": 0}
    if word == "no_roll":
        return {"op": "no_roll", "reason": "cocked"}
    return {"op": "state" if word == "point" else word}


def _short(line: dict[str, Any]) -> tuple[object, ...]:
    return tuple(value for key, value in line.items() if key != "seat")


def _check(expected: object, answer: dict[str, Any]) -> None:
    if isinstance(expected, str):
        assert answer == {"ok": False, "error": expected}
        return
    assert answer["ok"], answer
    if "spots" in answer:
        if isinstance(expected, int):
            assert answer["point"] == expected
            return
        calls = {row["spot"]: row["call"] for row in answer["spots"]}
        assert isinstance(expected, dict)
        assert {spot: calls.get(spot) for spot in expected} == expected
    elif isinstance(expected, dict):
        for key, lines in expected.items():
            assert [_short(line) for line in answer[key]] == lines
    elif isinstance(expected, list):
        key = "results" if "results" in answer else "returned"
        assert [_short(line) for line in answer[key]] == expected
        if key == "results":
            assert answer["returned"] == []
    elif expected is None:
        assert answer == {"ok": True}
    else:
        assert answer.get("debit", answer.get("credit")) == expected


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_case(case: Case, engine: str) -> None:
    _, profile, options, steps = case
    header = {"profile": profile, "seats": 1, "options": options}
    answers = play([header, *(_operation(text) for text, _ in steps)], engine)
    assert answers[0] == {"ok": True}
    for (text, expected), answer in zip(steps, answers[1:], strict=True):
        try:
            _check(expected, answer)
        except AssertionError as error:
            raise AssertionError(f"{text}: {answer}") from error
