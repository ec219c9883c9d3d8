"""Writes the constants of the seal: multiples of the base point, moduli, SHA-512's words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from boxcars.sealgen import curve, sha512
from boxcars.sealgen.field import LIMB_BITS, LIMBS
from boxcars.sealgen.select import ENTRIES

POSITIONS = 32


def _limbs(value: int) -> bytes:
    mask = (1 << LIMB_BITS) - 1
    return b"".join(
        (value >> LIMB_BITS * index & mask).to_bytes(2, "little") for index in range(LIMBS)
    )


def base_multiples() -> bytes:
    """Positions 0 to 31: the multiples 1 to 8 of 256**position times the base point."""
    out = b""
    step = curve.BASE
    for _ in range(POSITIONS):
        point = step
        for _ in range(ENTRIES):
            x, y = point
            for value in (y + x, y - x, 2 * curve.D * x * y):
                out += _limbs(value % curve.PRIME)
            point = curve.add(point, step)
        step = curve.multiple(256, step)
    return out


def _literal(name: str, value: bytes) -> Iterator[str]:
    yield f"{name} = ("
    for start in range(0, len(value), 24):
        text = "".join(f"\\x{byte:02x}" for byte in value[start : start + 24])
        yield f'    b"{text}"'
    yield ")"


def _module(values: dict[str, bytes]) -> str:
    lines = (line for name, value in values.items() for line in _literal(name, value))
    return "\n".join(lines) + "\n"


def base_module() -> str:
    return _module({"BASE_MULTIPLES": base_multiples()})


def constants_module() -> str:
    fold = (curve.ORDER - 2**252) << 8  # 2**260 is minus this modulo the order
    forbidden = sorted({p[1] for p in curve.small_order()})
    return _module(
        {
            "SHA512_INITIAL": sha512.halves(sha512.initial()),
            "SHA512_CONSTANTS": sha512.halves(sha512.constants()),
            "ORDER": curve.ORDER.to_bytes(32, "little"),
            "ORDER_FOLD": fold.to_bytes(32, "little"),
            "PRIME": curve.PRIME.to_bytes(32, "little"),
            "CURVE_D": curve.D.to_bytes(32, "little"),
            "CURVE_2D": (2 * curve.D % curve.PRIME).to_bytes(32, "little"),
            "SQRT_M1": curve.SQRT_M1.to_bytes(32, "little"),
            "SMALL_ORDER_Y": b"".join(y.to_bytes(32, "little") for y in forbidden),
            "BASE_DIGEST": hashlib.sha256(base_multiples()).digest(),
        }
    )
