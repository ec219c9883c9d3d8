"""Taking a wager down, all of it or part of it: the checks in their order, then the credit."""

from shaker.core.betting import HALF, minimum_refuses, parts_fit
from shaker.core.codes import (
    E_CLOSED,
    E_CONTRACT,
    E_MIN,
    E_NOTHING,
    E_ODDS,
    E_ODDS_FIRST,
    E_RANGE,
    E_SEAT,
    E_SPOT,
    E_UNITS,
    OK,
)
from shaker.core.money import odds_over_limit, refund
from shaker.core.rules import (
    COL_CONTRACT,
    COL_ODDS,
    COL_ODDS_FIRST,
    COL_OFFERED,
    COL_REPLACE,
    COL_UNITS,
    CONTRACT_ALWAYS,
    CONTRACT_NEVER,
)
from shaker.core.spots import C_AND_E, NO_SPOT, SPOT_COUNT
from shaker.core.state import (
    BARRED,
    CLOSED,
    CRAPS_PART,
    MIN,
    POINT,
    SEATS,
    STAKE_MASK,
    UNIT,
    VALUE,
    seat_at,
)

ALL = -1  # instead of an amount: all that is there


def take(t, seat, spot, amount, craps):
    """Take `amount` (or ALL) off a spot; return a code, units credited in VALUE."""
    t.result[VALUE] = 0
    if not 0 <= seat < t.state[SEATS]:
        return E_SEAT
    if not 0 <= spot < SPOT_COUNT or not t.rules[COL_OFFERED + spot]:
        return E_SPOT
    t.at = seat_at(seat)
    t.amount = amount
    t.craps = craps
    return _take(t, spot, t.state[t.at + spot] & STAKE_MASK)


def _take(t, spot, stake):
    if not stake:
        return E_NOTHING
    if t.amount == ALL:
        t.amount = stake
    if not 1 <= t.amount <= stake:
        return E_RANGE
    code = _check(t, spot, stake - t.amount)
    if code == OK:
        _apply(t, spot, stake, stake - t.amount)
    return code


def _check(t, spot, rest):
    if t.state[CLOSED]:
        return E_CLOSED
    if is_contract(t.rules[COL_CONTRACT + spot], t.state[POINT]):
        return E_CONTRACT
    odds = t.rules[COL_ODDS + spot]
    if odds != NO_SPOT and not t.state[t.at + odds]:
        odds = NO_SPOT
    if odds != NO_SPOT and t.rules[COL_ODDS_FIRST + spot]:
        return E_ODDS_FIRST
    if not _units_fit(t, spot, rest):
        return E_UNITS
    if 0 < rest < t.state[MIN] and minimum_refuses(t.rules, spot):
        return E_MIN
    if rest and odds != NO_SPOT and _odds_left_over(t, odds, rest):
        return E_ODDS
    return OK


def is_contract(contract, point):
    """Tell whether a wager of this kind may not be taken down now."""
    if contract == CONTRACT_NEVER:
        return False
    return contract == CONTRACT_ALWAYS or point > 0


def _odds_left_over(t, odds, rest):
    return odds_over_limit(t, odds, rest, t.state[t.at + odds] & STAKE_MASK)


def _units_fit(t, spot, rest):
    chunk = t.state[UNIT] * t.rules[COL_UNITS + spot]
    if t.amount % chunk or rest % chunk:
        return False
    return spot != C_AND_E or not rest or _parts_left_fit(t, rest)


def _parts_left_fit(t, rest):
    """Check a partial take of c-and-e: whole chips of each part, and what is left is legal."""
    if t.craps == HALF:
        t.craps = -1 if t.amount & 1 else t.amount >> 1
    if not 0 <= t.craps <= t.amount or t.craps % t.state[UNIT]:
        return False
    craps = t.state[t.at + CRAPS_PART] - t.craps
    return 0 < craps < rest and parts_fit(t, craps, rest - craps)


def _apply(t, spot, stake, rest):
    t.result[VALUE] = t.amount + refund(t, spot, stake, rest)
    if rest:
        t.state[t.at + spot] -= t.amount
        if spot == C_AND_E:
            t.state[t.at + CRAPS_PART] -= t.craps
    else:
        clear(t, spot)
        _take_odds(t, t.rules[COL_ODDS + spot])
    t.state[t.at + BARRED] |= t.rules[COL_REPLACE + spot]


def _take_odds(t, odds):
    """A flat wager that is gone takes its odds along."""
    if odds != NO_SPOT:
        t.result[VALUE] += t.state[t.at + odds] & STAKE_MASK
        clear(t, odds)


def clear(t, spot):
    """Empty a spot of the seat at hand, its call and its parts with it."""
    t.state[t.at + spot] = 0
    if spot == C_AND_E:
        t.state[t.at + CRAPS_PART] = 0
