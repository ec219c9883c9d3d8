"""Plain twin of `outline_fast.py`: the same text without types, for CPython."""

from micropython import const

_W = const(0)
_H = const(1)
_BLOBS = const(14)
_AREA = const(15)
_LABEL = const(16)
_NEXT = const(17)
_TOUCH = const(18)
_SIGN = const(21)
_LEVEL = const(22)
_POINTS = const(23)
_CX = const(24)
_CY = const(25)
_COS = const(26)
_SIN = const(27)
_HALF = const(28)
_SIDES = const(32)  # four times: count, distance, turn (over, under), roughness
_POINTS_MAX = const(1000)


def flood(mask, stack, p):
    """Mark as 2 the border, and all of 0 that it reaches; what is left of 0 are holes."""
    wide = p[_W] + 2
    size = wide * (p[_H] + 2)
    at = 0
    while at < wide:
        mask[at] = 2
        mask[size - 1 - at] = 2
        at += 1
    while at < size:
        mask[at] = 2
        mask[at - 1] = 2
        at += wide
    n = 0
    at = wide
    while at < size - wide:
        hop = 1
        if at >= wide + wide and at < size - wide - wide:
            hop = wide - 3  # the first and last pixel of a row in between
        q = at + 1
        end = at + wide - 1
        while q < end:
            if mask[q] == 0:
                mask[q] = 2
                stack[n] = q
                n += 1
            q += hop
        at += wide
    while n:
        n -= 1
        q = stack[n]
        if mask[q - 1] == 0:
            mask[q - 1] = 2
            stack[n] = q - 1
            n += 1
        if mask[q + 1] == 0:
            mask[q + 1] = 2
            stack[n] = q + 1
            n += 1
        if mask[q - wide] == 0:
            mask[q - wide] = 2
            stack[n] = q - wide
            n += 1
        if mask[q + wide] == 0:
            mask[q + wide] = 2
            stack[n] = q + wide
            n += 1


def blobs(mask, stack, p):
    """Number what is left from 3 on; area and label of the biggest, area of the next, how many."""
    wide = p[_W] + 2
    end = wide * (p[_H] + 1)
    label = 2
    big = 0
    best = 0
    second = 0
    at = wide
    while at < end:
        if mask[at] < 2:
            if label < 250:
                label += 1
            mask[at] = label
            stack[0] = at
            n = 1
            area = 0
            while n:
                n -= 1
                q = stack[n]
                area += 1
                if mask[q - 1] < 2:
                    mask[q - 1] = label
                    stack[n] = q - 1
                    n += 1
                if mask[q + 1] < 2:
                    mask[q + 1] = label
                    stack[n] = q + 1
                    n += 1
                if mask[q - wide] < 2:
                    mask[q - wide] = label
                    stack[n] = q - wide
                    n += 1
                if mask[q + wide] < 2:
                    mask[q + wide] = label
                    stack[n] = q + wide
                    n += 1
            if area > best:
                second = best
                best = area
                big = label
            elif area > second:
                second = area
        at += 1
    p[_BLOBS] = label - 2
    p[_AREA] = best
    p[_LABEL] = big
    p[_NEXT] = second


def level(diff, mask, bins, p):
    """The usual difference of the biggest blob from the floor: the mean round its median."""
    wide = p[_W] + 2
    label = p[_LABEL]
    k = 0
    while k < 256:
        bins[k] = 0
        k += 1
    end = wide * (p[_H] + 1)
    n = 0
    at = wide
    while at < end:
        if mask[at] == label:
            k = diff[at] >> 4
            bins[k] = bins[k] + 1
            n += 1
        at += 3  # one pixel in three is enough
    n = n >> 1
    k = 0
    while n >= 0:
        n -= bins[k]
        k += 1
    centre = (k << 4) - 8
    n = 0
    total = 0
    at = wide
    while at < end:
        if mask[at] == label:
            v = diff[at] - centre
            if v >= 0 - 32 and v <= 32:
                total += v
                n += 1
        at += 3
    if n:
        centre += total // n
    centre -= 2048
    if centre < 0:
        p[_SIGN] = 0 - 1
        p[_LEVEL] = 0 - centre
    else:
        p[_SIGN] = 1
        p[_LEVEL] = centre


def edges(diff, mask, points, p):
    """Where the biggest blob's rim passes half its level, between pixels; and its centroid."""
    wide = p[_W] + 2
    end = wide * (p[_H] + 1)
    label = p[_LABEL]
    sign = p[_SIGN]
    half = p[_LEVEL] >> 1
    n = 0
    touch = 0
    sum_x = 0
    sum_y = 0
    x = 0
    y = 8
    at = wide
    while at < end:
        if mask[at] == label:
            sum_x += x
            sum_y += y
            turn = 0
            if (
                mask[at - 1] > 2
                and mask[at + 1] > 2
                and mask[at - wide] > 2
                and mask[at + wide] > 2
            ):
                turn = 4  # deep inside
            while turn < 4:
                step = 1 if turn < 2 else wide
                if turn & 1:
                    step = 0 - step
                if mask[at + step] == 2:
                    v = (diff[at] - 2048) * sign
                    out = (diff[at + step] - 2048) * sign
                    if out == 0 - 2048 * sign:
                        touch = (touch + 1) | (1024 << turn)
                        out = 0  # beyond the frame: as if the floor went on
                    if n < _POINTS_MAX and v >= half and out < half:
                        v = ((v - half) << 4) // (v - out)
                        if turn & 1:
                            v = 0 - v
                        if turn < 2:
                            points[n] = x - 8 + 64 + v
                            points[n + 1] = y + 64
                        else:
                            points[n] = x - 8 + 64
                            points[n + 1] = y + 64 + v
                        n += 2
                turn += 1
        x += 16
        at += 1
        if x == wide << 4:
            x = 0
            y += 16
    p[_POINTS] = n
    p[_TOUCH] = touch
    p[_CX] = sum_x // p[_AREA] - 8
    p[_CY] = sum_y // p[_AREA]


def yaw(points, sines, p):
    """The turn, by 9 degrees in a quarter, at which the points lie nearest to a square's sides."""
    n = p[_POINTS]
    cx = p[_CX] + 64
    cy = p[_CY] + 64
    least = 0x3FFFFFFF
    best = 0
    i = 0
    while i < 7:  # every second turn, then both beside the best
        a = i * 18 if i < 5 else best + (9 if i == 5 else 81)
        a = a if a < 90 else a - 90
        s = sines[a]
        c = sines[90 - a]
        total = 0
        k = 0
        while k < n:
            x = points[k] - cx
            y = points[k + 1] - cy
            u = c * x + s * y
            v = c * y - s * x
            u = u if u > 0 else 0 - u
            v = v if v > 0 else 0 - v
            total += (u if u > v else v) >> 10
            k += 2
        if total < least:
            least = total
            best = a
            p[_COS] = c
            p[_SIN] = s
            p[_HALF] = (total << 1) // (n + 1)
        i += 1


def sides(points, sums, p):
    """Fit each side by its middle three quarters: count, distance, turn as a fraction."""
    n = p[_POINTS]
    cx = p[_CX] + 64
    cy = p[_CY] + 64
    c = p[_COS]
    s = p[_SIN]
    far = p[_HALF]
    half = (far * 3) >> 2
    k = 0
    while k < 20:
        sums[k] = 0
        k += 1
    k = 0
    while k < n:
        x = points[k] - cx
        y = points[k + 1] - cy
        e = (c * x + s * y) >> 10
        t = (c * y - s * x) >> 10
        at = 0
        if e < 0:
            e = 0 - e
            t = 0 - t
            at = 10
        x = t if t > 0 else 0 - t
        if x > e:  # the side is one of the other two
            x = e
            e = t
            t = 0 - x
            at += 5
            if e < 0:
                e = 0 - e
                t = 0 - t
                at += 10
            if at > 15:
                at -= 20
            x = t if t > 0 else 0 - t
        e -= far  # small numbers, whose sums of products fit a word
        if x <= half and e < 128 and e > 0 - 128:
            sums[at] += 1
            sums[at + 1] += e
            sums[at + 2] += t
            sums[at + 3] += e * t
            sums[at + 4] += t * t
        k += 2
    k = 0
    while k < 20:
        at = _SIDES + k
        count = sums[k]
        p[at] = count
        p[at + 1] = 0
        p[at + 2] = 0
        p[at + 3] = 1
        if count > 2:
            p[at + 1] = sums[k + 1] // count + far
            near = sums[k + 2] >> 2
            p[at + 2] = (count * (sums[k + 3] >> 4) - (sums[k + 1] >> 2) * near) >> 2
            p[at + 3] = (count * (sums[k + 4] >> 4) - near * near) >> 2
        k += 5


def turn(p):
    """Turn by what the four sides say together; 0 if one is missing or they say too much."""
    up = 0
    down = 0
    at = _SIDES
    while at < _SIDES + 20:
        if p[at] < 3:
            return 0
        up += p[at + 2]
        down += p[at + 3]
        at += 5
    while down > 1 << 20:
        up = up >> 1
        down = down >> 1
    if down < 1 or up > down or up < 0 - down:
        return 0
    by = ((0 - up) << 10) // down
    if by > 240:
        return 0
    if by < 0 - 240:
        return 0
    c = p[_COS]
    s = p[_SIN]
    less = 1024 - ((by * by) >> 11)  # the cosine of a small turn
    p[_COS] = (c * less - s * by) >> 10
    p[_SIN] = (s * less + c * by) >> 10
    return 1


def rough(points, p):
    """How far the points of each side lie from its mean, on average; in sixteenths of a pixel."""
    n = p[_POINTS]
    cx = p[_CX] + 64
    cy = p[_CY] + 64
    c = p[_COS]
    s = p[_SIN]
    half = (p[_HALF] * 3) >> 2
    at = _SIDES
    while at < _SIDES + 20:
        p[at + 4] = 0
        at += 5
    k = 0
    while k < n:
        x = points[k] - cx
        y = points[k + 1] - cy
        e = (c * x + s * y) >> 10
        t = (c * y - s * x) >> 10
        at = _SIDES
        if e < 0:
            e = 0 - e
            at += 10
        x = t if t > 0 else 0 - t
        if x > e:
            at = _SIDES + 5 if t > 0 else _SIDES + 15
            t = e
            e = x
            x = t
        if x <= half:
            e -= p[at + 1]
            if e < 0:
                e = 0 - e
            p[at + 4] += e
        k += 2
    at = _SIDES
    while at < _SIDES + 20:
        p[at + 4] = p[at + 4] // (p[at] + 1)
        at += 5
