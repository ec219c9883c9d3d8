"""The 5 % on Buy and Lay: when it is charged, how it is floored, when it comes back."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import Play, case, check, plays

AT_PLACEMENT = "rws-2013 mbs-2020 division home-game"

CASES = [
    case(
        "RWS-D.10 RWS-1-vigorish MBS-3.4.10 MBS-1.1.17 MBS-4.7 DIV-4.1.j HOME-other-rules "
        "SPEC-3-vig-placement",
        "buy-pays-5-percent-of-the-wager",
        """
        bet 0 buy-4 20         -> debit 21
        bet 0 buy-6 100        -> debit 105
        bet 0 buy-10 19        -> debit 19
        bet 0 buy-9 39         -> debit 40
        roll 2 3               -> point 5
        roll 2 2               -> none 5; 0 buy-4 win 20 +40 =60
        roll 3 3               -> none 5; 0 buy-6 win 100 +120 =220
        roll 3 4               -> seven-out 0; 0 buy-9 lose 39; 0 buy-10 lose 19
    """,
    ),
    case(
        "RWS-D.11 RWS-1-vigorish MBS-3.4.11 MBS-4.8 DIV-4.1.k HOME-other-rules "
        "SPEC-3-vig-placement",
        "lay-pays-5-percent-of-the-win",
        """
        roll 2 3               -> point 5
        bet 0 lay-4 40         -> debit 41
        bet 0 lay-4 40         -> debit 41
        bet 0 lay-10 39        -> debit 39
        bet 0 lay-9 30         -> debit 31
        bet 0 lay-6 24         -> debit 25
        bet 0 lay-8 23         -> debit 23
        roll 3 4               -> seven-out 0; 0 lay-4 win 80 +40 =120; 0 lay-6 win 24 +20 =44
            ; 0 lay-8 win 23 +19 =42; 0 lay-9 win 30 +20 =50; 0 lay-10 win 39 +19 =58
    """,
    ),
    case(
        "SPEC-1-floor-vig",
        "lay-vig-is-of-the-floored-win",
        """
        bet 0 lay-4 41         -> debit 42
        bet 0 lay-5 61         -> debit 63
        bet 0 lay-9 59         -> debit 60
        bet 0 lay-8 47         -> debit 48
        bet 0 lay-10 79        -> debit 80
    """,
        on=AT_PLACEMENT,
    ),
    # 5 % of 41/2: floor 20 -> 1. Of 61*2/3 = 40 2/3: 2. Of 59*2/3 = 39 1/3: 1.
    # Of 47*5/6 = 39 1/6: 1. Of 79/2 = 39 1/2: 1.
    case(
        "SPEC-1-floor-vig SPEC-1-floor-unit",
        "vig-in-whole-chips",
        """
        bet 0 buy-4 20         -> debit 20
        bet 0 buy-5 95         -> debit 95
        bet 0 buy-6 100        -> debit 105
        bet 0 buy-8 195        -> debit 200
        bet 0 lay-4 200        -> debit 205
        bet 0 lay-5 150        -> debit 155
        bet 0 lay-6 120        -> debit 125
        bet 0 lay-9 145        -> debit 145
    """,
        on=AT_PLACEMENT,
        unit=5,
    ),
    case(
        "SPEC-3-vig-difference",
        "the-charge-is-on-the-new-total",
        """
        bet 0 buy-4 10         -> debit 10
        bet 0 buy-4 10         -> debit 11
        bet 0 buy-4 19         -> debit 19
        bet 0 buy-4 1          -> debit 2
        bet 0 lay-4 30         -> debit 30
        bet 0 lay-4 10         -> debit 11
        bet 0 lay-4 38         -> debit 38
        bet 0 lay-4 2          -> debit 3
    """,
        on=AT_PLACEMENT,
        min=1,
    ),
    case(
        "CLW-21.b.i SPEC-3-vig-on-win",
        "buy-pays-when-it-wins",
        """
        bet 0 buy-4 20         -> debit 20
        bet 0 buy-5 100        -> debit 100
        bet 0 buy-6 39         -> debit 39
        bet 0 buy-8 19         -> debit 19
        bet 0 buy-9 20         -> debit 20
        roll 5 5               -> point 10
        roll 2 2               -> none 10; 0 buy-4 win 20 +40 -1 =59
        roll 2 3               -> none 10; 0 buy-5 win 100 +150 -5 =245
        roll 3 3               -> none 10; 0 buy-6 win 39 +46 -1 =84
        roll 4 4               -> none 10; 0 buy-8 win 19 +22 =41
        roll 3 4               -> seven-out 0; 0 buy-9 lose 20
    """,
    ),
    case(
        "CLW-21.c.i SPEC-3-vig-on-win",
        "lay-pays-when-it-wins",
        """
        bet 0 lay-4 80         -> debit 80
        bet 0 lay-5 61         -> debit 61
        bet 0 lay-6 24         -> debit 24
        bet 0 lay-9 30         -> debit 30
        bet 0 lay-10 39        -> debit 39
        roll 4 5               -> point 9; 0 lay-9 lose 30
        roll 3 4               -> seven-out 0; 0 lay-4 win 80 +40 -2 =118
            ; 0 lay-5 win 61 +40 -2 =99; 0 lay-6 win 24 +20 -1 =43; 0 lay-10 win 39 +19 =58
    """,
    ),
    case(
        "CLW-21.b.i CLW-21.c.i SPEC-3-vig-returned",
        "no-commission-when-taken-off",
        """
        bet 0 buy-4 100        -> debit 100
        bet 0 lay-5 300        -> debit 300
        take 0 buy-4 50        -> credit 50
        take 0 lay-5 150       -> credit 150
        take 0 buy-4           -> credit 50
        take 0 lay-5           -> credit 150
    """,
    ),
    case(
        "CLW-21.b.i SPEC-1-floor-unit SPEC-3-vig-on-win",
        "clearwater-in-chips-of-five",
        """
        roll 2 3               -> point 5
        bet 0 buy-4 95         -> debit 95
        bet 0 buy-10 205       -> debit 205
        bet 0 lay-6 125        -> debit 125
        roll 2 2               -> none 5; 0 buy-4 win 95 +190 =285
        roll 5 5               -> none 5; 0 buy-10 win 205 +410 -10 =605
        roll 3 4               -> seven-out 0; 0 lay-6 win 125 +100 -5 =220
    """,
        unit=5,
    ),
    case(
        "RWS-D.10 SPEC-3-vig-returned",
        "rws-keeps-it",
        """
        bet 0 buy-4 100        -> debit 105
        take 0 buy-4 60        -> credit 60
        take 0 buy-4           -> credit 40
        bet 0 lay-4 100        -> debit 102
        take 0 lay-4           -> credit 100
        bet 0 buy-4 100        -> debit 105
        take 0 buy-4 60        -> credit 60
        bet 0 buy-4 60         -> debit 63
    """,
    ),
    # Back at 100 the charge is vig(100) - vig(40) = 5 - 2, although 5 was paid before.
    case(
        "MBS-3.4.10.1 SPEC-3-vig-returned",
        "mbs-returns-buy-only",
        """
        bet 0 buy-4 100        -> debit 105
        take 0 buy-4 60        -> credit 63
        take 0 buy-4           -> credit 42
        bet 0 lay-4 100        -> debit 102
        take 0 lay-4 60        -> credit 60
        take 0 lay-4           -> credit 40
    """,
    ),
    case(
        "DIV-4.12 HOME-other-rules SPEC-3-vig-returned",
        "returned-for-both",
        """
        bet 0 buy-4 100        -> debit 105
        take 0 buy-4 60        -> credit 63
        take 0 buy-4           -> credit 42
        bet 0 lay-4 100        -> debit 102
        take 0 lay-4 60        -> credit 61
        take 0 lay-4           -> credit 41
    """,
    ),
    case(
        "DIV-4.12 SPEC-3-vig-difference",
        "small-refunds-follow-the-floors",
        """
        bet 0 buy-4 39         -> debit 40
        take 0 buy-4 19        -> credit 19
        take 0 buy-4 1         -> credit 2
        take 0 buy-4 19        -> credit 19
        bet 0 buy-6 55         -> debit 57
        take 0 buy-6 16        -> credit 17
        take 0 buy-6 39        -> credit 40
    """,
        on="mbs-2020 home-game",
        min=1,
    ),
    case(
        "DIV-4.13",
        "no-other-wager-is-charged",
        """
        bet 0 place-4 100      -> debit 100
        bet 0 pass 100         -> debit 100
        bet 0 hard-4 100       -> debit 100
        bet 0 field 100        -> debit 100
        bet 0 big-6 100        -> debit 100
        bet 0 world 100        -> debit 100
        roll 2 2               -> point 4; 0 field win 100 +100 =200; 0 world lose 100
        bet 0 pass-odds 100    -> debit 100
        roll 2 2               -> point-made 0; 0 pass win 100 +100 =200
            ; 0 pass-odds win 100 +200 =300; 0 place-4 win 100 +180 =280
            ; 0 hard-4 win 100 +700 =800
    """,
    ),
    case(
        "SPEC-4-total SPEC-3-vig-placement",
        "limits-do-not-count-the-vigorish",
        """
        bet 0 buy-4 100        -> debit 105
        bet 0 lay-5 1          -> E_TOTAL
    """,
        on=AT_PLACEMENT,
        min=1,
        max=100,
        max_total=100,
    ),
    case(
        "SPEC-1-max-stake SPEC-3-vig-placement",
        "vig-at-the-largest-stake",
        """
        bet 0 buy-4 2000000    -> debit 2100000
        bet 0 lay-6 2000000    -> debit 2083333
        bet 0 buy-4 1          -> E_RANGE
    """,
        on=AT_PLACEMENT,
    ),
    case(
        "SPEC-3-vig-returned MBS-5.7 MBS-3.4.10",
        "mbs-a-capped-buy-keeps-its-vig",
        """
        bet 0 buy-4 100        -> debit 105
        bet 0 buy-5 100        -> debit 105
        roll 3 3               -> point 6
        limits max=40          -> ok
        roll 2 2               -> none 6; 0 buy-4 win 100 +80 =180
        roll 3 4               -> seven-out 0; 0 buy-5 lose 100 =60
    """,
    ),
    case(
        "SPEC-3-works",
        "an-idle-buy-is-not-charged-again",
        """
        bet 0 buy-4 20         -> debit 21
        roll 2 2               -> point 4
        roll 2 2               -> point-made 0; 0 buy-4 win 20 +40 =60
    """,
        on=AT_PLACEMENT,
    ),
    case(
        "SPEC-3-vig-on-win SPEC-1-max-stake",
        "clearwater-the-largest-win",
        """
        bet 0 buy-4 2000000    -> debit 2000000
        bet 0 lay-6 2000000    -> debit 2000000
        roll 5 5               -> point 10
        roll 2 2               -> none 10; 0 buy-4 win 2000000 +4000000 -100000 =5900000
        roll 3 4               -> seven-out 0; 0 lay-6 win 2000000 +1666666 -83333 =3583333
    """,
        on="clearwater-etg",
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_vigorish(engine: str, session: Play) -> None:
    check(engine, session)
