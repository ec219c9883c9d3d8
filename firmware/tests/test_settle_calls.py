"""Calls on and off: what they cover, how long they last, where there are none."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Play, case, check, plays

CALLABLE = "rws-2013 mbs-2020 division home-game"

CASES = [
    case(
        "RWS-D.12-puck RWS-1-marker-buttons MBS-3.17 MBS-1.1.6 MBS-1.1.6.2 DIV-4.10 "
        "HOME-other-rules SPEC-3-call-lasts",
        "called-on-for-the-come-out",
        """
        bet 0 place-6 12       -> debit 12
        bet 0 buy-8 10         -> debit 10
        bet 0 hard-4 5         -> debit 5
        call 0 place-6 on      -> ok
        call 0 buy-8 on        -> ok
        call 0 hard-4 on       -> ok
        state                  -> open 0; 0 place-6 12 on; 0 buy-8 10 on; 0 hard-4 5 on
        roll 3 3               -> point 6; 0 place-6 win 12 +14 =26
        roll 3 3               -> point-made 0
        roll 2 2               -> point 4; 0 hard-4 win 5 +35 =40
        roll 2 2               -> point-made 0
        bet 0 place-6 12       -> debit 12
        state                  -> open 0; 0 place-6 12; 0 buy-8 10 on
        roll 3 4               -> natural 0; 0 buy-8 lose 10
    """,
    ),
    case(
        "RWS-D.12-puck RWS-1-marker-buttons RWS-1-inactive MBS-3.4.9 MBS-1.1.6.1 DIV-4.10 "
        "HOME-other-rules SPEC-3-call-lasts",
        "called-off-with-the-point-on",
        """
        roll 2 2               -> point 4
        bet 0 place-6 12       -> debit 12
        bet 0 buy-8 10         -> debit 10
        bet 0 hard-10 5        -> debit 5
        call 0 place-6 off     -> ok
        call 0 buy-8 off       -> ok
        call 0 hard-10 off     -> ok
        roll 3 3               -> none 4
        roll 4 4               -> none 4
        roll 4 6               -> none 4
        roll 3 4               -> seven-out 0
        state                  -> open 0; 0 place-6 12 off; 0 buy-8 10 off; 0 hard-10 5 off
        roll 2 2               -> point 4
        call 0 place-6 default -> ok
        call 0 buy-8 on        -> ok
        roll 3 4               -> seven-out 0; 0 place-6 lose 12; 0 buy-8 lose 10
        state                  -> open 0; 0 hard-10 5 off
    """,
    ),
    case(
        "MBS-3.17.2 SPEC-3-call-family",
        "a-call-covers-the-one-spot",
        """
        bet 0 place-6 12       -> debit 12
        bet 0 place-8 12       -> debit 12
        call 0 place-6 on      -> ok
        call 0 place-6 on all  -> ok
        state                  -> open 0; 0 place-6 12 on; 0 place-8 12
        call 0 place-8 off     -> ok
        state                  -> open 0; 0 place-6 12 on; 0 place-8 12 off
    """,
        on="rws-2013 home-game",
    ),
    case(
        "DIV-4.10 SPEC-3-call-family",
        "one-on-marker-for-all-similar-wagers",
        """
        bet 0 place-4 10       -> debit 10
        bet 0 place-6 12       -> debit 12
        bet 0 buy-8 10         -> debit 10
        bet 0 hard-4 5         -> debit 5
        bet 0 hard-6 5         -> debit 5
        bet 1 place-5 10       -> debit 10
        call 0 place-6 on      -> ok
        state  -> open 0; 0 place-4 10 on; 0 place-6 12 on; 0 buy-8 10; 0 hard-4 5; 0 hard-6 5
            ; 1 place-5 10
        call 0 place-4 off     -> ok
        state  -> open 0; 0 place-4 10 off; 0 place-6 12 on; 0 buy-8 10; 0 hard-4 5; 0 hard-6 5
            ; 1 place-5 10
        call 0 hard-6 on only  -> ok
        call 0 buy-8 on all    -> ok
        state  -> open 0; 0 place-4 10 off; 0 place-6 12 on; 0 buy-8 10 on; 0 hard-4 5
            ; 0 hard-6 5 on; 1 place-5 10
        call 0 hard-4 on       -> ok
        call 0 place-6 on      -> ok
        call 0 place-6 default -> ok
        state  -> open 0; 0 place-4 10 on; 0 place-6 12; 0 buy-8 10 on; 0 hard-4 5 on
            ; 0 hard-6 5 on; 1 place-5 10
        bet 0 place-10 10      -> debit 10
        roll 2 2               -> point 4; 0 place-4 win 10 +18 =28; 0 hard-4 win 5 +35 =40
        state  -> open 4; 0 place-6 12; 0 place-10 10; 0 buy-8 10 on; 0 hard-6 5 on; 1 place-5 10
    """,
        seats=2,
    ),
    case(
        "DIV-4.10 SPEC-3-call-family",
        "come-odds-are-a-family-too",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6
        bet 0 come 10          -> debit 10
        roll 4 4               -> none 4; 0 come move 10 to come-8
        bet 0 come-odds-6 10   -> debit 10
        bet 0 come-odds-8 10   -> debit 10
        bet 0 place-6 12       -> debit 12
        call 0 come-odds-8 on  -> ok
        roll 2 2               -> point-made 0
        roll 3 4               -> natural 0; 0 come-6 lose 10; 0 come-8 lose 10
            ; 0 come-odds-6 lose 10; 0 come-odds-8 lose 10
        state                  -> open 0; 0 place-6 12
    """,
    ),
    case(
        "SPEC-3-call-lasts",
        "a-call-ends-with-the-wager",
        """
        bet 0 place-6 12       -> debit 12
        call 0 place-6 on      -> ok
        take 0 place-6         -> credit 12
        bet 0 place-6 12       -> debit 12
        state                  -> open 0; 0 place-6 12
        call 0 place-6 off     -> ok
        bet 0 place-6 12       -> debit 12
        take 0 place-6 6       -> credit 6
        no_roll cocked         -> ok
        state                  -> open 0; 0 place-6 18 off
    """,
        on=CALLABLE,
    ),
    case(
        "SPEC-3-call-lasts",
        "calls-of-come-odds-do-not-outlive-them",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-6 10   -> debit 10
        call 0 come-odds-6 off -> ok
        bet 0 come 10          -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6; 0 come-6 win 10 +10 =20
            ; 0 come-odds-6 return 10 =10
        bet 0 come-odds-6 10   -> debit 10
        state                  -> open 4; 0 come-6 10; 0 come-odds-6 10
        roll 3 3               -> none 4; 0 come-6 win 10 +10 =20; 0 come-odds-6 win 10 +12 =22
    """,
        on="mbs-2020 division home-game",
    ),
    case(
        "SPEC-3-call-checks",
        "the-order-of-a-calls-checks",
        """
        close                  -> ok
        call 2 nowhere on      -> E_SEAT
        call -1 place-6 on     -> E_SEAT
        call 0 nowhere on      -> E_SPOT
        call 0 pass on         -> E_CLOSED
        call 0 place-6 on      -> E_CLOSED
        roll 2 2               -> point 4
        call 0 pass on         -> E_TOGGLE
        call 0 place-6 on      -> E_NOTHING
    """,
        on=CALLABLE,
        seats=2,
    ),
    case(
        "CLW-21.a.i SPEC-3-call-checks",
        "clearwater-takes-no-calls",
        """
        bet 0 place-6 12       -> debit 12
        bet 0 hard-6 5         -> debit 5
        call 0 place-6 on      -> E_TOGGLE
        call 0 buy-6 off       -> E_TOGGLE
        call 0 hard-6 off      -> E_TOGGLE
        call 0 lay-6 off       -> E_TOGGLE
        call 0 come-odds-6 on  -> E_TOGGLE
        call 0 lucky-shooter default -> E_TOGGLE
    """,
    ),
    case(
        "SPEC-3-works SPEC-3-call-checks",
        "rws-come-odds-take-no-calls",
        """
        call 0 come-odds-6 on  -> E_TOGGLE
        call 0 dont-come-odds-6 on -> E_TOGGLE
        call 0 lay-6 on        -> E_NOTHING
    """,
        on="rws-2013",
    ),
    case(
        "SPEC-3-works SPEC-3-call-checks DIV-4.1.k",
        "division-lay-takes-no-calls",
        """
        bet 0 lay-6 12         -> debit 12
        call 0 lay-6 off       -> E_TOGGLE
        call 0 big-6 off       -> E_TOGGLE
        call 0 come-odds-6 off -> E_NOTHING
    """,
    ),
    case(
        "SPEC-3-works SPEC-3-call-checks",
        "line-and-one-roll-wagers-take-no-calls",
        """
        bet 0 pass 10          -> debit 10
        bet 0 field 10         -> debit 10
        call 0 pass off        -> E_TOGGLE
        call 0 pass-odds off   -> E_TOGGLE
        call 0 come off        -> E_TOGGLE
        call 0 come-4 off      -> E_TOGGLE
        call 0 dont-come-4 off -> E_TOGGLE
        call 0 dont-come-odds-4 off -> E_TOGGLE
        call 0 field off       -> E_TOGGLE
        call 0 horn on         -> E_TOGGLE
        call 0 c-and-e default -> E_TOGGLE
    """,
        on=EVERYWHERE,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_calls(engine: str, session: Play) -> None:
    check(engine, session)
