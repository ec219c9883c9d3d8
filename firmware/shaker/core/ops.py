"""Operations as words: one request array in, one code out, the rest in the table's result.

The session script, the unix port and the serial link all speak in these numbers, so there is one
place that knows which function an operation is.
"""

from micropython import const
from shaker.core.betting import bet
from shaker.core.closing import close, malfunction, void, withdraw
from shaker.core.codes import E_PARSE
from shaker.core.rolling import roll
from shaker.core.state import CLOSED, CLOSED_AFTER, POINT, POINT_AFTER, RESULTS, RETURNED, VALUE
from shaker.core.table import (
    STAGE_WORDS,
    call,
    list_state,
    no_roll,
    open_table,
    power_fail,
    set_limits,
)
from shaker.core.taking import take

OP_OPEN = const(1)  # seats, then the stage
OP_BET = const(2)  # seat, spot, amount, craps
OP_TAKE = const(3)  # seat, spot, amount, craps
OP_CALL = const(4)  # seat, spot, call, only
OP_CLOSE = const(5)
OP_ROLL = const(6)  # face, face
OP_NO_ROLL = const(7)
OP_LIMITS = const(8)  # the stage
OP_POWER_FAIL = const(9)
OP_WITHDRAW = const(10)  # seat
OP_MALFUNCTION = const(11)
OP_STATE = const(12)
OP_VOID = const(13)  # not of a script: an operator gives up a round that cannot be finished

ARGS = const(1)  # of a request: the operation, four arguments, the stage
STAGE = const(5)
REQUEST_WORDS = const(102)  # STAGE + STAGE_WORDS


def perform(t, rules, request):
    """Do what a request says and return its code; `rules` is the book of a table to be opened."""
    t.result[VALUE] = 0
    t.result[RETURNED] = 0
    t.result[RESULTS] = 0
    if request[0] == OP_OPEN or request[0] == OP_LIMITS:
        for index in range(STAGE_WORDS):
            t.stage[index] = request[STAGE + index]
    if request[0] == OP_OPEN:
        code = open_table(t, rules, request[ARGS])
    elif request[0] <= OP_ROLL:
        code = _play(t, request)
    else:
        code = _manage(t, request)
    t.result[POINT_AFTER] = t.state[POINT]
    t.result[CLOSED_AFTER] = t.state[CLOSED]
    return code


def _play(t, request):
    op = request[0]
    if op == OP_ROLL:
        return roll(t, request[1], request[2])
    if op == OP_BET:
        return bet(t, request[1], request[2], request[3], request[4])
    if op == OP_TAKE:
        return take(t, request[1], request[2], request[3], request[4])
    if op == OP_CALL:
        return call(t, request[1], request[2], request[3], request[4])
    if op == OP_CLOSE:
        return close(t)
    return E_PARSE


def _manage(t, request):
    op = request[0]
    if op == OP_LIMITS:
        return set_limits(t)
    if op == OP_NO_ROLL:
        return no_roll(t)
    if op == OP_POWER_FAIL:
        return power_fail(t)
    if op == OP_WITHDRAW:
        return withdraw(t, request[1])
    if op == OP_MALFUNCTION:
        return malfunction(t)
    if op == OP_STATE:
        return list_state(t)
    if op == OP_VOID:
        return void(t)
    return E_PARSE
