"""Taking wagers down: contract wagers, don't wagers with odds, replacing, parts of a c-and-e."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Play, case, check, plays

CASES = [
    case(
        "RWS-D.1 RWS-1-contract-wager MBS-3.4.1 MBS-1.1.4 SPEC-4-contract",
        "pass-is-contract-from-the-start",
        """
        bet 0 pass 10          -> debit 10
        take 0 pass            -> E_CONTRACT
        take 0 pass 5          -> E_CONTRACT
        roll 2 2               -> point 4
        take 0 pass            -> E_CONTRACT
        bet 0 pass 5           -> debit 5
        state                  -> open 4; 0 pass 15
        roll 2 2               -> point-made 0; 0 pass win 15 +15 =30
    """,
    ),
    case(
        "CLW-13.a DIV-4.7 HOME-other-rules SPEC-4-contract SPEC-4-phase",
        "pass-is-contract-once-the-point-is-on",
        """
        bet 0 pass 20          -> debit 20
        take 0 pass 10         -> credit 10
        take 0 pass            -> credit 10
        bet 0 pass 20          -> debit 20
        roll 2 2               -> point 4
        take 0 pass 10         -> E_CONTRACT
        bet 0 pass 10          -> E_PHASE
        roll 2 2               -> point-made 0; 0 pass win 20 +20 =40
    """,
    ),
    case(
        "RWS-D.5 RWS-1-contract-wager MBS-3.4.3 MBS-3.16 CLW-17.a SPEC-4-contract",
        "come-is-contract",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        take 0 come            -> E_CONTRACT
        roll 3 3               -> none 4; 0 come move 10 to come-6
        take 0 come-6          -> E_CONTRACT
        take 0 come-6 5        -> E_CONTRACT
    """,
    ),
    case(
        "DIV-4.7 HOME-other-rules SPEC-4-contract",
        "come-may-be-taken-until-it-travels",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        take 0 come 5          -> credit 5
        take 0 come            -> credit 5
        bet 0 come 10          -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6
        take 0 come-6          -> E_CONTRACT
    """,
    ),
    case(
        "RWS-1-contract-wager MBS-1.1.4 SPEC-4-phase",
        "a-travelled-come-may-grow",
        """
        bet 0 come-6 10        -> E_PHASE
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6
        bet 0 come-6 5         -> debit 5
        bet 0 come-8 5         -> E_PHASE
        bet 1 come-6 5         -> E_PHASE
        roll 2 2               -> point-made 0
        bet 0 come-6 5         -> debit 5
        bet 0 come 5           -> E_PHASE
        roll 3 3               -> point 6; 0 come-6 win 20 +20 =40
        bet 0 come-6 5         -> E_PHASE
    """,
        seats=2,
    ),
    case(
        "CLW-17.a DIV-4.1.c HOME-other-rules SPEC-4-phase",
        "a-travelled-come-may-not-grow",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6
        bet 0 come-6 5         -> E_PHASE
    """,
    ),
    case(
        "RWS-D.1 RWS-D.3 CLW-13.a CLW-15.a MBS-3.4.1 MBS-3.4.5 DIV-4.1.a DIV-4.1.b "
        "HOME-other-rules SPEC-4-phase",
        "line-bets-before-the-come-out-only",
        """
        bet 0 dont-pass 10     -> debit 10
        roll 2 2               -> point 4
        bet 0 pass 10          -> E_PHASE
        bet 0 dont-pass 10     -> E_PHASE
        bet 1 pass 10          -> E_PHASE
        roll 2 2               -> point-made 0; 0 dont-pass lose 10
        bet 1 pass 10          -> debit 10
        bet 1 pass 10          -> debit 10
    """,
        seats=2,
    ),
    case(
        "RWS-D.5 RWS-D.6 CLW-17.a CLW-19.a MBS-3.4.3 MBS-3.4.7 DIV-4.1.c DIV-4.1.d "
        "HOME-other-rules SPEC-4-phase",
        "come-bets-after-the-point-only",
        """
        bet 0 come 10          -> E_PHASE
        bet 0 dont-come 10     -> E_PHASE
        roll 2 2               -> point 4
        bet 0 dont-come-6 10   -> E_PHASE
        bet 0 dont-come 10     -> debit 10
        roll 3 3               -> none 4; 0 dont-come move 10 to dont-come-6
        bet 0 dont-come-6 10   -> E_PHASE
        bet 0 come 10          -> debit 10
    """,
    ),
    case(
        "MBS-3.16 CLW-21 DIV-4.7 HOME-other-rules",
        "the-rest-may-be-taken-at-any-time",
        """
        bet 0 place-6 20       -> debit 20
        bet 0 hard-6 20        -> debit 20
        bet 0 field 20         -> debit 20
        bet 0 horn 20          -> debit 20
        bet 0 any-7 20         -> debit 20
        take 0 place-6 10      -> credit 10
        take 0 hard-6 10       -> credit 10
        take 0 field           -> credit 20
        take 0 horn 12         -> credit 12
        take 0 any-7 5         -> credit 5
        state                  -> open 0; 0 place-6 10; 0 hard-6 10; 0 any-7 15; 0 horn 8
    """,
        on="rws-2013",
    ),
    case(
        "CLW-14.a CLW-16.a CLW-18.a CLW-20.a MBS-3.16 DIV-4.7 HOME-other-rules",
        "odds-may-be-taken-at-any-time",
        """
        bet 0 pass 10          -> debit 10
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        bet 0 pass-odds 10     -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-6 10   -> debit 10
        take 0 pass-odds 7     -> credit 7
        take 0 pass-odds       -> credit 3
        take 0 come-odds-6 9   -> credit 9
        bet 0 dont-come 10     -> debit 10
        roll 5 5               -> none 4; 0 dont-come move 10 to dont-come-10
        bet 0 dont-come-odds-10 10 -> debit 10
        take 0 dont-come-odds-10 9 -> credit 9
        state  -> open 4; 0 pass 10; 0 come-6 10; 0 come-odds-6 1; 0 dont-come-10 10
            ; 0 dont-come-odds-10 1
    """,
        on="rws-2013",
    ),
    case(
        "SPEC-4-take-order",
        "checks-of-a-take-in-order",
        """
        bet 0 place-6 20       -> debit 20
        bet 0 pass 20          -> debit 20
        roll 2 2               -> point 4
        close                  -> ok
        take 2 nowhere 0       -> E_SEAT
        take 0 nowhere 0       -> E_SPOT
        take 0 place-8 0       -> E_NOTHING
        take 0 place-6 0       -> E_RANGE
        take 0 place-6 -3      -> E_RANGE
        take 0 place-6 21      -> E_RANGE
        take 0 pass 21         -> E_RANGE
        take 0 pass 5          -> E_CLOSED
        take 0 place-6 7       -> E_CLOSED
        roll 6 6               -> none 4
        take 0 pass 7          -> E_CONTRACT
        take 0 place-6 5       -> E_UNITS
        take 0 place-6 10      -> credit 10
    """,
        on=EVERYWHERE,
        unit=10,
        min=10,
        max=20,
    ),
    case(
        "SPEC-4-take-order SPEC-4-min",
        "the-rest-is-not-under-the-minimum",
        """
        bet 0 place-6 20       -> debit 20
        take 0 place-6 11      -> E_MIN
        take 0 place-6 10      -> credit 10
        take 0 place-6 1       -> E_MIN
        take 0 place-6         -> credit 10
        bet 0 dont-pass 20     -> debit 20
        roll 2 2               -> point 4
        bet 0 dont-pass-odds 20 -> debit 20
        take 0 dont-pass-odds 19 -> credit 19
        take 0 dont-pass 11    -> E_MIN
    """,
        on="rws-2013 mbs-2020 division home-game",
        min=10,
    ),
    case(
        "SPEC-4-take-order CLW-3",
        "clearwater-a-rest-under-the-minimum-may-stay",
        """
        bet 0 place-6 20       -> debit 20
        take 0 place-6 11      -> credit 11
        state                  -> open 0; 0 place-6 9
        close                  -> back 0 place-6 9
    """,
        min=10,
    ),
    case(
        "SPEC-4-take-order SPEC-4-fours-fives",
        "horns-are-taken-in-fours-and-fives",
        """
        bet 0 horn 12          -> debit 12
        bet 0 horn-high-12 15  -> debit 15
        take 0 horn 5          -> E_UNITS
        take 0 horn 4          -> credit 4
        take 0 horn-high-12 4  -> E_UNITS
        take 0 horn-high-12 10 -> credit 10
        state                  -> open 0; 0 horn 8; 0 horn-high-12 5
    """,
        on="rws-2013 mbs-2020 division home-game",
    ),
    case(
        "SPEC-4-take-c-and-e",
        "equal-parts-stay-equal",
        """
        bet 0 c-and-e 20       -> debit 20
        take 0 c-and-e 5       -> E_UNITS
        take 0 c-and-e 6 craps 2 -> E_UNITS
        take 0 c-and-e 6 craps 0 -> E_UNITS
        take 0 c-and-e 6 craps 3 -> credit 6
        take 0 c-and-e 4       -> credit 4
        roll 1 1               -> craps 0; 0 c-and-e win 10 +30 =40
        bet 0 c-and-e 20       -> debit 20
        take 0 c-and-e 10      -> credit 10
        roll 5 6               -> natural 0; 0 c-and-e win 10 +70 =80
        bet 0 c-and-e 20       -> debit 20
        take 0 c-and-e 20 craps 1 -> credit 20
    """,
        on="rws-2013 clearwater-etg mbs-2020 home-game",
    ),
    case(
        "DIV-4.1.y SPEC-4-take-c-and-e SPEC-3-c-and-e",
        "division-parts-change-apart",
        """
        bet 0 c-and-e 20 craps 12 -> debit 20
        take 0 c-and-e 6 craps 6  -> credit 6
        take 0 c-and-e 5          -> E_UNITS
        take 0 c-and-e 6 craps 6  -> E_UNITS
        take 0 c-and-e 8 craps 0  -> E_UNITS
        take 0 c-and-e 9 craps 2  -> credit 9
        roll 1 2                  -> craps 0; 0 c-and-e win 5 +27 =32
        bet 0 c-and-e 20 craps 12 -> debit 20
        take 0 c-and-e 18 craps 11 -> credit 18
        take 0 c-and-e 1 craps 1  -> E_UNITS
        roll 5 6                  -> natural 0; 0 c-and-e win 2 +14 =16
        bet 0 c-and-e 20 craps 12 -> debit 20
        take 0 c-and-e 10         -> credit 10
        roll 5 6                  -> natural 0; 0 c-and-e win 10 +38 =48
    """,
    ),
    # 12+8; -6+0 -> 6+8; -2-7 -> 4+1: 7*4-1 = 27. 12+8 -11-7 -> 1+1. 12+8 -5-5 -> 7+3: 15*3-7 = 38.
    case(
        "DIV-4.1.y SPEC-4-take-c-and-e SPEC-1-units",
        "division-parts-in-chips-of-five",
        """
        bet 0 c-and-e 50 craps 30 -> debit 50
        take 0 c-and-e 10 craps 3 -> E_UNITS
        take 0 c-and-e 10         -> credit 10
        take 0 c-and-e 15         -> E_UNITS
        take 0 c-and-e 15 craps 10 -> credit 15
        roll 6 6                  -> craps 0; 0 c-and-e win 25 +95 =120
    """,
        unit=5,
    ),
    # 30+20 -> 25+15 -> 15+10: 7*15-10 = 95.
    case(
        "DIV-4.1.y SPEC-4-take-c-and-e",
        "a-take-moves-no-chips-between-the-parts",
        """
        bet 0 c-and-e 50 craps 30 -> debit 50
        take 0 c-and-e 10 craps 15 -> E_UNITS
        take 0 c-and-e 10 craps -5 -> E_UNITS
        take 0 c-and-e 12 craps 5  -> E_UNITS
        take 0 c-and-e 12 craps 7  -> E_UNITS
        take 0 c-and-e 10 craps 10 -> credit 10
        take 0 c-and-e 10 craps 0  -> credit 10
        roll 1 1               -> craps 0; 0 c-and-e win 30 +130 =160
    """,
        unit=5,
    ),
    # 30+20 -> 20+20 -> 20+10: 7*20-10 = 130.
    case(
        "RWS-1-contract-wager MBS-1.1.4 SPEC-4-phase",
        "a-contract-wager-of-one-unit-may-grow",
        """
        bet 0 pass 1           -> debit 1
        roll 2 2               -> point 4
        bet 0 pass 1           -> debit 1
        bet 0 come 1           -> debit 1
        roll 3 3               -> none 4; 0 come move 1 to come-6
        bet 0 come-6 1         -> debit 1
        state                  -> open 4; 0 pass 2; 0 come-6 2
    """,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_take(engine: str, session: Play) -> None:
    check(engine, session)
