"""Odds behind the line and behind Come wagers: what they pay, and that they follow their flat."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Play, case, check, plays

CASES = [
    case(
        "RWS-4.1.pass-odds CLW-14.a.i MBS-4.2 DIV-4.14.pass-odds HOME-other-rules",
        "on-4-and-10",
        """
        bet 0 pass 10          -> debit 10
        roll 1 3               -> point 4
        bet 0 pass-odds 10     -> debit 10
        roll 2 2               -> point-made 0; 0 pass win 10 +10 =20; 0 pass-odds win 10 +20 =30
        bet 0 pass 10          -> debit 10
        roll 5 5               -> point 10
        bet 0 pass-odds 7      -> debit 7
        roll 4 6               -> point-made 0; 0 pass win 10 +10 =20; 0 pass-odds win 7 +14 =21
    """,
    ),
    case(
        "RWS-4.1.pass-odds CLW-14.a.ii MBS-4.2 DIV-4.14.pass-odds HOME-other-rules SPEC-1-floor",
        "on-5-and-9",
        """
        bet 0 pass 10          -> debit 10
        roll 1 4               -> point 5
        bet 0 pass-odds 10     -> debit 10
        roll 2 3               -> point-made 0; 0 pass win 10 +10 =20; 0 pass-odds win 10 +15 =25
        bet 0 pass 10          -> debit 10
        roll 5 4               -> point 9
        bet 0 pass-odds 7      -> debit 7
        roll 3 6               -> point-made 0; 0 pass win 10 +10 =20; 0 pass-odds win 7 +10 =17
    """,
    ),
    case(
        "RWS-4.1.pass-odds CLW-14.a.iii MBS-4.2 DIV-4.14.pass-odds HOME-other-rules SPEC-1-floor",
        "on-6-and-8",
        """
        bet 0 pass 10          -> debit 10
        roll 1 5               -> point 6
        bet 0 pass-odds 10     -> debit 10
        roll 2 4               -> point-made 0; 0 pass win 10 +10 =20; 0 pass-odds win 10 +12 =22
        bet 0 pass 10          -> debit 10
        roll 5 3               -> point 8
        bet 0 pass-odds 9      -> debit 9
        roll 2 6               -> point-made 0; 0 pass win 10 +10 =20; 0 pass-odds win 9 +10 =19
    """,
    ),
    case(
        "RWS-D.2.a RWS-D.2.b RWS-D.2.c CLW-14.a MBS-3.4.2.1 DIV-4.1.e.ii DIV-4.1.e.iii "
        "HOME-other-rules",
        "pass-odds-follow-the-pass",
        """
        bet 0 pass 10          -> debit 10
        roll 1 3               -> point 4
        bet 0 pass-odds 10     -> debit 10
        roll 6 6               -> none 4
        roll 5 6               -> none 4
        state                  -> open 4; 0 pass 10; 0 pass-odds 10
        roll 3 4               -> seven-out 0; 0 pass lose 10; 0 pass-odds lose 10
        bet 0 pass 10          -> debit 10
        roll 4 5               -> point 9
        bet 0 pass-odds 10     -> debit 10
        roll 4 5               -> point-made 0; 0 pass win 10 +10 =20; 0 pass-odds win 10 +15 =25
    """,
    ),
    case(
        "RWS-4.1.dont-pass-odds CLW-16.a.i MBS-4.3 DIV-4.14.dont-pass-odds HOME-other-rules",
        "against-4-and-10",
        """
        bet 0 dont-pass 10     -> debit 10
        roll 1 3               -> point 4
        bet 0 dont-pass-odds 20 -> debit 20
        roll 3 4               -> seven-out 0; 0 dont-pass win 10 +10 =20
            ; 0 dont-pass-odds win 20 +10 =30
        bet 0 dont-pass 10     -> debit 10
        roll 5 5               -> point 10
        bet 0 dont-pass-odds 11 -> debit 11
        roll 1 6               -> seven-out 0; 0 dont-pass win 10 +10 =20
            ; 0 dont-pass-odds win 11 +5 =16
    """,
    ),
    case(
        "RWS-4.1.dont-pass-odds CLW-16.a.ii MBS-4.3 DIV-4.14.dont-pass-odds HOME-other-rules",
        "against-5-and-9",
        """
        bet 0 dont-pass 10     -> debit 10
        roll 1 4               -> point 5
        bet 0 dont-pass-odds 15 -> debit 15
        roll 3 4               -> seven-out 0; 0 dont-pass win 10 +10 =20
            ; 0 dont-pass-odds win 15 +10 =25
        bet 0 dont-pass 10     -> debit 10
        roll 5 4               -> point 9
        bet 0 dont-pass-odds 11 -> debit 11
        roll 1 6               -> seven-out 0; 0 dont-pass win 10 +10 =20
            ; 0 dont-pass-odds win 11 +7 =18
    """,
    ),
    case(
        "RWS-4.1.dont-pass-odds CLW-16.a.iii MBS-4.3 DIV-4.14.dont-pass-odds HOME-other-rules",
        "against-6-and-8",
        """
        bet 0 dont-pass 10     -> debit 10
        roll 1 5               -> point 6
        bet 0 dont-pass-odds 12 -> debit 12
        roll 3 4               -> seven-out 0; 0 dont-pass win 10 +10 =20
            ; 0 dont-pass-odds win 12 +10 =22
        bet 0 dont-pass 10     -> debit 10
        roll 5 3               -> point 8
        bet 0 dont-pass-odds 11 -> debit 11
        roll 1 6               -> seven-out 0; 0 dont-pass win 10 +10 =20
            ; 0 dont-pass-odds win 11 +9 =20
    """,
    ),
    case(
        "RWS-D.4.a RWS-D.4.b RWS-D.4.c CLW-16.a MBS-3.4.6.1 DIV-4.1.f.ii DIV-4.1.f.iii "
        "HOME-other-rules",
        "dont-pass-odds-follow-the-dont-pass",
        """
        bet 0 dont-pass 10     -> debit 10
        roll 1 3               -> point 4
        bet 0 dont-pass-odds 10 -> debit 10
        roll 6 6               -> none 4
        roll 5 6               -> none 4
        state                  -> open 4; 0 dont-pass 10; 0 dont-pass-odds 10
        roll 2 2               -> point-made 0; 0 dont-pass lose 10; 0 dont-pass-odds lose 10
        bet 0 dont-pass 10     -> debit 10
        roll 4 6               -> point 10
        bet 0 dont-pass-odds 10 -> debit 10
        roll 6 1               -> seven-out 0; 0 dont-pass win 10 +10 =20
            ; 0 dont-pass-odds win 10 +5 =15
    """,
    ),
    case(
        "RWS-4.1.come-odds CLW-18.a.i CLW-18.a.ii CLW-18.a.iii MBS-4.4 DIV-4.14.come-odds "
        "HOME-other-rules",
        "come-odds-on-every-number",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 2 3               -> none 4; 0 come move 10 to come-5
        bet 0 come-odds-5 10   -> debit 10
        bet 0 come 10          -> debit 10
        roll 2 4               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-6 10   -> debit 10
        bet 0 come 10          -> debit 10
        roll 6 2               -> none 4; 0 come move 10 to come-8
        bet 0 come-odds-8 5    -> debit 5
        bet 0 come 10          -> debit 10
        roll 6 3               -> none 4; 0 come move 10 to come-9
        bet 0 come-odds-9 8    -> debit 8
        bet 0 come 10          -> debit 10
        roll 6 4               -> none 4; 0 come move 10 to come-10
        bet 0 come-odds-10 9   -> debit 9
        roll 2 3               -> none 4; 0 come-5 win 10 +10 =20; 0 come-odds-5 win 10 +15 =25
        roll 2 4               -> none 4; 0 come-6 win 10 +10 =20; 0 come-odds-6 win 10 +12 =22
        roll 6 2               -> none 4; 0 come-8 win 10 +10 =20; 0 come-odds-8 win 5 +6 =11
        roll 6 3               -> none 4; 0 come-9 win 10 +10 =20; 0 come-odds-9 win 8 +12 =20
        roll 6 4               -> none 4; 0 come-10 win 10 +10 =20; 0 come-odds-10 win 9 +18 =27
        roll 2 2               -> point-made 0
        roll 6 3               -> point 9
        bet 0 come 10          -> debit 10
        roll 1 3               -> none 9; 0 come move 10 to come-4
        bet 0 come-odds-4 10   -> debit 10
        roll 2 2               -> none 9; 0 come-4 win 10 +10 =20; 0 come-odds-4 win 10 +20 =30
    """,
    ),
    case(
        "RWS-D.7.a RWS-D.7.b RWS-D.7.c CLW-18.a MBS-3.4.4.1 DIV-4.1.g.ii DIV-4.1.g.iii "
        "HOME-other-rules",
        "come-odds-follow-the-come",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 2 4               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-6 10   -> debit 10
        roll 6 6               -> none 4
        roll 4 4               -> none 4
        state                  -> open 4; 0 come-6 10; 0 come-odds-6 10
        roll 3 3               -> none 4; 0 come-6 win 10 +10 =20; 0 come-odds-6 win 10 +12 =22
        bet 0 come 10          -> debit 10
        roll 2 4               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-6 10   -> debit 10
        roll 5 2               -> seven-out 0; 0 come-6 lose 10; 0 come-odds-6 lose 10
    """,
    ),
    case(
        "RWS-4.1.dont-come-odds CLW-20.a.i CLW-20.a.ii CLW-20.a.iii MBS-4.5 "
        "DIV-4.14.dont-come-odds HOME-other-rules",
        "dont-come-odds-on-every-number",
        """
        roll 6 5               -> natural 0
        roll 2 2               -> point 4
        bet 0 dont-come 10     -> debit 10
        roll 2 3               -> none 4; 0 dont-come move 10 to dont-come-5
        bet 0 dont-come-odds-5 15   -> debit 15
        bet 0 dont-come 10     -> debit 10
        roll 2 4               -> none 4; 0 dont-come move 10 to dont-come-6
        bet 0 dont-come-odds-6 12   -> debit 12
        bet 0 dont-come 10     -> debit 10
        roll 6 2               -> none 4; 0 dont-come move 10 to dont-come-8
        bet 0 dont-come-odds-8 11   -> debit 11
        bet 0 dont-come 10     -> debit 10
        roll 6 3               -> none 4; 0 dont-come move 10 to dont-come-9
        bet 0 dont-come-odds-9 10   -> debit 10
        bet 0 dont-come 10     -> debit 10
        roll 6 4               -> none 4; 0 dont-come move 10 to dont-come-10
        bet 0 dont-come-odds-10 19  -> debit 19
        bet 0 dont-come 10     -> debit 10
        roll 3 1               -> point-made 0; 0 dont-come move 10 to dont-come-4
        bet 0 dont-come-odds-4 20   -> debit 20
        roll 3 4               -> natural 0; 0 dont-come-4 win 10 +10 =20
            ; 0 dont-come-5 win 10 +10 =20; 0 dont-come-6 win 10 +10 =20
            ; 0 dont-come-8 win 10 +10 =20; 0 dont-come-9 win 10 +10 =20
            ; 0 dont-come-10 win 10 +10 =20; 0 dont-come-odds-4 win 20 +10 =30
            ; 0 dont-come-odds-5 win 15 +10 =25; 0 dont-come-odds-6 win 12 +10 =22
            ; 0 dont-come-odds-8 win 11 +9 =20; 0 dont-come-odds-9 win 10 +6 =16
            ; 0 dont-come-odds-10 win 19 +9 =28
    """,
    ),
    case(
        "RWS-D.8.a RWS-D.8.b RWS-D.8.c CLW-20.a MBS-3.4.8.1 DIV-4.1.h.ii DIV-4.1.h.iii "
        "HOME-other-rules",
        "dont-come-odds-follow-the-dont-come",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 10     -> debit 10
        roll 6 3               -> none 4; 0 dont-come move 10 to dont-come-9
        bet 0 dont-come-odds-9 15   -> debit 15
        roll 6 6               -> none 4
        roll 5 3               -> none 4
        roll 4 5               -> none 4; 0 dont-come-9 lose 10; 0 dont-come-odds-9 lose 15
        bet 0 dont-come 10     -> debit 10
        roll 6 3               -> none 4; 0 dont-come move 10 to dont-come-9
        bet 0 dont-come-odds-9 15   -> debit 15
        roll 3 4               -> seven-out 0; 0 dont-come-9 win 10 +10 =20
            ; 0 dont-come-odds-9 win 15 +10 =25
    """,
    ),
    case(
        "RWS-D.2 CLW-14.a MBS-3.4.2 DIV-4.1.e HOME-other-rules SPEC-4-no-flat SPEC-4-phase",
        "pass-odds-need-point-and-pass",
        """
        bet 0 pass 10          -> debit 10
        bet 0 pass-odds 10     -> E_PHASE
        roll 2 2               -> point 4
        bet 1 pass-odds 10     -> E_NO_FLAT
        bet 0 dont-pass-odds 10 -> E_NO_FLAT
        bet 0 pass-odds 10     -> debit 10
    """,
        seats=2,
    ),
    case(
        "RWS-D.4 CLW-16.a MBS-3.4.6 DIV-4.1.f HOME-other-rules SPEC-4-no-flat SPEC-4-phase",
        "dont-pass-odds-need-point-and-flat",
        """
        bet 0 dont-pass 10     -> debit 10
        bet 0 dont-pass-odds 10 -> E_PHASE
        roll 2 2               -> point 4
        bet 1 dont-pass-odds 10 -> E_NO_FLAT
        bet 0 pass-odds 10     -> E_NO_FLAT
        bet 0 dont-pass-odds 10 -> debit 10
    """,
        seats=2,
    ),
    case(
        "RWS-D.7 CLW-18.a MBS-3.4.4 DIV-4.1.g HOME-other-rules SPEC-4-no-flat",
        "come-odds-need-a-come-on-that-number",
        """
        bet 0 come-odds-6 10   -> E_NO_FLAT
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        bet 0 come-odds-6 10   -> E_NO_FLAT
        roll 3 3               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-8 10   -> E_NO_FLAT
        bet 0 dont-come-odds-6 10 -> E_NO_FLAT
        bet 0 come-odds-6 10   -> debit 10
        roll 2 2               -> point-made 0
        take 0 come-odds-6     -> credit 10
        bet 0 come-odds-6 5    -> debit 5
    """,
    ),
    case(
        "RWS-D.8 CLW-20.a MBS-3.4.8 DIV-4.1.h HOME-other-rules SPEC-4-no-flat",
        "dont-come-odds-need-a-dont-come-on-that-number",
        """
        bet 0 dont-come-odds-6 10 -> E_NO_FLAT
        roll 2 2               -> point 4
        bet 0 dont-come 10     -> debit 10
        roll 3 3               -> none 4; 0 dont-come move 10 to dont-come-6
        bet 0 come-odds-6 10   -> E_NO_FLAT
        bet 0 dont-come-odds-5 10 -> E_NO_FLAT
        bet 0 dont-come-odds-6 10 -> debit 10
    """,
    ),
    case(
        "SPEC-3-come-first SPEC-1-win-is-over",
        "odds-stay-with-their-own-wager",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 2 4               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-6 10   -> debit 10
        bet 0 come 15          -> debit 15
        roll 5 1               -> none 4; 0 come move 15 to come-6; 0 come-6 win 10 +10 =20
            ; 0 come-odds-6 win 10 +12 =22
        state                  -> open 4; 0 come-6 15
    """,
        on=EVERYWHERE,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_odds(engine: str, session: Play) -> None:
    check(engine, session)
