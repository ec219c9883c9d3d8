"""One-roll wagers: field, sevens, craps, horns, world, c-and-e and hops; what is offered where."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Case, Play, case, check, plays

FACES = {
    2: "1 1",
    3: "1 2",
    4: "1 3",
    5: "1 4",
    6: "1 5",
    7: "1 6",
    8: "2 6",
    9: "3 6",
    10: "4 6",
    11: "5 6",
    12: "6 6",
}


def every_total(cites: str, spot: str, stake: int, wins: dict[int, int], *, on: str = "") -> Case:
    """Bet before each of the eleven totals, on a come-out and with the point on.

    `wins` holds the win by total; a total that is not in it loses. The rolls are ordered so that
    the point of 4 is set first and made last.
    """
    steps = []

    def roll(total: int, event: str) -> None:
        steps.append(f"bet 0 {spot} {stake} -> debit {stake}")
        result = (
            f"win {stake} +{wins[total]} ={stake + wins[total]}"
            if total in wins
            else (f"lose {stake}")
        )
        steps.append(f"roll {FACES[total]} -> {event}; 0 {spot} {result}")

    for total in (2, 3, 12):
        roll(total, "craps 0")
    for total in (7, 11):
        roll(total, "natural 0")
    roll(4, "point 4")
    for total in (2, 3, 5, 6, 8, 9, 10, 11, 12):
        roll(total, "none 4")
    roll(4, "point-made 0")
    roll(5, "point 5")
    roll(7, "seven-out 0")
    return case(cites, f"{spot}-every-total", "\n".join(steps), on=on)


def number(spot: str, total: int, odds: int) -> tuple[str, int, dict[int, int]]:
    return spot, 5, {total: 5 * odds}


FIELD = dict.fromkeys((3, 4, 9, 10, 11), 7) | {2: 14, 12: 14}
HORN = {2: 54, 12: 54, 3: 24, 11: 24}
# Ten units, two on each number and two more on the high one: 2*30-8, 2*15-8, 4*30-6, 4*15-6.
HIGH_2 = {2: 114, 12: 52, 3: 22, 11: 22}
HIGH_12 = {2: 52, 12: 114, 3: 22, 11: 22}
HIGH_3 = {2: 52, 12: 52, 3: 54, 11: 22}
HIGH_11 = {2: 52, 12: 52, 3: 22, 11: 54}
WORLD = {2: 52, 12: 52, 3: 22, 11: 22, 7: 0}
C_AND_E = {2: 30, 3: 30, 12: 30, 11: 70}
HIGH_CITES = (
    "RWS-D.15 RWS-D.15.a RWS-D.15.b MBS-3.4.15 MBS-3.4.15.1 MBS-3.4.15.2 DIV-4.1.w DIV-4.15"
)

CASES = [
    every_total(
        "RWS-4.1.field RWS-D.13.a RWS-D.13.b CLW-22.a CLW-22.a.i CLW-22.a.ii CLW-22.a.iii "
        "MBS-4.10 MBS-3.4.13 DIV-4.14.field DIV-4.1.o HOME-other-rules RWS-D.22-one-roll "
        "CLW-22",
        "field",
        7,
        FIELD,
    ),
    every_total(
        "RWS-4.1.any-7 RWS-D.21.a RWS-D.21.b CLW-22.b MBS-4.1.any-7 MBS-3.4.17 "
        "DIV-4.14.any-7 DIV-4.1.p HOME-any-seven-for-one SPEC-1-for-one",
        *number("any-7", 7, 4),
    ),
    every_total(
        "RWS-4.1.any-craps RWS-D.16.a RWS-D.16.b CLW-22.c MBS-4.1.any-craps MBS-3.4.16 "
        "DIV-4.14.any-craps DIV-4.1.q HOME-other-rules",
        "any-craps",
        5,
        {2: 35, 3: 35, 12: 35},
    ),
    every_total(
        "RWS-4.1.2-crap RWS-D.17.a RWS-D.17.b CLW-22.d MBS-4.1.2-crap MBS-3.4.21 "
        "DIV-4.14.craps-2 DIV-4.1.r HOME-horn-to-one",
        *number("craps-2", 2, 30),
    ),
    every_total(
        "RWS-4.1.3-crap RWS-D.18.a RWS-D.18.b CLW-22.e MBS-4.1.3-crap MBS-3.4.20 "
        "DIV-4.14.craps-3 DIV-4.1.s HOME-horn-to-one",
        *number("craps-3", 3, 15),
    ),
    every_total(
        "RWS-4.1.12-crap RWS-D.19.a RWS-D.19.b CLW-22.g MBS-4.1.12-crap MBS-3.4.22 "
        "DIV-4.14.craps-12 DIV-4.1.t HOME-horn-to-one",
        *number("craps-12", 12, 30),
    ),
    every_total(
        "RWS-4.1.11 RWS-D.20.a RWS-D.20.b CLW-22.f MBS-4.1.11 MBS-3.4.19 "
        "DIV-4.14.eleven DIV-4.1.u HOME-horn-to-one",
        *number("eleven", 11, 15),
    ),
    every_total(
        "RWS-D.14 RWS-D.14.a RWS-D.14.b CLW-22.h CLW-22.h.i CLW-22.h.ii MBS-3.4.14 "
        "DIV-4.1.v DIV-4.15 HOME-horn-to-one",
        "horn",
        8,
        HORN,
    ),
    every_total(HIGH_CITES + " HOME-horn-to-one", "horn-high-2", 10, HIGH_2),
    every_total(HIGH_CITES + " HOME-horn-to-one", "horn-high-3", 10, HIGH_3),
    every_total(HIGH_CITES + " HOME-horn-to-one", "horn-high-11", 10, HIGH_11),
    every_total(HIGH_CITES + " HOME-horn-to-one", "horn-high-12", 10, HIGH_12),
    every_total("DIV-4.1.x DIV-4.16 SPEC-3-world", "world", 10, WORLD),
    every_total(
        "RWS-4.1.c-and-e-craps RWS-4.1.c-and-e-11 RWS-D.22.a RWS-D.22.b CLW-22.i "
        "CLW-22.i.i CLW-22.i.ii MBS-4.1.c-and-e-craps MBS-4.1.c-and-e-11 MBS-3.4.18 "
        "DIV-4.1.y DIV-4.17 HOME-other-rules SPEC-3-c-and-e-half",
        "c-and-e",
        10,
        C_AND_E,
    ),
    case(
        "RWS-D.22-one-roll CLW-22 HOME-other-rules",
        "one-roll-wagers-at-any-time",
        """
        bet 0 field 5          -> debit 5
        bet 0 any-7 5          -> debit 5
        roll 2 2               -> point 4; 0 field win 5 +5 =10; 0 any-7 lose 5
        bet 0 eleven 5         -> debit 5
        bet 0 craps-2 5        -> debit 5
        roll 5 6               -> none 4; 0 craps-2 lose 5; 0 eleven win 5 +75 =80
    """,
        on="mbs-2020 division",
    ),
    case(
        "SPEC-4-fours-fives",
        "horns-in-fours-and-fives",
        """
        bet 0 horn 6           -> E_UNITS
        bet 0 horn 10          -> E_UNITS
        bet 0 horn 8           -> debit 8
        bet 0 horn 4           -> debit 4
        bet 0 horn-high-2 6    -> E_UNITS
        bet 0 horn-high-2 5    -> debit 5
        bet 0 horn-high-2 8    -> E_UNITS
    """,
        on="rws-2013 mbs-2020 division home-game",
    ),
    case(
        "SPEC-4-fours-fives SPEC-1-units",
        "fours-and-fives-of-chips",
        """
        bet 0 horn 12          -> E_UNITS
        bet 0 horn 24          -> E_UNITS
        bet 0 horn 20          -> debit 20
        bet 0 world 20         -> E_UNITS
        bet 0 world 25         -> debit 25
        bet 0 c-and-e 15       -> E_UNITS
        bet 0 c-and-e 10       -> debit 10
        roll 1 1               -> craps 0; 0 horn win 20 +135 =155; 0 world win 25 +130 =155
            ; 0 c-and-e win 10 +30 =40
    """,
        on="division",
        unit=5,
    ),
    case(
        "SPEC-3-c-and-e-half CLW-22.i MBS-3.4.18 RWS-D.22.a",
        "equal-parts-only",
        """
        bet 0 c-and-e 5        -> E_UNITS
        bet 0 c-and-e 10 craps 4 -> E_UNITS
        bet 0 c-and-e 10 craps 0 -> E_UNITS
        bet 0 c-and-e 10 craps 10 -> E_UNITS
        bet 0 c-and-e 10 craps 11 -> E_UNITS
        bet 0 c-and-e 10 craps -5 -> E_UNITS
        bet 0 c-and-e 10 craps 5 -> debit 10
        bet 0 c-and-e 6        -> debit 6
        roll 1 2               -> craps 0; 0 c-and-e win 16 +48 =64
    """,
        on="home-game",
    ),
    case(
        "DIV-4.1.y DIV-4.17 SPEC-3-c-and-e",
        "any-two-parts",
        """
        bet 0 c-and-e 10 craps 4 -> debit 10
        bet 0 c-and-e 5        -> E_UNITS
        bet 0 c-and-e 10 craps 0 -> E_UNITS
        bet 0 c-and-e 10 craps 10 -> E_UNITS
        bet 0 c-and-e 10 craps -1 -> E_UNITS
        bet 0 c-and-e 1        -> E_UNITS
        roll 6 6               -> craps 0; 0 c-and-e win 10 +22 =32
        bet 0 c-and-e 10 craps 4 -> debit 10
        bet 0 c-and-e 4        -> debit 4
        bet 0 c-and-e 3 craps 2 -> debit 3
        roll 5 6               -> natural 0; 0 c-and-e win 17 +127 =144
    """,
    ),
    # 8 on craps and 9 on eleven: 15*9 - 8 = 127.
    case(
        "SPEC-3-c-and-e",
        "a-negative-net-is-a-win",
        """
        bet 0 c-and-e 10 craps 1 -> debit 10
        roll 1 1               -> craps 0; 0 c-and-e win 10 +-2 =8
        bet 0 c-and-e 20 craps 19 -> debit 20
        roll 5 6               -> natural 0; 0 c-and-e win 20 +-4 =16
        bet 0 c-and-e 8 craps 1 -> debit 8
        roll 1 1               -> craps 0; 0 c-and-e win 8 +0 =8
    """,
        on="division",
    ),
    case(
        "SPEC-3-c-and-e SPEC-1-units",
        "negative-nets-in-chips-of-ten",
        """
        bet 0 c-and-e 100 craps 15 -> E_UNITS
        bet 0 c-and-e 100 craps 10 -> debit 100
        roll 1 1               -> craps 0; 0 c-and-e win 100 +-20 =80
    """,
        on="division",
        unit=10,
    ),
    case(
        "CLW-22.j CLW-22.j.i SPEC-2-hops",
        "hard-hops-30-to-1",
        """
        bet 0 hop-22 3         -> debit 3
        roll 2 2               -> point 4; 0 hop-22 win 3 +90 =93
        bet 0 hop-33 3         -> debit 3
        roll 3 3               -> none 4; 0 hop-33 win 3 +90 =93
        bet 0 hop-44 3         -> debit 3
        bet 0 hop-55 3         -> debit 3
        roll 4 4               -> none 4; 0 hop-44 win 3 +90 =93; 0 hop-55 lose 3
        bet 0 hop-55 3         -> debit 3
        roll 5 5               -> none 4; 0 hop-55 win 3 +90 =93
        bet 0 hop-22 3         -> debit 3
        roll 1 3               -> point-made 0; 0 hop-22 lose 3
    """,
    ),
    case(
        "CLW-22.j CLW-22.j.ii SPEC-2-hops",
        "other-hops-15-to-1",
        """
        bet 0 hop-13 2         -> debit 2
        bet 0 hop-14 2         -> debit 2
        bet 0 hop-15 2         -> debit 2
        bet 0 hop-16 2         -> debit 2
        bet 0 hop-23 2         -> debit 2
        bet 0 hop-24 2         -> debit 2
        bet 0 hop-25 2         -> debit 2
        bet 0 hop-26 2         -> debit 2
        bet 0 hop-34 2         -> debit 2
        bet 0 hop-35 2         -> debit 2
        bet 0 hop-36 2         -> debit 2
        bet 0 hop-45 2         -> debit 2
        bet 0 hop-46 2         -> debit 2
        roll 4 3               -> natural 0; 0 hop-13 lose 2; 0 hop-14 lose 2; 0 hop-15 lose 2
            ; 0 hop-16 lose 2; 0 hop-23 lose 2; 0 hop-24 lose 2; 0 hop-25 lose 2; 0 hop-26 lose 2
            ; 0 hop-34 win 2 +30 =32; 0 hop-35 lose 2; 0 hop-36 lose 2; 0 hop-45 lose 2
            ; 0 hop-46 lose 2
        bet 0 hop-26 2         -> debit 2
        roll 6 2               -> point 8; 0 hop-26 win 2 +30 =32
        bet 0 hop-11 2         -> E_SPOT
        bet 0 hop-12 2         -> E_SPOT
        bet 0 hop-56 2         -> E_SPOT
        bet 0 hop-66 2         -> E_SPOT
        bet 0 hop-31 2         -> E_SPOT
    """,
    ),
    case(
        "HOME-hop SPEC-2-hops SPEC-3-hop-home",
        "all-hops-15-to-1",
        """
        bet 0 hop-11 5         -> debit 5
        bet 0 hop-12 5         -> debit 5
        bet 0 hop-56 5         -> debit 5
        bet 0 hop-66 5         -> debit 5
        bet 0 hop-22 5         -> debit 5
        bet 0 hop-34 5         -> debit 5
        roll 1 1               -> craps 0; 0 hop-11 win 5 +75 =80; 0 hop-12 lose 5; 0 hop-22 lose 5
            ; 0 hop-34 lose 5; 0 hop-56 lose 5; 0 hop-66 lose 5
        bet 0 hop-12 5         -> debit 5
        roll 2 1               -> craps 0; 0 hop-12 win 5 +75 =80
        bet 0 hop-56 5         -> debit 5
        roll 6 5               -> natural 0; 0 hop-56 win 5 +75 =80
        bet 0 hop-66 5         -> debit 5
        roll 6 6               -> craps 0; 0 hop-66 win 5 +75 =80
        bet 0 hop-22 5         -> debit 5
        roll 2 2               -> point 4; 0 hop-22 win 5 +75 =80
        bet 0 hop-34 5         -> debit 5
        roll 4 3               -> seven-out 0; 0 hop-34 win 5 +75 =80
        bet 0 hop-21 5         -> E_SPOT
    """,
    ),
    case(
        "SPEC-2-offered SPEC-2-hops RWS-3.3 MBS-3.4 DIV-4.1.y",
        "no-hops",
        """
        bet 0 hop-22 5         -> E_SPOT
        bet 0 hop-34 5         -> E_SPOT
        take 0 hop-34          -> E_SPOT
    """,
    ),
    case(
        "SPEC-2-offered",
        "clearwater-has-no-horn-high-nor-world",
        """
        bet 0 horn-high-2 5    -> E_SPOT
        bet 0 horn-high-12 5   -> E_SPOT
        bet 0 world 5          -> E_SPOT
        bet 0 big-6 5          -> debit 5
        bet 0 big-8 5          -> debit 5
    """,
        on="clearwater-etg",
    ),
    case(
        "SPEC-2-offered",
        "no-world-and-no-big",
        """
        bet 0 world 5          -> E_SPOT
        bet 0 big-6 5          -> E_SPOT
        bet 0 big-8 5          -> E_SPOT
        bet 0 horn-high-11 5   -> debit 5
    """,
        on="rws-2013 mbs-2020 home-game",
    ),
    case(
        "SPEC-2-offered",
        "names-that-are-no-spots",
        """
        bet 0 place-7 5        -> E_SPOT
        bet 0 hard-5 5         -> E_SPOT
        bet 0 horn-high-7 5    -> E_SPOT
        bet 0 craps-4 5        -> E_SPOT
        bet 0 Pass 5           -> E_SPOT
        bet 0 come-11 5        -> E_SPOT
        bet 0 come-odds 5      -> E_SPOT
        bet 0 place-04 5       -> E_SPOT
        bet 0 hop-00 5         -> E_SPOT
        bet 0 hop-67 5         -> E_SPOT
        | {"op":"bet","seat":0,"spot":"","amount":5}       -> E_SPOT
        | {"op":"bet","seat":0,"spot":"pass ","amount":5}  -> E_SPOT
    """,
        on=EVERYWHERE,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_hop_and_horn(engine: str, session: Play) -> None:
    check(engine, session)
