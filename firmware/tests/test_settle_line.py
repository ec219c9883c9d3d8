"""Pass, Don't Pass, Come and Don't Come: what each total does to them, in all five rule books."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Play, case, check, plays

CASES = [
    case(
        "RWS-D.1.a CLW-13.a MBS-3.4.1.1 DIV-4.1.a.i HOME-other-rules SPEC-3-event",
        "pass-wins",
        """
        bet 0 pass 10          -> debit 10
        roll 3 4               -> natural 0; 0 pass win 10 +10 =20
        bet 0 pass 15          -> debit 15
        roll 5 6               -> natural 0; 0 pass win 15 +15 =30
        bet 0 pass 20          -> debit 20
        roll 2 2               -> point 4
        roll 1 3               -> point-made 0; 0 pass win 20 +20 =40
        state                  -> open 0
    """,
    ),
    case(
        "RWS-D.1.b CLW-13.a MBS-3.4.1.2 DIV-4.1.a.ii HOME-other-rules SPEC-3-event",
        "pass-loses",
        """
        bet 0 pass 10          -> debit 10
        roll 1 1               -> craps 0; 0 pass lose 10
        bet 0 pass 10          -> debit 10
        roll 1 2               -> craps 0; 0 pass lose 10
        bet 0 pass 10          -> debit 10
        roll 6 6               -> craps 0; 0 pass lose 10
        bet 0 pass 10          -> debit 10
        roll 5 5               -> point 10
        roll 1 6               -> seven-out 0; 0 pass lose 10
        state                  -> open 0
    """,
    ),
    case(
        "RWS-D.1.c RWS-1-inactive CLW-7 MBS-3.4.1 DIV-4.1.a HOME-other-rules SPEC-1-stays",
        "pass-waits",
        """
        bet 0 pass 10          -> debit 10
        roll 4 4               -> point 8
        roll 1 1               -> none 8
        roll 1 2               -> none 8
        roll 6 6               -> none 8
        roll 5 6               -> none 8
        roll 4 6               -> none 8
        state                  -> open 8; 0 pass 10
    """,
    ),
    case(
        "RWS-4.1.pass CLW-13.b MBS-4.1.pass DIV-4.14.pass HOME-other-rules SPEC-1-win-is-over",
        "pass-pays-even",
        """
        bet 0 pass 13          -> debit 13
        roll 6 1               -> natural 0; 0 pass win 13 +13 =26
        state                  -> open 0
    """,
    ),
    case(
        "RWS-D.3.a CLW-15.a MBS-3.4.5.1 DIV-4.1.b.i HOME-other-rules",
        "dont-pass-wins",
        """
        bet 0 dont-pass 10     -> debit 10
        roll 1 1               -> craps 0; 0 dont-pass win 10 +10 =20
        bet 0 dont-pass 10     -> debit 10
        roll 2 1               -> craps 0; 0 dont-pass win 10 +10 =20
        bet 0 dont-pass 10     -> debit 10
        roll 4 5               -> point 9
        roll 4 3               -> seven-out 0; 0 dont-pass win 10 +10 =20
        state                  -> open 0
    """,
    ),
    case(
        "RWS-D.3.b CLW-15.a MBS-3.4.5.2 DIV-4.1.b.ii HOME-other-rules",
        "dont-pass-loses",
        """
        bet 0 dont-pass 10     -> debit 10
        roll 2 5               -> natural 0; 0 dont-pass lose 10
        bet 0 dont-pass 10     -> debit 10
        roll 6 5               -> natural 0; 0 dont-pass lose 10
        bet 0 dont-pass 10     -> debit 10
        roll 2 3               -> point 5
        roll 1 4               -> point-made 0; 0 dont-pass lose 10
    """,
    ),
    case(
        "RWS-D.3.c CLW-15.b.ii MBS-3.4.5.3 DIV-4.1.b.iii HOME-other-rules SPEC-1-push-stays",
        "dont-pass-bar-12",
        """
        bet 0 dont-pass 10     -> debit 10
        roll 6 6               -> craps 0; 0 dont-pass push 10
        state                  -> open 0; 0 dont-pass 10
        roll 6 6               -> craps 0; 0 dont-pass push 10
        roll 3 3               -> point 6
        roll 6 6               -> none 6
        roll 5 6               -> none 6
        roll 3 4               -> seven-out 0; 0 dont-pass win 10 +10 =20
    """,
    ),
    case(
        "RWS-4.1.dont-pass CLW-15.b.i MBS-4.1.dont-pass DIV-4.14.dont-pass HOME-other-rules",
        "dont-pass-pays-even",
        """
        bet 0 dont-pass 17     -> debit 17
        roll 1 2               -> craps 0; 0 dont-pass win 17 +17 =34
    """,
    ),
    case(
        "RWS-D.5.a CLW-17.a MBS-3.4.3.1 DIV-4.1.c.i HOME-other-rules",
        "come-wins",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 5 6               -> none 4; 0 come win 10 +10 =20
        bet 0 come 10          -> debit 10
        roll 2 4               -> none 4; 0 come move 10 to come-6
        roll 2 2               -> point-made 0
        roll 5 1               -> point 6; 0 come-6 win 10 +10 =20
        bet 0 come 10          -> debit 10
        roll 3 4               -> seven-out 0; 0 come win 10 +10 =20
    """,
    ),
    case(
        "RWS-D.5.b CLW-17.a MBS-3.4.3.2 DIV-4.1.c.ii HOME-other-rules",
        "come-loses",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 1 1               -> none 4; 0 come lose 10
        bet 0 come 10          -> debit 10
        roll 1 2               -> none 4; 0 come lose 10
        bet 0 come 10          -> debit 10
        roll 6 6               -> none 4; 0 come lose 10
        bet 0 come 10          -> debit 10
        roll 4 5               -> none 4; 0 come move 10 to come-9
        roll 3 4               -> seven-out 0; 0 come-9 lose 10
    """,
    ),
    case(
        "RWS-D.5.c CLW-7 MBS-3.4.3 DIV-4.1.c HOME-other-rules",
        "come-point-waits",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 4 4               -> none 4; 0 come move 10 to come-8
        roll 6 6               -> none 4
        roll 5 6               -> none 4
        roll 3 3               -> none 4
        roll 2 2               -> point-made 0
        state                  -> open 0; 0 come-8 10
    """,
    ),
    case(
        "RWS-C.E RWS-1-come-point CLW-17.a MBS-C.E MBS-1.1.3 DIV-1.0-come-point HOME-sequence-5",
        "come-travels-to-each-number",
        """
        roll 2 2               -> point 4
        bet 0 come 5           -> debit 5
        roll 1 4               -> none 4; 0 come move 5 to come-5
        bet 0 come 6           -> debit 6
        roll 2 4               -> none 4; 0 come move 6 to come-6
        bet 0 come 8           -> debit 8
        roll 3 5               -> none 4; 0 come move 8 to come-8
        bet 0 come 9           -> debit 9
        roll 4 5               -> none 4; 0 come move 9 to come-9
        bet 0 come 10          -> debit 10
        roll 4 6               -> none 4; 0 come move 10 to come-10
        bet 0 come 7           -> debit 7
        roll 2 2               -> point-made 0; 0 come move 7 to come-4
        state  -> open 0; 0 come-4 7; 0 come-5 5; 0 come-6 6; 0 come-8 8; 0 come-9 9; 0 come-10 10
    """,
    ),
    case(
        "RWS-4.1.come CLW-17.a.i MBS-4.1.come DIV-4.14.come HOME-other-rules",
        "come-pays-even",
        """
        roll 2 2               -> point 4
        bet 0 come 11          -> debit 11
        roll 6 5               -> none 4; 0 come win 11 +11 =22
    """,
    ),
    case(
        "RWS-D.6.a CLW-19.a MBS-3.4.7.1 DIV-4.1.d.i HOME-other-rules",
        "dont-come-wins",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 10     -> debit 10
        roll 1 1               -> none 4; 0 dont-come win 10 +10 =20
        bet 0 dont-come 10     -> debit 10
        roll 1 2               -> none 4; 0 dont-come win 10 +10 =20
        bet 0 dont-come 10     -> debit 10
        roll 5 5               -> none 4; 0 dont-come move 10 to dont-come-10
        roll 5 2               -> seven-out 0; 0 dont-come-10 win 10 +10 =20
    """,
    ),
    case(
        "RWS-D.6.b CLW-19.a MBS-3.4.7.2 DIV-4.1.d.ii HOME-other-rules",
        "dont-come-loses",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 10     -> debit 10
        roll 5 6               -> none 4; 0 dont-come lose 10
        bet 0 dont-come 10     -> debit 10
        roll 2 3               -> none 4; 0 dont-come move 10 to dont-come-5
        roll 4 1               -> none 4; 0 dont-come-5 lose 10
        bet 0 dont-come 10     -> debit 10
        roll 3 4               -> seven-out 0; 0 dont-come lose 10
    """,
    ),
    case(
        "RWS-D.6.c CLW-19.a MBS-3.4.7.3 DIV-4.1.d.iii HOME-other-rules SPEC-1-push-stays",
        "dont-come-bar-12",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 10     -> debit 10
        roll 6 6               -> none 4; 0 dont-come push 10
        state                  -> open 4; 0 dont-come 10
        roll 4 4               -> none 4; 0 dont-come move 10 to dont-come-8
        roll 6 6               -> none 4
        state                  -> open 4; 0 dont-come-8 10
    """,
    ),
    case(
        "RWS-C.G CLW-19.a MBS-C.F MBS-3.16.2 DIV-1.0-come-point HOME-sequence-5",
        "dont-come-travels-and-works-on-the-come-out",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 10     -> debit 10
        roll 3 3               -> none 4; 0 dont-come move 10 to dont-come-6
        bet 0 dont-come 20     -> debit 20
        roll 2 2               -> point-made 0; 0 dont-come move 20 to dont-come-4
        roll 6 1               -> natural 0; 0 dont-come-4 win 20 +20 =40
            ; 0 dont-come-6 win 10 +10 =20
    """,
    ),
    case(
        "RWS-4.1.dont-come CLW-19.a.i MBS-4.1.dont-come DIV-4.14.dont-come HOME-other-rules",
        "dont-come-pays-even",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 19     -> debit 19
        roll 2 1               -> none 4; 0 dont-come win 19 +19 =38
    """,
    ),
    case(
        "RWS-1-come-out-roll RWS-1-point CLW-12.a MBS-1.1.2 MBS-1.1.9 MBS-3.9 "
        "DIV-1.0-come-out-roll DIV-1.0-come-out-point HOME-sequence-6 SPEC-3-point",
        "point-set-and-cleared",
        """
        roll 2 3               -> point 5
        roll 4 4               -> none 5
        roll 3 2               -> point-made 0
        roll 6 4               -> point 10
        roll 5 2               -> seven-out 0
        roll 3 1               -> point 4
        roll 2 2               -> point-made 0
        roll 6 3               -> point 9
        roll 5 4               -> point-made 0
        roll 5 1               -> point 6
        roll 4 2               -> point-made 0
        roll 5 3               -> point 8
        roll 2 6               -> point-made 0
    """,
    ),
    case(
        "RWS-1-seven-out MBS-1.1.13 DIV-1.0-7-out SPEC-3-event",
        "seven-out-or-natural",
        """
        roll 6 1               -> natural 0
        roll 5 6               -> natural 0
        roll 1 3               -> point 4
        roll 5 6               -> none 4
        roll 6 1               -> seven-out 0
        roll 2 5               -> natural 0
    """,
        on="clearwater-etg home-game",
    ),
    case(
        "CLW-2 MBS-3.3 MBS-3.13 DIV-1.0-total DIV-4.2 SPEC-3-event",
        "the-total-decides",
        """
        bet 0 pass 10          -> debit 10
        bet 0 field 5          -> debit 5
        roll 1 3               -> point 4; 0 field win 5 +5 =10
        bet 0 field 5          -> debit 5
        roll 3 1               -> point-made 0; 0 pass win 10 +10 =20; 0 field win 5 +5 =10
        bet 0 field 5          -> debit 5
        roll 6 2               -> point 8; 0 field lose 5
    """,
    ),
    case(
        "SPEC-3-come-first",
        "a-wager-on-the-number-is-decided-first",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 2 4               -> none 4; 0 come move 10 to come-6
        bet 0 come 25          -> debit 25
        roll 1 5               -> none 4; 0 come move 25 to come-6; 0 come-6 win 10 +10 =20
        state                  -> open 4; 0 come-6 25
        bet 0 come 30          -> debit 30
        roll 6 1               -> seven-out 0; 0 come win 30 +30 =60; 0 come-6 lose 25
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-3-come-first",
        "dont-come-on-the-number-is-decided-first",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 10     -> debit 10
        roll 5 4               -> none 4; 0 dont-come move 10 to dont-come-9
        bet 0 dont-come 25     -> debit 25
        roll 6 3               -> none 4; 0 dont-come move 25 to dont-come-9; 0 dont-come-9 lose 10
        state                  -> open 4; 0 dont-come-9 25
    """,
        on=EVERYWHERE,
    ),
    case(
        "RWS-3.11 RWS-1-round-of-play MBS-1.1.12 DIV-5.7 HOME-sequence-3 HOME-sequence-4 "
        "HOME-sequence-5 CLW-7 SPEC-6-order",
        "one-roll-settles-everything-in-order",
        """
        bet 1 pass 10          -> debit 10
        bet 0 dont-pass 10     -> debit 10
        roll 3 3               -> point 6
        bet 1 come 20          -> debit 20
        bet 0 field 5          -> debit 5
        bet 0 place-8 6        -> debit 6
        bet 1 any-7 5          -> debit 5
        bet 0 come 15          -> debit 15
        roll 4 2               -> point-made 0; 0 dont-pass lose 10; 0 come move 15 to come-6
            ; 0 field lose 5; 1 pass win 10 +10 =20; 1 come move 20 to come-6; 1 any-7 lose 5
        state                  -> open 0; 0 come-6 15; 0 place-8 6; 1 come-6 20
    """,
        seats=2,
    ),
    case(
        "RWS-3.3 MBS-3.4 SPEC-2-order",
        "one-seat-on-many-areas",
        """
        bet 0 c-and-e 10       -> debit 10
        bet 0 horn-high-3 5    -> debit 5
        bet 0 horn 8           -> debit 8
        bet 0 eleven 5         -> debit 5
        bet 0 craps-12 5       -> debit 5
        bet 0 craps-3 5        -> debit 5
        bet 0 craps-2 5        -> debit 5
        bet 0 any-craps 5      -> debit 5
        bet 0 any-7 5          -> debit 5
        bet 0 field 5          -> debit 5
        bet 0 hard-10 5        -> debit 5
        bet 0 hard-4 5         -> debit 5
        bet 0 lay-5 6          -> debit 6
        bet 0 buy-4 6          -> debit 6
        bet 0 place-10 5       -> debit 5
        bet 0 place-4 5        -> debit 5
        bet 0 dont-pass 5      -> debit 5
        bet 0 pass 5           -> debit 5
        state  -> open 0; 0 pass 5; 0 dont-pass 5; 0 place-4 5; 0 place-10 5; 0 buy-4 6; 0 lay-5 6
            ; 0 hard-4 5; 0 hard-10 5; 0 field 5; 0 any-7 5; 0 any-craps 5; 0 craps-2 5
            ; 0 craps-3 5; 0 craps-12 5; 0 eleven 5; 0 horn 8; 0 horn-high-3 5; 0 c-and-e 10
    """,
        on="home-game division",
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_line(engine: str, session: Play) -> None:
    check(engine, session)
