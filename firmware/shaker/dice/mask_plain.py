"""Plain twin of `mask_fast.py`: the same text without types, for CPython."""

from micropython import const

_W = const(0)
_H = const(1)
_LEAST = const(3)
_MOST = const(4)
_OVER = const(5)
_FLOOR = const(6)  # level, then slopes along x, y and the square of the radius
_MIDDLE = const(10)  # the mean of the square of the radius on the ring
_SIGMA = const(11)
_LOW = const(13)
_SIGN = const(21)
_LEVEL = const(22)


def survey(img, rows, columns, p):
    """Least and most level, pixels over 63; rows and columns of one level (255: of several)."""
    w = p[_W]
    h = p[_H]
    x = 0
    while x < w:
        columns[x] = img[x]
        x += 1
    least = 255
    most = 0
    over = 0
    at = 0
    y = 0
    while y < h:
        first = img[at]
        same = first
        x = 0
        while x < w:
            v = img[at]
            if v != first:
                same = 255
            if v != columns[x]:
                columns[x] = 255
            if v < least:
                least = v
            if v > most:
                most = v
            if v > 63:
                over += 1
            at += 1
            x += 1
        rows[y] = same
        y += 1
    p[_LEAST] = least
    p[_MOST] = most
    p[_OVER] = over


def smooth(img, temp, out, p):
    """Binomial 3 x 3 mean in sixteenths; `out` has a border of one pixel, left as it is."""
    w = p[_W]
    h = p[_H]
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
            at += 1
        temp[at] = a + b + b + b
        at += 1
        y += 1
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
        if y > 0:
            if y < h - 1:
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
    y = 0
    while y < 64:
        bins[y] = 0
        y += 1
    while k > 0:
        k -= 4
        out[k + 3] = out[k + 3] - total
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
    den_b = 1
    den_c = 1
    den_d = 1
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
        den_b += x * x
        den_c += y * y
        den_d += r * r
        k += 4
    p[_FLOOR] = a + sum_a // n
    p[_FLOOR + 1] = b + (sum_b * 64) // den_b
    p[_FLOOR + 2] = c + (sum_c * 64) // den_c
    p[_FLOOR + 3] = d + (sum_d * 64) // den_d
    p[_SIGMA] = (off * 4) // (good * 3 + 1)
    return good


def lift(soft, diff, mask, p):
    """Take the floor off; mark what is away from it by the low threshold or more."""
    w = p[_W]
    h = p[_H]
    b = p[_FLOOR + 1]
    d = p[_FLOOR + 3]
    low = p[_LOW]
    step = 4096 // w
    tall = 4096 // h
    at = w + 3
    y = 0
    while y < h:
        across = ((y + y - h + 1) * tall) >> 6
        base = 2048 - p[_FLOOR]
        slope = p[_FLOOR + 2] * across - d * p[_MIDDLE]
        square = across * across
        x = 1 - w
        while x < w:
            along = (x * step) >> 6
            v = soft[at] + base
            v -= (b * along + d * ((along * along + square) >> 6) + slope) >> 6
            if v < 0:
                v = 0
            diff[at] = v
            v -= 2048
            if v < 0:
                v = 0 - v
            mask[at] = 1 if v >= low else 0
            at += 1
            x += 2
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
