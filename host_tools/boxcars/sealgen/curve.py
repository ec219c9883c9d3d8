"""Edwards25519 in exact integers (RFC 8032, 5.1): what the generated tables are computed from."""

from __future__ import annotations

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME
SQRT_M1 = pow(2, (PRIME - 1) // 4, PRIME)

Point = tuple[int, int]
NEUTRAL: Point = (0, 1)


def recover_x(y: int, odd: int) -> int | None:
    """The x of a point with this y and this lowest bit, or None (RFC 8032, 5.1.3)."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * SQRT_M1 % PRIME
    if (x * x - square) % PRIME or (x == 0 and odd):
        return None
    return x if x & 1 == odd else PRIME - x


def add(p: Point, q: Point) -> Point:
    (x1, y1), (x2, y2) = p, q
    t = D * x1 * x2 * y1 * y2 % PRIME
    x = (x1 * y2 + x2 * y1) * pow(1 + t, -1, PRIME) % PRIME
    return x, (y1 * y2 + x1 * x2) * pow(1 - t, -1, PRIME) % PRIME


def multiple(scalar: int, p: Point) -> Point:
    result = NEUTRAL
    while scalar:
        if scalar & 1:
            result = add(result, p)
        p = add(p, p)
        scalar >>= 1
    return result


def encode(p: Point) -> bytes:
    return (p[1] | (p[0] & 1) << 255).to_bytes(32, "little")


def _base() -> Point:
    y = 4 * pow(5, -1, PRIME) % PRIME
    x = recover_x(y, 0)
    assert x is not None
    return x, y


BASE = _base()


def small_order() -> list[Point]:
    """The eight points that a cofactor of 8 leaves room for."""
    y = 2
    while True:
        x = recover_x(y, 0)
        y += 1
        if x is None:
            continue
        torsion = multiple(ORDER, (x, y - 1))
        if multiple(4, torsion) != NEUTRAL:
            return [multiple(k, torsion) for k in range(8)]
