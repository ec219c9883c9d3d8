"""The twin of `scalar_fast` in plain Python; a test holds the two equal."""

from shaker.seal.limbs_plain import load, store

_ORDER = (1 << 252) + 27742317777372353535851937790883648493


def sc_mul_add(words, _unused):
    """Add the product of the two factors to the wide number, whose upper half is 0 before."""
    total = load(words, 0) + load(words, 40) * load(words, 60)
    store(words, 0, total & (1 << 260) - 1)
    store(words, 20, total >> 260)


def sc_reduce(words, _unused):
    """Reduce the wide number modulo L into words 0..19."""
    store(words, 0, (load(words, 0) + (load(words, 20) << 260)) % _ORDER)
