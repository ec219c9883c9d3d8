"""Minimum, maximum, seat total, and clearwater's close; changed limits, and MBS 5.7 and 5.6."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Play, case, check, plays

REFUSE_UNDER_MIN = "rws-2013 mbs-2020 division home-game"

CASES = [
    case("HOME-table-minimum HOME-other-rules SPEC-4-min", "the-home-minimum-is-five", """
        bet 0 pass 4           -> E_MIN
        bet 0 pass 5           -> debit 5
        bet 0 pass 1           -> debit 1
        roll 2 2               -> point 4
        bet 0 pass-odds 1      -> debit 1
        bet 0 place-6 4        -> E_MIN
        bet 0 horn 4           -> E_MIN
    """),
    case("SPEC-4-min", "one-unit-elsewhere", """
        bet 0 pass 1           -> debit 1
        bet 0 place-6 1        -> debit 1
    """, on="rws-2013 clearwater-etg mbs-2020 division"),
    case("SPEC-4-min MBS-5.6", "the-new-total-counts", """
        bet 0 place-6 9        -> E_MIN
        bet 0 place-6 10       -> debit 10
        bet 0 place-6 1        -> debit 1
        bet 0 c-and-e 8        -> E_MIN
        limits min=20          -> ok
        bet 0 place-6 8        -> E_MIN
        bet 0 place-6 9        -> debit 9
    """, on=REFUSE_UNDER_MIN, min=10),
    case("CLW-4.d CLW-3 SPEC-4-max", "the-lower-of-max-and-max-spot", """
        bet 0 field 50         -> debit 50
        bet 0 field 1          -> E_MAX
        bet 0 place-6 31       -> E_MAX
        bet 0 place-6 30       -> debit 30
        bet 0 place-6 1        -> E_MAX
        bet 0 place-8 51       -> E_MAX
        bet 0 place-8 50       -> debit 50
        limits max=20          -> ok
        bet 0 place-9 21       -> E_MAX
        limits max=100         -> ok
        bet 0 place-8 11       -> E_MAX
        bet 0 place-8 10       -> debit 10
        bet 0 place-6 1        -> E_MAX
    """, on="rws-2013 mbs-2020 division home-game", max=50, min=1,
         max_spot={"place-6": 30, "place-8": 60}),
    case("SPEC-4-max SPEC-4-limits", "max-spot-is-replaced-as-a-whole", """
        bet 0 place-6 31       -> E_MAX
        limits max_spot.place-8=40 -> ok
        bet 0 place-6 31       -> debit 31
        bet 0 place-8 41       -> E_MAX
        limits max_spot=       -> ok
        bet 0 place-8 41       -> debit 41
    """, on=EVERYWHERE, max_spot={"place-6": 30}),
    case("SPEC-4-max", "odds-have-a-maximum-too", """
        bet 0 pass 10          -> debit 10
        roll 2 2               -> point 4
        bet 0 pass-odds 9      -> E_MAX
        bet 0 pass-odds 8      -> debit 8
        bet 0 pass-odds 1      -> E_MAX
    """, on=EVERYWHERE, max_spot={"pass-odds": 8}),
    case("CLW-4.a CLW-3 SPEC-4-total", "all-stakes-of-a-seat-odds-too", """
        bet 0 pass 20          -> debit 20
        bet 1 pass 50          -> debit 50
        roll 2 2               -> point 4
        bet 0 pass-odds 20     -> debit 20
        bet 0 field 11         -> E_TOTAL
        bet 0 field 10         -> debit 10
        bet 0 pass-odds 5      -> E_ODDS
        bet 0 any-7 5          -> E_TOTAL
        bet 1 field 5          -> E_TOTAL
        take 0 field           -> credit 10
        bet 0 any-7 10         -> debit 10
        limits max_total=60    -> ok
        bet 1 field 10         -> debit 10
        bet 1 field 1          -> E_TOTAL
    """, on="division", seats=2, max_total=50, min=1, odds=1),
    case("SPEC-4-bet-order", "checks-of-a-bet-in-order", """
        close                  -> ok
        bet 1 nowhere 0        -> E_SEAT
        bet -1 nowhere 0       -> E_SEAT
        bet 0 nowhere 0        -> E_SPOT
        bet 0 come 0           -> E_RANGE
        bet 0 come -7          -> E_RANGE
        bet 0 come 2000001     -> E_RANGE
        bet 0 come 7           -> E_CLOSED
        roll 6 6               -> craps 0
        bet 0 come 7           -> E_PHASE
        bet 0 pass-odds 7      -> E_PHASE
        bet 0 come-odds-6 7    -> E_NO_FLAT
        bet 0 dont-come-odds-6 70 -> E_NO_FLAT
        bet 0 field 7          -> E_UNITS
        bet 0 field 65         -> E_MAX
        bet 0 field 60         -> debit 60
        bet 0 any-7 50         -> E_TOTAL
        bet 0 field 5          -> E_MAX
        bet 0 pass 10          -> debit 10
        roll 2 2               -> point 4; 0 field win 60 +60 =120
        bet 0 pass-odds 65     -> E_MAX
        bet 0 pass-odds 60     -> E_ODDS
        bet 0 place-6 60       -> debit 60
        bet 0 pass-odds 35     -> E_ODDS
        bet 0 pass-odds 5      -> debit 5
        bet 0 place-8 30       -> E_TOTAL
    """, on=EVERYWHERE, unit=5, min=10, max=60, max_total=100),
    case("SPEC-4-bet-order SPEC-4-min", "minimum-before-maximum-and-units-before-minimum", """
        bet 0 field 7          -> E_UNITS
        bet 0 field 10         -> E_MIN
        bet 0 field 20         -> E_MAX
        bet 0 horn 20          -> E_MAX
        bet 0 horn 15          -> E_UNITS
    """, on=REFUSE_UNDER_MIN, unit=5, min=20, max=10),
    case("SPEC-4-bet-order SPEC-4-conflict CLW-11", "clearwater-conflict-comes-before-units", """
        bet 0 dont-pass 10     -> debit 10
        close                  -> ok
        bet 0 pass 7           -> E_CLOSED
        roll 2 2               -> point 4
        bet 0 pass 7           -> E_PHASE
        bet 0 come 10          -> debit 10
        bet 0 dont-come 7      -> E_CONFLICT
        bet 0 dont-come 0      -> E_RANGE
    """, unit=5),
    case("CLW-11 SPEC-4-conflict", "no-opposing-wagers", """
        bet 0 pass 10          -> debit 10
        bet 0 dont-pass 10     -> E_CONFLICT
        bet 1 dont-pass 10     -> debit 10
        bet 1 pass 10          -> E_CONFLICT
        take 0 pass            -> credit 10
        bet 0 dont-pass 10     -> debit 10
        bet 0 buy-4 10         -> debit 10
        bet 0 lay-4 10         -> E_CONFLICT
        bet 0 lay-5 10         -> debit 10
        bet 0 buy-5 10         -> E_CONFLICT
        bet 0 place-5 10       -> debit 10
        roll 6 2               -> point 8
        bet 0 dont-come 10     -> debit 10
        bet 0 come 10          -> E_CONFLICT
        roll 6 6               -> none 8; 0 dont-come push 10
        bet 0 come 10          -> E_CONFLICT
        roll 3 3               -> none 8; 0 dont-come move 10 to dont-come-6
        bet 0 come 10          -> debit 10
        bet 0 dont-come 10     -> E_CONFLICT
        roll 3 1               -> none 8; 0 come move 10 to come-4; 0 buy-4 win 10 +20 =30
        bet 0 dont-come 10     -> debit 10
        bet 0 lay-4 10         -> debit 10
    """, seats=2),
    case("SPEC-4-conflict", "opposing-wagers-elsewhere", """
        bet 0 pass 10          -> debit 10
        bet 0 dont-pass 10     -> debit 10
        bet 0 buy-4 10         -> debit 10
        bet 0 lay-4 10         -> debit 10
        roll 3 3               -> point 6
        bet 0 come 10          -> debit 10
        bet 0 dont-come 10     -> debit 10
        roll 4 4               -> none 6; 0 come move 10 to come-8; 0 dont-come move 10 to dont-come-8
    """, on="rws-2013 mbs-2020 division home-game"),
    # Clearwater's close
    case("CLW-3 CLW-4.c SPEC-4-close-min", "under-the-minimum-comes-back-at-the-close", """
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
    """, seats=2, min=5),
    case("CLW-3 SPEC-4-close-min SPEC-6-roll-closes", "a-roll-closes-first", """
        bet 0 field 4          -> debit 4
        bet 0 lucky-shooter 4  -> debit 4
        bet 0 dont-pass 4      -> debit 4
        bet 0 craps-12 5       -> debit 5
        roll 6 6               -> craps 0; back 0 dont-pass 4; back 0 field 4; back 0 lucky-shooter 4; 0 craps-12 win 5 +150 =155
    """, min=5),
    case("CLW-3 SPEC-4-close-min", "what-the-point-holds-is-not-looked-at", """
        bet 0 pass 5           -> debit 5
        bet 1 dont-pass 5      -> debit 5
        bet 0 lucky-shooter 5  -> debit 5
        roll 2 2               -> point 4
        bet 0 pass-odds 1      -> debit 1
        bet 1 dont-pass-odds 1 -> debit 1
        bet 0 come 5           -> debit 5
        bet 1 dont-come 5      -> debit 5
        roll 3 3               -> none 4; 0 come move 5 to come-6; 1 dont-come move 5 to dont-come-6
        bet 0 come-odds-6 1    -> debit 1
        bet 1 dont-come-odds-6 1 -> debit 1
        bet 0 come 5           -> debit 5
        bet 1 dont-come 5      -> debit 5
        bet 1 place-8 5        -> debit 5
        limits min=10          -> ok
        close                  -> back 0 come 5; back 1 dont-come 5; back 1 place-8 5
        state  -> closed 4; 0 pass 5; 0 pass-odds 1; 0 come-6 5; 0 come-odds-6 1; 0 lucky-shooter 5; 1 dont-pass 5; 1 dont-pass-odds 1; 1 dont-come-6 5; 1 dont-come-odds-6 1
    """, seats=2, min=5),
    case("CLW-4.b SPEC-4-close-min-total", "a-seat-under-the-minimum-total", """
        bet 0 pass 10          -> debit 10
        bet 0 field 9          -> debit 9
        bet 1 pass 10          -> debit 10
        bet 1 field 10         -> debit 10
        close                  -> back 0 pass 10; back 0 field 9
        state                  -> closed 0; 1 pass 10; 1 field 10
    """, seats=3, min_total=20),
    case("CLW-4.b SPEC-4-close-min-total", "contract-wagers-stay", """
        bet 0 pass 5           -> debit 5
        bet 0 lucky-shooter 5  -> debit 5
        bet 1 dont-pass 5      -> debit 5
        roll 2 2               -> point 4
        bet 0 come 5           -> debit 5
        bet 1 dont-come 5      -> debit 5
        roll 3 3               -> none 4; 0 come move 5 to come-6; 1 dont-come move 5 to dont-come-6
        bet 0 pass-odds 5      -> debit 5
        bet 0 come-odds-6 5    -> debit 5
        bet 0 come 5           -> debit 5
        bet 0 hop-22 5         -> debit 5
        bet 1 dont-pass-odds 5 -> debit 5
        bet 1 dont-come-odds-6 5 -> debit 5
        limits min_total=36    -> ok
        close  -> back 0 pass-odds 5; back 0 come-odds-6 5; back 0 hop-22 5; back 1 dont-pass 5; back 1 dont-pass-odds 5; back 1 dont-come-6 5; back 1 dont-come-odds-6 5
        state  -> closed 4; 0 pass 5; 0 come 5; 0 come-6 5; 0 lucky-shooter 5
    """, seats=2),
    case("CLW-4.b SPEC-4-close-min-total SPEC-4-close-min", "the-minimum-total-looks-at-what-is-left",
         """
        bet 0 pass 4           -> debit 4
        bet 0 field 17         -> debit 17
        bet 1 field 20         -> debit 20
        bet 1 any-7 4          -> debit 4
        bet 2 field 4          -> debit 4
        close                  -> back 0 pass 4; back 0 field 17; back 1 any-7 4; back 2 field 4
        state                  -> closed 0; 1 field 20
    """, seats=3, min=5, min_total=20),
    case("SPEC-4-close-twice CLW-6", "a-second-close-returns-nothing", """
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
    """, on="clearwater-etg", min=5),
    case("SPEC-4-close-min SPEC-4-close-min-total", "other-houses-return-nothing-at-the-close", """
        bet 0 place-6 10       -> debit 10
        limits min=20 min_total=50 -> ok
        close                  -> ok
        roll 2 2               -> point 4
        roll 3 3               -> none 4; 0 place-6 win 10 +11 =21
    """, on="rws-2013 mbs-2020 division home-game", min_total=100),
    # MBS 5.7 and its neighbours
    case("MBS-5.7 SPEC-4-maximum-only", "flat-and-odds-apart", """
        bet 0 pass 100         -> debit 100
        roll 3 3               -> point 6
        bet 0 pass-odds 500    -> debit 500
        limits max=55          -> ok
        roll 3 3               -> point-made 0; 0 pass win 100 +55 =155; 0 pass-odds win 500 +66 =566
        limits max=2000000     -> ok
        bet 0 dont-pass 100    -> debit 100
        roll 2 2               -> point 4
        bet 0 dont-pass-odds 600 -> debit 600
        limits max=55 max_spot.dont-pass-odds=41 -> ok
        roll 3 4               -> seven-out 0; 0 dont-pass win 100 +55 =155; 0 dont-pass-odds win 600 +20 =620
    """),
    case("MBS-5.7 SPEC-4-maximum-only", "losers-are-collected-to-the-maximum", """
        bet 0 pass 100         -> debit 100
        roll 3 3               -> point 6
        bet 0 pass-odds 500    -> debit 500
        bet 0 place-5 30       -> debit 30
        bet 0 hard-8 60        -> debit 60
        limits max=55          -> ok
        roll 3 4               -> seven-out 0; 0 pass lose 100 =45; 0 pass-odds lose 500 =445; 0 place-5 lose 30; 0 hard-8 lose 60 =5
    """),
    case("MBS-5.7 SPEC-4-maximum-only", "moves-pushes-and-returns-carry-the-whole-stake", """
        bet 0 dont-pass 100    -> debit 100
        limits max=40          -> ok
        roll 6 6               -> craps 0; 0 dont-pass push 100
        roll 2 2               -> point 4
        limits max=200         -> ok
        bet 0 come 100         -> debit 100
        bet 0 dont-come 100    -> debit 100
        limits max=40          -> ok
        roll 3 3               -> none 4; 0 come move 100 to come-6; 0 dont-come move 100 to dont-come-6
        limits max=200         -> ok
        bet 0 come-odds-6 100  -> debit 100
        limits max=40          -> ok
        roll 2 2               -> point-made 0; 0 dont-pass lose 100 =60
        roll 3 3               -> point 6; 0 come-6 win 100 +40 =140; 0 come-odds-6 return 100 =100; 0 dont-come-6 lose 100 =60
    """),
    case("MBS-5.7 SPEC-4-maximum-only", "the-maximum-in-fours-fives-and-pairs", """
        bet 0 horn 40          -> debit 40
        bet 0 horn-high-12 50  -> debit 50
        bet 0 c-and-e 50       -> debit 50
        bet 0 any-craps 50     -> debit 50
        limits max=23          -> ok
        roll 6 6               -> craps 0; 0 any-craps win 50 +161 =211; 0 horn win 40 +135 =175; 0 horn-high-12 win 50 +228 =278; 0 c-and-e win 50 +66 =116
        limits max=100         -> ok
        bet 0 horn 40          -> debit 40
        bet 0 horn-high-12 50  -> debit 50
        bet 0 c-and-e 50       -> debit 50
        limits max=23          -> ok
        roll 3 4               -> natural 0; 0 horn lose 40 =20; 0 horn-high-12 lose 50 =30; 0 c-and-e lose 50 =28
    """),
    # horn 20: 27/4 -> 135. horn-high 20: 57/5 -> 228. c-and-e 22: 3 -> 66.
    case("MBS-5.7 SPEC-4-maximum-only", "a-maximum-under-one-wager-settles-nothing", """
        bet 0 horn 40          -> debit 40
        bet 0 c-and-e 10       -> debit 10
        limits max=3 max_spot.c-and-e=1 -> ok
        roll 5 6               -> natural 0; 0 horn win 40 +0 =40; 0 c-and-e win 10 +0 =10
        limits max=100 max_spot= -> ok
        bet 0 horn 40          -> debit 40
        bet 0 c-and-e 10       -> debit 10
        limits max=3 max_spot.c-and-e=1 -> ok
        roll 3 4               -> natural 0; 0 horn lose 40 =40; 0 c-and-e lose 10 =10
    """),
    case("MBS-5.7 SPEC-4-maximum-only SPEC-1-units", "the-maximum-in-chips-of-ten", """
        bet 0 place-6 100      -> debit 100
        bet 0 horn 80          -> debit 80
        bet 0 c-and-e 80       -> debit 80
        bet 0 hard-4 50        -> debit 50
        limits max=59          -> ok
        roll 5 6               -> natural 0; 0 horn win 80 +120 =200; 0 c-and-e win 80 +280 =360
        roll 2 3               -> point 5
        roll 3 3               -> none 5; 0 place-6 win 100 +50 =150
        roll 2 2               -> none 5; 0 hard-4 win 50 +350 =400
    """, unit=10),
    # place-6 on 50: 58 1/3 -> 50. horn on 40: 3:1 -> 120. c-and-e on 40: 7:1 -> 280.
    case("MBS-5.7 SPEC-4-maximum-only", "place-buy-lay-and-come-odds", """
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
        roll 4 6               -> none 9; 0 come-10 win 100 +33 =133; 0 come-odds-10 win 300 +66 =366
        roll 3 4               -> seven-out 0; 0 lay-4 win 100 +16 =116
    """),
    case("MBS-5.7", "a-travelled-come-meets-the-maximum-of-its-number", """
        roll 2 2               -> point 4
        bet 0 come 100         -> debit 100
        roll 3 3               -> none 4; 0 come move 100 to come-6
        bet 0 come-6 1         -> E_MAX
        roll 3 3               -> none 4; 0 come-6 win 100 +30 =130
    """, max_spot={"come-6": 30}),
    case("MBS-5.7 MBS-5.8", "raised-again-before-the-roll-nothing-is-held-back", """
        bet 0 field 100        -> debit 100
        limits max=10          -> ok
        limits max=500         -> ok
        roll 2 2               -> point 4; 0 field win 100 +100 =200
    """),
    case("MBS-5.8", "earlier-rounds-stay-settled", """
        bet 0 field 100        -> debit 100
        roll 2 2               -> point 4; 0 field win 100 +100 =200
        limits max=10          -> ok
        state                  -> open 4
        bet 0 field 10         -> debit 10
        roll 3 3               -> none 4; 0 field lose 10
    """),
    case("MBS-5.6 SPEC-4-min", "under-a-raised-minimum-settles-normally", """
        bet 0 place-6 12       -> debit 12
        bet 0 place-8 12       -> debit 12
        roll 2 2               -> point 4
        limits min=50          -> ok
        roll 3 3               -> none 4; 0 place-6 win 12 +14 =26
        bet 0 place-6 12       -> E_MIN
        roll 3 4               -> seven-out 0; 0 place-8 lose 12
    """),
    case("SPEC-4-limits", "elsewhere-a-lowered-maximum-changes-no-standing-wager", """
        bet 0 place-6 120      -> debit 120
        roll 2 2               -> point 4
        limits max=10          -> ok
        bet 0 field 11         -> E_MAX
        roll 3 3               -> none 4; 0 place-6 win 120 +140 =260
    """, on="rws-2013 clearwater-etg division home-game"),
    case("SPEC-4-limits SPEC-4-total", "limits-change-one-by-one", """
        limits                 -> ok
        limits min=10          -> ok
        limits max=20          -> ok
        bet 0 field 21         -> E_MAX
        limits max_total=15    -> ok
        bet 0 field 20         -> E_TOTAL
        bet 0 field 15         -> debit 15
        close                  -> ok
        limits max_total=1000000000 -> ok
        state                  -> closed 0; 0 field 15
    """, on=EVERYWHERE),
    case("SPEC-1-max-stake", "two-million-and-no-more", """
        bet 0 place-6 2000001  -> E_RANGE
        bet 0 place-6 2000000  -> debit 2000000
        bet 0 place-6 1        -> E_RANGE
        bet 0 place-8 1999990  -> debit 1999990
        bet 0 place-8 11       -> E_RANGE
        bet 0 place-8 10       -> debit 10
        bet 0 field 99999999999999999999 -> E_RANGE
        bet 0 field -99999999999999999999 -> E_RANGE
        roll 2 2               -> point 4
        roll 3 3               -> none 4; 0 place-6 win 2000000 +2333333 =4333333
        roll 4 4               -> none 4; 0 place-8 win 2000000 +2333333 =4333333
    """, on=EVERYWHERE),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_limits(engine: str, session: Play) -> None:
    check(engine, session)
