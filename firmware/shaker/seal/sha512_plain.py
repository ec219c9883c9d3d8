"""The twin of `sha512_fast` in plain Python, on words of 64 bits; a test holds the two equal."""

_MASK = (1 << 64) - 1


def _turn(word, count):
    return (word >> count | word << 64 - count) & _MASK


def _load(state, index):
    """A word of the state or the schedule: high half first, each half little-endian."""
    at = 8 * index
    high = int.from_bytes(state[at : at + 4], "little")
    return high << 32 | int.from_bytes(state[at + 4 : at + 8], "little")


def _store(state, index, word):
    at = 8 * index
    state[at : at + 4] = (word >> 32).to_bytes(4, "little")
    state[at + 4 : at + 8] = (word & 0xFFFFFFFF).to_bytes(4, "little")


def schedule(_h, _l, state, data, at):
    """Expand the 128 bytes of `data` from `at` on into the schedule."""
    w = [int.from_bytes(bytes(data[at + 8 * i : at + 8 * i + 8]), "big") for i in range(16)]
    for i in range(16, 80):
        small_0 = _turn(w[i - 15], 1) ^ _turn(w[i - 15], 8) ^ w[i - 15] >> 7
        small_1 = _turn(w[i - 2], 19) ^ _turn(w[i - 2], 61) ^ w[i - 2] >> 6
        w.append((small_1 + w[i - 7] + small_0 + w[i - 16]) & _MASK)
    for i in range(80):
        _store(state, 8 + i, w[i])


def rounds(_h, _l, state, constants):
    """Run the 80 rounds over the schedule and add to the hash."""
    a, b, c, d, e, f, g, h = old = [_load(state, i) for i in range(8)]
    for i in range(80):
        big_1 = _turn(e, 14) ^ _turn(e, 18) ^ _turn(e, 41)
        t1 = h + big_1 + (g ^ e & (f ^ g)) + _load(constants, i) + _load(state, 8 + i)
        big_0 = _turn(a, 28) ^ _turn(a, 34) ^ _turn(a, 39)
        t2 = big_0 + (a & b | a & c | b & c)
        a, b, c, d, e, f, g, h = (t1 + t2) & _MASK, a, b, c, (d + t1) & _MASK, e, f, g
    for i, word in enumerate((a, b, c, d, e, f, g, h)):
        _store(state, i, (old[i] + word) & _MASK)
