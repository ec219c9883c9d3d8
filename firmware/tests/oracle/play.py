"""Placing, taking and calling: every check of SPEC section 4, in its order."""

from __future__ import annotations

from firmware.tests.oracle.money import MAX_STAKE, RefusalError
from firmware.tests.oracle.spots import GROUPS, SPOTS, Spot, odds_of
from firmware.tests.oracle.table import Seat, Table


def refuse_if(broken: bool, code: str) -> None:
    if broken:
        raise RefusalError(code)


def bet(table: Table, seat_index: int, name: str, amount: int, craps: int | None) -> int:
    """Place chips; returns the debit, vigorish included."""
    seat = table.seat(seat_index)
    if name in GROUPS and table.house.groups:
        return _bet_group(table, seat, [n for n in GROUPS[name] if n != table.point], amount)
    return _bet_one(table, seat, table.spot(name), amount, craps)


def _bet_group(table: Table, seat: Seat, numbers: list[int], amount: int) -> int:
    """MBS 3.4.9.1: all or none, in ascending order, the earlier ones counted as placed."""
    before = {n: seat.stake(f"place-{n}") for n in numbers}
    debit = 0
    try:
        for number in numbers:
            debit += _bet_one(table, seat, SPOTS[f"place-{number}"], amount, None)
    except RefusalError:
        for number, stake in before.items():
            if stake:
                seat.wagers[f"place-{number}"].stake = stake
            else:
                seat.wagers.pop(f"place-{number}", None)
        raise
    return debit


def _bet_one(table: Table, seat: Seat, spot: Spot, amount: int, craps: int | None) -> int:
    house, limits = table.house, table.limits
    old = seat.stake(spot.name)
    new = old + amount
    refuse_if(amount < 1 or new > MAX_STAKE, "E_RANGE")
    refuse_if(table.closed, "E_CLOSED")
    refuse_if(not _phase_allows(table, seat, spot), "E_PHASE")
    opposite = house.conflicts(spot)
    refuse_if(opposite is not None and seat.stake(opposite) > 0, "E_CONFLICT")
    refuse_if(spot.name in seat.barred, "E_REPLACE")
    refuse_if(spot.is_odds and table.flat_stake(seat, spot) == 0, "E_NO_FLAT")
    any_craps = _check_units(table, spot, amount, craps)
    if not spot.is_odds and not house.returns_under_min:
        refuse_if(new < limits.min, "E_MIN")
    refuse_if(new > limits.maximum(spot), "E_MAX")
    if spot.is_odds:
        flat = table.flat_stake(seat, spot)
        refuse_if(not table.odds_allowed(spot, new, flat), "E_ODDS")
    if limits.max_total is not None:
        refuse_if(seat.total() + amount > limits.max_total, "E_TOTAL")

    wager = seat.wagers.get(spot.name)
    if wager is None:
        wager = seat.wagers[spot.name] = house.wager(spot)
    wager.stake = new
    wager.craps += any_craps
    charged = house.placed_vig(spot, new, table.unit) - house.placed_vig(spot, old, table.unit)
    return amount + charged


def _phase_allows(table: Table, seat: Seat, spot: Spot) -> bool:
    """SPEC section 4, Phase."""
    point_on = table.point != 0
    family = spot.family
    if family == "pass":
        grows = table.house.contract_grows and seat.stake("pass") > 0
        return not point_on or grows
    if family == "come-point":
        return table.house.contract_grows and seat.stake(spot.name) > 0
    if family in ("dont-pass", "lucky-shooter"):
        return not point_on
    if family in ("come", "dont-come", "pass-odds", "dont-pass-odds"):
        return point_on
    return family != "dont-come-point"


def _check_units(table: Table, spot: Spot, amount: int, craps: int | None) -> int:
    """E_UNITS of a bet; returns the any-craps part of a c-and-e."""
    if spot.family != "c-and-e":
        refuse_if(amount % table.chip(spot) != 0, "E_UNITS")
        return 0
    if craps is None:
        refuse_if(amount % 2 != 0, "E_UNITS")
        craps = amount // 2
    refuse_if(not _parts_legal(table, craps, amount - craps), "E_UNITS")
    return craps


def _parts_legal(table: Table, craps: int, eleven: int) -> bool:
    if craps < 1 or eleven < 1 or craps % table.unit or eleven % table.unit:
        return False
    return craps == eleven or not table.house.parts_equal


def take(table: Table, seat_index: int, name: str, amount: int | None, craps: int | None) -> int:
    """Take chips down; returns the credit, with the vigorish that the house gives back."""
    house = table.house
    seat = table.seat(seat_index)
    spot = table.spot(name)
    wager = seat.wagers.get(name)
    if wager is None:
        raise RefusalError("E_NOTHING")
    if amount is None:
        amount = wager.stake
    refuse_if(not 1 <= amount <= wager.stake, "E_RANGE")
    refuse_if(table.closed, "E_CLOSED")
    refuse_if(house.contract(spot, table.point), "E_CONTRACT")
    odds = odds_of(spot)
    behind = seat.wagers.get(odds.name) if odds else None
    if behind is not None and spot.family == "dont-pass":
        refuse_if(house.dont_pass_odds_first, "E_ODDS_FIRST")

    rest = wager.stake - amount
    rest_craps = 0
    if rest:
        rest_craps = wager.craps - _check_take_units(table, spot, amount, craps)
        if spot.family == "c-and-e":
            refuse_if(not _parts_legal(table, rest_craps, rest - rest_craps), "E_UNITS")
        if not spot.is_odds and not house.returns_under_min:
            refuse_if(rest < table.limits.min, "E_MIN")
        if behind is not None:
            refuse_if(not table.odds_allowed(behind.spot, behind.stake, rest), "E_ODDS")

    held = house.held_vig(spot, wager.stake, table.unit)
    credit = amount + held - house.held_vig(spot, rest, table.unit)
    wager.stake, wager.craps = rest, rest_craps
    if rest == 0:
        del seat.wagers[name]
        if behind is not None:
            del seat.wagers[behind.spot.name]
            credit += behind.stake
    if name == "dont-pass" and house.replace_dont_pass:
        seat.barred.add(name)
    if name == "dont-come" and house.replace_dont_come:
        seat.barred.add(name)
    return credit


def _check_take_units(table: Table, spot: Spot, amount: int, craps: int | None) -> int:
    """E_UNITS of what is taken in part; returns what leaves the any-craps part of a c-and-e."""
    if spot.family != "c-and-e":
        refuse_if(amount % table.chip(spot) != 0, "E_UNITS")
        return 0
    if craps is None:
        refuse_if(amount % 2 != 0, "E_UNITS")
        craps = amount // 2
    eleven = amount - craps
    refuse_if(craps < 0 or eleven < 0, "E_UNITS")
    refuse_if(craps % table.unit != 0 or eleven % table.unit != 0, "E_UNITS")
    return craps


def call(table: Table, seat_index: int, name: str, state: str, only: bool) -> None:
    """Call a wager on, off or back to the house's rule."""
    seat = table.seat(seat_index)
    spot = table.spot(name)
    refuse_if(table.closed, "E_CLOSED")
    refuse_if(not table.house.callable(spot), "E_TOGGLE")
    wager = seat.wagers.get(name)
    if wager is None:
        raise RefusalError("E_NOTHING")
    wager.call = state
    if table.house.call_covers_family(state) and not only:
        for similar in seat.wagers.values():
            if similar.spot.family == spot.family:
                similar.call = state
