"""What a wager pays, costs and may be: floors, vigorish, limits of stakes and odds.

Every function takes the table `t` (its `rules` and `state`) and small integers, and returns one.
The bounds are proved when the rule book is built: no product passes 2**30.
"""

from micropython import const
from shaker.core.rules import (
    AT_ODDS_LIMITS,
    AT_ODDS_PAYS,
    AT_PAYS,
    AT_VIG_RULES,
    COL_VIG,
    COL_VIG_PAY,
    ODDS_ROW_SIZE,
    ODDS_ROWS,
    VIG_AT_WIN,
    VIG_DEN,
    VIG_NUM,
    VIG_OF_WIN,
    VIG_REFUND,
    VIG_RULE_SIZE,
)
from shaker.core.spots import (
    BOX_COUNT,
    COME_ODDS,
    DONT_COME_ODDS,
    PASS_ODDS,
    box_index,
)
from shaker.core.state import MAX, MAX_SPOT, ODDS, POINT, UNIT

_FAMILY_PAYS = const(12)  # six numbers of two bytes

# ---- inside a row of the odds limits, behind the range of the option
_ROW_OF_WIN = const(2)
_ROW_PAYABLE = const(3)
_ROW_TIMES = const(4)


def floored(units, unit):
    """Round down to a multiple of the smallest chip."""
    return units - units % unit


def payout(rules, pay, stake, unit):
    """Return what a stake wins at payout number `pay`."""
    pay = AT_PAYS + 4 * pay
    stake *= rules[pay] + 256 * rules[pay + 1]
    return floored(stake // rules[pay + 2], unit)


def vig_rule(rules, spot):
    """Return where the spot's vigorish rule is, or 0 when it has none."""
    rule = rules[COL_VIG + spot]
    return AT_VIG_RULES + VIG_RULE_SIZE * (rule - 1) if rule else 0


def vigorish(t, rule, spot, stake):
    """Return the vigorish on a stake under the rule at `rule`."""
    rules = t.rules
    unit = t.state[UNIT]
    if rules[rule + VIG_OF_WIN]:
        stake = payout(rules, rules[COL_VIG_PAY + spot], stake, unit)
    return floored(stake * rules[rule + VIG_NUM] // rules[rule + VIG_DEN], unit)


def charge(t, spot, before, after):
    """Return the vigorish charged when a stake grows from `before` to `after` units."""
    rule = vig_rule(t.rules, spot)
    if not rule or t.rules[rule + VIG_AT_WIN]:
        return 0
    return vigorish(t, rule, spot, after) - vigorish(t, rule, spot, before)


def refund(t, spot, before, after):
    """Return the vigorish that comes back when a stake shrinks from `before` to `after` units."""
    rule = vig_rule(t.rules, spot)
    if not rule or t.rules[rule + VIG_AT_WIN] or not t.rules[rule + VIG_REFUND]:
        return 0
    return vigorish(t, rule, spot, before) - vigorish(t, rule, spot, after)


def spot_maximum(state, spot):
    """Return the lower of the table's maximum and the spot's own."""
    own = state[MAX_SPOT + spot]
    return own if own and own < state[MAX] else state[MAX]


def odds_over_limit(t, spot, flat, odds):
    """Tell whether `odds` units on the odds spot are more than a flat wager of `flat` carries."""
    pay = _odds_pay(t, spot)
    if not pay:
        return True
    row = _limit_row(t, (pay - AT_ODDS_PAYS) // _FAMILY_PAYS)
    flat *= t.rules[row + _ROW_TIMES + (pay - AT_ODDS_PAYS) // 2 % BOX_COUNT] or t.state[ODDS]
    if t.rules[row + _ROW_OF_WIN]:  # exact winnings, compared as their ceiling
        odds = -(-odds * t.rules[pay] // t.rules[pay + 1])
    else:
        pay += 1
    if t.rules[row + _ROW_PAYABLE]:
        flat += -flat % (t.rules[pay] * t.state[UNIT])
    return odds > flat


def _odds_pay(t, spot):
    """Return where the payout of an odds spot is, or 0 for line odds while no point is on."""
    if spot >= DONT_COME_ODDS:
        return AT_ODDS_PAYS + 3 * _FAMILY_PAYS + 2 * (spot - DONT_COME_ODDS)
    if spot >= COME_ODDS:
        return AT_ODDS_PAYS + 2 * _FAMILY_PAYS + 2 * (spot - COME_ODDS)
    if not t.state[POINT]:
        return 0
    family = 0 if spot == PASS_ODDS else 1
    return AT_ODDS_PAYS + family * _FAMILY_PAYS + 2 * box_index(t.state[POINT])


def _limit_row(t, family):
    """Return where the family's limit for the session's option `odds` is; one always fits."""
    row = AT_ODDS_LIMITS + family * ODDS_ROWS * ODDS_ROW_SIZE
    for _ in range(ODDS_ROWS - 1):
        if t.rules[row] <= t.state[ODDS] <= t.rules[row + 1]:
            break
        row += ODDS_ROW_SIZE
    return row
