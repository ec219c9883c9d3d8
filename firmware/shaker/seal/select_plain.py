"""The twin of `select_fast` in plain Python; a test holds the two equal."""

from shaker.seal.limbs_plain import store

_PRIME = (1 << 255) - 19
_ENTRY_SIZE = 120
_OUT = 2


def _value(table, at):
    limbs = (table[at + 2 * i] | table[at + 2 * i + 1] << 8 for i in range(20))
    return sum(limb << 13 * i for i, limb in enumerate(limbs))


def ge_select(space, index, digits, table, at):
    """Put the multiple that a digit says of the table position into elements 2, 3 and 4."""
    multiple = digits[index] - 8
    entry = at + (abs(multiple) - 1) * _ENTRY_SIZE
    plus, minus, product = 1, 1, 0
    if multiple:
        plus, minus, product = (_value(table, entry + 40 * i) for i in range(3))
    if multiple < 0:
        plus, minus, product = minus, plus, -product % _PRIME
    for i, value in enumerate((plus, minus, product)):
        store(space, 32 * (_OUT + i), value)
