"""What the bench measures of settlement on the board: tables laid out, and the call to time.

The bench imports this on the board, lays a table out with `lay_full` or `lay_one_seat`, and runs
`settle(one, other)` between two markers; `again()` puts the table back for the next roll.
"""

import gc
from array import array

from shaker.core.codes import OK
from shaker.core.ops import OP_OPEN, REQUEST_WORDS, STAGE, perform
from shaker.core.rolling import roll
from shaker.core.rules import COL_OFFERED
from shaker.core.spots import (
    BUY,
    C_AND_E,
    COME_NUMBER,
    COME_ODDS,
    FIELD,
    HARD,
    HORN,
    LAY,
    PASS,
    PASS_ODDS,
    PLACE,
    SPOT_COUNT,
)
from shaker.core.state import (
    CLOSED,
    CRAPS_PART,
    MAX,
    POINT,
    RESULTS,
    RUN_POINT,
    STATE_WORDS,
    seat_at,
)
from shaker.core.table import STAGE_SPOTS, UNCHANGED, Table
from shaker.limits import SEATS_MAX

STAKE_UNITS = 60  # a multiple of every spot's chips

# Line and odds, two come numbers with odds, place 6 and 8, buy, lay, hardways, field, horn.
ONE_SEAT = (
    PASS,
    PASS_ODDS,
    COME_NUMBER + 1,
    COME_ODDS + 1,
    COME_NUMBER + 4,
    COME_ODDS + 4,
    PLACE + 2,
    PLACE + 3,
    BUY,
    LAY + 5,
    HARD + 1,
    HARD + 2,
    FIELD,
    HORN,
)

_table = Table()
_request = array("i", bytes(4 * REQUEST_WORDS))
_copy = array("i", bytes(4 * STATE_WORDS))


def _perform(rules, op, one, other):
    _request[0] = op
    _request[1] = one
    _request[2] = other
    code = perform(_table, rules, _request)
    assert code == OK


def open_seats(rules, seats):
    """Open a table with every limit at its default."""
    for index in range(STAGE, REQUEST_WORDS):
        _request[index] = UNCHANGED
    _request[STAGE + STAGE_SPOTS] = 0
    _perform(rules, OP_OPEN, seats, 0)


def _stake(seat, spot):
    _table.state[seat_at(seat) + spot] = STAKE_UNITS
    if spot == C_AND_E:
        _table.state[seat_at(seat) + CRAPS_PART] = STAKE_UNITS // 2


def lay_full(rules, point):
    """Put a stake on every offered spot of eight seats, with a point on; return how many."""
    open_seats(rules, SEATS_MAX)
    count = 0
    for seat in range(SEATS_MAX):
        for spot in range(SPOT_COUNT):
            if rules[COL_OFFERED + spot]:
                _stake(seat, spot)
                count += 1
    _ready(point)
    return count


def lay_capped(rules, point):
    """The full table after the maximum was lowered under every wager on it."""
    count = lay_full(rules, point)
    _table.state[MAX] = STAKE_UNITS - 1
    _ready(point)
    return count


def lay_one_seat(rules, point):
    """Put the fourteen wagers of one player on the table, with a point on."""
    open_seats(rules, 1)
    for spot in ONE_SEAT:
        _stake(0, spot)
    _ready(point)
    return len(ONE_SEAT)


def _ready(point):
    _table.state[POINT] = point
    _table.state[RUN_POINT] = point
    _table.state[CLOSED] = 1
    for index in range(STATE_WORDS):
        _copy[index] = _table.state[index]
    gc.collect()


def again():
    """Put the table back as it was laid out."""
    for index in range(STATE_WORDS):
        _table.state[index] = _copy[index]


def settle(one, other):
    """Settle one roll: the call that is timed."""
    return roll(_table, one, other)


def lines():
    """Return how many wagers the last roll decided, pushed or moved."""
    return _table.result[RESULTS]
