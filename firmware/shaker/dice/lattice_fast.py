"""From a square to nine places of a lattice, in viper: sample the face, search, judge, look again.

The plain twin `lattice_plain.py` is the same text without types. The face is sampled on a grid of
23 x 23 in 24ths of the die's edge; place 11, 11 is the middle. Levels are sixteenths.
"""

import micropython

_W = const(0)
_H = const(1)
_CX = const(24)
_CY = const(25)
_COS = const(26)
_SIN = const(27)
_EDGE = const(29)  # of the die, in sixteenths of a pixel
_FACE = const(52)  # level of the face, between the pips
_FULL = const(53)  # how far a pip is from it
_DARK = const(54)  # -1: pips darker than the face; 1: lighter
_SHIFT_U = const(55)
_SHIFT_V = const(56)
_PITCH_U = const(57)
_PITCH_V = const(58)
_PATTERN = const(60)
_PIP_LEAST = const(61)
_BARE_MOST = const(62)
_STRAY = const(63)
_BARE = const(64)
_OPPOSITE = const(65)
_BARE_LEAST = const(66)
_SLOPE_U = const(67)
_SLOPE_V = const(68)
_CLIPPED = const(70)

_N = const(23)
_MID = const(11)


@micropython.viper
def sample(img: ptr8, face: ptr16, p: ptr32) -> int:
    """Sample the face on its own grid, between pixels; 0 if it is not all in the frame."""
    wide = p[_W]
    edge = p[_EDGE]
    ux = (p[_COS] * edge) // 24  # in 16384ths of a pixel
    uy = (p[_SIN] * edge) // 24
    # All corners first. The outermost pixels go on for half a pixel beyond their middles.
    x = (((ux if ux > 0 else 0 - ux) + (uy if uy > 0 else 0 - uy)) * _MID) >> 10
    right = (p[_W] << 4) - 17
    bottom = (p[_H] << 4) - 17
    if p[_CX] < x or p[_CX] + x > right + 17 or p[_CY] < x or p[_CY] + x > bottom + 17:
        return 0
    near = p[_CX] < x + 9 or p[_CX] + x > right + 8 or p[_CY] < x + 9 or p[_CY] + x > bottom + 8
    to = 0
    j = 0 - _MID
    while j <= _MID:
        base_x = ((p[_CX] - 8) << 10) - uy * j
        base_y = ((p[_CY] - 8) << 10) + ux * j
        i = 0 - _MID
        while i <= _MID:
            x = (base_x + ux * i) >> 10
            y = (base_y + uy * i) >> 10
            if near:
                x = 0 if x < 0 else (right if x > right else x)
                y = 0 if y < 0 else (bottom if y > bottom else y)
            at = (y >> 4) * wide + (x >> 4)
            x &= 15
            y &= 15
            v = int(img[at]) * (16 - x) + int(img[at + 1]) * x
            at += wide
            x = int(img[at]) * (16 - x) + int(img[at + 1]) * x
            face[to] = (v * (16 - y) + x * y) >> 4
            to += 1
            i += 1
        j += 1
    return 1


@micropython.viper
def tones(face: ptr16, flat: ptr16, bins: ptr16, p: ptr32):
    """Means of 3 x 3 places into `flat`; level of the face, and how far off it the pips are."""
    k = 0
    while k < 64:
        bins[k] = 0
        k += 1
    n = 0
    j = 1
    while j < _N - 1:
        at = j * _N
        a = int(face[at - _N]) + int(face[at]) + int(face[at + _N])
        at += 1
        b = int(face[at - _N]) + int(face[at]) + int(face[at + _N])
        end = at + _N - 2
        while at < end:
            c = int(face[at + 1 - _N]) + int(face[at + 1]) + int(face[at + 1 + _N])
            v = ((a + b + c) * 57) >> 9
            a = b
            b = c
            flat[at] = v
            k = v >> 4
            bins[k] = int(bins[k]) + 1
            n += 1
            at += 1
        j += 1
    n = n >> 1
    k = 0
    while n >= 0:
        n -= int(bins[k])
        k += 1
    middle = (k << 4) - 8
    n = 0
    total = 0
    least = 1023
    most = 0
    j = 4
    while j < _N - 4:
        at = j * _N + 4
        end = at + _N - 8
        while at < end:
            v = int(flat[at])
            if v < least:
                least = v
            if v > most:
                most = v
            v -= middle
            if v <= 24 and v >= 0 - 24:
                total += v
                n += 1
            at += 1
        j += 1
    if n:
        middle += total // n
    p[_FACE] = middle
    p[_DARK] = 1
    p[_FULL] = most - middle
    p[_OPPOSITE] = middle - least
    if middle - least > most - middle:
        p[_DARK] = 0 - 1
        p[_FULL] = middle - least
        p[_OPPOSITE] = most - middle


@micropython.viper
def search(flat: ptr16, gains: ptr32, p: ptr32):
    """The shift and the pitches at which the nine places hold the most pip; near ones first."""
    dark = p[_DARK]
    bare = p[_FACE] + ((p[_FULL] * dark) >> 2)
    at = _N * 2
    while at < _N * 21:
        v = (int(flat[at]) - bare) * dark
        gains[at] = v if v > 0 else 0
        at += 1
    best = 0 - 0x3FFFFFFF
    pv = 5
    while pv <= 7:
        pu = 5
        while pu <= 7:
            dv = 0 - 2
            while dv <= 2:
                row = (_MID + dv - pv) * _N + _MID
                hop = pv * _N
                du = 0 - 2
                while du <= 2:
                    score = 0 - (((du * du + dv * dv) * p[_FULL]) >> 5)
                    at = row + du
                    end = at + hop * 3
                    while at < end:
                        score += gains[at] + gains[at - pu] + gains[at + pu]
                        at += hop
                    if score > best:
                        best = score
                        p[_SHIFT_U] = du
                        p[_SHIFT_V] = dv
                        p[_PITCH_U] = pu
                        p[_PITCH_V] = pv
                    du += 1
                dv += 1
            pu += 1
        pv += 1


@micropython.viper
def judge(flat: ptr16, marks: ptr8, p: ptr32):
    """Each place: pip or bare; the faintest pip, the darkest bare place, in 256ths of a pip."""
    face = p[_FACE]
    dark = p[_DARK]
    full = p[_FULL] + 1
    least = 1000
    most = 0 - 1000
    pattern = 0
    bit = 1
    k = 0
    j = 0 - 1
    while j <= 1:
        at = (_MID + p[_SHIFT_V] + j * p[_PITCH_V]) * _N + _MID + p[_SHIFT_U] - p[_PITCH_U]
        i = 0
        while i < 3:
            v = (((int(flat[at]) - face) * dark) << 8) // full
            if v >= 128:
                pattern |= bit
                marks[k] = 1
                if v < least:
                    least = v
            else:
                marks[k] = 0
                if v > most:
                    most = v
            bit += bit
            k += 1
            at += p[_PITCH_U]
            i += 1
        j += 1
    p[_PATTERN] = pattern
    p[_PIP_LEAST] = least
    p[_BARE_MOST] = most


@micropython.viper
def refine(flat: ptr16, marks: ptr8, p: ptr32):
    """Take the levels of face and pips again, each from its own places of the lattice."""
    dark = 0
    light = 0
    count = 0
    k = 0
    while k < 9:
        row = k // 3
        y = _MID + p[_SHIFT_V] + (row - 1) * p[_PITCH_V]
        x = _MID + p[_SHIFT_U] + (k - row * 3 - 1) * p[_PITCH_U]
        if int(marks[k]) == 0:
            light += int(flat[y * _N + x])
        else:
            dark += int(flat[y * _N + x])
            count += 1
        k += 1
    p[_FULL] = 0
    if count > 0 and count < 9:
        light = light // (9 - count)
        p[_FACE] = light
        light = (dark // count - light) * p[_DARK]
        if light > 0:
            p[_FULL] = light


@micropython.viper
def stamp(marks: ptr8, spots: ptr8, p: ptr32):
    """Mark in `spots` what is near a pip."""
    k = 0
    while k < _N * _N:
        spots[k] = 0
        k += 1
    k = 0
    while k < 9:
        if int(marks[k]):
            row = k // 3
            y = _MID + p[_SHIFT_V] + (row - 1) * p[_PITCH_V]
            x = _MID + p[_SHIFT_U] + (k - row * 3 - 1) * p[_PITCH_U]
            v = 0 - 4
            while v <= 4:
                if y + v >= 0 and y + v < _N:
                    u = 3 if v == 3 or v == 0 - 3 else 4
                    if v == 4 or v == 0 - 4:
                        u = 1
                    end = x + u
                    u = x - u
                    if u < 0:
                        u = 0
                    if end >= _N:
                        end = _N - 1
                    at = (y + v) * _N
                    while u <= end:
                        spots[at + u] = 1
                        u += 1
                v += 1
        k += 1


@micropython.viper
def discs(face: ptr16, values: ptr16, p: ptr32):
    """The mean of each place over a disc of a pip's size, with the slope of the light taken off.

    Every legal pattern looks the same when it is turned by half: what differs between opposite
    sides is light, not pips. Values carry 4096.
    """
    left = 0
    top = 0
    k = 0
    j = 0 - 1
    while j <= 1:
        i = 0 - 1
        while i <= 1:
            at = (_MID + p[_SHIFT_V] + j * p[_PITCH_V] - 2) * _N
            at += _MID + p[_SHIFT_U] + i * p[_PITCH_U]
            v = int(face[at - 1]) + int(face[at]) + int(face[at + 1])
            y = 0
            while y < 3:
                at += _N
                v += int(face[at - 2]) + int(face[at - 1]) + int(face[at])
                v += int(face[at + 1]) + int(face[at + 2])
                y += 1
            at += _N
            v += int(face[at - 1]) + int(face[at]) + int(face[at + 1])
            v = (v * 195) >> 12
            values[k] = v
            left += v * i
            top += v * j
            k += 1
            i += 1
        j += 1
    p[_SLOPE_U] = left
    p[_SLOPE_V] = top
    k = 0
    j = 0 - 1
    while j <= 1:
        i = 0 - 1
        while i <= 1:
            values[k] = int(values[k]) + 4096 - (left * i + top * j) // 6
            k += 1
            i += 1
        j += 1


@micropython.viper
def weigh(values: ptr16, marks: ptr8, p: ptr32):
    """Levels of face and pips from the discs, then each disc against them, in 256ths of a pip."""
    light = 0
    dark = 0
    count = 0
    k = 0
    while k < 9:
        if int(marks[k]):
            dark += int(values[k])
            count += 1
        else:
            light += int(values[k])
        k += 1
    p[_FULL] = 0
    if count == 0 or count == 9:
        return
    light = light // (9 - count)
    full = (dark // count - light) * p[_DARK]
    if full <= 0:
        return
    p[_FACE] = light - 4096
    p[_FULL] = full
    pip_least = 4096
    bare_most = 0 - 4096
    bare_least = 4096
    pattern = 0
    bit = 1
    k = 0
    while k < 9:
        v = (((int(values[k]) - light) * p[_DARK]) << 8) // full
        if v >= 128:
            pattern |= bit
            if v < pip_least:
                pip_least = v
        else:
            if v > bare_most:
                bare_most = v
            if v < bare_least:
                bare_least = v
        bit += bit
        k += 1
    p[_PATTERN] = pattern
    p[_PIP_LEAST] = pip_least
    p[_BARE_MOST] = bare_most
    p[_BARE_LEAST] = bare_least


@micropython.viper
def look(face: ptr16, spots: ptr8, p: ptr32):
    """Count the places away from every pip, those unlike the bare face, and those at the top."""
    left = (p[_SLOPE_U] << 6) // (p[_PITCH_U] * 6)  # the slope of the light, as `discs` has it
    top = (p[_SLOPE_V] << 6) // (p[_PITCH_V] * 6)
    half = (p[_FULL] * 115) >> 8
    stray = 0
    bare = 0
    clipped = 0
    j = 0 - 9
    while j <= 9:
        i = j if j > 0 else 0 - j
        i = 15 - i if i > 6 else 9  # the corners are rounded off
        k = (_MID + j) * _N + _MID - i
        end = k + i + i
        level = (p[_FACE] << 6) + top * (j - p[_SHIFT_V]) - left * (i + p[_SHIFT_U])
        while k <= end:
            if int(spots[k]) == 0:
                bare += 1
                if int(face[k]) >= 1000:
                    clipped += 1
                v = int(face[k]) - (level >> 6)
                if v > half or v < 0 - half:
                    stray += 1
            level += left
            k += 1
        j += 1
    p[_STRAY] = stray
    p[_CLIPPED] = clipped
    p[_BARE] = bare
