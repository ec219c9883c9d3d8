"""What a wager pays, costs and may be: floors, vigorish, limits of stakes and odds.

Every function takes the table `t` (its `rules` and `state`) and small integers, and returns one.
The bounds are proved when the rule book is built: no product passes 2**30.
"""

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
    COME_ODDS,
    DONT_COME_ODDS,
    DONT_PASS_ODDS,
    PASS_ODDS,
    box_index,
)
from shaker.core.state import MAX, MAX_SPOT, ODDS, POINT, UNIT


def floored(units, unit):
    """Round down to a multiple of the smallest chip."""
    return units - units % unit


def payout(rules, pay, stake, unit):
    """Return what a stake wins at payout number `pay`."""
    at = AT_PAYS + 4 * pay
    return floored(stake * (rules[at] + 256 * rules[at + 1]) // rules[at + 2], unit)


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


def _odds_family(spot):
    if spot == PASS_ODDS:
        return 0
    if spot == DONT_PASS_ODDS:
        return 1
    return 2 if spot < DONT_COME_ODDS else 3


def _odds_number(t, spot, family):
    if family < 2:
        return box_index(t.state[POINT])
    return spot - (COME_ODDS if family == 2 else DONT_COME_ODDS)


def odds_over_limit(t, spot, flat, odds):
    """Tell whether `odds` units on the odds spot are more than a flat wager of `flat` carries."""
    family = _odds_family(spot)
    number = _odds_number(t, spot, family)
    if number > 5:  # line odds while no point is on: there is nothing they could stand on
        return True
    row = AT_ODDS_LIMITS + family * ODDS_ROWS * ODDS_ROW_SIZE
    for _ in range(ODDS_ROWS):
        if t.rules[row] <= t.state[ODDS] <= t.rules[row + 1]:
            return _over_row(t, row, AT_ODDS_PAYS + 12 * family + 2 * number, number, flat, odds)
        row += ODDS_ROW_SIZE
    return True


def _over_row(t, row, pay, number, flat, odds):
    rules = t.rules
    flat *= rules[row + 4 + number] or t.state[ODDS]
    of_win = rules[row + 2]
    if rules[row + 3]:  # up to the next payable unit
        chunk = (rules[pay] if of_win else rules[pay + 1]) * t.state[UNIT]
        flat += -flat % chunk
    if of_win:  # exact winnings, so rounded up before they are compared with whole units
        odds = -(-odds * rules[pay] // rules[pay + 1])
    return odds > flat
