"""When wagers are in play: the come-out roll, calls on and off, and idle come odds."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Play, case, check, plays

CASES = [
    case(
        "RWS-D.12-puck CLW-21.a.i MBS-3.4.9 MBS-3.17 DIV-4.10 HOME-other-rules SPEC-3-works",
        "place-rests-on-the-come-out",
        """
        bet 0 place-6 12       -> debit 12
        bet 0 place-8 12       -> debit 12
        roll 3 4               -> natural 0
        roll 3 3               -> point 6
        state                  -> open 6; 0 place-6 12; 0 place-8 12
        roll 3 3               -> point-made 0; 0 place-6 win 12 +14 =26
        roll 4 4               -> point 8
        roll 3 4               -> seven-out 0; 0 place-8 lose 12
    """,
    ),
    case(
        "RWS-D.12-puck CLW-21.b.i MBS-3.4.10 MBS-3.17 DIV-4.10 HOME-other-rules SPEC-3-works",
        "buy-rests-on-the-come-out",
        """
        bet 0 buy-6 10         -> debit 10
        roll 3 4               -> natural 0
        roll 3 3               -> point 6
        roll 3 3               -> point-made 0; 0 buy-6 win 10 +12 =22
    """,
    ),
    case(
        "RWS-D.12-puck SPEC-3-works",
        "rws-lay-rests-on-the-come-out",
        """
        bet 0 lay-6 12         -> debit 12
        roll 3 4               -> natural 0
        roll 3 3               -> point 6
        roll 3 4               -> seven-out 0; 0 lay-6 win 12 +10 =22
    """,
    ),
    case(
        "CLW-21.c.i MBS-3.4.11 DIV-4.1.k HOME-other-rules SPEC-3-works",
        "lay-always-works",
        """
        bet 0 lay-6 12         -> debit 12
        roll 3 4               -> natural 0; 0 lay-6 win 12 +10 =22
        bet 0 lay-6 12         -> debit 12
        roll 3 3               -> point 6; 0 lay-6 lose 12
    """,
    ),
    case(
        "RWS-D.12-puck MBS-3.4.12 MBS-3.17 DIV-4.10 HOME-other-rules SPEC-3-works",
        "hardways-rest-on-the-come-out",
        """
        bet 0 hard-6 5         -> debit 5
        bet 0 hard-8 5         -> debit 5
        roll 3 4               -> natural 0
        roll 2 4               -> point 6
        roll 3 4               -> seven-out 0; 0 hard-6 lose 5; 0 hard-8 lose 5
        bet 0 hard-6 5         -> debit 5
        roll 3 3               -> point 6
        roll 3 3               -> point-made 0; 0 hard-6 win 5 +45 =50
    """,
    ),
    case(
        "CLW-21.f.i SPEC-3-works",
        "clearwater-hardways-always-work",
        """
        bet 0 hard-6 5         -> debit 5
        roll 3 4               -> natural 0; 0 hard-6 lose 5
        bet 0 hard-6 5         -> debit 5
        roll 3 3               -> point 6; 0 hard-6 win 5 +45 =50
        bet 0 hard-8 5         -> debit 5
        roll 3 3               -> point-made 0
        roll 6 2               -> point 8; 0 hard-8 lose 5
    """,
    ),
    case(
        "CLW-18.a MBS-3.17 DIV-4.10 HOME-other-rules SPEC-3-odds-return",
        "come-odds-rest-and-come-back",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-6 10   -> debit 10
        bet 0 come 10          -> debit 10
        roll 4 4               -> none 4; 0 come move 10 to come-8
        bet 0 come-odds-8 10   -> debit 10
        roll 2 2               -> point-made 0
        roll 5 6               -> natural 0
        roll 5 1               -> point 6; 0 come-6 win 10 +10 =20; 0 come-odds-6 return 10 =10
        roll 3 3               -> point-made 0
        roll 3 4               -> natural 0; 0 come-8 lose 10; 0 come-odds-8 return 10 =10
        state                  -> open 0
    """,
    ),
    case(
        "RWS-D.7.a RWS-D.7.b SPEC-3-works",
        "rws-come-odds-always-work",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-6 50   -> debit 50
        bet 0 come 10          -> debit 10
        roll 4 4               -> none 4; 0 come move 10 to come-8
        bet 0 come-odds-8 20   -> debit 20
        roll 2 2               -> point-made 0
        roll 5 1               -> point 6; 0 come-6 win 10 +10 =20; 0 come-odds-6 win 50 +60 =110
        roll 3 3               -> point-made 0
        roll 3 4               -> natural 0; 0 come-8 lose 10; 0 come-odds-8 lose 20
    """,
    ),
    case(
        "SPEC-3-works",
        "dont-come-and-its-odds-always-work",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 10     -> debit 10
        roll 3 3               -> none 4; 0 dont-come move 10 to dont-come-6
        bet 0 dont-come-odds-6 12 -> debit 12
        bet 0 dont-come 10     -> debit 10
        roll 5 5               -> none 4; 0 dont-come move 10 to dont-come-10
        bet 0 dont-come-odds-10 20 -> debit 20
        roll 2 2               -> point-made 0
        roll 3 3               -> point 6; 0 dont-come-6 lose 10; 0 dont-come-odds-6 lose 12
        roll 3 3               -> point-made 0
        roll 3 4               -> natural 0; 0 dont-come-10 win 10 +10 =20
            ; 0 dont-come-odds-10 win 20 +10 =30
    """,
        on=EVERYWHERE,
    ),
    case(
        "RWS-D.12-puck SPEC-3-works",
        "rws-lay-called-on-and-off",
        """
        bet 0 lay-6 12         -> debit 12
        call 0 lay-6 on        -> ok
        roll 3 4               -> natural 0; 0 lay-6 win 12 +10 =22
        bet 0 lay-6 12         -> debit 12
        roll 3 4               -> natural 0
        roll 2 2               -> point 4
        call 0 lay-6 off       -> ok
        roll 3 3               -> none 4
        roll 3 4               -> seven-out 0
        state                  -> open 0; 0 lay-6 12 off
    """,
    ),
    case(
        "MBS-3.4.11 HOME-other-rules SPEC-3-works",
        "lay-called-off",
        """
        bet 0 lay-6 12         -> debit 12
        call 0 lay-6 off       -> ok
        roll 3 4               -> natural 0
        roll 3 3               -> point 6
        roll 3 3               -> point-made 0
        call 0 lay-6 default   -> ok
        roll 3 4               -> natural 0; 0 lay-6 win 12 +10 =22
    """,
    ),
    case(
        "MBS-3.17 DIV-4.10 HOME-other-rules SPEC-3-works SPEC-3-odds-return",
        "come-odds-called",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-6 10   -> debit 10
        bet 0 come 10          -> debit 10
        roll 4 4               -> none 4; 0 come move 10 to come-8
        bet 0 come-odds-8 10   -> debit 10
        call 0 come-odds-6 on only -> ok
        call 0 come-odds-8 off -> ok
        roll 2 2               -> point-made 0
        roll 3 3               -> point 6; 0 come-6 win 10 +10 =20; 0 come-odds-6 win 10 +12 =22
        roll 4 4               -> none 6; 0 come-8 win 10 +10 =20; 0 come-odds-8 return 10 =10
        state                  -> open 6
    """,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_working(engine: str, session: Play) -> None:
    check(engine, session)
