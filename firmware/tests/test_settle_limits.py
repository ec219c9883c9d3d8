"""Minimum, maximum, seat total, and clearwater's close; limits that change mid-session."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Play, case, check, plays

REFUSE_UNDER_MIN = "rws-2013 mbs-2020 division home-game"

CASES = [
    case(
        "HOME-table-minimum HOME-other-rules SPEC-4-min",
        "the-home-minimum-is-five",
        """
        bet 0 pass 4           -> E_MIN
        bet 0 pass 5           -> debit 5
        bet 0 pass 1           -> debit 1
        roll 2 2               -> point 4
        bet 0 pass-odds 1      -> debit 1
        bet 0 place-6 4        -> E_MIN
        bet 0 horn 4           -> E_MIN
    """,
    ),
    case(
        "SPEC-4-min",
        "one-unit-elsewhere",
        """
        bet 0 pass 1           -> debit 1
        bet 0 place-6 1        -> debit 1
    """,
        on="rws-2013 clearwater-etg mbs-2020 division",
    ),
    case(
        "SPEC-4-min MBS-5.6",
        "the-new-total-counts",
        """
        bet 0 place-6 9        -> E_MIN
        bet 0 place-6 10       -> debit 10
        bet 0 place-6 1        -> debit 1
        bet 0 c-and-e 8        -> E_MIN
        limits min=20          -> ok
        bet 0 place-6 8        -> E_MIN
        bet 0 place-6 9        -> debit 9
    """,
        on=REFUSE_UNDER_MIN,
        min=10,
    ),
    case(
        "CLW-4.d CLW-3 SPEC-4-max",
        "the-lower-of-max-and-max-spot",
        """
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
    """,
        on="rws-2013 mbs-2020 division home-game",
        max=50,
        min=1,
        max_spot={"place-6": 30, "place-8": 60},
    ),
    case(
        "SPEC-4-max SPEC-4-limits",
        "max-spot-is-replaced-as-a-whole",
        """
        bet 0 place-6 31       -> E_MAX
        limits max_spot.place-8=40 -> ok
        bet 0 place-6 31       -> debit 31
        bet 0 place-8 41       -> E_MAX
        limits max_spot=       -> ok
        bet 0 place-8 41       -> debit 41
    """,
        on=EVERYWHERE,
        max_spot={"place-6": 30},
    ),
    case(
        "SPEC-4-max",
        "odds-have-a-maximum-too",
        """
        bet 0 pass 10          -> debit 10
        roll 2 2               -> point 4
        bet 0 pass-odds 9      -> E_MAX
        bet 0 pass-odds 8      -> debit 8
        bet 0 pass-odds 1      -> E_MAX
    """,
        on=EVERYWHERE,
        max_spot={"pass-odds": 8},
    ),
    case(
        "CLW-4.a CLW-3 SPEC-4-total",
        "all-stakes-of-a-seat-odds-too",
        """
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
    """,
        on="division",
        seats=2,
        max_total=50,
        min=1,
        odds=1,
    ),
    case(
        "SPEC-4-bet-order",
        "checks-of-a-bet-in-order",
        """
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
    """,
        on=EVERYWHERE,
        unit=5,
        min=10,
        max=60,
        max_total=100,
    ),
    case(
        "SPEC-4-bet-order SPEC-4-min",
        "minimum-before-maximum-and-units-before-minimum",
        """
        bet 0 field 7          -> E_UNITS
        bet 0 field 10         -> E_MIN
        bet 0 field 20         -> E_MAX
        bet 0 horn 20          -> E_MAX
        bet 0 horn 15          -> E_UNITS
    """,
        on=REFUSE_UNDER_MIN,
        unit=5,
        min=20,
        max=10,
    ),
    case(
        "SPEC-4-bet-order SPEC-4-conflict CLW-11",
        "clearwater-conflict-comes-before-units",
        """
        bet 0 dont-pass 10     -> debit 10
        close                  -> ok
        bet 0 pass 7           -> E_CLOSED
        roll 2 2               -> point 4
        bet 0 pass 7           -> E_PHASE
        bet 0 come 10          -> debit 10
        bet 0 dont-come 7      -> E_CONFLICT
        bet 0 dont-come 0      -> E_RANGE
    """,
        unit=5,
    ),
    case(
        "CLW-11 SPEC-4-conflict",
        "no-opposing-wagers",
        """
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
    """,
        seats=2,
    ),
    case(
        "SPEC-4-conflict",
        "opposing-wagers-elsewhere",
        """
        bet 0 pass 10          -> debit 10
        bet 0 dont-pass 10     -> debit 10
        bet 0 buy-4 10         -> debit 10
        bet 0 lay-4 10         -> debit 10
        roll 3 3               -> point 6
        bet 0 come 10          -> debit 10
        bet 0 dont-come 10     -> debit 10
        roll 4 4               -> none 6; 0 come move 10 to come-8
            ; 0 dont-come move 10 to dont-come-8
    """,
        on="rws-2013 mbs-2020 division home-game",
    ),
    # Clearwater's close
    case(
        "SPEC-4-limits",
        "elsewhere-a-lowered-maximum-changes-no-standing-wager",
        """
        bet 0 place-6 120      -> debit 120
        roll 2 2               -> point 4
        limits max=10          -> ok
        bet 0 field 11         -> E_MAX
        roll 3 3               -> none 4; 0 place-6 win 120 +140 =260
    """,
        on="rws-2013 clearwater-etg division home-game",
    ),
    case(
        "SPEC-4-limits SPEC-4-total",
        "limits-change-one-by-one",
        """
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
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-1-max-stake",
        "two-million-and-no-more",
        """
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
    """,
        on=EVERYWHERE,
    ),
    case(
        "CLW-11 SPEC-4-conflict",
        "one-unit-is-an-opposing-wager",
        """
        bet 0 pass 1           -> debit 1
        bet 0 dont-pass 1      -> E_CONFLICT
        bet 0 lay-4 1          -> debit 1
        bet 0 buy-4 1          -> E_CONFLICT
    """,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_limits(engine: str, session: Play) -> None:
    check(engine, session)
