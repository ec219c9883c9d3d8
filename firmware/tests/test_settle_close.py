"""Clearwater's close: wagers under the minimum and seats under the minimum total come back."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import Play, case, check, plays

CASES = [
    case(
        "CLW-3 CLW-4.c SPEC-4-close-min",
        "under-the-minimum-comes-back-at-the-close",
        """
        bet 1 field 4          -> debit 4
        bet 0 any-7 3          -> debit 3
        bet 0 pass 2           -> debit 2
        bet 0 dont-pass 5      -> E_CONFLICT
        bet 0 place-6 5        -> debit 5
        bet 1 field 1          -> debit 1
        bet 1 horn 4           -> debit 4
        close                  -> back 0 pass 2; back 0 any-7 3; back 1 horn 4
        state                  -> closed 0; 0 place-6 5; 1 field 5
        roll 2 3               -> point 5; 1 field lose 5
    """,
        seats=2,
        min=5,
    ),
    case(
        "CLW-3 SPEC-4-close-min SPEC-6-roll-closes",
        "a-roll-closes-first",
        """
        bet 0 field 4          -> debit 4
        bet 0 lucky-shooter 4  -> debit 4
        bet 0 dont-pass 4      -> debit 4
        bet 0 craps-12 5       -> debit 5
        roll 6 6               -> craps 0; back 0 dont-pass 4; back 0 field 4
            ; back 0 lucky-shooter 4; 0 craps-12 win 5 +150 =155
    """,
        min=5,
    ),
    case(
        "CLW-3 SPEC-4-close-min",
        "what-the-point-holds-is-not-looked-at",
        """
        bet 0 pass 5           -> debit 5
        bet 1 dont-pass 5      -> debit 5
        bet 0 lucky-shooter 5  -> debit 5
        roll 2 2               -> point 4
        bet 0 pass-odds 1      -> debit 1
        bet 1 dont-pass-odds 1 -> debit 1
        bet 0 come 5           -> debit 5
        bet 1 dont-come 5      -> debit 5
        roll 3 3               -> none 4; 0 come move 5 to come-6
            ; 1 dont-come move 5 to dont-come-6
        bet 0 come-odds-6 1    -> debit 1
        bet 1 dont-come-odds-6 1 -> debit 1
        bet 0 come 5           -> debit 5
        bet 1 dont-come 5      -> debit 5
        bet 1 place-8 5        -> debit 5
        limits min=10          -> ok
        close                  -> back 0 come 5; back 1 dont-come 5; back 1 place-8 5
        state  -> closed 4; 0 pass 5; 0 pass-odds 1; 0 come-6 5; 0 come-odds-6 1; 0 lucky-shooter 5
            ; 1 dont-pass 5; 1 dont-pass-odds 1; 1 dont-come-6 5; 1 dont-come-odds-6 1
    """,
        seats=2,
        min=5,
    ),
    case(
        "CLW-4.b SPEC-4-close-min-total",
        "a-seat-under-the-minimum-total",
        """
        bet 0 pass 10          -> debit 10
        bet 0 field 9          -> debit 9
        bet 1 pass 10          -> debit 10
        bet 1 field 10         -> debit 10
        close                  -> back 0 pass 10; back 0 field 9
        state                  -> closed 0; 1 pass 10; 1 field 10
    """,
        seats=3,
        min_total=20,
    ),
    case(
        "CLW-4.b SPEC-4-close-min-total",
        "contract-wagers-stay",
        """
        bet 0 pass 5           -> debit 5
        bet 0 lucky-shooter 5  -> debit 5
        bet 1 dont-pass 5      -> debit 5
        roll 2 2               -> point 4
        bet 0 come 5           -> debit 5
        bet 1 dont-come 5      -> debit 5
        roll 3 3               -> none 4; 0 come move 5 to come-6
            ; 1 dont-come move 5 to dont-come-6
        bet 0 pass-odds 5      -> debit 5
        bet 0 come-odds-6 5    -> debit 5
        bet 0 come 5           -> debit 5
        bet 0 hop-22 5         -> debit 5
        bet 1 dont-pass-odds 5 -> debit 5
        bet 1 dont-come-odds-6 5 -> debit 5
        limits min_total=36    -> ok
        close  -> back 0 pass-odds 5; back 0 come-odds-6 5; back 0 hop-22 5; back 1 dont-pass 5
            ; back 1 dont-pass-odds 5; back 1 dont-come-6 5; back 1 dont-come-odds-6 5
        state  -> closed 4; 0 pass 5; 0 come 5; 0 come-6 5; 0 lucky-shooter 5
    """,
        seats=2,
    ),
    case(
        "CLW-4.b SPEC-4-close-min-total SPEC-4-close-min",
        "the-minimum-total-looks-at-what-is-left",
        """
        bet 0 pass 4           -> debit 4
        bet 0 field 17         -> debit 17
        bet 1 field 20         -> debit 20
        bet 1 any-7 4          -> debit 4
        bet 2 field 4          -> debit 4
        close                  -> back 0 pass 4; back 0 field 17; back 1 any-7 4; back 2 field 4
        state                  -> closed 0; 1 field 20
    """,
        seats=3,
        min=5,
        min_total=20,
    ),
    case(
        "SPEC-4-close-twice CLW-6",
        "a-second-close-returns-nothing",
        """
        bet 0 field 4          -> debit 4
        bet 0 place-6 10       -> debit 10
        close                  -> back 0 field 4
        close                  -> ok
        limits min=20 min_total=50 -> ok
        close                  -> ok
        no_roll cocked         -> ok
        close                  -> ok
        roll 2 2               -> point 4
        state                  -> open 4; 0 place-6 10
        roll 6 6               -> none 4; back 0 place-6 10
    """,
        on="clearwater-etg",
        min=5,
    ),
    case(
        "SPEC-4-close-min SPEC-4-close-min-total",
        "other-houses-return-nothing-at-the-close",
        """
        bet 0 place-6 10       -> debit 10
        limits min=20 min_total=50 -> ok
        close                  -> ok
        roll 2 2               -> point 4
        roll 3 3               -> none 4; 0 place-6 win 10 +11 =21
    """,
        on="rws-2013 mbs-2020 division home-game",
        min_total=100,
    ),
    case(
        "CLW-4.b SPEC-4-close-min-total",
        "one-unit-is-under-the-minimum-total",
        """
        bet 0 field 1          -> debit 1
        bet 1 field 2          -> debit 2
        close                  -> back 0 field 1
    """,
        seats=3,
        min_total=2,
    ),
    case(
        "CLW-4.b SPEC-4-close-min-total SPEC-4-close-min",
        "by-seat-and-canonical-order",
        """
        bet 1 hop-22 5         -> debit 5
        bet 1 place-10 2       -> debit 2
        bet 1 pass 5           -> debit 5
        bet 0 lucky-shooter 5  -> debit 5
        bet 0 any-7 2          -> debit 2
        bet 0 dont-pass 5      -> debit 5
        roll 6 6               -> craps 0
            ; back 0 dont-pass 5; back 0 any-7 2; back 0 lucky-shooter 5
            ; back 1 pass 5; back 1 place-10 2; back 1 hop-22 5
    """,
        seats=2,
        min=3,
        min_total=20,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_close(engine: str, session: Play) -> None:
    check(engine, session)
