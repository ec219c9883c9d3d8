"""Points of Edwards25519 in a workspace of field elements: multiples, encoding, decoding."""

from micropython import const
from shaker.octets.kernels import fill, move
from shaker.seal import formulas
from shaker.seal.base_table import BASE_MULTIPLES
from shaker.seal.constants import CURVE_2D, CURVE_D, PRIME, SMALL_ORDER_Y, SQRT_M1
from shaker.seal.kernels import fe_freeze, ge_select, pack, signed_digits, unpack

POINT_SIZE = const(32)
_ELEMENT_SIZE = const(128)
_ELEMENT_WORDS = const(32)
_POSITION_SIZE = const(960)  # eight multiples of 120 bytes
_CACHED_SIZE = const(4 * 128)  # q0 to q3
_MULTIPLES = const(8)
_Q_AT = const(17 * 128)  # where q0 begins


def is_below(data, start, bound):
    """Whether 32 little-endian bytes are less than a bound. For public numbers: it branches."""
    for i in range(31, -1, -1):
        if data[start + i] != bound[i]:
            return data[start + i] < bound[i]
    return False


class Curve:
    """One point, and what its formulas need. `multiples` also holds eight multiples of another."""

    def __init__(self, multiples=False):
        assert _Q_AT == formulas.Q0 * _ELEMENT_SIZE
        count = formulas.ELEMENT_COUNT + (4 * _MULTIPLES if multiples else 0)
        self._space = bytearray(count * _ELEMENT_SIZE)
        self._digits_buf = bytearray(64)
        self._point_buf = bytearray(POINT_SIZE)
        self._space[formulas.ONE * _ELEMENT_SIZE] = 1
        self._load(formulas.CURVE_D, CURVE_D)
        self._load(formulas.CURVE_2D, CURVE_2D)
        self._load(formulas.SQRT_M1, SQRT_M1)

    def multiply_base(self, scalar):
        """Make the point a multiple of the base point, scalar below 2**253; constant time."""
        signed_digits(self._digits_buf, scalar)
        self._set_neutral()
        # Position i of the table is 256**i, so odd digits come first and are doubled four times.
        self._add_digits(1)
        self._double_4()
        self._add_digits(0)

    def _double_4(self):
        formulas.double_only(self._space)
        formulas.double_only(self._space)
        formulas.double_only(self._space)
        formulas.double(self._space)

    def _add_digits(self, odd):
        i = 0
        while i < 32:
            at = i * _POSITION_SIZE
            ge_select(self._space, 2 * i + odd, self._digits_buf, BASE_MULTIPLES, at)
            formulas.add_selected(self._space)
            i += 1

    def encode_into(self, out, at):
        """Write the point as 32 bytes (RFC 8032, 5.1.2); it is affine afterwards."""
        space = self._space
        formulas.power_250(space)
        formulas.affine(space)
        self._store(formulas.X)
        sign = (self._point_buf[0] & 1) << 7
        self._store(formulas.Y)
        move(out, at, self._point_buf, 0, POINT_SIZE)
        out[at + POINT_SIZE - 1] |= sign

    def decode_negative(self, data, at):
        """Make the point minus the encoded one, and branch on it: for public points.

        False if the bytes are no point, not its canonical form, or of small order.
        """
        point = self._point_buf
        move(point, 0, data, at, POINT_SIZE)
        sign = point[POINT_SIZE - 1] >> 7
        point[POINT_SIZE - 1] &= 0x7F
        if not is_below(point, 0, PRIME) or _is_small_order(point):
            return False
        self._load(formulas.Y, point)
        if not self._recover_x():
            return False
        self._store(formulas.X)
        if point[0] & 1 == sign:
            formulas.negate_x(self._space)
        formulas.extend(self._space)
        return True

    def _recover_x(self):
        """Make x a root of the fraction that y gives; False if it has none (RFC 8032, 5.1.3)."""
        space = self._space
        formulas.square_x_fraction(space)
        formulas.root_start(space)
        formulas.power_250(space)
        formulas.root_end(space)
        if not self._is_zero(formulas.A):
            if not self._is_zero(formulas.B):
                return False
            formulas.root_turn(space)
        return True

    def multiply(self, scalar):
        """Multiply the point by a scalar below 2**253. Branches: for public scalars."""
        signed_digits(self._digits_buf, scalar)
        self._cache_multiples()
        self._set_neutral()
        for i in range(63, -1, -1):
            self._double_4()
            self._add_multiple(self._digits_buf[i] - 8)

    def _cache_multiples(self):
        """Keep the point times 1 to 8."""
        space = self._space
        i = 0
        while True:
            formulas.cache(space)
            move(space, _cached_at(i), space, _Q_AT, _CACHED_SIZE)
            i += 1
            if i == _MULTIPLES:
                return
            move(space, _Q_AT, space, _cached_at(0), _CACHED_SIZE)
            formulas.add_cached(space)

    def keep(self):
        """Keep the point to be added by `add_kept`."""
        formulas.cache(self._space)

    def add_kept(self):
        """Add the point that `keep` kept."""
        formulas.add_cached(self._space)

    def _add_multiple(self, digit):
        if digit == 0:
            return
        space = self._space
        source = _cached_at(abs(digit) - 1)
        move(space, _Q_AT, space, source, _CACHED_SIZE)
        if digit < 0:
            move(space, _Q_AT, space, source + _ELEMENT_SIZE, _ELEMENT_SIZE)
            move(space, _Q_AT + _ELEMENT_SIZE, space, source, _ELEMENT_SIZE)
            formulas.negate_q3(space)
        formulas.add_cached(space)

    def _set_neutral(self):
        fill(self._space, formulas.X * _ELEMENT_SIZE, 4 * _ELEMENT_SIZE, 0)
        self._space[formulas.Y * _ELEMENT_SIZE] = 1
        self._space[formulas.Z * _ELEMENT_SIZE] = 1

    def _load(self, element, data):
        unpack(self._space, element * _ELEMENT_WORDS, 20, data, 0, POINT_SIZE)

    def _store(self, element):
        fe_freeze(self._space, element)
        pack(self._space, element * _ELEMENT_WORDS, self._point_buf, 0)

    def _is_zero(self, element):
        self._store(element)
        for byte in self._point_buf:  # noqa: SIM110 (a generator allocates)
            if byte:
                return False
        return True


def _cached_at(index):
    return (formulas.ELEMENT_COUNT + 4 * index) * _ELEMENT_SIZE


def _is_small_order(point):
    for at in range(0, len(SMALL_ORDER_Y), POINT_SIZE):
        same = True
        for i in range(POINT_SIZE):
            if point[i] != SMALL_ORDER_Y[at + i]:
                same = False
        if same:
            return True
    return False
