"""The table: every buffer, allocated once, and the operations that need no module of their own.

All operations take small integers and return a code of `codes`; what they have to say beyond it
is in `result` (layout in `state`). Nothing allocates after `Table()`, and no input raises.
"""

from array import array

from shaker.core.codes import (
    CALL_DEFAULT,
    CALL_OFF,
    CALL_ON,
    E_CLOSED,
    E_NOTHING,
    E_PARSE,
    E_SEAT,
    E_SPOT,
    E_TOGGLE,
    OK,
    OUTCOME_STANDS,
)
from shaker.core.rules import (
    AT_MIN,
    AT_ODDS_DEFAULT,
    AT_ODDS_HIGH,
    AT_ODDS_LOW,
    COL_CALL_SET,
    COL_OFFERED,
    COL_WORK,
    RULES_SIZE,
    WORK_CALLS,
)
from shaker.core.spots import SPOT_COUNT
from shaker.core.state import (
    CALL_SHIFT,
    CLOSED,
    HEAD_OUTCOME,
    HEAD_SEAT,
    HEAD_TO,
    LINE_AT,
    LINE_WORDS,
    MAX,
    MAX_SPOT,
    MAX_TOTAL,
    MIN,
    MIN_TOTAL,
    ODDS,
    POWER_FAILED,
    RESULT_WORDS,
    RESULTS,
    RETURNED,
    SEATS,
    STAKE_MASK,
    STATE_WORDS,
    UNIT,
    seat_at,
)
from shaker.limits import SEATS_MAX, STAKE_UNITS_MAX, TOTAL_UNITS_MAX, UNIT_MAX

UNCHANGED = -1  # of a staged limit or option: leave it, or take the casino's default

# ---- staged values of `open_table` and `set_limits`
STAGE_MIN = 0
STAGE_MAX = 1
STAGE_MAX_TOTAL = 2
STAGE_MIN_TOTAL = 3
STAGE_SPOTS = 4  # 1: the 90 words that follow are the maximum of each spot, 0 for none
STAGE_SPOT = 5
STAGE_UNIT = 95  # this and the next count for `open_table` alone
STAGE_ODDS = 96
STAGE_WORDS = 97


class Table:
    """Buffers of one table. `at`, `amount` and `craps` belong to the operation under way."""

    def __init__(self, result=None):
        self.rules = bytes(RULES_SIZE)
        self.state = array("i", bytes(4 * STATE_WORDS))
        self.result = array("i", bytes(4 * RESULT_WORDS)) if result is None else result
        self.stage = array("i", bytes(4 * STAGE_WORDS))
        self.marks = bytearray(SPOT_COUNT)
        self.at = 0
        self.amount = 0
        self.craps = 0
        unstage(self)


def unstage(t):
    """Stage nothing: every limit unchanged, every option at its default."""
    for index in range(STAGE_WORDS):
        t.stage[index] = UNCHANGED
    t.stage[STAGE_SPOTS] = 0


def open_table(t, rules, seats):
    """Start anew with a casino's rules and the staged options; on E_PARSE nothing has changed."""
    if not 1 <= seats <= SEATS_MAX or not _staged_limits_fit(t.stage):
        return E_PARSE
    if not _staged_options_fit(t.stage, rules):
        return E_PARSE
    t.rules = rules
    for index in range(STATE_WORDS):
        t.state[index] = 0
    t.state[SEATS] = seats
    t.state[UNIT] = 1 if t.stage[STAGE_UNIT] == UNCHANGED else t.stage[STAGE_UNIT]
    t.state[ODDS] = (
        rules[AT_ODDS_DEFAULT] if t.stage[STAGE_ODDS] == UNCHANGED else t.stage[STAGE_ODDS]
    )
    t.state[MIN] = rules[AT_MIN] + 256 * rules[AT_MIN + 1] + 65536 * rules[AT_MIN + 2]
    t.state[MAX] = STAKE_UNITS_MAX
    _apply_staged(t.stage, t.state)
    return OK


def set_limits(t):
    """Change the staged limits and no others; on E_PARSE nothing has changed."""
    if not _staged_limits_fit(t.stage):
        return E_PARSE
    _apply_staged(t.stage, t.state)
    return OK


def _fits(value, low, high):
    return value == UNCHANGED or low <= value <= high


def _staged_limits_fit(stage):
    if not _fits(stage[STAGE_MIN], 1, STAKE_UNITS_MAX):
        return False
    if not _fits(stage[STAGE_MAX], 1, STAKE_UNITS_MAX):
        return False
    if not _fits(stage[STAGE_MAX_TOTAL], 1, TOTAL_UNITS_MAX):
        return False
    if not _fits(stage[STAGE_MIN_TOTAL], 0, TOTAL_UNITS_MAX):
        return False
    if stage[STAGE_SPOTS]:
        for index in range(STAGE_SPOT, STAGE_SPOT + SPOT_COUNT):
            if not 0 <= stage[index] <= STAKE_UNITS_MAX:
                return False
    return True


def _staged_options_fit(stage, rules):
    if not _fits(stage[STAGE_UNIT], 1, UNIT_MAX):
        return False
    if not rules[AT_ODDS_HIGH]:
        return stage[STAGE_ODDS] == UNCHANGED
    return _fits(stage[STAGE_ODDS], rules[AT_ODDS_LOW], rules[AT_ODDS_HIGH])


def _apply_staged(stage, state):
    if stage[STAGE_MIN] != UNCHANGED:
        state[MIN] = stage[STAGE_MIN]
    if stage[STAGE_MAX] != UNCHANGED:
        state[MAX] = stage[STAGE_MAX]
    if stage[STAGE_MAX_TOTAL] != UNCHANGED:
        state[MAX_TOTAL] = stage[STAGE_MAX_TOTAL]
    if stage[STAGE_MIN_TOTAL] != UNCHANGED:
        state[MIN_TOTAL] = stage[STAGE_MIN_TOTAL]
    if stage[STAGE_SPOTS]:
        for spot in range(SPOT_COUNT):
            state[MAX_SPOT + spot] = stage[STAGE_SPOT + spot]


def call(t, seat, spot, to, only):
    """Call a wager on, off or back to default; `only` keeps a call `on` from the whole family."""
    if not CALL_DEFAULT <= to <= CALL_OFF:
        return E_PARSE
    if not 0 <= seat < t.state[SEATS]:
        return E_SEAT
    if not 0 <= spot < SPOT_COUNT or not t.rules[COL_OFFERED + spot]:
        return E_SPOT
    if t.state[CLOSED]:
        return E_CLOSED
    if not t.rules[COL_WORK + spot] & WORK_CALLS:
        return E_TOGGLE
    t.at = seat_at(seat)
    if not t.state[t.at + spot]:
        return E_NOTHING
    if to == CALL_ON and not only and t.rules[COL_CALL_SET + spot]:
        _call_set(t, t.rules[COL_CALL_SET + spot])
    else:
        _call_spot(t, spot, to)
    return OK


def _call_set(t, call_set):
    for spot in range(SPOT_COUNT):
        if t.rules[COL_CALL_SET + spot] == call_set and t.state[t.at + spot]:
            _call_spot(t, spot, CALL_ON)


def _call_spot(t, spot, to):
    t.state[t.at + spot] = t.state[t.at + spot] & STAKE_MASK | to << CALL_SHIFT


def no_roll(t):
    """A void roll changes nothing: the dice are shaken again."""
    return OK


def power_fail(t):
    """Note a power failure with no outcome; it counts until the next valid roll."""
    t.state[POWER_FAILED] = 1
    return OK


def list_state(t):
    """Write a line for every standing wager: the call in place of the spot moved to."""
    t.result[RETURNED] = 0
    t.result[RESULTS] = 0
    for seat in range(t.state[SEATS]):
        t.at = seat_at(seat)
        for spot in range(SPOT_COUNT):
            if t.state[t.at + spot]:
                _list_spot(t, seat, spot)
    return OK


def _list_spot(t, seat, spot):
    line = LINE_AT + LINE_WORDS * t.result[RESULTS]
    word = t.state[t.at + spot]
    t.result[line] = (
        spot | word >> CALL_SHIFT << HEAD_TO | OUTCOME_STANDS << HEAD_OUTCOME | seat << HEAD_SEAT
    )
    t.result[line + 1] = word & STAKE_MASK
    t.result[line + 2] = 0
    t.result[line + 3] = 0
    t.result[line + 4] = 0
    t.result[RESULTS] += 1
