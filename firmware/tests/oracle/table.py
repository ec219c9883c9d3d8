"""The table: seats, limits, point, and what a roll, a close or a failure does to all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from firmware.tests.oracle.houses import House
from firmware.tests.oracle.money import MAX_STAKE, RefusalError, floor_to
from firmware.tests.oracle.spots import BOX, SPOTS, Spot, flat_of, odds_of
from firmware.tests.oracle.wagers import RETURN, LuckyRun, Roll, Verdict, Wager

# Chips of one wager of these kinds come in fours and fives (SPEC section 4, units).
CHIPS_PER_WAGER = {"horn": 4, "horn-high": 5, "world": 5}


@dataclass
class Limits:
    """The five limits that may change during a session (SPEC section 4, Limits)."""

    min: int = 1
    max: int = MAX_STAKE
    max_spot: dict[str, int] = field(default_factory=dict)
    max_total: int | None = None
    min_total: int = 0

    def maximum(self, spot: Spot) -> int:
        return min(self.max, self.max_spot.get(spot.name, self.max))


class Returned(NamedTuple):
    seat: int
    spot: str
    credit: int


class Result(NamedTuple):
    seat: int
    spot: str
    outcome: str
    stake: int
    win: int
    vig: int
    credit: int
    to: str


class Seat:
    """One player: the standing wagers, and the don't wagers that may not be replaced yet."""

    def __init__(self) -> None:
        self.wagers: dict[str, Wager] = {}
        self.barred: set[str] = set()

    def stake(self, name: str) -> int:
        wager = self.wagers.get(name)
        return wager.stake if wager else 0

    def total(self) -> int:
        return sum(wager.stake for wager in self.wagers.values())

    def in_order(self) -> list[Wager]:
        return sorted(self.wagers.values(), key=lambda wager: wager.spot.order)


class Table:
    """A session at one house."""

    def __init__(self, house: House, seats: int, limits: Limits, unit: int, odds: int) -> None:
        self.house = house
        self.seats = [Seat() for _ in range(seats)]
        self.limits = limits
        self.unit = unit
        self.odds = odds
        self.point = 0
        self.closed = False
        self.power_failed = False
        self.run: LuckyRun | None = None

    # What placing and taking both ask

    def seat(self, index: int) -> Seat:
        if not 0 <= index < len(self.seats):
            raise RefusalError("E_SEAT")
        return self.seats[index]

    def spot(self, name: str) -> Spot:
        spot = SPOTS.get(name)
        if spot is None or not self.house.offers(spot):
            raise RefusalError("E_SPOT")
        return spot

    def chip(self, spot: Spot) -> int:
        """The smallest step of a stake on this spot."""
        return self.unit * CHIPS_PER_WAGER.get(spot.family, 1)

    def odds_number(self, spot: Spot) -> int:
        """The number that decides these odds: their own, or the point."""
        return spot.number or self.point

    def odds_allowed(self, spot: Spot, stake: int, flat: int) -> bool:
        return self.house.odds_within(
            spot, self.odds_number(spot), stake, flat, self.unit, self.odds
        )

    # Close (CLW 3): wagers under the minimum, then seats under the minimum total, come back.

    def close(self) -> list[Returned]:
        """End betting; a second close does nothing."""
        if self.closed:
            return []
        self.closed = True
        if not self.house.returns_under_min:
            return []
        returned: list[Returned] = []
        for index, seat in enumerate(self.seats):
            back: set[str] = set()
            for wager in seat.in_order():
                if wager.stake < self.limits.min and self._min_looks_at(wager.spot):
                    back |= self._with_odds(seat, wager.spot)
            left = sum(w.stake for name, w in seat.wagers.items() if name not in back)
            if 0 < left < self.limits.min_total:
                for wager in seat.in_order():
                    if not self.house.contract(wager.spot, self.point):
                        back |= self._with_odds(seat, wager.spot)
            returned += self._give_back(index, back)
        return returned

    def _min_looks_at(self, spot: Spot) -> bool:
        if spot.is_odds or spot.family in ("come-point", "dont-come-point"):
            return False
        if spot.family in ("pass", "dont-pass", "lucky-shooter"):
            return self.point == 0
        return True

    def _with_odds(self, seat: Seat, spot: Spot) -> set[str]:
        odds = odds_of(spot)
        if odds is not None and odds.name in seat.wagers:
            return {spot.name, odds.name}
        return {spot.name}

    def _give_back(self, index: int, names: set[str]) -> list[Returned]:
        seat = self.seats[index]
        lines = []
        for wager in seat.in_order():
            if wager.spot.name in names:
                del seat.wagers[wager.spot.name]
                lines.append(Returned(index, wager.spot.name, wager.stake))
        return lines

    # A valid roll

    def roll(self, one: int, two: int) -> tuple[str, list[Returned], list[Result]]:
        returned = self.close()
        roll = Roll(min(one, two), max(one, two), self.point, self.run)
        results: list[Result] = []
        for index in range(len(self.seats)):
            results += self._settle_seat(index, roll)
        event = self._advance(roll.total)
        for seat in self.seats:
            seat.barred.discard("dont-come")  # "until the next valid roll"
            if self.point == 0:
                seat.barred.discard("dont-pass")  # "until a roll leaves P=0"
        self.power_failed = False
        self.closed = False
        return event, returned, results

    def _settle_seat(self, index: int, roll: Roll) -> list[Result]:
        seat = self.seats[index]
        verdicts = [(wager, self._verdict(seat, wager, roll)) for wager in seat.in_order()]
        results: list[Result] = []
        movers: list[tuple[Spot, Wager]] = []
        for wager, verdict in verdicts:
            if verdict is None:
                continue
            results.append(self._line(index, wager, verdict))
            if verdict.outcome != "push":
                del seat.wagers[wager.spot.name]
            if verdict.outcome == "move":
                movers.append((SPOTS[verdict.to], wager))
        # A wager already on the number was decided above, so the new place is free.
        for target, mover in movers:
            moved = self.house.wager(target)
            moved.stake = mover.stake
            assert target.name not in seat.wagers
            seat.wagers[target.name] = moved
        return results

    def _verdict(self, seat: Seat, wager: Wager, roll: Roll) -> Verdict | None:
        verdict = wager.verdict(roll)
        if verdict is None or self.house.works(wager, roll.point):
            return verdict
        # The flat of come odds is decided by the same roll, and takes idle odds off the table.
        return RETURN if wager.spot.is_odds else None

    def _line(self, index: int, wager: Wager, verdict: Verdict) -> Result:
        spot, stake = wager.spot, wager.stake
        in_play = stake
        if self.house.pays_to_maximum:  # MBS 5.7
            chip = 2 * self.unit if spot.family == "c-and-e" else self.chip(spot)
            in_play = min(stake, floor_to(self.limits.maximum(spot), chip))
        won = vig = credit = 0
        if verdict.outcome == "win":
            won = floor_to(in_play * verdict.pays, self.unit)
            vig = self.house.won_vig(spot, in_play, self.unit)
            credit = stake + won - vig
        elif verdict.outcome == "lose":
            credit = stake - in_play
        elif verdict.outcome == "return":
            credit = stake
        return Result(index, spot.name, verdict.outcome, stake, won, vig, credit, verdict.to)

    def _advance(self, total: int) -> str:
        """Point and lucky run after the wagers were settled; returns the event."""
        if self.point == 0:
            if total in BOX:
                self.point = total
                self.run = LuckyRun(total)
                return "point"
            return "natural" if total in (7, 11) else "craps"
        if self.run is not None:
            if self.run.goes_on(total):
                self.run.counted.add(total)
            else:
                self.run = None
        if total in (self.point, 7):
            event = "point-made" if total == self.point else "seven-out"
            self.point = 0
            return event
        return "none"

    # Failures

    def withdraw(self, index: int) -> int:
        """MBS 5.9.1: all wagers of a seat come back; an empty table ends the round."""
        seat = self.seat(index)
        if not (self.house.power_withdrawal and self.power_failed):
            raise RefusalError("E_PHASE")
        credit = 0
        for wager in seat.wagers.values():
            credit += wager.stake + self.house.held_vig(wager.spot, wager.stake, self.unit)
        seat.wagers.clear()
        if not any(each.wagers for each in self.seats):
            self.point = 0
            self.run = None
        return credit

    def malfunction(self) -> list[Returned]:
        """CLW 24: all plays are void."""
        if not self.house.malfunction_voids:
            raise RefusalError("E_PHASE")
        returned: list[Returned] = []
        for index, seat in enumerate(self.seats):
            returned += self._give_back(index, set(seat.wagers))
        self.point = 0
        self.run = None
        self.closed = False
        return returned

    def distribute(self, kitty: int, chips: list[int]) -> tuple[list[int], int]:
        """HOME: the kitty by whole percents of the chips; the host gets what is left."""
        if not self.house.kitty:
            raise RefusalError("E_PHASE")
        everything = sum(chips)
        if min(chips, default=0) < 0 or not 0 < everything <= 10_000_000:
            raise RefusalError("E_RANGE")
        if not 0 <= kitty <= 10_000_000:
            raise RefusalError("E_RANGE")
        payouts = []
        left = kitty
        for held in chips:
            percent = floor_to(Fraction(100 * held, everything), 1)
            share = floor_to(Fraction(kitty * percent, 100) + Fraction(1, 2), 1)
            payouts.append(min(share, left))
            left -= payouts[-1]
        return payouts, left

    def flat_stake(self, seat: Seat, odds: Spot) -> int:
        return seat.stake(flat_of(odds).name)
