"""The twin of `field_fast` in plain Python: the same elements modulo 2**255 - 19.

The kernels leave any of several limb forms of a number; the twin leaves the reduced one. A test
holds them equal as numbers, and the limbs of the kernels within the bounds that products need.
"""

from shaker.seal.limbs_plain import load, store

_PRIME = (1 << 255) - 19


def fe_mul(space, count, program):
    """Run `count` products of the program."""
    for i in range(0, 4 * count, 4):
        left = load(space, 32 * program[i + 1])
        store(space, 32 * program[i], left * load(space, 32 * program[i + 2]) % _PRIME)


def fe_sqr(space, count, program):
    """Square one element `count` times."""
    value = load(space, 32 * program[1])
    store(space, 32 * program[0], pow(value, 1 << count, _PRIME))


def fe_sum(space, count, program):
    """Run `count` sums or differences of the program."""
    for i in range(0, 4 * count, 4):
        left = load(space, 32 * program[i + 1])
        right = load(space, 32 * program[i + 2])
        value = left - right if program[i + 3] else left + right
        store(space, 32 * program[i], value % _PRIME)
