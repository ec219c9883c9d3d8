"""Plain twin of `pips_fast.py`: the same text without types, for CPython."""

from micropython import const

_W = const(0)
_H = const(1)
_DRIFT = const(12)  # how far the floor round the die is off the fit
_AREA = const(15)
_SIGN = const(21)
_LEVEL = const(22)
_CX = const(24)
_CY = const(25)
_COS = const(26)
_SIN = const(27)
_EDGE = const(29)
_FULL = const(53)
_DARK = const(54)
_SHIFT_U = const(55)
_SHIFT_V = const(56)
_PATTERN = const(60)
_ACROSS = const(75)  # the level on the other side of the floor
_SPOTS_MAX = const(8)
_N = const(23)  # samples across the face
_MID = const(11)


def peak(diff, p):
    """What is farthest from the floor: its side of the floor, and seven eighths of how far.

    `_ACROSS` gets the same of the other side.
    """
    w = p[_W]
    h = p[_H]
    least = 2048
    most = 2048
    at = w + 3
    y = 0
    while y < h:
        end = at + w
        while at < end:
            v = diff[at]
            if v < least:
                least = v
            if v > most:
                most = v
            at += 1
        at += 2
        y += 1
    p[_SIGN] = 1
    most -= 2048
    least = 2048 - least
    if least > most:
        p[_SIGN] = 0 - 1
        w = least
        least = most
        most = w
    p[_LEVEL] = most - (most >> 3)
    p[_ACROSS] = least - (least >> 3)


def centroids(diff, mask, spots, p):
    """Area and middle of every blob, in order; their count, or 0 if they are no set of pips."""
    wide = p[_W] + 2
    end = wide * (p[_H] + 1)
    sign = p[_SIGN]
    k = 0
    while k < 4 * _SPOTS_MAX:
        spots[k] = 0
        k += 1
    x = 0
    y = 8
    at = wide
    while at < end:
        k = mask[at] - 3
        if k >= _SPOTS_MAX:
            return 0
        if k >= 0:
            v = ((diff[at] - 2048) * sign) >> 4
            if v < 1:
                v = 1
            k = k << 2
            spots[k] += 1
            spots[k + 1] += x * v
            spots[k + 2] += y * v
            spots[k + 3] += v
        x += 16
        at += 1
        if x == wide << 4:
            x = 0
            y += 16
    n = 0
    k = 0
    while k < 4 * _SPOTS_MAX:
        if spots[k]:
            if spots[k] * 3 < p[_AREA]:
                return 0  # a speck that is no pip
            spots[k + 1] = spots[k + 1] // spots[k + 3] - 8
            spots[k + 2] = spots[k + 2] // spots[k + 3]
            n += 1
        k += 4
    return n


def farthest(spots, n, p):
    """Middle, yaw and edge from the two pips farthest apart; their pitch in sixteenths."""
    best = 0
    one = 0
    other = 0
    i = 0
    while i < n * 4:
        j = i + 4
        while j < n * 4:
            x = spots[j + 1] - spots[i + 1]
            y = spots[j + 2] - spots[i + 2]
            d = x * x + y * y
            if d > best:
                best = d
                one = i
                other = j
            j += 4
        i += 4
    if best < 1024:
        return 0
    x = spots[other + 1] - spots[one + 1]
    y = spots[other + 2] - spots[one + 2]
    size = 0
    bit = 1024
    while bit:
        if (size + bit) * (size + bit) <= best:
            size += bit
        bit = bit >> 1
    p[_CX] = (spots[other + 1] + spots[one + 1]) >> 1
    p[_CY] = (spots[other + 2] + spots[one + 2]) >> 1
    p[_COS] = ((x + y) * 724) // size  # the diagonal, turned back by 45 degrees
    p[_SIN] = ((y - x) * 724) // size
    pitch = (size * 362) >> 10
    p[_EDGE] = pitch * 4
    return pitch


def rims(soft, p):
    """How much brighter, or darker, all four sides are within than without, at the least.

    Only the middle of each side counts, between the corner pips and well within: a pitch tells the
    edge to a sixth.
    0 if they do not agree, or if what is beyond them is out of the frame.
    """
    wide = p[_W] + 2
    ux = (p[_COS] * p[_EDGE]) // 24
    uy = (p[_SIN] * p[_EDGE]) // 24
    bright = 0x3FFFFFFF
    dark = 0x3FFFFFFF
    side = 0
    while side < 4:
        total = 0
        t = 0 - 3
        while t <= 3:
            part = 0
            while part < 2:
                e = 8 if part == 0 else 15
                x = (p[_CX] + ((ux * e - uy * t) >> 10)) >> 4
                y = (p[_CY] + ((uy * e + ux * t) >> 10)) >> 4
                if x < 0 or y < 0 or x >= p[_W] or y >= p[_H]:
                    return 0
                v = soft[(y + 1) * wide + x + 1]
                if part:
                    v = 0 - v
                total += v
                part += 1
            t += 1
        total = total // 7
        if total < bright:
            bright = total
        if 0 - total < dark:
            dark = 0 - total
        e = ux  # the next side: a quarter turn on
        ux = 0 - uy
        uy = e
        side += 1
    if dark > bright:
        bright = dark
    return bright if bright > 0 else 0


def beyond(diff, reach, low, p):
    """How many pixels farther out than `reach` 16ths of an edge are off the floor by `low`."""
    w = p[_W]
    c = p[_COS]
    s = p[_SIN]
    most = (p[_EDGE] * reach) << 6  # in 16384ths of a pixel
    high = 2048 + p[_DRIFT] + low
    low = high - low - low
    count = 0
    at = w + 3
    y = 8 - p[_CY]
    end = at + (w + 2) * p[_H]
    while at < end:
        x = at + w
        near = (most >> 10) - (y if y > 0 else 0 - y)  # so far along it is within at any turn
        while at < x:
            v = diff[at]
            if v >= high or v <= low:
                along = ((at + w - x) << 4) + 8 - p[_CX]
                if along > near or along < 0 - near:
                    v = c * along + s * y
                    along = c * y - s * along
                    if v > most or v < 0 - most or along > most or along < 0 - most:
                        count += 1
            at += 1
        at += 2
        y += 16
    return count


def drift(diff, reach, low, p):
    """The mean of what is farther out than `reach` 16ths of an edge and off the floor by less."""
    w = p[_W]
    h = p[_H]
    most = (p[_EDGE] * reach) << 6
    total = 0
    count = 1
    at = w + 3
    y = 0
    while y < h:
        x = 0
        while x < w:
            along = (x << 4) + 8 - p[_CX]
            across = (y << 4) + 8 - p[_CY]
            v = p[_COS] * along + p[_SIN] * across
            across = p[_COS] * across - p[_SIN] * along
            if v < 0:
                v = 0 - v
            if across < 0:
                across = 0 - across
            if v > most or across > most:
                v = diff[at] - 2048
                if v < low and v > 0 - low:
                    total += v
                    count += 1
            at += 1
            x += 1
        at += 2
        y += 1
    p[_DRIFT] = total // count


def fields(diff, p):
    """The most that the mean of a field of 5 x 5 pixels, away from the die, is off the floor."""
    w = p[_W]
    h = p[_H]
    wide = w + 2
    most = (p[_EDGE] * 13 + 640) << 6  # 13/16 of the edge and half a field, in 16384ths
    best = 0
    y = 0
    while y <= h - 5:
        x = 0
        while x <= w - 5:
            along = (x << 4) + 40 - p[_CX]
            across = (y << 4) + 40 - p[_CY]
            u = p[_COS] * along + p[_SIN] * across
            v = p[_COS] * across - p[_SIN] * along
            if u < 0:
                u = 0 - u
            if v < 0:
                v = 0 - v
            if u > most or v > most:
                total = 0 - 25 * (2048 + p[_DRIFT])
                at = (y + 1) * wide + x + 1
                row = 0
                while row < 5:
                    total += diff[at] + diff[at + 1] + diff[at + 2]
                    total += diff[at + 3] + diff[at + 4]
                    at += wide
                    row += 1
                if total < 0:
                    total = 0 - total
                if total > best:
                    best = total
            x += 5
        y += 5
    return best // 25


def trace(values, more, p):
    """How much more pip the places of `more` hold than other bare ones, in 256ths of a pip."""
    pattern = p[_PATTERN]
    here = 0
    there = 0
    n = 0
    rest = 0
    k = 0
    while k < 9:
        if (more >> k) & 1:
            here += values[k]
            n += 1
        elif ((pattern >> k) & 1) == 0:
            there += values[k]
            rest += 1
        k += 1
    return (((here * rest - there * n) * p[_DARK]) << 8) // (n * rest * p[_FULL])


def hollow(face, values, p):
    """How much more pip the middle place holds than a ring close round it, as `trace` has it."""
    ring = 0
    y = 0 - 4
    while y <= 4:
        at = (_MID + p[_SHIFT_V] + y) * _N + _MID + p[_SHIFT_U]
        x = 0 - 4
        while x <= 4:
            k = x * x + y * y
            if k >= 16 and k <= 20:
                ring += face[at + x]
            x += 1
        y += 1
    return (((values[4] - 4096) * 24 - ring) * p[_DARK] << 8) // (p[_FULL] * 24)
