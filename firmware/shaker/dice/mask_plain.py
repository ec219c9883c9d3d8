"""Plain twin of `mask_fast.py`: the same text without types, for CPython."""

from micropython import const

_W = const(0)
_H = const(1)
_OVER = const(5)
_FLOOR = const(6)  # level, then slopes along x, y and the square of the radius
_MIDDLE = const(10)  # the mean of the square of the radius on the ring
_SIGMA = const(11)
_LOW = const(13)
_SIGN = const(21)
_WEIGHTS = const(72)  # of the slopes on the ring
_LEVEL = const(22)


def split(img, lines, slope, p):
    """Does a row (slope 2) or column (slope 1) of one level lie between two that show a die?"""
    n = p[_H]
    size = p[_W]
    hop = size
    step = 1
    if slope == 1:
        hop = 1
        step = size
        size = n
        n = p[_W]
    before = 0
    gap = 0
    k = 0
    while k < n:
        if lines[k]:
            gap = 1
        else:
            near = 0
            if k + 1 < n:
                near = lines[k + 1]
            if gap or near:  # only beside a line of one level
                at = k * hop
                least = 255
                most = 0
                left = size
                while left:
                    v = img[at]
                    if v < least:
                        least = v
                    if v > most:
                        most = v
                    at += step
                    left -= 1
                if gap and before and most - least > 12:
                    return 1
                before = 1 if most - least > 12 else 0
            gap = 0
        k += 1
    return 0


def dead(img, lines, slope, p):
    """Is one of the rows (slope 2) or columns (slope 1) dead, or all of them alike (2)?

    A line of one level is dead if it is off the floor. `lines` gets 1 for each line of one level.
    """
    n = p[_H]
    size = p[_W]
    hop = size
    step = 1
    if slope == 1:
        hop = 1
        step = size
        size = n
        n = p[_W]
    scale = 4096 // n
    alike = 0
    found = 0
    k = 0
    while k < n:
        at = k * hop
        v = img[at]
        left = size
        while left:
            if img[at] == v:
                at += step
                left -= 1
            else:
                size += left << 8  # leave this loop; what was left comes off again below
                left = 0
        lines[k] = 1
        if size >> 8:
            size &= 255
            lines[k] = 0
        else:
            alike += 1
            across = ((k + k - n + 1) * scale) >> 6
            square = (across * across) >> 6
            floor = p[_FLOOR + slope] * across + p[_FLOOR + 3] * (square + 20 - p[_MIDDLE])
            off = (v << 4) - p[_FLOOR] - (floor >> 6)
            if off > 96 or off < 0 - 96:
                found = 1
        k += 1
    if alike == n:
        return 2
    return found


def smooth(img, temp, out, p):
    """Binomial 3 x 3 mean in sixteenths; `out` has a border of one pixel, left as it is."""
    w = p[_W]
    h = p[_H]
    bits = 0
    at = 0
    y = 0
    while y < h:
        last = at + w - 1
        b = img[at]
        a = b
        while at < last:
            c = img[at + 1]
            temp[at] = a + b + b + c
            a = b
            b = c
            bits |= c
            at += 1
        temp[at] = a + b + b + b
        bits |= img[at - w + 1]
        at += 1
        y += 1
    p[_OVER] = bits >> 6
    wide = w + 2
    x = 0
    while x < w:
        at = x
        to = wide + 1 + x
        b = temp[at]
        a = b
        y = 1
        while y < h:
            at += w
            c = temp[at]
            out[to] = a + b + b + c
            a = b
            b = c
            to += wide
            y += 1
        out[to] = a + b + b + b
        x += 1


def ring(soft, out, bins, p):
    """Lay out the outermost pixels as level, x, y, square of the radius; begin with the median."""
    w = p[_W]
    h = p[_H]
    wide = w + 2
    step = 4096 // w
    tall = 4096 // h
    n = 0
    k = 0
    total = 0
    y = 0
    while y < h:
        hop = 1
        if y > 0 and y < h - 1:
            hop = w - 1
        across = ((y + y - h + 1) * tall) >> 6
        at = (y + 1) * wide + 1
        x = 0
        while x < w:
            along = ((x + x - w + 1) * step) >> 6
            r = (along * along + across * across) >> 6
            total += r
            out[k] = soft[at + x]
            out[k + 1] = along
            out[k + 2] = across
            out[k + 3] = r
            k += 4
            n += 1
            x += hop
        y += 1
    total = total // n
    p[_MIDDLE] = total
    den_b = 1
    den_c = 1
    den_d = 1
    y = 0
    while y < 64:
        bins[y] = 0
        y += 1
    while k > 0:
        k -= 4
        r = out[k + 3] - total
        out[k + 3] = r
        den_b += out[k + 1] * out[k + 1]
        den_c += out[k + 2] * out[k + 2]
        den_d += r * r
        y = out[k] >> 4
        bins[y] = bins[y] + 1
    k = n >> 1
    y = 0
    while k >= 0:
        k -= bins[y]
        y += 1
    p[_FLOOR] = (y << 4) - 8
    p[_FLOOR + 1] = 0
    p[_FLOOR + 2] = 0
    p[_FLOOR + 3] = 0
    p[_WEIGHTS] = den_b
    p[_WEIGHTS + 1] = den_c
    p[_WEIGHTS + 2] = den_d
    return n


def floor_step(cells, n, limit, p):
    """Fit the floor once more; what is off by more than `limit` counts as the fit has it."""
    a = p[_FLOOR]
    b = p[_FLOOR + 1]
    c = p[_FLOOR + 2]
    d = p[_FLOOR + 3]
    sum_a = 0
    sum_b = 0
    sum_c = 0
    sum_d = 0
    off = 0
    good = 0
    k = 0
    end = n * 4
    while k < end:
        x = cells[k + 1]
        y = cells[k + 2]
        r = cells[k + 3]
        e = cells[k] - a - ((b * x + c * y + d * r) >> 6)
        if e > limit or e < 0 - limit:
            e = 0
        else:
            good += 1
            if e < 0:
                off -= e
            else:
                off += e
        sum_a += e
        sum_b += e * x
        sum_c += e * y
        sum_d += e * r
        k += 4
    p[_FLOOR] = a + sum_a // n
    p[_FLOOR + 1] = b + (sum_b * 64) // p[_WEIGHTS]
    p[_FLOOR + 2] = c + (sum_c * 64) // p[_WEIGHTS + 1]
    p[_FLOOR + 3] = d + (sum_d * 64) // p[_WEIGHTS + 2]
    p[_SIGMA] = (off * 4) // (good * 3 + 1)
    return good


def lift(soft, diff, mask, columns, p):
    """Take the floor off; mark what is away from it by the low threshold or more."""
    w = p[_W]
    h = p[_H]
    d = p[_FLOOR + 3]
    step = 4096 // w
    x = 0
    while x < w:
        along = ((x + x - w + 1) * step) >> 6
        columns[x] = p[_FLOOR + 1] * along + d * ((along * along) >> 6)
        x += 1
    step = 4096 // h
    low = p[_LOW]
    at = 0
    y = (w + 2) * (h + 1)
    while at < w + 2:  # 0 is beyond the frame
        diff[at] = 0
        diff[y + at] = 0
        at += 1
    at += 1
    y = 0
    while y < h:
        diff[at - 1] = 0
        across = ((y + y - h + 1) * step) >> 6
        row = p[_FLOOR + 2] * across + d * (((across * across) >> 6) - p[_MIDDLE])
        row += p[_FLOOR] << 6
        x = 0
        while x < w:
            v = soft[at] - ((columns[x] + row) >> 6)
            if v > 2047:
                v = 2047
            if v < 0 - 2047:
                v = 0 - 2047
            diff[at] = v + 2048
            if v < 0:
                v = 0 - v
            mask[at] = 1 if v >= low else 0
            at += 1
            x += 1
        diff[at] = 0
        at += 2
        y += 1


def cut(diff, mask, p):
    """Mark what is on the die's side of the floor by half its level or more."""
    w = p[_W]
    h = p[_H]
    sign = p[_SIGN]
    half = p[_LEVEL] >> 1
    at = w + 3
    y = 0
    while y < h:
        end = at + w
        while at < end:
            v = diff[at] - 2048
            if sign < 0:
                v = 0 - v
            mask[at] = 1 if v >= half else 0
            at += 1
        at += 2
        y += 1
