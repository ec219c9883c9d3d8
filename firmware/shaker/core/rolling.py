"""A valid roll: close, settle every wager, then move the point, the lucky run and the bars."""

from shaker.core.closing import close
from shaker.core.codes import E_PARSE, OK
from shaker.core.kernel import decide, pay, prepare, step
from shaker.core.spots import pair_index
from shaker.core.state import CLOSED, PAIR, RETURNED, TOTAL


def roll(t, one, other):
    """Settle a valid roll of two faces; betting is open again after it."""
    if not (1 <= one <= 6 and 1 <= other <= 6):
        return E_PARSE
    if t.state[CLOSED]:
        t.result[RETURNED] = 0
    else:
        close(t)
    t.result[TOTAL] = one + other
    t.result[PAIR] = pair_index(one, other)
    prepare(t.rules, t.state, t.result)
    decide(t.state, t.rules, t.result)
    pay(t.state, t.rules, t.result)
    step(t.rules, t.state, t.result)
    return OK
