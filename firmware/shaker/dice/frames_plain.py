"""The plain twin of `frames_fast.py`: what is counted over whole frames."""


def take(frame, size):
    if not frame[0] & 0x40:
        return -4
    frame[0] &= 0x3F
    for i in range(1, size):
        if frame[i] & 0x40:
            return -5
        frame[i] &= 0x3F
    return 0


def changed(one, other, size, step):
    count = 0
    for i in range(size):
        if abs(one[i] - other[i]) > step:
            count += 1
    return count


def distance(one, other, size):
    total = 0
    for i in range(size):
        total += abs(one[i] - other[i])
    return total


def widen(low, high, frame, size):
    for i in range(size):
        low[i] = min(low[i], frame[i])
        high[i] = max(high[i], frame[i])


def dead_rows(low, high, width, height):
    count = 0
    for row in range(height):
        alive = 0
        for at in range(row * width, row * width + width):
            if low[at] != high[at]:
                alive = 1
        count += 1 - alive
    return count


def brighter(frame, size, limit):
    count = 0
    for i in range(size):
        if frame[i] > limit:
            count += 1
    return count
