"""A valid roll: close, settle every wager, then move the point, the lucky run and the bars."""

from shaker.core.closing import close
from shaker.core.codes import (
    E_PARSE,
    EVENT_CRAPS,
    EVENT_NATURAL,
    EVENT_NONE,
    EVENT_POINT,
    EVENT_POINT_MADE,
    EVENT_SEVEN_OUT,
    OK,
)
from shaker.core.kernel import resolve, settle_seats
from shaker.core.rules import (
    ACT_STAND,
    ACTION_ROWS,
    AT_ACTIONS,
    AT_BARS_ONE_ROLL,
    AT_LUCKY,
    LUCKY_FIVE,
    LUCKY_FIVE_POINT,
    ROW_POINT,
    WORK_POINT_OFF,
    WORK_POINT_ON,
)
from shaker.core.settle import LUCKY_ACTION, WORKS
from shaker.core.spots import LUCKY, box_index, is_box, pair_index
from shaker.core.state import (
    BARRED,
    BOX,
    CLOSED,
    EVENT,
    POINT,
    POINT_AFTER,
    POWER_FAILED,
    RETURNED,
    RUN_BOXES,
    RUN_POINT,
    SEATS,
    TOTAL,
    seat_at,
)


def roll(t, one, other):
    """Settle a valid roll of two faces; betting is open again after it."""
    if not (1 <= one <= 6 and 1 <= other <= 6):
        return E_PARSE
    if t.state[CLOSED]:
        t.result[RETURNED] = 0
    else:
        close(t)
    t.result[TOTAL] = one + other
    t.result[BOX] = box_index(one + other)
    _settle(t, AT_ACTIONS + ACTION_ROWS * pair_index(one, other))
    _step_run(t.state, one + other)
    _step_point(t, one + other)
    _step_bars(t)
    t.state[CLOSED] = 0
    t.state[POWER_FAILED] = 0
    return OK


def _settle(t, row):
    line = row
    t.actions[WORKS] = WORK_POINT_OFF
    if t.state[POINT]:
        line = row + ROW_POINT + 4 * box_index(t.state[POINT])
        t.actions[WORKS] = WORK_POINT_ON
    t.actions[LUCKY_ACTION] = _run_action(t, row)
    resolve(t.rules, t.actions, row, line)
    settle_seats(t.state, t.actions, t.rules, t.result)


def _run_action(t, row):
    """Return what the roll does to a lucky shooter."""
    if not t.state[POINT]:
        return t.rules[row + LUCKY]
    total = t.result[TOTAL]
    if not t.state[RUN_POINT] or _is_counted(t.state, total):
        return ACT_STAND
    count = _run_count(t.state[RUN_BOXES])
    if count == LUCKY_FIVE and total == t.state[RUN_POINT]:
        count = LUCKY_FIVE_POINT
    return t.rules[AT_LUCKY + count]


def _is_counted(state, total):
    """Tell whether a total is a box number that the run has not had yet."""
    if not is_box(total) or total == state[RUN_POINT]:
        return False
    return not state[RUN_BOXES] >> box_index(total) & 1


def _run_count(boxes):
    count = 0
    while boxes:
        count += boxes & 1
        boxes >>= 1
    return count


def _step_run(state, total):
    """A point on the come-out starts a run; a counted number carries it on; any other ends it."""
    if not state[POINT]:
        state[RUN_POINT] = total if is_box(total) else 0
        state[RUN_BOXES] = 0
    elif state[RUN_POINT]:
        if _is_counted(state, total):
            state[RUN_BOXES] |= 1 << box_index(total)
        else:
            state[RUN_POINT] = 0
            state[RUN_BOXES] = 0


def _step_point(t, total):
    point = t.state[POINT]
    event = EVENT_NONE
    if not point:
        if is_box(total):
            event = EVENT_POINT
            point = total
        else:
            event = EVENT_NATURAL if total == 7 or total == 11 else EVENT_CRAPS
    elif total == point or total == 7:
        event = EVENT_POINT_MADE if total == point else EVENT_SEVEN_OUT
        point = 0
    t.state[POINT] = point
    t.result[POINT_AFTER] = point
    t.result[EVENT] = event


def _step_bars(t):
    """What was taken may be placed again: after any roll, or after one that leaves no point."""
    keep = 0xFF - t.rules[AT_BARS_ONE_ROLL] if t.state[POINT] else 0
    for seat in range(t.state[SEATS]):
        t.state[seat_at(seat) + BARRED] &= keep
