"""Place, Buy, Lay, Hardways, Big 6 and 8 while the point is on: what wins, loses, waits, pays."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Play, case, check, plays

CASES = [
    case(
        "RWS-4.1.place CLW-21.a.i.1 MBS-4.6 DIV-4.14.place HOME-other-rules",
        "place-4-10",
        """
        roll 3 3               -> point 6
        bet 0 place-4 25       -> debit 25
        bet 0 place-10 9       -> debit 9
        roll 2 2               -> none 6; 0 place-4 win 25 +45 =70
        roll 5 5               -> none 6; 0 place-10 win 9 +16 =25
    """,
    ),
    case(
        "RWS-4.1.place CLW-21.a.i.2 MBS-4.6 DIV-4.14.place HOME-other-rules",
        "place-5-9",
        """
        roll 3 3               -> point 6
        bet 0 place-5 25       -> debit 25
        bet 0 place-9 9        -> debit 9
        roll 2 3               -> none 6; 0 place-5 win 25 +35 =60
        roll 4 5               -> none 6; 0 place-9 win 9 +12 =21
    """,
    ),
    case(
        "RWS-4.1.place CLW-21.a.i.3 MBS-4.6 DIV-4.14.place HOME-other-rules",
        "place-6-8",
        """
        roll 2 2               -> point 4
        bet 0 place-6 12       -> debit 12
        bet 0 place-8 11       -> debit 11
        roll 3 3               -> none 4; 0 place-6 win 12 +14 =26
        roll 4 4               -> none 4; 0 place-8 win 11 +12 =23
    """,
    ),
    case(
        "HOME-rounding SPEC-1-floor",
        "five-units-on-six-win-five",
        """
        roll 2 2               -> point 4
        bet 0 place-6 5        -> debit 5
        roll 3 3               -> none 4; 0 place-6 win 5 +5 =10
    """,
        on=EVERYWHERE,
    ),
    case(
        "RWS-D.9 RWS-D.9.a CLW-21.a.i MBS-3.4.9 DIV-4.1.i DIV-4.1.i.i HOME-other-rules",
        "place-wins-and-is-over",
        """
        roll 2 2               -> point 4
        bet 0 place-4 10       -> debit 10
        bet 0 place-5 10       -> debit 10
        bet 0 place-6 12       -> debit 12
        bet 0 place-8 12       -> debit 12
        bet 0 place-9 10       -> debit 10
        bet 0 place-10 10      -> debit 10
        roll 4 1               -> none 4; 0 place-5 win 10 +14 =24
        roll 4 1               -> none 4
        roll 6 3               -> none 4; 0 place-9 win 10 +14 =24
        roll 4 6               -> none 4; 0 place-10 win 10 +18 =28
        roll 5 1               -> none 4; 0 place-6 win 12 +14 =26
        roll 5 3               -> none 4; 0 place-8 win 12 +14 =26
        roll 3 1               -> point-made 0; 0 place-4 win 10 +18 =28
        state                  -> open 0
    """,
    ),
    case(
        "RWS-D.9.b RWS-D.9.c CLW-21.a.i CLW-21 MBS-3.4.9 DIV-4.1.i.ii HOME-other-rules",
        "place-waits-and-loses",
        """
        roll 2 2               -> point 4
        bet 0 place-5 10       -> debit 10
        bet 0 place-8 10       -> debit 10
        roll 6 6               -> none 4
        roll 1 1               -> none 4
        roll 5 6               -> none 4
        roll 5 5               -> none 4
        state                  -> open 4; 0 place-5 10; 0 place-8 10
        roll 3 4               -> seven-out 0; 0 place-5 lose 10; 0 place-8 lose 10
    """,
    ),
    case(
        "RWS-4.1.buy RWS-D.10.a CLW-21.b.i.1 MBS-4.7 DIV-4.14.buy HOME-other-rules",
        "buy-4-10",
        """
        roll 3 3               -> point 6
        bet 0 buy-4 19         -> debit 19
        bet 0 buy-10 11        -> debit 11
        roll 2 2               -> none 6; 0 buy-4 win 19 +38 =57
        roll 5 5               -> none 6; 0 buy-10 win 11 +22 =33
    """,
    ),
    case(
        "RWS-4.1.buy RWS-D.10.a CLW-21.b.i.2 MBS-4.7 DIV-4.14.buy HOME-other-rules",
        "buy-5-9",
        """
        roll 3 3               -> point 6
        bet 0 buy-5 19         -> debit 19
        bet 0 buy-9 10         -> debit 10
        roll 2 3               -> none 6; 0 buy-5 win 19 +28 =47
        roll 4 5               -> none 6; 0 buy-9 win 10 +15 =25
    """,
    ),
    case(
        "RWS-4.1.buy RWS-D.10.a CLW-21.b.i.3 MBS-4.7 DIV-4.14.buy HOME-other-rules",
        "buy-6-8",
        """
        roll 2 2               -> point 4
        bet 0 buy-6 19         -> debit 19
        bet 0 buy-8 15         -> debit 15
        roll 3 3               -> none 4; 0 buy-6 win 19 +22 =41
        roll 4 4               -> none 4; 0 buy-8 win 15 +18 =33
    """,
    ),
    case(
        "RWS-D.10.b RWS-D.10.c CLW-21.b.i MBS-3.4.10 DIV-4.1.j HOME-other-rules",
        "buy-waits-and-loses",
        """
        roll 2 2               -> point 4
        bet 0 buy-5 10         -> debit 10
        roll 6 6               -> none 4
        roll 5 6               -> none 4
        roll 5 5               -> none 4
        roll 3 4               -> seven-out 0; 0 buy-5 lose 10
    """,
    ),
    case(
        "RWS-4.1.lay RWS-D.11.a CLW-21.c.i.1 CLW-21.c.i.2 CLW-21.c.i.3 MBS-4.8 DIV-4.14.lay "
        "DIV-4.1.k.i HOME-other-rules",
        "lay-wins-on-seven",
        """
        roll 2 2               -> point 4
        bet 0 lay-4 20         -> debit 20
        bet 0 lay-5 15         -> debit 15
        bet 0 lay-6 12         -> debit 12
        bet 0 lay-8 11         -> debit 11
        bet 0 lay-9 10         -> debit 10
        bet 0 lay-10 19        -> debit 19
        roll 3 4               -> seven-out 0; 0 lay-4 win 20 +10 =30; 0 lay-5 win 15 +10 =25
            ; 0 lay-6 win 12 +10 =22; 0 lay-8 win 11 +9 =20; 0 lay-9 win 10 +6 =16
            ; 0 lay-10 win 19 +9 =28
    """,
    ),
    case(
        "RWS-D.11.b RWS-D.11.c CLW-21.c.i MBS-3.4.11 DIV-4.1.k.ii HOME-other-rules",
        "lay-waits-and-loses",
        """
        roll 2 2               -> point 4
        bet 0 lay-4 10         -> debit 10
        bet 0 lay-9 10         -> debit 10
        roll 6 6               -> none 4
        roll 5 6               -> none 4
        roll 5 3               -> none 4
        roll 6 3               -> none 4; 0 lay-9 lose 10
        roll 1 3               -> point-made 0; 0 lay-4 lose 10
    """,
    ),
    case(
        "RWS-4.1.hardways RWS-D.12.a CLW-21.f.i CLW-21.f.i.1 CLW-21.f.i.2 CLW-21.f.i.3 "
        "CLW-21.f.i.4 MBS-4.9 MBS-3.4.12 DIV-4.14.hardways DIV-4.1.l.i HOME-hardways-for-one "
        "SPEC-1-for-one",
        "hardways-win-as-pairs",
        """
        roll 4 5               -> point 9
        bet 0 hard-4 5         -> debit 5
        bet 0 hard-6 5         -> debit 5
        bet 0 hard-8 6         -> debit 6
        bet 0 hard-10 7        -> debit 7
        roll 2 2               -> none 9; 0 hard-4 win 5 +35 =40
        roll 3 3               -> none 9; 0 hard-6 win 5 +45 =50
        roll 4 4               -> none 9; 0 hard-8 win 6 +54 =60
        roll 5 5               -> none 9; 0 hard-10 win 7 +49 =56
        state                  -> open 9
    """,
    ),
    case(
        "RWS-D.12.b RWS-D.12.c RWS-D.12 CLW-21.f.i MBS-3.4.12 DIV-4.1.l DIV-4.1.l.ii "
        "HOME-hardways-for-one",
        "hardways-lose-easy-or-on-seven",
        """
        bet 0 hard-4 5         -> debit 5
        roll 4 5               -> point 9
        bet 0 hard-6 5         -> debit 5
        bet 0 hard-8 5         -> debit 5
        bet 0 hard-10 5        -> debit 5
        roll 6 6               -> none 9
        roll 1 1               -> none 9
        roll 2 3               -> none 9
        roll 5 6               -> none 9
        roll 1 3               -> none 9; 0 hard-4 lose 5
        roll 1 5               -> none 9; 0 hard-6 lose 5
        roll 4 6               -> none 9; 0 hard-10 lose 5
        roll 3 4               -> seven-out 0; 0 hard-8 lose 5
    """,
    ),
    case(
        "CLW-21.d.i CLW-21.d.i.1 DIV-4.1.m DIV-4.14.big-6",
        "big-6",
        """
        bet 0 big-6 7          -> debit 7
        roll 4 4               -> point 8
        roll 6 6               -> none 8
        roll 1 5               -> none 8; 0 big-6 win 7 +7 =14
        bet 0 big-6 7          -> debit 7
        roll 3 4               -> seven-out 0; 0 big-6 lose 7
        bet 0 big-6 7          -> debit 7
        roll 3 3               -> point 6; 0 big-6 win 7 +7 =14
    """,
    ),
    case(
        "CLW-21.e.i CLW-21.e.i.1 DIV-4.1.n DIV-4.14.big-8",
        "big-8",
        """
        bet 0 big-8 7          -> debit 7
        roll 4 4               -> point 8; 0 big-8 win 7 +7 =14
        bet 0 big-8 7          -> debit 7
        roll 1 5               -> none 8
        roll 6 2               -> point-made 0; 0 big-8 win 7 +7 =14
        bet 0 big-8 7          -> debit 7
        roll 3 4               -> natural 0; 0 big-8 lose 7
    """,
    ),
    case(
        "MBS-3.4.9.1 MBS-3.4.9.1.1 SPEC-2-group",
        "inside",
        """
        bet 0 place-inside 12  -> debit 48
        state                  -> open 0; 0 place-5 12; 0 place-6 12; 0 place-8 12; 0 place-9 12
        roll 2 3               -> point 5
        bet 0 place-inside 6   -> debit 18
        state                  -> open 5; 0 place-5 12; 0 place-6 18; 0 place-8 18; 0 place-9 18
        roll 3 4               -> seven-out 0; 0 place-5 lose 12; 0 place-6 lose 18
            ; 0 place-8 lose 18; 0 place-9 lose 18
        roll 2 2               -> point 4
        bet 0 place-inside 6   -> debit 24
    """,
    ),
    case(
        "MBS-3.4.9.1 MBS-3.4.9.1.2 SPEC-2-group",
        "outside",
        """
        bet 0 place-outside 10 -> debit 40
        state                  -> open 0; 0 place-4 10; 0 place-5 10; 0 place-9 10; 0 place-10 10
        roll 5 5               -> point 10
        bet 0 place-outside 5  -> debit 15
        state                  -> open 10; 0 place-4 15; 0 place-5 15; 0 place-9 15; 0 place-10 10
        roll 3 3               -> none 10
        roll 5 5               -> point-made 0; 0 place-10 win 10 +18 =28
    """,
    ),
    case(
        "MBS-3.4.9.1 MBS-3.4.9.1.3 SPEC-2-group",
        "across",
        """
        bet 0 place-across 10  -> debit 60
        roll 3 3               -> point 6
        bet 0 place-across 2   -> debit 10
        state  -> open 6; 0 place-4 12; 0 place-5 12; 0 place-6 10; 0 place-8 12; 0 place-9 12
            ; 0 place-10 12
    """,
    ),
    case(
        "SPEC-2-group-all SPEC-6-refusal",
        "the-first-failure-answers-and-nothing-stays",
        """
        bet 0 place-9 50       -> debit 50
        bet 0 place-inside 60  -> E_MAX
        limits max_spot.place-8=9 -> ok
        bet 0 place-inside 10  -> E_MAX
        limits max=100 max_spot= -> ok
        bet 0 place-inside 60  -> E_MAX
        state                  -> open 0; 0 place-9 50
        limits max_total=100   -> ok
        bet 0 place-inside 20  -> E_TOTAL
        bet 0 place-inside 12  -> debit 48
        bet 0 place-inside 4   -> E_TOTAL
        state                  -> open 0; 0 place-5 12; 0 place-6 12; 0 place-8 12; 0 place-9 62
        limits max_total=1000000000 min=20 -> ok
        bet 0 place-across 10  -> E_MIN
        bet 0 place-across 0   -> E_RANGE
        bet 0 place-across -5  -> E_RANGE
        close                  -> ok
        bet 0 place-across 20  -> E_CLOSED
        bet 1 place-across 20  -> E_SEAT
    """,
        on="mbs-2020",
        max=55,
    ),
    case(
        "SPEC-2-group-all SPEC-1-max-stake",
        "a-group-at-the-largest-stake",
        """
        bet 0 place-10 1999991 -> debit 1999991
        bet 0 place-across 10  -> E_RANGE
        bet 0 place-across 9   -> debit 54
        bet 0 place-across 1   -> E_RANGE
        bet 0 place-inside 1   -> debit 4
        state  -> open 0; 0 place-4 9; 0 place-5 10; 0 place-6 10; 0 place-8 10; 0 place-9 10
            ; 0 place-10 2000000
    """,
        on="mbs-2020",
    ),
    case(
        "SPEC-2-group SPEC-2-offered",
        "a-group-is-a-spot-for-bet-only",
        """
        bet 0 place-inside 6   -> debit 24
        take 0 place-inside    -> E_SPOT
        call 0 place-inside off -> E_SPOT
        | {"op":"limits","max_spot":{"place-inside":5}} -> E_PARSE
    """,
        on="mbs-2020",
    ),
    case(
        "SPEC-2-group SPEC-2-offered",
        "groups-elsewhere",
        """
        bet 0 place-inside 6   -> E_SPOT
        bet 0 place-outside 6  -> E_SPOT
        bet 0 place-across 6   -> E_SPOT
    """,
        on="rws-2013 clearwater-etg division home-game",
    ),
    case(
        "SPEC-1-floor-unit",
        "wins-in-whole-chips",
        """
        roll 2 2               -> point 4
        bet 0 place-6 5        -> debit 5
        bet 0 place-8 35       -> debit 35
        bet 0 place-9 10       -> debit 10
        bet 0 place-10 25      -> debit 25
        bet 0 buy-5 15         -> debit 15
        roll 3 3               -> none 4; 0 place-6 win 5 +5 =10
        roll 4 4               -> none 4; 0 place-8 win 35 +40 =75
        roll 4 5               -> none 4; 0 place-9 win 10 +10 =20
        roll 5 5               -> none 4; 0 place-10 win 25 +45 =70
        roll 2 3               -> none 4; 0 buy-5 win 15 +20 =35
    """,
        on=EVERYWHERE,
        unit=5,
    ),
    case(
        "SPEC-1-units",
        "chips-of-ten",
        """
        bet 0 place-6 12       -> E_UNITS
        bet 0 place-6 5        -> E_UNITS
        bet 0 place-6 20       -> debit 20
        take 0 place-6 5       -> E_UNITS
        take 0 place-6 10      -> credit 10
    """,
        on=EVERYWHERE,
        unit=10,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_place(engine: str, session: Play) -> None:
    check(engine, session)
