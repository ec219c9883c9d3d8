"""Taking don't wagers: their odds come down with them, and when they may be placed again."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import Play, case, check, plays

CASES = [
    case(
        "CLW-15.b SPEC-4-odds-first",
        "clearwater-dont-pass-odds-first",
        """
        bet 0 dont-pass 20     -> debit 20
        take 0 dont-pass 5     -> credit 5
        roll 2 2               -> point 4
        bet 0 dont-pass-odds 30 -> debit 30
        take 0 dont-pass       -> E_ODDS_FIRST
        take 0 dont-pass 1     -> E_ODDS_FIRST
        take 0 dont-pass 16    -> E_RANGE
        take 0 dont-pass-odds 29 -> credit 29
        take 0 dont-pass       -> E_ODDS_FIRST
        take 0 dont-pass-odds  -> credit 1
        take 0 dont-pass 5     -> credit 5
        take 0 dont-pass       -> credit 10
    """,
    ),
    case(
        "CLW-19.a CLW-20.a SPEC-4-odds-down",
        "clearwater-dont-come-brings-its-odds",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 20     -> debit 20
        roll 3 3               -> none 4; 0 dont-come move 20 to dont-come-6
        bet 0 dont-come-odds-6 60 -> debit 60
        take 0 dont-come-6 1   -> E_ODDS
        take 0 dont-come-odds-6 3 -> credit 3
        take 0 dont-come-6 1   -> credit 1
        take 0 dont-come-6     -> credit 76
        state                  -> open 4
    """,
    ),
    case(
        "SPEC-4-odds-down",
        "dont-pass-brings-its-odds",
        """
        bet 0 dont-pass 20     -> debit 20
        roll 2 2               -> point 4
        bet 0 dont-pass-odds 40 -> debit 40
        take 0 dont-pass       -> credit 60
        state                  -> open 4
    """,
        on="rws-2013 mbs-2020 division home-game",
    ),
    case(
        "SPEC-4-odds-down",
        "dont-come-brings-its-odds",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 20     -> debit 20
        roll 5 5               -> none 4; 0 dont-come move 20 to dont-come-10
        bet 0 dont-come-odds-10 40 -> debit 40
        take 0 dont-come-10 20 -> credit 60
        state                  -> open 4
    """,
        on="rws-2013 mbs-2020 division home-game",
    ),
    case(
        "SPEC-4-odds-down",
        "part-of-a-dont-flat-under-345-odds",
        """
        bet 0 dont-pass 20     -> debit 20
        roll 2 2               -> point 4
        bet 0 dont-pass-odds 60 -> debit 60
        take 0 dont-pass 11    -> E_ODDS
        take 0 dont-pass 10    -> credit 10
        state                  -> open 4; 0 dont-pass 10; 0 dont-pass-odds 60
    """,
        on="rws-2013 mbs-2020 home-game",
    ),
    case(
        "DIV-4.1.f.i SPEC-4-odds-down",
        "part-of-a-dont-flat-under-a-payable-unit",
        """
        bet 0 dont-pass 20     -> debit 20
        roll 3 3               -> point 6
        bet 0 dont-pass-odds 18 -> debit 18
        take 0 dont-pass 10    -> E_ODDS
        take 0 dont-pass 9     -> credit 9
        state                  -> open 6; 0 dont-pass 11; 0 dont-pass-odds 18
    """,
    ),
    # 18 * 5/6 = 15: a flat of 11 rounds up to 15, a flat of 10 stays 10.
    case(
        "MBS-3.16.1 DIV-4.8 SPEC-4-replace",
        "dont-pass-is-not-replaced-before-the-come-out",
        """
        bet 0 dont-pass 20     -> debit 20
        bet 1 dont-pass 20     -> debit 20
        take 0 dont-pass 10    -> credit 10
        bet 0 dont-pass 10     -> E_REPLACE
        bet 1 dont-pass 10     -> debit 10
        roll 2 2               -> point 4
        bet 0 dont-pass 10     -> E_PHASE
        take 1 dont-pass       -> credit 30
        roll 6 5               -> none 4
        roll 2 2               -> point-made 0; 0 dont-pass lose 10
        bet 0 dont-pass 10     -> debit 10
        bet 1 dont-pass 10     -> debit 10
        take 0 dont-pass       -> credit 10
        bet 0 dont-pass 10     -> E_REPLACE
        no_roll cocked         -> ok
        bet 0 dont-pass 10     -> E_REPLACE
        roll 5 6               -> natural 0; 1 dont-pass lose 10
        bet 0 dont-pass 10     -> debit 10
    """,
        seats=2,
    ),
    case(
        "SPEC-4-replace RWS-D.3 CLW-15.b HOME-other-rules",
        "dont-pass-is-replaced-elsewhere",
        """
        bet 0 dont-pass 20     -> debit 20
        take 0 dont-pass 10    -> credit 10
        bet 0 dont-pass 10     -> debit 10
        take 0 dont-pass       -> credit 20
        bet 0 dont-pass 10     -> debit 10
    """,
    ),
    case(
        "MBS-3.16.1 SPEC-4-replace",
        "dont-come-is-not-replaced-before-the-next-roll",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 20     -> debit 20
        take 0 dont-come 5     -> credit 5
        bet 0 dont-come 5      -> E_REPLACE
        no_roll cocked         -> ok
        bet 0 dont-come 5      -> E_REPLACE
        roll 6 6               -> none 4; 0 dont-come push 15
        bet 0 dont-come 5      -> debit 5
        take 0 dont-come       -> credit 20
        bet 0 dont-come 5      -> E_REPLACE
        bet 0 come 5           -> debit 5
        roll 3 3               -> none 4; 0 come move 5 to come-6
        bet 0 dont-come 5      -> debit 5
    """,
    ),
    case(
        "DIV-4.9 SPEC-4-replace",
        "dont-come-is-replaced-on-the-dont-come",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 20     -> debit 20
        take 0 dont-come 10    -> credit 10
        bet 0 dont-come 10     -> debit 10
        roll 3 3               -> none 4; 0 dont-come move 20 to dont-come-6
        take 0 dont-come-6 10  -> credit 10
        bet 0 dont-come-6 10   -> E_PHASE
        bet 0 dont-come 10     -> debit 10
        roll 5 6               -> none 4; 0 dont-come lose 10
    """,
        on="rws-2013 clearwater-etg home-game",
    ),
    case(
        "SPEC-4-replace",
        "mbs-taking-a-travelled-dont-come-bars-nothing",
        """
        roll 2 2               -> point 4
        bet 0 dont-come 20     -> debit 20
        roll 3 3               -> none 4; 0 dont-come move 20 to dont-come-6
        take 0 dont-come-6     -> credit 20
        bet 0 dont-come 10     -> debit 10
    """,
        on="mbs-2020",
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_dont_take(engine: str, session: Play) -> None:
    check(engine, session)
