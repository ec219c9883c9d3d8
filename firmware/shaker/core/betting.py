"""Placing a wager: the checks in the order of the rule books' common page, then the stake.

The first check that fails names the error, and a refused wager changes nothing.
"""

from shaker.core.codes import (
    E_CLOSED,
    E_CONFLICT,
    E_MAX,
    E_MIN,
    E_NO_FLAT,
    E_ODDS,
    E_PHASE,
    E_RANGE,
    E_REPLACE,
    E_SEAT,
    E_SPOT,
    E_TOTAL,
    E_UNITS,
    OK,
)
from shaker.core.money import charge, odds_over_limit, spot_maximum
from shaker.core.rules import (
    AT_GROUPS,
    AT_MIN_RULE,
    AT_PARTS,
    COL_CONFLICT,
    COL_FLAT,
    COL_OFFERED,
    COL_PHASE,
    COL_REPLACE,
    COL_UNITS,
    COL_WORK,
    GROUP_SIZE,
    PHASE_MORE,
    PHASE_NEVER,
    PHASE_OFF_OR_MORE,
    PHASE_POINT_OFF,
    PHASE_POINT_ON,
    WORK_NO_MIN,
)
from shaker.core.spots import (
    BOX_COUNT,
    C_AND_E,
    GROUP_COUNT,
    NO_SPOT,
    SPOT_COUNT,
    box_index,
)
from shaker.core.state import (
    BARRED,
    CLOSED,
    CRAPS_PART,
    MAX_TOTAL,
    MIN,
    POINT,
    SEATS,
    STAKE_MASK,
    UNIT,
    VALUE,
    seat_at,
)
from shaker.limits import STAKE_UNITS_MAX

HALF = -1  # instead of the any-craps part of c-and-e: half of the amount


def bet(t, seat, spot, amount, craps):
    """Place `amount` on a spot, or on each spot of a group; return a code, units charged in VALUE.

    `spot` from SPOT_COUNT on is a group. `craps` counts for c-and-e alone: its any-craps part.
    """
    t.result[VALUE] = 0
    if not 0 <= seat < t.state[SEATS]:
        return E_SEAT
    t.at = seat_at(seat)
    t.amount = amount
    t.craps = craps
    if 0 <= spot < SPOT_COUNT:
        return _bet_spot(t, spot)
    return _bet_group(t, spot - SPOT_COUNT)


def _bet_group(t, group):
    if not 0 <= group < GROUP_COUNT:
        return E_SPOT
    row = AT_GROUPS + GROUP_SIZE * group
    if not t.rules[row]:
        return E_SPOT
    for member in range(row + 1, row + 1 + t.rules[row]):
        if not _is_point(t, t.rules[member]):
            code = _bet_spot(t, t.rules[member])
            if code != OK:
                _undo_group(t, row + 1, member)
                return code
    return OK


def _undo_group(t, first, end):
    for member in range(first, end):
        if not _is_point(t, t.rules[member]):
            t.state[t.at + t.rules[member]] -= t.amount
    t.result[VALUE] = 0


def _is_point(t, spot):
    """Tell whether a place, buy or lay spot is on the current point."""
    return t.state[POINT] and spot % BOX_COUNT == box_index(t.state[POINT])


def _bet_spot(t, spot):
    if not t.rules[COL_OFFERED + spot]:
        return E_SPOT
    code = _check(t, spot, t.state[t.at + spot] & STAKE_MASK)
    if code == OK:
        _apply(t, spot, t.state[t.at + spot] & STAKE_MASK)
    return code


def _check(t, spot, stake):
    if not 1 <= t.amount <= STAKE_UNITS_MAX or stake + t.amount > STAKE_UNITS_MAX:
        return E_RANGE
    if t.state[CLOSED]:
        return E_CLOSED
    return _check_standing(t, spot, stake) or _check_amount(t, spot, stake + t.amount)


def _apply(t, spot, stake):
    vig = charge(t, spot, stake, stake + t.amount)
    t.state[t.at + spot] += t.amount
    t.result[VALUE] += t.amount + vig
    if spot == C_AND_E:
        t.state[t.at + CRAPS_PART] += t.craps


def _check_standing(t, spot, stake):
    """Check what does not depend on how much: phase, conflict, replace, flat."""
    if not _phase_allows(t.rules[COL_PHASE + spot], t.state[POINT], stake):
        return E_PHASE
    other = t.rules[COL_CONFLICT + spot]
    if other != NO_SPOT and t.state[t.at + other]:
        return E_CONFLICT
    if t.rules[COL_REPLACE + spot] & t.state[t.at + BARRED]:
        return E_REPLACE
    other = t.rules[COL_FLAT + spot]
    if other != NO_SPOT and not t.state[t.at + other]:
        return E_NO_FLAT
    return OK


def _phase_allows(phase, point, stake):
    if phase == PHASE_POINT_OFF:
        return not point
    if phase == PHASE_POINT_ON:
        return point
    if phase == PHASE_OFF_OR_MORE:
        return not point or stake
    if phase == PHASE_MORE:
        return stake
    return phase != PHASE_NEVER


def _check_amount(t, spot, total):
    """Check how much: units, minimum, maximum, odds, seat total; `total` is the spot's new one."""
    if not _units_fit(t, spot):
        return E_UNITS
    if total < t.state[MIN] and minimum_refuses(t.rules, spot):
        return E_MIN
    if total > spot_maximum(t.state, spot):
        return E_MAX
    flat = t.rules[COL_FLAT + spot]
    if flat != NO_SPOT and odds_over_limit(t, spot, t.state[t.at + flat] & STAKE_MASK, total):
        return E_ODDS
    if t.state[MAX_TOTAL] and seat_total(t.state, t.at) + t.amount > t.state[MAX_TOTAL]:
        return E_TOTAL
    return OK


def minimum_refuses(rules, spot):
    """Tell whether less than the minimum is refused on this spot: never odds, never where the
    casino returns such wagers at the close."""
    return not rules[AT_MIN_RULE] and not rules[COL_WORK + spot] & WORK_NO_MIN


def _units_fit(t, spot):
    if t.amount % (t.state[UNIT] * t.rules[COL_UNITS + spot]):
        return False
    if spot != C_AND_E:
        return True
    if t.craps == HALF:
        t.craps = 0 if t.amount & 1 else t.amount >> 1
    return 0 < t.craps < t.amount and parts_fit(t, t.craps, t.amount - t.craps)


def parts_fit(t, craps, eleven):
    """Tell whether the parts of c-and-e are whole chips and, where the casino asks it, equal."""
    if craps % t.state[UNIT] or eleven % t.state[UNIT]:
        return False
    return craps == eleven or t.rules[AT_PARTS]


def seat_total(state, at):
    """Return all stakes of the seat whose block starts at `at`; 90 stakes stay below 2**30."""
    total = 0
    for spot in range(at, at + SPOT_COUNT):
        total += state[spot] & STAKE_MASK
    return total
