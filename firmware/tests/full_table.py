"""A table with a stake on every spot that a profile offers, in any reachable state of the point.

`layout` gives the script that builds it and what then stands where; `settled` says, straight from
SPEC section 3 and by formula alone, what one roll must do to each of those stakes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

BOX = (4, 5, 6, 8, 9, 10)
PAIR_OF = {4: (2, 2), 5: (2, 3), 6: (3, 3), 8: (4, 4), 9: (4, 5), 10: (5, 5)}
PROFILES = ("rws-2013", "clearwater-etg", "mbs-2020", "division", "home-game")
ROLLS = [(one, two) for one in range(1, 7) for two in range(1, 7)]
POINTS = (0, *BOX)

DO_SEAT, DONT_SEAT, ON_SEAT, OFF_SEAT = range(4)
FLAT, ODDS = 20, 13  # units; odds of 13 behind 20 are within every house's limit


@dataclass(frozen=True)
class Stake:
    """Chips on the table before the roll."""

    seat: int
    spot: str
    amount: int
    call: str = "default"
    craps: int = 0


@dataclass
class Layout:
    """The script that builds a table, and the stakes then standing, in canonical order."""

    lines: list[str] = field(default_factory=list)
    stakes: list[Stake] = field(default_factory=list)

    def op(self, name: str, **fields: object) -> None:
        self.lines.append(json.dumps({"op": name, **fields}, separators=(",", ":")))

    def bet(self, seat: int, spot: str, amount: int, **fields: int) -> None:
        self.op("bet", seat=seat, spot=spot, amount=amount, **fields)

    def stand(self, seat: int, spot: str, amount: int, call: str = "default") -> None:
        """Bet what will still be there at the roll that counts."""
        self.bet(seat, spot, amount)
        if call != "default":
            self.op("call", seat=seat, spot=spot, state=call, only=True)
        self.stakes.append(Stake(seat, spot, amount, call))


def callable_families(profile: str) -> tuple[str, ...]:
    """SPEC section 3, the table of calls."""
    return {
        "rws-2013": ("place", "buy", "lay", "hard"),
        "clearwater-etg": (),
        "mbs-2020": ("place", "buy", "lay", "hard", "come-odds"),
        "division": ("place", "buy", "hard", "come-odds"),
        "home-game": ("place", "buy", "lay", "hard", "come-odds"),
    }[profile]


def hops(profile: str) -> list[str]:
    if profile == "home-game":
        return [f"hop-{a}{b}" for a in range(1, 7) for b in range(a, 7)]
    if profile == "clearwater-etg":
        kept = set(range(11, 67)) - {11, 12, 56, 66}
        faces = [10 * a + b for a in range(1, 7) for b in range(a, 7)]
        return [f"hop-{pair}" for pair in faces if pair in kept]
    return []


def layout(profile: str, point: int, unit: int) -> Layout:
    """Everything that can stand with this point, on four seats."""
    table = Layout()
    header = {"profile": profile, "seats": 4, "options": {"unit": unit}}
    table.lines.append(json.dumps(header, separators=(",", ":")))
    calls = callable_families(profile)
    seats = (DO_SEAT, DONT_SEAT, ON_SEAT, OFF_SEAT) if calls else (DO_SEAT, DONT_SEAT)
    numbers = [n for n in BOX if n != point]  # a Come on the point itself cannot stand
    _travel(table, numbers, seats, unit)
    table.stand(DO_SEAT, "pass", FLAT * unit)
    table.stand(DONT_SEAT, "dont-pass", FLAT * unit)
    if profile == "clearwater-etg":
        table.stand(DO_SEAT, "lucky-shooter", 3 * unit)
    if point:
        table.op("roll", dice=PAIR_OF[point])
        table.stand(DO_SEAT, "pass-odds", ODDS * unit)
        table.stand(DONT_SEAT, "dont-pass-odds", ODDS * unit)
        table.stand(DO_SEAT, "come", 17 * unit)
        table.stand(DONT_SEAT, "dont-come", 17 * unit)
    _odds_behind_come(table, numbers, calls, unit)
    _numbers(table, profile, calls, unit)
    _one_roll(table, profile, unit)
    return table


def _travel(table: Layout, numbers: list[int], seats: tuple[int, ...], unit: int) -> None:
    """Send Come and Don't Come wagers to the numbers: the first one is the point meanwhile."""
    first, *rest = numbers
    table.op("roll", dice=PAIR_OF[first])
    for number in [*rest, first]:
        for seat in seats:
            side = "dont-come" if seat == DONT_SEAT else "come"
            table.bet(seat, side, FLAT * unit)
            table.stakes.append(Stake(seat, f"{side}-{number}", FLAT * unit))
        table.op("roll", dice=PAIR_OF[number])


def _odds_behind_come(
    table: Layout, numbers: list[int], calls: tuple[str, ...], unit: int
) -> None:
    for number in numbers:
        table.stand(DO_SEAT, f"come-odds-{number}", ODDS * unit)
        table.stand(DONT_SEAT, f"dont-come-odds-{number}", ODDS * unit)
        if calls:
            state = ("on", "off") if "come-odds" in calls else ("default", "default")
            table.stand(ON_SEAT, f"come-odds-{number}", ODDS * unit, state[0])
            table.stand(OFF_SEAT, f"come-odds-{number}", ODDS * unit, state[1])


def _numbers(table: Layout, profile: str, calls: tuple[str, ...], unit: int) -> None:
    for number in BOX:
        table.stand(DO_SEAT, f"place-{number}", 11 * unit)
        table.stand(DO_SEAT, f"buy-{number}", 119 * unit)
        table.stand(DONT_SEAT, f"lay-{number}", 119 * unit)
    for number in (4, 6, 8, 10):
        table.stand(DO_SEAT, f"hard-{number}", 9 * unit)
    for seat, state in ((ON_SEAT, "on"), (OFF_SEAT, "off")) if calls else ():
        for family in ("place", "buy", "lay"):
            for number in BOX if family in calls else ():
                table.stand(seat, f"{family}-{number}", 23 * unit, state)
        for number in (4, 6, 8, 10):
            table.stand(seat, f"hard-{number}", 9 * unit, state)
    if profile in ("clearwater-etg", "division"):
        table.stand(DO_SEAT, "big-6", 7 * unit)
        table.stand(DO_SEAT, "big-8", 7 * unit)


def _one_roll(table: Layout, profile: str, unit: int) -> None:
    for spot in ["field", "any-7", "any-craps", "craps-2", "craps-3", "craps-12", "eleven"]:
        table.stand(DO_SEAT, spot, 7 * unit)
    table.stand(DO_SEAT, "horn", 12 * unit)
    if profile != "clearwater-etg":
        for high in (2, 3, 11, 12):
            table.stand(DO_SEAT, f"horn-high-{high}", 15 * unit)
    if profile == "division":
        table.stand(DO_SEAT, "world", 15 * unit)
        table.bet(DONT_SEAT, "c-and-e", 16 * unit, craps=unit)
        table.stakes.append(Stake(DONT_SEAT, "c-and-e", 16 * unit, craps=unit))
    table.bet(DO_SEAT, "c-and-e", 14 * unit)
    table.stakes.append(Stake(DO_SEAT, "c-and-e", 14 * unit, craps=7 * unit))
    for spot in hops(profile):
        table.stand(DO_SEAT, spot, 7 * unit)


# What one roll does, by formula


def settled(
    profile: str, stake: Stake, point: int, dice: tuple[int, int], unit: int
) -> dict[str, object] | None:
    """The result line due for this stake, or None when it stays without one."""
    outcome = _outcome(profile, stake, point, dice)
    if outcome is None:
        return None
    line: dict[str, object] = {"seat": stake.seat, "spot": stake.spot}
    if isinstance(outcome, str):
        word, _, to = outcome.partition(" ")
        credit = stake.amount if word == "return" else 0
        line |= {"outcome": word, "stake": stake.amount, "win": 0, "vig": 0, "credit": credit}
        return line | ({"to": to} if to else {})
    won = stake.amount * outcome.numerator // outcome.denominator // unit * unit
    vig = 0
    if profile == "clearwater-etg" and stake.spot.startswith(("buy-", "lay-")):
        base = stake.amount if stake.spot.startswith("buy-") else won
        vig = base * 5 // 100 // unit * unit
    line |= {"outcome": "win", "stake": stake.amount, "win": won, "vig": vig}
    return line | {"credit": stake.amount + won - vig}


def works(profile: str, stake: Stake, point: int) -> bool:
    """SPEC section 3, the working table."""
    if stake.call != "default":
        return stake.call == "on"
    resting = {
        "rws-2013": ("place-", "buy-", "lay-", "hard-"),
        "clearwater-etg": ("place-", "buy-", "come-odds-"),
    }.get(profile, ("place-", "buy-", "hard-", "come-odds-"))
    return point != 0 or not stake.spot.startswith(resting)


def _outcome(
    profile: str, stake: Stake, point: int, dice: tuple[int, int]
) -> Fraction | str | None:
    """A fraction is a win at these odds; "lose", "push", "return", "move SPOT"; None stays."""
    family, _, tail = stake.spot.rpartition("-")
    number = int(tail) if tail.isdigit() and int(tail) in BOX and family != "hop" else point
    total = sum(dice)
    idle = not works(profile, stake, point)
    if stake.spot in ("pass", "come", "dont-pass", "dont-come"):
        return _line(stake.spot, point, total)
    if stake.spot == "lucky-shooter":
        if point:  # the run has counted nothing yet
            return None if total in BOX and total != point else "lose"
        return {7: "push", 11: "push", 2: "lose", 3: "lose", 12: "lose"}.get(total)
    if (
        family in ("hard", "place", "buy", "lay", "big")
        or "odds" in stake.spot
        or (family in ("come", "dont-come"))
    ):
        if total not in (7, number):
            return None
        if idle:
            return "return" if family == "come-odds" else None
        return _number(stake.spot, family, number, dice)
    return _next_roll(profile, stake, dice)


def _line(spot: str, point: int, total: int) -> Fraction | str | None:
    dont = spot.startswith("dont")
    if spot.endswith("pass") and point:
        if total not in (7, point):
            return None
        return Fraction(1) if (total == 7) == dont else "lose"
    if total in BOX:
        return None if spot.endswith("pass") else f"move {spot}-{total}"
    if dont and total == 12:
        return "push"
    return Fraction(1) if (total in (7, 11)) != dont else "lose"


def _number(spot: str, family: str, number: int, dice: tuple[int, int]) -> Fraction | str:
    seven = sum(dice) == 7
    if family == "hard":
        hit = not seven and dice[0] == dice[1]
        return Fraction(7 if number in (4, 10) else 9) if hit else "lose"
    against = spot.startswith(("dont", "lay"))
    if seven != against:
        return "lose"
    ways = 6 - abs(7 - number)  # of 36, beside the six of a seven
    if spot.startswith("place"):
        return {3: Fraction(9, 5), 4: Fraction(7, 5), 5: Fraction(7, 6)}[ways]
    if family in ("come", "dont-come", "big"):
        return Fraction(1)
    return Fraction(ways, 6) if against else Fraction(6, ways)


def _next_roll(profile: str, stake: Stake, dice: tuple[int, int]) -> Fraction | str:
    total = sum(dice)
    paid: dict[int, Fraction] = {}
    straight = {2: 30, 3: 15, 11: 15, 12: 30}
    spot = stake.spot
    if spot.startswith("hop-"):
        low, high = sorted(dice)
        if spot != f"hop-{low}{high}":
            return "lose"
        return Fraction(30 if low == high and profile == "clearwater-etg" else 15)
    if spot == "field":
        paid = {n: Fraction(2 if n in (2, 12) else 1) for n in (2, 3, 4, 9, 10, 11, 12)}
    elif spot == "any-7":
        paid = {7: Fraction(4)}
    elif spot == "any-craps":
        paid = {n: Fraction(7) for n in (2, 3, 12)}
    elif spot == "eleven" or spot.startswith("craps-"):
        one = 11 if spot == "eleven" else int(spot[6:])
        paid = {one: Fraction(straight[one])}
    elif spot == "horn":
        paid = {2: Fraction(27, 4), 12: Fraction(27, 4), 3: Fraction(3), 11: Fraction(3)}
    elif spot.startswith("horn-high-"):
        paid = {n: Fraction(26 if n in (2, 12) else 11, 5) for n in straight}
        high = int(spot[10:])
        paid[high] = Fraction(57 if high in (2, 12) else 27, 5)
    elif spot == "world":
        paid = {n: Fraction(26 if n in (2, 12) else 11, 5) for n in straight} | {7: Fraction(0)}
    elif spot == "c-and-e":
        k, m = stake.craps, stake.amount - stake.craps
        paid = {n: Fraction(7 * k - m, k + m) for n in (2, 3, 12)}
        paid[11] = Fraction(15 * m - k, k + m)
    return paid.get(total, "lose")


def lucky_runs(initial: int) -> Iterator[tuple[int, ...]]:
    """Every set of numbers that a run may have counted, in ascending order."""
    others = [n for n in BOX if n != initial]
    for count in range(6):
        yield from combinations(others, count)
