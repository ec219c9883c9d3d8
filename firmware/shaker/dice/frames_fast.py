"""What is counted over whole frames, in viper. `frames_plain.py` is the plain twin."""

import micropython


@micropython.viper
def take(frame: ptr8, size: int) -> int:
    """Check the marks of a fresh frame and strip them: 0, or the sensor's -4, -5."""
    if not frame[0] & 0x40:
        return -4
    frame[0] = frame[0] & 0x3F
    i = 1
    while i < size:
        if frame[i] & 0x40:
            return -5
        frame[i] = frame[i] & 0x3F
        i += 1
    return 0


@micropython.viper
def changed(one: ptr8, other: ptr8, size: int, step: int) -> int:
    """How many pixels differ by more than `step`."""
    count = 0
    i = 0
    while i < size:
        d = one[i] - other[i]
        if d > step or 0 - d > step:
            count += 1
        i += 1
    return count


@micropython.viper
def distance(one: ptr8, other: ptr8, size: int) -> int:
    """The sum of the differences of all pixels."""
    total = 0
    i = 0
    while i < size:
        d = one[i] - other[i]
        total += d if d > 0 else 0 - d
        i += 1
    return total


@micropython.viper
def widen(low: ptr8, high: ptr8, frame: ptr8, size: int):
    """Keep the darkest and the brightest that each pixel has been."""
    i = 0
    while i < size:
        v = frame[i]
        if v < low[i]:
            low[i] = v
        if v > high[i]:
            high[i] = v
        i += 1


@micropython.viper
def dead_rows(low: ptr8, high: ptr8, width: int, height: int) -> int:
    """How many rows have not a pixel that was ever different."""
    count = 0
    row = 0
    at = 0
    while row < height:
        end = at + width
        alive = 0
        while at < end:
            if low[at] != high[at]:
                alive = 1
            at += 1
        if not alive:
            count += 1
        row += 1
    return count


@micropython.viper
def brighter(frame: ptr8, size: int, limit: int) -> int:
    """How many pixels are brighter than `limit`."""
    count = 0
    i = 0
    while i < size:
        if frame[i] > limit:
            count += 1
        i += 1
    return count
