"""Plain twin of `lattice_fast.py`: the same text without types, for CPython."""

from micropython import const

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
_SCORE = const(59)
_PATTERN = const(60)
_PIP_LEAST = const(61)
_BARE_MOST = const(62)
_STRAY = const(63)
_BARE = const(64)
_OPPOSITE = const(65)

_N = const(23)
_MID = const(11)


def sample(soft, face, p):
    """Sample the face on its own grid, between pixels."""
    wide = p[_W] + 2
    edge = p[_EDGE]
    ux = (p[_COS] * edge) // 24  # in 16384ths of a pixel
    uy = (p[_SIN] * edge) // 24
    x_most = (p[_W] << 4) - 17
    y_most = (p[_H] << 4) - 17
    to = 0
    j = 0 - _MID
    while j <= _MID:
        base_x = ((p[_CX] - 8) << 10) - uy * j
        base_y = ((p[_CY] - 8) << 10) + ux * j
        i = 0 - _MID
        while i <= _MID:
            x = (base_x + ux * i) >> 10
            y = (base_y + uy * i) >> 10
            if x < 0:
                x = 0
            if x > x_most:
                x = x_most
            if y < 0:
                y = 0
            if y > y_most:
                y = y_most
            at = ((y >> 4) + 1) * wide + (x >> 4) + 1
            x &= 15
            y &= 15
            v = soft[at] * (16 - x) + soft[at + 1] * x
            at += wide
            x = soft[at] * (16 - x) + soft[at + 1] * x
            face[to] = (v * (16 - y) + x * y) >> 8
            to += 1
            i += 1
        j += 1


def tones(face, flat, bins, p):
    """Means of 3 x 3 places into `flat`; level of the bare face, and how far off it the pips are."""
    k = 0
    while k < 64:
        bins[k] = 0
        k += 1
    n = 0
    j = 1
    while j < _N - 1:
        at = j * _N + 1
        end = at + _N - 2
        while at < end:
            v = face[at - _N - 1] + face[at - _N] + face[at - _N + 1]
            v += face[at - 1] + face[at] + face[at + 1]
            v += face[at + _N - 1] + face[at + _N] + face[at + _N + 1]
            v = (v * 57) >> 9
            flat[at] = v
            k = v >> 4
            bins[k] = bins[k] + 1
            n += 1
            at += 1
        j += 1
    n = n >> 1
    k = 0
    while n >= 0:
        n -= bins[k]
        k += 1
    middle = (k << 4) - 8
    n = 0
    total = 0
    least = 1023
    most = 0
    j = 2
    while j < _N - 2:
        at = j * _N + 2
        end = at + _N - 4
        while at < end:
            v = flat[at]
            if v < least:
                least = v
            if v > most:
                most = v
            v -= middle
            if v <= 24:
                if v >= 0 - 24:
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


def search(flat, p):
    """The shift and the pitches at which the nine places hold the most pip; near ones first."""
    dark = p[_DARK]
    bare = p[_FACE] + ((p[_FULL] * dark) >> 2)
    best = 0 - 0x3FFFFFFF
    pv = 5
    while pv <= 7:
        pu = 5
        while pu <= 7:
            dv = 0 - 3
            while dv <= 3:
                row = (_MID + dv - pv) * _N + _MID
                hop = pv * _N
                du = 0 - 3
                while du <= 3:
                    score = 0 - (((du * du + dv * dv) * p[_FULL]) >> 6)
                    at = row + du
                    end = at + hop * 3
                    while at < end:
                        v = (flat[at] - bare) * dark
                        if v > 0:
                            score += v
                        v = (flat[at - pu] - bare) * dark
                        if v > 0:
                            score += v
                        v = (flat[at + pu] - bare) * dark
                        if v > 0:
                            score += v
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
    p[_SCORE] = best


def judge(flat, marks, p):
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
            v = (((flat[at] - face) * dark) << 8) // full
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


def look(face, marks, spots, p):
    """Count the places away from every pip, and those of them that are not like the bare face."""
    k = 0
    while k < _N * _N:
        spots[k] = 0
        k += 1
    k = 0
    while k < 9:
        if marks[k]:
            row = k // 3
            v = 0 - 4
            while v <= 4:
                y = _MID + p[_SHIFT_V] + (row - 1) * p[_PITCH_V] + v
                u = 0 - 4
                while u <= 4:
                    if u * u + v * v <= 18:
                        x = _MID + p[_SHIFT_U] + (k - row * 3 - 1) * p[_PITCH_U] + u
                        if x >= 0:
                            if x < _N:
                                if y >= 0:
                                    if y < _N:
                                        spots[y * _N + x] = 1
                    u += 1
                v += 1
        k += 1
    level = p[_FACE]
    half = (p[_FULL] * 115) >> 8
    stray = 0
    bare = 0
    j = 1
    while j < _N - 1:
        k = j * _N + 1
        end = k + _N - 2
        while k < end:
            if spots[k] == 0:
                bare += 1
                v = face[k] - level
                if v < 0:
                    v = 0 - v
                if v > half:
                    stray += 1
            k += 1
        j += 1
    p[_STRAY] = stray
    p[_BARE] = bare
