"""Which wagers of a seat are too small at the close: the plain kernel, twin of `marking_fast`."""

from shaker.core.rules import (
    AT_MIN_RULE,
    AT_MIN_TOTAL_RULE,
    COL_CONTRACT,
    COL_FLAT,
    COL_UNDER_MIN,
    CONTRACT_ALWAYS,
    CONTRACT_NEVER,
    UNDER_KEEP,
    UNDER_RETURN,
)
from shaker.core.spots import NO_SPOT, SPOT_COUNT
from shaker.core.state import MIN, MIN_TOTAL, POINT, STAKE_MASK


def mark_small(state, rules, marks, at):
    """Mark what the close returns of the seat whose words start at `at`; return how many spots."""
    for spot in range(SPOT_COUNT):
        marks[spot] = state[at + spot] > 0 and _is_under_minimum(state, rules, at, spot)
    _mark_odds(state, rules, marks, at)
    if rules[AT_MIN_TOTAL_RULE] and 0 < _unmarked_total(state, marks, at) < state[MIN_TOTAL]:
        for spot in range(SPOT_COUNT):
            contract = rules[COL_CONTRACT + spot]
            bound = contract == CONTRACT_ALWAYS or (contract != CONTRACT_NEVER and state[POINT])
            if state[at + spot] and not bound:
                marks[spot] = 1
        _mark_odds(state, rules, marks, at)
    return sum(marks)


def _is_under_minimum(state, rules, at, spot):
    if not rules[AT_MIN_RULE] or state[at + spot] & STAKE_MASK >= state[MIN]:
        return False
    under = rules[COL_UNDER_MIN + spot]
    return under != UNDER_KEEP and (under == UNDER_RETURN or not state[POINT])


def _mark_odds(state, rules, marks, at):
    """A returned flat wager brings its odds back."""
    for spot in range(SPOT_COUNT):
        flat = rules[COL_FLAT + spot]
        if flat != NO_SPOT and marks[flat] and state[at + spot]:
            marks[spot] = 1


def _unmarked_total(state, marks, at):
    total = 0
    for spot in range(SPOT_COUNT):
        if not marks[spot]:
            total += state[at + spot] & STAKE_MASK
    return total
