"""How much may stand behind a flat: 3-4-5, clearwater's multiplier, division's payable unit."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.tests.clauses.scenario import Case, Play, case, check, plays

DICE = {4: "2 2", 5: "2 3", 6: "3 3", 8: "4 4", 9: "4 5", 10: "5 5"}


def _line(
    cites: str,
    name: str,
    flat: int,
    most: dict[int, int],
    *,
    dont: bool = False,
    step: int = 1,
    on: str = "",
    **options: Any,
) -> list[Case]:
    """On each point: `most` is accepted, `step` more is not, nor when it is added later."""
    spot = "dont-pass" if dont else "pass"
    cases = []
    for point, stake in most.items():
        cases.append(
            case(
                cites,
                f"{name}-{point}",
                f"""
            bet 0 {spot} {flat}                -> debit {flat}
            roll {DICE[point]}                 -> point {point}
            bet 0 {spot}-odds {stake + step}   -> E_ODDS
            bet 0 {spot}-odds {stake}          -> debit {stake}
            bet 0 {spot}-odds {step}           -> E_ODDS
            state                              -> open {point}; 0 {spot} {flat}
                ; 0 {spot}-odds {stake}
        """,
                on=on,
                **options,
            )
        )
    return cases


def _come(
    cites: str,
    name: str,
    flat: int,
    most: dict[int, int],
    *,
    dont: bool = False,
    step: int = 1,
    on: str = "",
    **options: Any,
) -> list[Case]:
    """The same behind a Come or Don't Come that travelled to each number."""
    side = "dont-come" if dont else "come"
    cases = []
    for number, stake in most.items():
        point = 4 if number != 4 else 5
        cases.append(
            case(
                cites,
                f"{name}-{number}",
                f"""
            roll {DICE[point]}                     -> point {point}
            bet 0 {side} {flat}                    -> debit {flat}
            roll {DICE[number]}                    -> none {point}
                ; 0 {side} move {flat} to {side}-{number}
            bet 0 {side}-odds-{number} {stake + step} -> E_ODDS
            bet 0 {side}-odds-{number} {stake}     -> debit {stake}
            bet 0 {side}-odds-{number} {step}      -> E_ODDS
        """,
                on=on,
                **options,
            )
        )
    return cases


UP_345 = {4: 30, 5: 40, 6: 50, 8: 50, 9: 40, 10: 30}
# Winnings of exactly 3, 4, 5 times 7: 42/2 = 21, 42*2/3 = 28, 42*5/6 = 35. One unit more wins a
# fraction more, which flooring would hide: 43*5/6 = 35 5/6.
DONT_345 = {4: 42, 5: 42, 6: 42, 8: 42, 9: 42, 10: 42}
TIMES_3 = dict.fromkeys(DICE, 30)
# 7 is rounded up to a multiple of the payout's denominator: 2:1, 3:2, 6:5.
PAYABLE = {4: 7, 5: 8, 6: 10, 8: 10, 9: 8, 10: 7}
# Winnings of 7 rounded up to a multiple of the numerator: 1:2 -> 7, 2:3 -> 8, 5:6 -> 10.
DONT_PAYABLE = {4: 14, 5: 12, 6: 12, 8: 12, 9: 12, 10: 14}
# In chips of 5 behind 35: 35, 40 (tens), 50 (twenty-fives); won by 70, 60 and 60.
PAYABLE_FIVES = {4: 35, 5: 40, 6: 50, 8: 50, 9: 40, 10: 35}
DONT_PAYABLE_FIVES = {4: 70, 5: 60, 6: 60, 8: 60, 9: 60, 10: 70}
TWICE = dict.fromkeys(DICE, 14)
# Winnings up to 14: 28/2, 21*2/3, and 16*5/6 = 13 1/3 while 17*5/6 = 14 1/6.
DONT_TWICE = {4: 28, 5: 21, 6: 16, 8: 16, 9: 21, 10: 28}

CASES = [
    *_line("RWS-D.2 HOME-odds-limit SPEC-4-odds-345", "pass-345", 10, UP_345, on="mbs-2020"),
    *_line(
        "RWS-D.4 HOME-odds-limit SPEC-4-odds-345",
        "dont-pass-345",
        7,
        DONT_345,
        dont=True,
        on="mbs-2020",
    ),
    *_come("RWS-D.7 HOME-odds-limit SPEC-4-odds-345", "come-345", 10, UP_345, on="mbs-2020"),
    *_come(
        "RWS-D.8 HOME-odds-limit SPEC-4-odds-345",
        "dont-come-345",
        7,
        DONT_345,
        dont=True,
        on="mbs-2020",
    ),
    *_line("CLW-14.a SPEC-4-odds-clearwater", "pass-times-3", 10, TIMES_3),
    *_line("CLW-16.a SPEC-4-odds-clearwater", "dont-pass-times-3", 10, TIMES_3, dont=True),
    *_come("CLW-18.a SPEC-4-odds-clearwater", "come-times-3", 10, TIMES_3),
    *_come("CLW-20.a SPEC-4-odds-clearwater", "dont-come-times-3", 10, TIMES_3, dont=True),
    *_line("CLW-14.a SPEC-4-odds-clearwater", "pass-times-100", 10, {6: 1000}, odds=100),
    *_line("CLW-16.a SPEC-4-odds-clearwater", "dont-pass-times-1", 10, {6: 10}, dont=True, odds=1),
    *_line("DIV-4.1.e.i SPEC-4-odds-division", "pass-payable", 7, PAYABLE),
    *_line("DIV-4.1.f.i SPEC-4-odds-division", "dont-pass-payable", 7, DONT_PAYABLE, dont=True),
    *_come("DIV-4.1.g.i SPEC-4-odds-division", "come-payable", 7, PAYABLE),
    *_come("DIV-4.1.h.i SPEC-4-odds-division", "dont-come-payable", 7, DONT_PAYABLE, dont=True),
    *_line(
        "DIV-4.1.e.i SPEC-4-odds-division", "pass-payable-fives", 35, PAYABLE_FIVES, step=5, unit=5
    ),
    *_line(
        "DIV-4.1.f.i SPEC-4-odds-division",
        "dont-pass-payable-fives",
        35,
        DONT_PAYABLE_FIVES,
        dont=True,
        step=5,
        unit=5,
    ),
    *_come(
        "DIV-4.1.g.i SPEC-4-odds-division", "come-payable-fives", 35, PAYABLE_FIVES, step=5, unit=5
    ),
    *_come(
        "DIV-4.1.h.i SPEC-4-odds-division",
        "dont-come-payable-fives",
        35,
        DONT_PAYABLE_FIVES,
        dont=True,
        step=5,
        unit=5,
    ),
    *_line("DIV-4.1.e.i SPEC-4-odds-division", "pass-twice", 7, TWICE, odds=2),
    *_line(
        "DIV-4.1.f.i SPEC-4-odds-division", "dont-pass-twice", 7, DONT_TWICE, dont=True, odds=2
    ),
    *_come("DIV-4.1.g.i SPEC-4-odds-division", "come-twice", 7, TWICE, odds=2),
    *_come(
        "DIV-4.1.h.i SPEC-4-odds-division", "dont-come-twice", 7, DONT_TWICE, dont=True, odds=2
    ),
    case(
        "SPEC-4-odds-345 RWS-D.2 RWS-1-contract-wager MBS-1.1.4",
        "a-grown-flat-carries-more",
        """
        bet 0 pass 10          -> debit 10
        roll 2 2               -> point 4
        bet 0 pass-odds 30     -> debit 30
        bet 0 pass-odds 3      -> E_ODDS
        bet 0 pass 1           -> debit 1
        bet 0 pass-odds 3      -> debit 3
        bet 0 pass-odds 1      -> E_ODDS
    """,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_odds_limits(engine: str, session: Play) -> None:
    check(engine, session)
