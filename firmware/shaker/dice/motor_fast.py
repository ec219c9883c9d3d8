"""One millisecond of the motor, in viper. `motor_plain.py` is the twin that says it plainly.

`n` is the motor's block of numbers; `motor_numbers.py` names its places, which viper needs as
literals.
"""

import micropython


@micropython.viper
def tick(n: ptr32, now_us: int, adc: int) -> int:
    """Take a reading of the shunt at a time; say what is to be done: 0, an action or a reason."""
    ms = ((((now_us - n[1] + 0x20000000) & 0x3FFFFFFF) - 0x20000000) + 500) // 1000
    phase = n[0]
    ma = adc * n[13] // 1000
    n[12] = ma
    uj = n[10] + n[14] * ma // 1000 * n[9] // 1000 * (ms - n[2])
    n[11] += uj // 1000
    n[10] = uj % 1000
    n[2] = ms
    if ma > n[15]:
        n[8] += 1
        if n[8] >= 3:
            return 35  # over-current
    else:
        n[8] = 0
    if n[4] != n[5] or phase > 2:
        n[5] = n[4]
        n[6] = ms
        n[7] = 0
    else:
        if ma > n[7]:
            n[7] = ma
        if ms - n[6] >= n[17]:
            return 38 if n[7] < n[16] else 34  # not connected, stalled
    if ms >= n[3]:
        return 1
    if phase == 3:
        n[9] = n[18] * (n[3] - ms) // n[19]
        return 2
    return 0
