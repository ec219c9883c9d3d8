"""Verification refuses what is not the one valid signature: bad scalars, points, keys, bits."""

import random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from boxcars.sealgen import curve
from firmware.tests.port_seal import ask
from shaker.seal.ed25519 import (
    BAD_KEY,
    BAD_POINT,
    BAD_SCALAR,
    BAD_SIGNATURE,
    GOOD,
    Verifier,
)

_SOURCE = random.Random(7)
_KEY = Ed25519PrivateKey.from_private_bytes(_SOURCE.randbytes(32))
_PUBLIC = _KEY.public_key().public_bytes_raw()
_MESSAGE = _SOURCE.randbytes(40)
_SIGNATURE = _KEY.sign(_MESSAGE)


def _both(public, signature, message):
    """The code, which must be the same from the plain twins and from the kernels."""
    ((heap, code),) = ask([f"verify {public.hex()} {signature.hex()} {message.hex()}"])
    assert heap == 0
    assert Verifier().verify(public, signature, message, len(message)) == code
    return code


def _flips(data):
    for bit in range(8 * len(data)):
        changed = bytearray(data)
        changed[bit >> 3] ^= 1 << (bit & 7)
        yield bytes(changed)


def test_the_signature_itself_is_good():
    assert _both(_PUBLIC, _SIGNATURE, _MESSAGE) == GOOD


@pytest.mark.parametrize("times", [1, 2, 7])
def test_scalar_plus_multiples_of_the_order(times):
    scalar = int.from_bytes(_SIGNATURE[32:], "little") + times * curve.ORDER
    changed = _SIGNATURE[:32] + scalar.to_bytes(32, "little")
    assert _both(_PUBLIC, changed, _MESSAGE) == BAD_SCALAR


@pytest.mark.parametrize("scalar", [curve.ORDER, curve.ORDER + 1, 2**253, 2**256 - 1])
def test_scalar_not_below_the_order(scalar):
    changed = _SIGNATURE[:32] + scalar.to_bytes(32, "little")
    assert _both(_PUBLIC, changed, _MESSAGE) == BAD_SCALAR


def test_scalar_just_below_the_order_is_only_a_wrong_one():
    changed = _SIGNATURE[:32] + (curve.ORDER - 1).to_bytes(32, "little")
    assert _both(_PUBLIC, changed, _MESSAGE) == BAD_SIGNATURE


@pytest.mark.parametrize("y", [curve.PRIME, curve.PRIME + 1, curve.PRIME + 18, 2**255 - 1])
@pytest.mark.parametrize("sign", [0, 1])
def test_point_not_canonical(y, sign):
    encoded = (y | sign << 255).to_bytes(32, "little")
    assert _both(_PUBLIC, encoded + _SIGNATURE[32:], _MESSAGE) == BAD_POINT
    assert _both(encoded, _SIGNATURE, _MESSAGE) == BAD_KEY


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("index", range(8))
def test_key_of_small_order(index, sign):
    point = curve.small_order()[index]
    encoded = (point[1] | sign << 255).to_bytes(32, "little")
    assert _both(encoded, bytes(64), b"") == BAD_KEY


def test_small_order_key_that_a_lax_verifier_takes():
    """A = R = neutral, S = 0 solves the equation for every message; strict refuses the key."""
    neutral = curve.encode(curve.NEUTRAL)
    assert _both(neutral, neutral + bytes(32), b"any message") == BAD_KEY


def test_key_that_is_no_point():
    ys = [y for y in range(2, 60) if curve.recover_x(y, 0) is None][:8]
    assert len(ys) == 8
    for y in ys:
        assert _both(y.to_bytes(32, "little"), _SIGNATURE, _MESSAGE) == BAD_KEY


def test_key_with_a_torsion_part_is_judged_without_cofactor():
    """A' = A + T of order 8: with the cofactor the signature would pass, without it does not."""
    y = int.from_bytes(_PUBLIC, "little") & (1 << 255) - 1
    x = curve.recover_x(y, _PUBLIC[31] >> 7)
    mixed = curve.encode(curve.add((x, y), curve.small_order()[1]))
    assert _both(mixed, _SIGNATURE, _MESSAGE) == BAD_SIGNATURE


def test_every_flipped_bit_of_signature_key_and_message():
    head = f"verify {_PUBLIC.hex()}"
    lines = [f"{head} {changed.hex()} {_MESSAGE.hex()}" for changed in _flips(_SIGNATURE)]
    lines += [f"{head} {_SIGNATURE.hex()} {changed.hex()}" for changed in _flips(_MESSAGE)]
    tail = f"{_SIGNATURE.hex()} {_MESSAGE.hex()}"
    lines += [f"verify {changed.hex()} {tail}" for changed in _flips(_PUBLIC)]
    answers = ask(lines)
    assert len(answers) == 512 + 320 + 256
    assert all(heap == 0 for heap, _ in answers)
    assert GOOD not in {code for _, code in answers}


def test_lengthened_and_shortened_message():
    assert _both(_PUBLIC, _SIGNATURE, _MESSAGE + b"\x00") == BAD_SIGNATURE
    assert _both(_PUBLIC, _SIGNATURE, _MESSAGE[:-1]) == BAD_SIGNATURE
