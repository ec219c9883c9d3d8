"""Numbers modulo the order L of the base point, as 32 little-endian bytes in and out."""

from micropython import const
from shaker.octets.kernels import fill
from shaker.seal.constants import ORDER, ORDER_FOLD
from shaker.seal.kernels import pack, sc_mul_add, sc_reduce, unpack

SCALAR_SIZE = const(32)
_WIDE_SIZE = const(64)
_LIMBS = const(20)
_LEFT = const(40)  # word offsets, see scalar_fast
_RIGHT = const(60)
_ORDER = const(80)
_FOLD = const(100)
_WORDS = const(120)


class Scalars:
    """The workspace of the scalar kernels; constant time."""

    def __init__(self):
        self._words = bytearray(4 * _WORDS)
        self._load(_ORDER, ORDER)
        self._load(_FOLD, ORDER_FOLD)

    def reduce_into(self, out, at, wide):
        """Write a number of 64 bytes modulo L."""
        unpack(self._words, 0, 2 * _LIMBS, wide, 0, _WIDE_SIZE)
        sc_reduce(self._words, 0)
        pack(self._words, 0, out, at)

    def multiply_add_into(self, out, at, left, right, addend):
        """Write left * right + addend modulo L."""
        fill(self._words, 0, 4 * 2 * _LIMBS, 0)
        self._load(0, addend)
        self._load(_LEFT, left)
        self._load(_RIGHT, right)
        sc_mul_add(self._words, 0)
        sc_reduce(self._words, 0)
        pack(self._words, 0, out, at)

    def _load(self, word, data):
        unpack(self._words, word, _LIMBS, data, 0, SCALAR_SIZE)
