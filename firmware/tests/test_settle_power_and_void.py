"""Closing, No Roll, power failure, malfunction, kitty: money that moves without a result."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Play, case, check, plays

CASES = [
    case(
        "RWS-3.2 RWS-3.8 RWS-5.1 RWS-5.2 CLW-1 CLW-6 MBS-3.2 MBS-5.1 MBS-5.2 DIV-4.4 DIV-4.11 "
        "HOME-betting-phase SPEC-6-roll-closes",
        "nothing-changes-once-closed",
        """
        bet 0 place-6 12       -> debit 12
        bet 0 field 5          -> debit 5
        close                  -> ok
        bet 0 place-6 12       -> E_CLOSED
        bet 0 pass 10          -> E_CLOSED
        take 0 place-6         -> E_CLOSED
        take 0 field           -> E_CLOSED
        state                  -> closed 0; 0 place-6 12; 0 field 5
        roll 2 2               -> point 4; 0 field win 5 +5 =10
        state                  -> open 4; 0 place-6 12
        bet 0 place-6 12       -> debit 12
        take 0 place-6         -> credit 24
    """,
    ),
    case(
        "RWS-3.9 RWS-1-no-roll MBS-5.3 MBS-5.4 MBS-1.1.8 DIV-6.4 DIV-6.5 HOME-no-call "
        "SPEC-4-no-roll",
        "a-no-roll-decides-nothing",
        """
        bet 0 pass 10          -> debit 10
        bet 0 field 5          -> debit 5
        bet 0 hard-6 5         -> debit 5
        no_roll cocked         -> ok
        state                  -> open 0; 0 pass 10; 0 hard-6 5; 0 field 5
        bet 0 field 5          -> debit 5
        close                  -> ok
        no_roll off table      -> ok
        state                  -> closed 0; 0 pass 10; 0 hard-6 5; 0 field 10
        bet 0 field 5          -> E_CLOSED
        roll 3 6               -> point 9; 0 field win 10 +10 =20
        no_roll stacked        -> ok
        state                  -> open 9; 0 pass 10; 0 hard-6 5
        roll 3 4               -> seven-out 0; 0 pass lose 10; 0 hard-6 lose 5
    """,
        on="clearwater-etg",
    ),
    case(
        "SPEC-4-no-roll",
        "a-no-roll-keeps-calls-and-bars",
        """
        bet 0 place-6 12       -> debit 12
        call 0 place-6 on      -> ok
        bet 0 dont-pass 10     -> debit 10
        take 0 dont-pass       -> credit 10
        no_roll cocked         -> ok
        no_roll                -> ok
        state                  -> open 0; 0 place-6 12 on
        bet 0 dont-pass 10     -> E_REPLACE
    """,
        on="mbs-2020 division",
    ),
    case(
        "MBS-5.9 MBS-5.9.1 SPEC-4-withdraw",
        "withdrawing-takes-everything",
        """
        bet 0 pass 10          -> debit 10
        bet 0 buy-4 100        -> debit 105
        bet 0 lay-5 300        -> debit 310
        bet 1 pass 20          -> debit 20
        roll 3 3               -> point 6
        bet 0 pass-odds 50     -> debit 50
        withdraw 0             -> E_PHASE
        power_fail             -> ok
        withdraw 0             -> credit 465
        state                  -> open 6; 1 pass 20
        withdraw 1             -> credit 20
        state                  -> open 0
        bet 0 pass 10          -> debit 10
    """,
        seats=2,
    ),
    # 10 + 100 + 5 of Buy vigorish + 300 without Lay vigorish + 50.
    case(
        "MBS-5.9.1 SPEC-4-withdraw SPEC-4-contract",
        "contract-or-not-closed-or-not",
        """
        roll 2 2               -> point 4
        bet 0 come 10          -> debit 10
        roll 3 3               -> none 4; 0 come move 10 to come-6
        bet 0 come-odds-6 10   -> debit 10
        bet 0 come 10          -> debit 10
        close                  -> ok
        power_fail             -> ok
        take 0 come-odds-6     -> E_CLOSED
        withdraw 0             -> credit 30
        state                  -> closed 0
    """,
    ),
    case(
        "MBS-5.9.2 SPEC-4-withdraw",
        "a-valid-roll-ends-the-option",
        """
        bet 0 pass 10          -> debit 10
        bet 0 field 5          -> debit 5
        power_fail             -> ok
        no_roll power          -> ok
        roll 3 3               -> point 6; 0 field lose 5
        withdraw 0             -> E_PHASE
        power_fail             -> ok
        power_fail             -> ok
        roll 3 4               -> seven-out 0; 0 pass lose 10
        withdraw 0             -> E_PHASE
    """,
    ),
    case(
        "MBS-5.9.1 SPEC-4-withdraw",
        "seats-without-wagers-and-unknown-seats",
        """
        power_fail             -> ok
        withdraw 3             -> E_SEAT
        withdraw -1            -> E_SEAT
        bet 0 place-6 12       -> debit 12
        roll 2 2               -> point 4
        withdraw 2             -> E_SEAT
        withdraw 1             -> E_PHASE
        power_fail             -> ok
        withdraw 1             -> credit 0
        state                  -> open 4; 0 place-6 12
        withdraw 0             -> credit 12
        state                  -> open 0
    """,
        seats=2,
    ),
    case(
        "MBS-5.9.1 SPEC-4-withdraw",
        "the-option-lasts-until-a-valid-roll",
        """
        bet 0 field 5          -> debit 5
        power_fail             -> ok
        withdraw 0             -> credit 5
        bet 0 field 6          -> debit 6
        no_roll power          -> ok
        withdraw 0             -> credit 6
        withdraw 0             -> credit 0
        roll 2 2               -> point 4
        bet 0 field 6          -> debit 6
        withdraw 0             -> E_PHASE
    """,
    ),
    case(
        "MBS-5.9.1 SPEC-4-withdraw",
        "an-empty-table-ends-the-round",
        """
        roll 2 2               -> point 4
        power_fail             -> ok
        withdraw 0             -> credit 0
        state                  -> open 0
        bet 0 pass 5           -> debit 5
        bet 0 come 5           -> E_PHASE
        roll 3 3               -> point 6
    """,
    ),
    case(
        "MBS-5.9.1 SPEC-4-withdraw SPEC-3-call-lasts",
        "calls-go-with-the-wagers",
        """
        bet 0 place-6 12       -> debit 12
        call 0 place-6 on      -> ok
        power_fail             -> ok
        withdraw 0             -> credit 12
        bet 0 place-6 12       -> debit 12
        state                  -> open 0; 0 place-6 12
    """,
    ),
    case(
        "SPEC-4-replace SPEC-4-withdraw",
        "withdrawing-is-not-taking",
        """
        bet 0 dont-pass 10     -> debit 10
        power_fail             -> ok
        withdraw 0             -> credit 10
        bet 0 dont-pass 10     -> debit 10
    """,
        on="mbs-2020",
    ),
    case(
        "SPEC-4-withdraw",
        "only-at-mbs",
        """
        bet 0 pass 10          -> debit 10
        withdraw 0             -> E_PHASE
        power_fail             -> ok
        withdraw 1             -> E_SEAT
        withdraw 0             -> E_PHASE
        state                  -> open 0; 0 pass 10
        roll 3 4               -> natural 0; 0 pass win 10 +10 =20
    """,
        on="rws-2013 clearwater-etg division home-game",
    ),
    case(
        "CLW-24 SPEC-4-malfunction",
        "a-malfunction-voids-all-plays",
        """
        bet 1 lucky-shooter 5  -> debit 5
        bet 1 pass 10          -> debit 10
        bet 0 dont-pass 10     -> debit 10
        bet 0 buy-5 100        -> debit 100
        roll 2 2               -> point 4
        roll 3 3               -> none 4
        bet 1 pass-odds 30     -> debit 30
        bet 0 come 10          -> debit 10
        close                  -> ok
        malfunction            -> back 0 dont-pass 10; back 0 come 10; back 0 buy-5 100
            ; back 1 pass 10; back 1 pass-odds 30; back 1 lucky-shooter 5
        state                  -> open 0
        bet 0 lucky-shooter 5  -> debit 5
        roll 3 3               -> point 6
        roll 2 2               -> none 6
        roll 2 3               -> none 6
        roll 3 4               -> seven-out 0; 0 lucky-shooter win 5 +5 =10
    """,
        seats=2,
    ),
    case(
        "CLW-24 SPEC-4-malfunction",
        "with-nothing-on-the-table",
        """
        malfunction            -> ok
        roll 2 2               -> point 4
        malfunction            -> ok
        state                  -> open 0
        roll 3 3               -> point 6
    """,
    ),
    case(
        "SPEC-4-malfunction",
        "only-at-clearwater",
        """
        bet 0 pass 10          -> debit 10
        malfunction            -> E_PHASE
        state                  -> open 0; 0 pass 10
    """,
        on="rws-2013 mbs-2020 division home-game",
    ),
    case(
        "HOME-kitty HOME-distribution HOME-host SPEC-5-kitty",
        "the-published-example",
        """
        kitty 120 532 84 876 1339 777 1015 -> paid 13 1 22 34 19 25 host 6
        kitty 120 532 84       -> paid 103 16 host 1
    """,
    ),
    case(
        "HOME-distribution SPEC-5-kitty",
        "whole-percents-and-half-up",
        """
        kitty 50 1 1 1         -> paid 17 17 16 host 0
        kitty 150 1 1 98       -> paid 2 2 146 host 0
        kitty 10 5 95          -> paid 1 9 host 0
        kitty 9 5 95           -> paid 0 9 host 0
        kitty 100 999 1        -> paid 99 0 host 1
        kitty 0 5 5            -> paid 0 0 host 0
        kitty 7 10             -> paid 7 host 0
        kitty 7 0 10 0         -> paid 0 7 0 host 0
    """,
    ),
    # 1 of 3 is 33 %, 16.5 -> 17, 17, and 16 is all that is left. 1 % of 150 is 1.5 -> 2;
    # 98 % is 147, 146 is left. 5 % of 10 is 0.5 -> 1; 95 % is 9.5 -> 10, 9 is left.
    # 5 % of 9 is 0.45 -> 0; 95 % is 8.55 -> 9.
    case(
        "SPEC-5-kitty",
        "as-large-as-it-gets",
        """
        kitty 10000000 5000000 5000000 -> paid 5000000 5000000 host 0
        kitty 10000000 9999999 1 -> paid 9900000 0 host 100000
        kitty 9999999 1 1 1    -> paid 3300000 3300000 3300000 host 99999
    """,
        on="home-game",
    ),
    # 33 % of 9 999 999 is 3 299 999.67.
    case(
        "SPEC-5-kitty-range HOME-kitty",
        "out-of-range",
        """
        kitty 10000001 1       -> E_RANGE
        kitty -1 1             -> E_RANGE
        kitty 120 0            -> E_RANGE
        kitty 120 0 0 0        -> E_RANGE
        kitty 120 5 -1         -> E_RANGE
        kitty 120 10000001     -> E_RANGE
        kitty 120 5000000 5000001 -> E_RANGE
        kitty 120 5000000 5000000 -> paid 60 60 host 0
        kitty 120              -> E_RANGE
    """,
    ),
    case(
        "SPEC-5-kitty-range",
        "only-at-home",
        """
        kitty 120 532 84       -> E_PHASE
        kitty 120 0            -> E_PHASE
        kitty -1 -1            -> E_PHASE
    """,
        on="rws-2013 clearwater-etg mbs-2020 division",
    ),
    case(
        "SPEC-5-kitty HOME-kitty",
        "whatever-stands-on-the-table",
        """
        bet 0 pass 10          -> debit 10
        close                  -> ok
        kitty 20 3 1           -> paid 15 5 host 0
        state                  -> closed 0; 0 pass 10
    """,
        unit=10,
    ),
    case(
        "SPEC-6-refusal",
        "refusals-change-nothing",
        """
        bet 0 place-6 20       -> debit 20
        bet 0 place-6 1000     -> E_MAX
        bet 0 place-6 0        -> E_RANGE
        bet 0 come 10          -> E_PHASE
        take 0 place-6 21      -> E_RANGE
        take 0 pass            -> E_NOTHING
        call 0 pass off        -> E_TOGGLE
        bet 5 pass 10          -> E_SEAT
        state                  -> open 0; 0 place-6 20
    """,
        on=EVERYWHERE,
        max=100,
    ),
    case(
        "SPEC-4-withdraw MBS-5.9.1",
        "not-before-any-power-failure",
        """
        bet 0 pass 10          -> debit 10
        withdraw 0             -> E_PHASE
        no_roll power          -> ok
        withdraw 0             -> E_PHASE
    """,
    ),
    case(
        "SPEC-4-replace SPEC-4-withdraw",
        "only-a-roll-lifts-the-bar",
        """
        bet 0 dont-pass 10     -> debit 10
        roll 2 2               -> point 4
        take 0 dont-pass       -> credit 10
        power_fail             -> ok
        withdraw 0             -> credit 0
        state                  -> open 0
        bet 0 dont-pass 10     -> E_REPLACE
        roll 6 6               -> craps 0
        bet 0 dont-pass 10     -> debit 10
    """,
        on="mbs-2020",
    ),
    case(
        "SPEC-5-kitty",
        "one-chip-in-play",
        """
        kitty 120 1            -> paid 120 host 0
        kitty 120 0 1          -> paid 0 120 host 0
    """,
        on="home-game",
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_power_and_void(engine: str, session: Play) -> None:
    check(engine, session)
