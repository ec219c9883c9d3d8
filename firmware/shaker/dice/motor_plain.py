"""The plain twin of `motor_fast.py`: one millisecond of the motor."""

from shaker.dice.motor_numbers import (
    ACT_DUTY,
    ACT_NEXT,
    CURRENT_MA,
    DUTY,
    END_MS,
    LAST_MS,
    NOTHING,
    OPEN_MA,
    OVER_COUNT,
    OVER_COUNT_MAX,
    OVER_MA,
    PEAK_MA,
    PHASE,
    RAMP_DUTY,
    RAMP_MS,
    STALL_MS,
    START_US,
    SUPPLY_MV,
    TACH,
    TACH_MS,
    TACH_SEEN,
    UA_PER_COUNT,
    WORK_MJ,
    WORK_UJ,
)
from shaker.dice.reasons import MOTOR_OPEN, MOTOR_STALL, OVER_CURRENT
from shaker.dice.states import SOFT_STOP, TUMBLE


def tick(n, now_us, adc):
    """Take a reading of the shunt at a time; say what is to be done: 0, an action or a reason."""
    ms = ((((now_us - n[START_US] + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29)) + 500) // 1000
    ma = adc * n[UA_PER_COUNT] // 1000
    n[CURRENT_MA] = ma
    uj = n[WORK_UJ] + n[SUPPLY_MV] * ma // 1000 * n[DUTY] // 1000 * (ms - n[LAST_MS])
    n[WORK_MJ] += uj // 1000
    n[WORK_UJ] = uj % 1000
    n[LAST_MS] = ms
    if ma > n[OVER_MA]:
        n[OVER_COUNT] += 1
        if n[OVER_COUNT] >= OVER_COUNT_MAX:
            return OVER_CURRENT
    else:
        n[OVER_COUNT] = 0
    if n[TACH] != n[TACH_SEEN] or n[PHASE] > TUMBLE:
        n[TACH_SEEN] = n[TACH]
        n[TACH_MS] = ms
        n[PEAK_MA] = 0
    else:
        n[PEAK_MA] = max(n[PEAK_MA], ma)
        if ms - n[TACH_MS] >= n[STALL_MS]:
            return MOTOR_OPEN if n[PEAK_MA] < n[OPEN_MA] else MOTOR_STALL
    if ms >= n[END_MS]:
        return ACT_NEXT
    if n[PHASE] == SOFT_STOP:
        n[DUTY] = n[RAMP_DUTY] * (n[END_MS] - ms) // n[RAMP_MS]
        return ACT_DUTY
    return NOTHING
