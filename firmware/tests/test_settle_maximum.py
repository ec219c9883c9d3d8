"""MBS 5.6 to 5.8: standing wagers under limits that were changed after they were placed."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import Play, case, check, plays

CASES = [
    case(
        "MBS-5.7 SPEC-4-maximum-only",
        "flat-and-odds-apart",
        """
        bet 0 pass 100         -> debit 100
        roll 3 3               -> point 6
        bet 0 pass-odds 500    -> debit 500
        limits max=55          -> ok
        roll 3 3               -> point-made 0; 0 pass win 100 +55 =155
            ; 0 pass-odds win 500 +66 =566
        limits max=2000000     -> ok
        bet 0 dont-pass 100    -> debit 100
        roll 2 2               -> point 4
        bet 0 dont-pass-odds 600 -> debit 600
        limits max=55 max_spot.dont-pass-odds=41 -> ok
        roll 3 4               -> seven-out 0; 0 dont-pass win 100 +55 =155
            ; 0 dont-pass-odds win 600 +20 =620
    """,
    ),
    case(
        "MBS-5.7 SPEC-4-maximum-only",
        "losers-are-collected-to-the-maximum",
        """
        bet 0 pass 100         -> debit 100
        roll 3 3               -> point 6
        bet 0 pass-odds 500    -> debit 500
        bet 0 place-5 30       -> debit 30
        bet 0 hard-8 60        -> debit 60
        limits max=55          -> ok
        roll 3 4               -> seven-out 0; 0 pass lose 100 =45; 0 pass-odds lose 500 =445
            ; 0 place-5 lose 30; 0 hard-8 lose 60 =5
    """,
    ),
    case(
        "MBS-5.7 SPEC-4-maximum-only",
        "moves-pushes-and-returns-carry-the-whole-stake",
        """
        bet 0 dont-pass 100    -> debit 100
        limits max=40          -> ok
        roll 6 6               -> craps 0; 0 dont-pass push 100
        roll 2 2               -> point 4
        limits max=200         -> ok
        bet 0 come 100         -> debit 100
        bet 0 dont-come 100    -> debit 100
        limits max=40          -> ok
        roll 3 3               -> none 4; 0 come move 100 to come-6
            ; 0 dont-come move 100 to dont-come-6
        limits max=200         -> ok
        bet 0 come-odds-6 100  -> debit 100
        limits max=40          -> ok
        roll 2 2               -> point-made 0; 0 dont-pass lose 100 =60
        roll 3 3               -> point 6; 0 come-6 win 100 +40 =140; 0 come-odds-6 return 100 =100
            ; 0 dont-come-6 lose 100 =60
    """,
    ),
    case(
        "MBS-5.7 SPEC-4-maximum-only",
        "the-maximum-in-fours-fives-and-pairs",
        """
        bet 0 horn 40          -> debit 40
        bet 0 horn-high-12 50  -> debit 50
        bet 0 c-and-e 50       -> debit 50
        bet 0 any-craps 50     -> debit 50
        limits max=23          -> ok
        roll 6 6               -> craps 0; 0 any-craps win 50 +161 =211; 0 horn win 40 +135 =175
            ; 0 horn-high-12 win 50 +228 =278; 0 c-and-e win 50 +66 =116
        limits max=100         -> ok
        bet 0 horn 40          -> debit 40
        bet 0 horn-high-12 50  -> debit 50
        bet 0 c-and-e 50       -> debit 50
        limits max=23          -> ok
        roll 3 4               -> natural 0; 0 horn lose 40 =20; 0 horn-high-12 lose 50 =30
            ; 0 c-and-e lose 50 =28
    """,
    ),
    # horn 20: 27/4 -> 135. horn-high 20: 57/5 -> 228. c-and-e 22: 3 -> 66.
    case(
        "MBS-5.7 SPEC-4-maximum-only",
        "a-maximum-under-one-wager-settles-nothing",
        """
        bet 0 horn 40          -> debit 40
        bet 0 c-and-e 10       -> debit 10
        limits max=3 max_spot.c-and-e=1 -> ok
        roll 5 6               -> natural 0; 0 horn win 40 +0 =40; 0 c-and-e win 10 +0 =10
        limits max=100 max_spot= -> ok
        bet 0 horn 40          -> debit 40
        bet 0 c-and-e 10       -> debit 10
        limits max=3 max_spot.c-and-e=1 -> ok
        roll 3 4               -> natural 0; 0 horn lose 40 =40; 0 c-and-e lose 10 =10
    """,
    ),
    case(
        "MBS-5.7 SPEC-4-maximum-only SPEC-1-units",
        "the-maximum-in-chips-of-ten",
        """
        bet 0 place-6 100      -> debit 100
        bet 0 horn 80          -> debit 80
        bet 0 c-and-e 80       -> debit 80
        bet 0 hard-4 50        -> debit 50
        limits max=59          -> ok
        roll 5 6               -> natural 0; 0 horn win 80 +120 =200; 0 c-and-e win 80 +280 =360
        roll 2 3               -> point 5
        roll 3 3               -> none 5; 0 place-6 win 100 +50 =150
        roll 2 2               -> none 5; 0 hard-4 win 50 +350 =400
    """,
        unit=10,
    ),
    # place-6 on 50: 58 1/3 -> 50. horn on 40: 3:1 -> 120. c-and-e on 40: 7:1 -> 280.
    case(
        "MBS-5.7 SPEC-4-maximum-only",
        "place-buy-lay-and-come-odds",
        """
        bet 0 place-6 100      -> debit 100
        bet 0 buy-8 100        -> debit 105
        bet 0 lay-4 100        -> debit 102
        roll 4 5               -> point 9
        bet 0 come 100         -> debit 100
        roll 5 5               -> none 9; 0 come move 100 to come-10
        bet 0 come-odds-10 300 -> debit 300
        limits max=33          -> ok
        roll 3 3               -> none 9; 0 place-6 win 100 +38 =138
        roll 4 4               -> none 9; 0 buy-8 win 100 +39 =139
        roll 4 6               -> none 9; 0 come-10 win 100 +33 =133
            ; 0 come-odds-10 win 300 +66 =366
        roll 3 4               -> seven-out 0; 0 lay-4 win 100 +16 =116
    """,
    ),
    case(
        "MBS-5.7",
        "a-travelled-come-meets-the-maximum-of-its-number",
        """
        roll 2 2               -> point 4
        bet 0 come 100         -> debit 100
        roll 3 3               -> none 4; 0 come move 100 to come-6
        bet 0 come-6 1         -> E_MAX
        roll 3 3               -> none 4; 0 come-6 win 100 +30 =130
    """,
        max_spot={"come-6": 30},
    ),
    case(
        "MBS-5.7 MBS-5.8",
        "raised-again-before-the-roll-nothing-is-held-back",
        """
        bet 0 field 100        -> debit 100
        limits max=10          -> ok
        limits max=500         -> ok
        roll 2 2               -> point 4; 0 field win 100 +100 =200
    """,
    ),
    case(
        "MBS-5.8",
        "earlier-rounds-stay-settled",
        """
        bet 0 field 100        -> debit 100
        roll 2 2               -> point 4; 0 field win 100 +100 =200
        limits max=10          -> ok
        state                  -> open 4
        bet 0 field 10         -> debit 10
        roll 3 3               -> none 4; 0 field lose 10
    """,
    ),
    case(
        "MBS-5.6 SPEC-4-min",
        "under-a-raised-minimum-settles-normally",
        """
        bet 0 place-6 12       -> debit 12
        bet 0 place-8 12       -> debit 12
        roll 2 2               -> point 4
        limits min=50          -> ok
        roll 3 3               -> none 4; 0 place-6 win 12 +14 =26
        bet 0 place-6 12       -> E_MIN
        roll 3 4               -> seven-out 0; 0 place-8 lose 12
    """,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_maximum(engine: str, session: Play) -> None:
    check(engine, session)
