"""The five houses: what each offers, when wagers work, what may be done with them.

Every method that a house changes is written out in that house, with the clause that says so.
Amounts are exact; options live in the table and are passed in.
"""

from __future__ import annotations

from fractions import Fraction

from firmware.tests.oracle.money import VIGORISH, ceil_to, floor_to
from firmware.tests.oracle.spots import Spot
from firmware.tests.oracle.wagers import KINDS, LAY_ODDS, TRUE_ODDS, HomeHop, Wager


def odds_fraction(spot: Spot, number: int) -> Fraction:
    """What odds on `number` pay, for the side that `spot` is on."""
    return LAY_ODDS[number] if is_dont(spot) else TRUE_ODDS[number]


def is_dont(spot: Spot) -> bool:
    return spot.name.startswith("dont-")


class House:
    """What is common to all five rule books."""

    name = ""
    default_min = 1
    odds_option: range | None = None  # what `odds` may be; None: the option is unknown here
    default_odds = 0
    groups = False
    parts_equal = True  # both parts of a c-and-e
    returns_under_min = False  # at the close, instead of refusing E_MIN
    pays_to_maximum = False  # MBS 5.7
    power_withdrawal = False  # MBS 5.9
    malfunction_voids = False  # CLW 24
    kitty = False  # HOME
    replace_dont_pass = False  # E_REPLACE after a take of dont-pass
    replace_dont_come = False
    dont_pass_odds_first = False  # CLW 15.b
    contract_grows = False  # a standing contract wager may be increased with the point on

    def offers(self, spot: Spot) -> bool:
        return spot.family not in ("big", "world", "hop", "lucky-shooter")

    def wager(self, spot: Spot) -> Wager:
        return KINDS[spot.family](spot)

    def callable(self, spot: Spot) -> bool:
        raise NotImplementedError

    def works_on_come_out(self, spot: Spot) -> bool:
        raise NotImplementedError

    def works(self, wager: Wager, point: int) -> bool:
        """Is the wager in play for this roll? The player's call comes first."""
        if self.callable(wager.spot) and wager.call != "default":
            return wager.call == "on"
        return point != 0 or self.works_on_come_out(wager.spot)

    def call_covers_family(self, state: str) -> bool:
        return False

    def conflicts(self, spot: Spot) -> str | None:
        """The name of the wager that may not stand beside one on `spot`."""
        return None

    def contract(self, spot: Spot, point: int) -> bool:
        """May this wager not be taken down now?"""
        raise NotImplementedError

    def odds_within(
        self, spot: Spot, number: int, stake: int, flat: int, unit: int, option: int
    ) -> bool:
        """3-4-5 times: RWS D.2, D.4, D.7, D.8; HOME; taken for MBS, which is silent."""
        times = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}[number]
        if is_dont(spot):
            return stake * odds_fraction(spot, number) <= times * flat
        return stake <= times * flat

    # Vigorish

    def vig_at_placement(self, spot: Spot) -> bool:
        return True

    def vig_returned(self, spot: Spot) -> bool:
        raise NotImplementedError

    def vigorish(self, spot: Spot, stake: int, unit: int) -> int:
        """5 % of a Buy's stake, 5 % of a Lay's floored win (SPEC section 3, Vigorish)."""
        if spot.family == "buy":
            return floor_to(stake * VIGORISH, unit)
        if spot.family == "lay":
            would_win = floor_to(stake * LAY_ODDS[spot.number], unit)
            return floor_to(would_win * VIGORISH, unit)
        return 0

    def placed_vig(self, spot: Spot, stake: int, unit: int) -> int:
        return self.vigorish(spot, stake, unit) if self.vig_at_placement(spot) else 0

    def held_vig(self, spot: Spot, stake: int, unit: int) -> int:
        """The vigorish that comes back if this stake is taken down."""
        return self.placed_vig(spot, stake, unit) if self.vig_returned(spot) else 0

    def won_vig(self, spot: Spot, stake: int, unit: int) -> int:
        return 0 if self.vig_at_placement(spot) else self.vigorish(spot, stake, unit)


class Rws(House):
    """rws-2013."""

    name = "rws-2013"
    contract_grows = True  # RWS 1, Contract Wager

    def callable(self, spot: Spot) -> bool:
        return spot.family in ("place", "buy", "lay", "hard")  # RWS D, after item 12

    def works_on_come_out(self, spot: Spot) -> bool:
        return spot.family not in ("place", "buy", "lay", "hard")

    def contract(self, spot: Spot, point: int) -> bool:
        return spot.family in ("pass", "come", "come-point")  # RWS D.1, D.5

    def vig_returned(self, spot: Spot) -> bool:
        return False  # no clause returns it


class Clearwater(House):
    """clearwater-etg."""

    name = "clearwater-etg"
    odds_option = range(1, 101)
    default_odds = 3
    returns_under_min = True  # CLW 3
    malfunction_voids = True
    dont_pass_odds_first = True

    def offers(self, spot: Spot) -> bool:
        if spot.family == "hop":  # CLW 22.j lists them: no 1-1, 6-6, 1-2, 5-6
            return spot.faces not in ((1, 1), (6, 6), (1, 2), (5, 6))
        return spot.family not in ("horn-high", "world")

    def callable(self, spot: Spot) -> bool:
        return False

    def works_on_come_out(self, spot: Spot) -> bool:
        return spot.family not in ("place", "buy", "come-odds")  # CLW 18.a, 21.a.i, 21.b.i

    def conflicts(self, spot: Spot) -> str | None:
        pairs = {"pass": "dont-pass", "come": "dont-come", "buy": "lay"}  # CLW 11
        pairs |= {other: one for one, other in pairs.items()}
        other = pairs.get(spot.family)
        if other is None:
            return None
        return f"{other}-{spot.number}" if spot.number else other

    def contract(self, spot: Spot, point: int) -> bool:
        if spot.family in ("come", "come-point"):
            return True  # CLW 17.a
        return spot.family in ("pass", "lucky-shooter") and point != 0  # CLW 13.a, 23.a

    def odds_within(
        self, spot: Spot, number: int, stake: int, flat: int, unit: int, option: int
    ) -> bool:
        return stake <= option * flat  # the preset multiplier of CLW 14.a, 16.a

    def vig_at_placement(self, spot: Spot) -> bool:
        return False  # CLW 21.b, 21.c: charged to winners only

    def vig_returned(self, spot: Spot) -> bool:
        return False  # nothing was charged


class Mbs(House):
    """mbs-2020."""

    name = "mbs-2020"
    groups = True  # MBS 3.4.9.1
    pays_to_maximum = True
    power_withdrawal = True
    replace_dont_pass = True  # MBS 3.16.1
    replace_dont_come = True
    contract_grows = True  # MBS 1.1.4

    def callable(self, spot: Spot) -> bool:
        return spot.family in ("place", "buy", "lay", "hard", "come-odds")  # MBS 3.17

    def works_on_come_out(self, spot: Spot) -> bool:
        # Lay is always in play, MBS 3.4.11.
        return spot.family not in ("place", "buy", "hard", "come-odds")

    def contract(self, spot: Spot, point: int) -> bool:
        return spot.family in ("pass", "come", "come-point")  # MBS 3.4.1, 3.4.3

    def vig_returned(self, spot: Spot) -> bool:
        return spot.family == "buy"  # MBS 3.4.10.1; nothing is said for Lay


class Division(House):
    """division."""

    name = "division"
    odds_option = range(1, 3)
    default_odds = 1
    parts_equal = False  # DIV 4.1, C & E
    replace_dont_pass = True  # DIV 4.8

    def offers(self, spot: Spot) -> bool:
        return spot.family not in ("hop", "lucky-shooter")

    def callable(self, spot: Spot) -> bool:
        return spot.family in ("place", "buy", "come-odds", "hard")  # DIV 4.10

    def works_on_come_out(self, spot: Spot) -> bool:
        return spot.family not in ("place", "buy", "come-odds", "hard")

    def call_covers_family(self, state: str) -> bool:
        return state == "on"  # DIV 4.10: one marker stands for all similar wagers

    def contract(self, spot: Spot, point: int) -> bool:
        if spot.family == "come-point":
            return True  # DIV 4.7
        return spot.family == "pass" and point != 0

    def odds_within(
        self, spot: Spot, number: int, stake: int, flat: int, unit: int, option: int
    ) -> bool:
        """DIV 4.1: the flat, or just over it to make a payable unit; at option 2, double."""
        pays = odds_fraction(spot, number)
        if is_dont(spot):
            winnings = stake * pays
            if option == 2:
                return winnings <= 2 * flat
            return winnings <= ceil_to(flat, pays.numerator * unit)
        if option == 2:
            return stake <= 2 * flat
        return stake <= ceil_to(flat, pays.denominator * unit)

    def vig_returned(self, spot: Spot) -> bool:
        return True  # DIV 4.12


class Home(House):
    """home-game."""

    name = "home-game"
    default_min = 5
    kitty = True

    def offers(self, spot: Spot) -> bool:
        return spot.family not in ("big", "world", "lucky-shooter")

    def wager(self, spot: Spot) -> Wager:
        return HomeHop(spot) if spot.family == "hop" else super().wager(spot)

    def callable(self, spot: Spot) -> bool:
        return spot.family in ("place", "buy", "lay", "hard", "come-odds")

    def works_on_come_out(self, spot: Spot) -> bool:
        return spot.family not in ("place", "buy", "hard", "come-odds")

    def contract(self, spot: Spot, point: int) -> bool:
        if spot.family == "come-point":
            return True
        return spot.family == "pass" and point != 0

    def vig_returned(self, spot: Spot) -> bool:
        return True


HOUSES: dict[str, type[House]] = {
    house.name: house for house in (Rws, Clearwater, Mbs, Division, Home)
}
