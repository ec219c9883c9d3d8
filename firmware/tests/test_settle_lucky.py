"""Lucky Shooter (CLW 23): the run, its six ends, and that all seats share it."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import Play, case, check, plays

CASES = [
    case(
        "CLW-23.a.iv.1 CLW-23.a.i CLW-23.a.iv SPEC-1-for-one",
        "five-and-the-point-500-for-1",
        """
        bet 0 lucky-shooter 2  -> debit 2
        roll 2 2               -> point 4
        roll 2 3               -> none 4
        roll 3 3               -> none 4
        roll 4 4               -> none 4
        roll 4 5               -> none 4
        roll 5 5               -> none 4
        roll 1 3               -> point-made 0; 0 lucky-shooter win 2 +998 =1000
        state                  -> open 0
    """,
    ),
    case(
        "CLW-23.a.iv.2 CLW-23.a.iv SPEC-1-for-one",
        "five-100-for-1",
        """
        bet 0 lucky-shooter 2  -> debit 2
        roll 5 5               -> point 10
        roll 4 5               -> none 10
        roll 2 2               -> none 10
        roll 4 4               -> none 10
        roll 2 3               -> none 10
        roll 3 3               -> none 10
        roll 6 6               -> none 10; 0 lucky-shooter win 2 +198 =200
        roll 5 5               -> point-made 0
    """,
    ),
    case(
        "CLW-23.a.iv.2 CLW-23.a.iv",
        "five-then-a-seven-or-a-repeat",
        """
        bet 0 lucky-shooter 1  -> debit 1
        roll 3 3               -> point 6
        roll 2 2               -> none 6
        roll 2 3               -> none 6
        roll 4 4               -> none 6
        roll 4 5               -> none 6
        roll 5 5               -> none 6
        roll 3 4               -> seven-out 0; 0 lucky-shooter win 1 +99 =100
        bet 0 lucky-shooter 1  -> debit 1
        roll 3 3               -> point 6
        roll 2 2               -> none 6
        roll 2 3               -> none 6
        roll 4 4               -> none 6
        roll 4 5               -> none 6
        roll 5 5               -> none 6
        roll 4 4               -> none 6; 0 lucky-shooter win 1 +99 =100
        roll 3 3               -> point-made 0
    """,
    ),
    case(
        "CLW-23.a.iv.3 CLW-23.a.iii",
        "four-10-for-1",
        """
        bet 0 lucky-shooter 3  -> debit 3
        roll 3 3               -> point 6
        roll 2 2               -> none 6
        roll 2 3               -> none 6
        roll 4 4               -> none 6
        roll 4 5               -> none 6
        roll 3 3               -> point-made 0; 0 lucky-shooter win 3 +27 =30
        bet 0 lucky-shooter 3  -> debit 3
        roll 3 3               -> point 6
        roll 2 2               -> none 6
        roll 2 3               -> none 6
        roll 4 4               -> none 6
        roll 4 5               -> none 6
        roll 5 6               -> none 6; 0 lucky-shooter win 3 +27 =30
    """,
    ),
    case(
        "CLW-23.a.iv.4 CLW-23.a.iii",
        "three-4-for-1",
        """
        bet 0 lucky-shooter 3  -> debit 3
        roll 4 5               -> point 9
        roll 2 2               -> none 9
        roll 2 3               -> none 9
        roll 4 4               -> none 9
        roll 2 3               -> none 9; 0 lucky-shooter win 3 +9 =12
        roll 3 4               -> seven-out 0
    """,
    ),
    case(
        "CLW-23.a.iv.5 CLW-23.a.iii",
        "two-2-for-1",
        """
        bet 0 lucky-shooter 3  -> debit 3
        roll 4 4               -> point 8
        roll 2 2               -> none 8
        roll 2 3               -> none 8
        roll 3 4               -> seven-out 0; 0 lucky-shooter win 3 +3 =6
        bet 0 lucky-shooter 3  -> debit 3
        roll 4 4               -> point 8
        roll 2 2               -> none 8
        roll 2 3               -> none 8
        roll 1 1               -> none 8; 0 lucky-shooter win 3 +3 =6
    """,
    ),
    case(
        "CLW-23.a.iii",
        "one-or-none-lose",
        """
        bet 0 lucky-shooter 3  -> debit 3
        roll 4 4               -> point 8
        roll 2 2               -> none 8
        roll 1 3               -> none 8; 0 lucky-shooter lose 3
        roll 4 4               -> point-made 0
        bet 0 lucky-shooter 3  -> debit 3
        roll 4 4               -> point 8
        roll 6 2               -> point-made 0; 0 lucky-shooter lose 3
        bet 0 lucky-shooter 3  -> debit 3
        roll 4 4               -> point 8
        roll 5 6               -> none 8; 0 lucky-shooter lose 3
        roll 3 4               -> seven-out 0
        bet 0 lucky-shooter 3  -> debit 3
        roll 4 4               -> point 8
        roll 3 4               -> seven-out 0; 0 lucky-shooter lose 3
    """,
    ),
    case(
        "CLW-23.a.ii CLW-23.a.iv.6 SPEC-1-push-stays",
        "a-natural-is-a-push",
        """
        bet 0 lucky-shooter 5  -> debit 5
        roll 3 4               -> natural 0; 0 lucky-shooter push 5
        roll 5 6               -> natural 0; 0 lucky-shooter push 5
        state                  -> open 0; 0 lucky-shooter 5
        bet 0 lucky-shooter 5  -> debit 5
        take 0 lucky-shooter 3 -> credit 3
        roll 1 2               -> craps 0; 0 lucky-shooter lose 7
    """,
    ),
    case(
        "CLW-23.a.iii",
        "craps-on-the-come-out-lose",
        """
        bet 0 lucky-shooter 5  -> debit 5
        roll 1 1               -> craps 0; 0 lucky-shooter lose 5
        bet 0 lucky-shooter 5  -> debit 5
        roll 6 6               -> craps 0; 0 lucky-shooter lose 5
    """,
    ),
    case(
        "CLW-23.a SPEC-4-phase SPEC-4-contract",
        "fixed-once-the-point-is-on",
        """
        bet 0 lucky-shooter 5  -> debit 5
        take 0 lucky-shooter   -> credit 5
        bet 0 lucky-shooter 5  -> debit 5
        roll 2 2               -> point 4
        bet 0 lucky-shooter 5  -> E_PHASE
        take 0 lucky-shooter   -> E_CONTRACT
        take 0 lucky-shooter 1 -> E_CONTRACT
        roll 3 3               -> none 4
        roll 3 3               -> none 4; 0 lucky-shooter lose 5
        bet 0 lucky-shooter 5  -> E_PHASE
        roll 2 2               -> point-made 0
        bet 0 lucky-shooter 5  -> debit 5
    """,
    ),
    case(
        "SPEC-3-lucky-shared",
        "seats-share-the-run",
        """
        roll 2 2               -> point 4
        roll 3 3               -> none 4
        roll 3 4               -> seven-out 0
        bet 0 lucky-shooter 1  -> debit 1
        bet 1 lucky-shooter 10 -> debit 10
        bet 1 pass 10          -> debit 10
        roll 2 2               -> point 4
        roll 3 3               -> none 4
        roll 4 4               -> none 4
        roll 6 6               -> none 4; 0 lucky-shooter win 1 +1 =2
            ; 1 lucky-shooter win 10 +10 =20
        roll 5 5               -> none 4
        roll 2 2               -> point-made 0; 1 pass win 10 +10 =20
    """,
        seats=2,
        on="clearwater-etg",
    ),
    case(
        "SPEC-3-lucky-shared CLW-23.a.iii",
        "a-run-starts-afresh-with-each-point",
        """
        roll 2 2               -> point 4
        roll 3 3               -> none 4
        roll 4 4               -> none 4
        roll 2 2               -> point-made 0
        bet 0 lucky-shooter 5  -> debit 5
        roll 2 2               -> point 4
        roll 3 3               -> none 4
        roll 3 4               -> seven-out 0; 0 lucky-shooter lose 5
    """,
    ),
    case(
        "SPEC-4-no-roll CLW-23.a.i",
        "a-no-roll-does-not-touch-the-run",
        """
        bet 0 lucky-shooter 5  -> debit 5
        roll 2 2               -> point 4
        roll 3 3               -> none 4
        no_roll cocked         -> ok
        roll 4 4               -> none 4
        no_roll cocked         -> ok
        roll 5 5               -> none 4
        roll 3 4               -> seven-out 0; 0 lucky-shooter win 5 +15 =20
    """,
    ),
    case(
        "SPEC-1-max-stake CLW-23.a.iv.1",
        "the-largest-prize",
        """
        bet 0 lucky-shooter 2000000 -> debit 2000000
        roll 2 2               -> point 4
        roll 2 3               -> none 4
        roll 3 3               -> none 4
        roll 4 4               -> none 4
        roll 4 5               -> none 4
        roll 5 5               -> none 4
        roll 1 3               -> point-made 0; 0 lucky-shooter win 2000000 +998000000 =1000000000
    """,
    ),
    case(
        "SPEC-2-offered",
        "not-offered-elsewhere",
        """
        bet 0 lucky-shooter 5  -> E_SPOT
        take 0 lucky-shooter   -> E_SPOT
        call 0 lucky-shooter on -> E_SPOT
    """,
        on="rws-2013 mbs-2020 division home-game",
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_lucky(engine: str, session: Play) -> None:
    check(engine, session)
