"""Wagers that come back without a roll: at the close, on withdrawal, after a malfunction.

Each returned wager is a line of the result, by seat and in canonical order.
"""

from shaker.core.codes import E_PHASE, E_SEAT, OK, OUTCOME_RETURN
from shaker.core.kernel import mark_small
from shaker.core.money import refund
from shaker.core.rules import (
    AT_MALFUNCTION,
    AT_MIN_RULE,
    AT_MIN_TOTAL_RULE,
    AT_WITHDRAW,
)
from shaker.core.spots import NO_SPOT, SPOT_COUNT
from shaker.core.state import (
    CLOSED,
    HEAD_OUTCOME,
    HEAD_SEAT,
    HEAD_TO,
    LINE_AT,
    LINE_WORDS,
    MIN,
    MIN_TOTAL,
    POINT,
    POWER_FAILED,
    RESULTS,
    RETURNED,
    RUN_POINT,
    SEATS,
    STAKE_MASK,
    VALUE,
    seat_at,
)
from shaker.core.taking import clear


def close(t):
    """End betting; where the casino returns wagers that are too small, they are the lines."""
    t.result[RETURNED] = 0
    t.result[RESULTS] = 0
    if not t.state[CLOSED]:
        t.state[CLOSED] = 1
        if _may_return(t.rules, t.state):
            for seat in range(t.state[SEATS]):
                t.result[VALUE] = 0  # a sum over all seats could pass the small ints
                t.at = seat_at(seat)
                if mark_small(t.state, t.rules, t.marks, t.at):
                    _return_marked(t, seat)
    return OK


def _may_return(rules, state):
    """Tell whether any wager could be too small: a minimum of one unit is met by every stake."""
    return (rules[AT_MIN_RULE] and state[MIN] > 1) or (
        rules[AT_MIN_TOTAL_RULE] and state[MIN_TOTAL] > 0
    )


def _return_marked(t, seat):
    for spot in range(SPOT_COUNT):
        if t.marks[spot]:
            _return_spot(t, seat, spot)


def _return_spot(t, seat, spot):
    """Give back a stake of the seat at hand, with the vigorish that the casino returns."""
    stake = t.state[t.at + spot] & STAKE_MASK
    line = LINE_AT + LINE_WORDS * t.result[RETURNED]
    t.result[line] = spot | NO_SPOT << HEAD_TO | OUTCOME_RETURN << HEAD_OUTCOME | seat << HEAD_SEAT
    t.result[line + 1] = stake
    t.result[line + 2] = 0
    t.result[line + 3] = 0
    t.result[line + 4] = stake + refund(t, spot, stake, 0)
    t.result[RETURNED] += 1
    t.result[VALUE] += t.result[line + 4]
    clear(t, spot)


def _return_seat(t, seat):
    t.at = seat_at(seat)
    for spot in range(SPOT_COUNT):
        if t.state[t.at + spot]:
            _return_spot(t, seat, spot)


def withdraw(t, seat):
    """Give a seat all its wagers back after a power failure; their sum in VALUE."""
    t.result[VALUE] = 0
    t.result[RETURNED] = 0
    t.result[RESULTS] = 0
    code = may_withdraw(t, seat)
    if code == OK:
        _return_seat(t, seat)
        if _is_table_empty(t.state):
            _end_round(t.state)
    return code


def may_withdraw(t, seat):
    """What `withdraw` would answer, without doing it."""
    if not 0 <= seat < t.state[SEATS]:
        return E_SEAT
    return OK if t.rules[AT_WITHDRAW] and t.state[POWER_FAILED] else E_PHASE


def _is_table_empty(state):
    for seat in range(state[SEATS]):
        for at in range(seat_at(seat), seat_at(seat) + SPOT_COUNT):
            if state[at]:
                return False
    return True


def _end_round(state):
    state[POINT] = 0
    state[RUN_POINT] = 0


def malfunction(t):
    """Void all plays, where a clause of the casino says so."""
    t.result[VALUE] = 0
    t.result[RETURNED] = 0
    t.result[RESULTS] = 0
    code = may_malfunction(t)
    return void(t) if code == OK else code


def may_malfunction(t):
    """What `malfunction` would answer, without doing it."""
    return OK if t.rules[AT_MALFUNCTION] else E_PHASE


def void(t):
    """Every stake goes back, no point is on, betting is open: what an operator may do anywhere."""
    t.result[VALUE] = 0
    t.result[RETURNED] = 0
    t.result[RESULTS] = 0
    for seat in range(t.state[SEATS]):
        t.result[VALUE] = 0  # a sum over all seats could pass the small ints
        _return_seat(t, seat)
    _end_round(t.state)
    t.state[CLOSED] = 0
    return OK
