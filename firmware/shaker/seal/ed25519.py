"""Ed25519 (RFC 8032) in buffers made at construction: signing and verifying allocate nothing.

Signing runs the same instructions on the same addresses for every key and every message of one
size. Verifying branches on what it is given, which is public.
"""

from micropython import const
from shaker.octets.kernels import fill, move
from shaker.seal.constants import ORDER, PRIME
from shaker.seal.curve import POINT_SIZE, Curve, is_below
from shaker.seal.scalar import SCALAR_SIZE, Scalars
from shaker.seal.sha512 import DIGEST_SIZE, Sha512

SEED_SIZE = const(32)
KEY_SIZE = const(32)
SIGNATURE_SIZE = const(64)

GOOD = const(0)
BAD_SCALAR = const(1)  # S is not below L
BAD_POINT = const(2)  # R is not the one encoding of a point's y
BAD_KEY = const(3)  # the key is no point, not canonical, or of small order
BAD_SIGNATURE = const(4)  # the equation does not hold


class _Hasher:
    """What both sides of a signature need: the hash of R, A and the message, reduced."""

    def __init__(self, curve):
        self._hash = Sha512()
        self._scalars = Scalars()
        self._curve = curve
        self._wide_buf = bytearray(DIGEST_SIZE)
        self._challenge_buf = bytearray(SCALAR_SIZE)

    def _challenge(self, signature, public, message, size):
        self._hash.start()
        self._hash.update(signature, 0, POINT_SIZE)
        self._hash.update(public, 0, KEY_SIZE)
        self._hash.update(message, 0, size)
        self._reduce_into(self._challenge_buf)

    def _reduce_into(self, scalar):
        self._hash.finish_into(self._wide_buf, 0)
        self._scalars.reduce_into(scalar, 0, self._wide_buf)


class Signer(_Hasher):
    """A key pair. The seed is not kept; scalar and prefix, as secret as it, have no way out."""

    def __init__(self, seed, curve=None):
        """`curve` is a workspace to share with a verifier: they never work at the same time."""
        assert len(seed) == SEED_SIZE
        super().__init__(Curve() if curve is None else curve)
        self._prefix_buf = bytearray(SEED_SIZE)
        self._scalar_buf = bytearray(SCALAR_SIZE)
        self._nonce_buf = bytearray(SCALAR_SIZE)
        self._public_buf = bytearray(KEY_SIZE)
        self._expand(seed)
        self.public = bytes(self._public_buf)

    def _expand(self, seed):
        wide = self._wide_buf
        self._hash.start()
        self._hash.update(seed, 0, SEED_SIZE)
        self._hash.finish_into(wide, 0)
        move(self._prefix_buf, 0, wide, SEED_SIZE, SEED_SIZE)
        wide[0] &= 0xF8
        wide[31] = wide[31] & 0x3F | 0x40
        fill(wide, SCALAR_SIZE, SCALAR_SIZE, 0)
        # The base point has order L: the scalar modulo L gives the same key and signatures.
        self._scalars.reduce_into(self._scalar_buf, 0, wide)
        self._curve.multiply_base(self._scalar_buf)
        self._curve.encode_into(self._public_buf, 0)
        self._hash.wipe()
        fill(wide, 0, DIGEST_SIZE, 0)
        fill(self._nonce_buf, 0, SCALAR_SIZE, 0)

    def sign_into(self, signature, message, size):
        """Write the 64 bytes that sign the first `size` bytes of the message."""
        assert len(signature) >= SIGNATURE_SIZE
        self._hash.start()
        self._hash.update(self._prefix_buf, 0, SEED_SIZE)
        self._hash.update(message, 0, size)
        self._reduce_into(self._nonce_buf)
        self._curve.multiply_base(self._nonce_buf)
        self._curve.encode_into(signature, 0)
        self._challenge(signature, self._public_buf, message, size)
        self._scalars.multiply_add_into(
            signature, POINT_SIZE, self._challenge_buf, self._scalar_buf, self._nonce_buf
        )


class Verifier(_Hasher):
    """Strict verification: every number in its one encoding, no key of small order.

    The equation is the one without cofactor, S B = R + k A, compared as the encoding of S B - k A
    with R: everybody who checks a record by it gets the same answer.
    """

    def __init__(self):
        super().__init__(Curve(multiples=True))
        self.curve = self._curve
        self._scalar_buf = bytearray(SCALAR_SIZE)
        self._point_buf = bytearray(POINT_SIZE)

    def verify(self, public, signature, message, size):
        """GOOD, or the code of what is wrong."""
        assert len(public) >= KEY_SIZE
        assert len(signature) >= SIGNATURE_SIZE
        if not is_below(signature, POINT_SIZE, ORDER):
            return BAD_SCALAR
        if not self._is_canonical(signature):
            return BAD_POINT
        if not self._curve.decode_negative(public, 0):
            return BAD_KEY
        self._challenge(signature, public, message, size)
        self._curve.multiply(self._challenge_buf)
        self._curve.keep()
        move(self._scalar_buf, 0, signature, POINT_SIZE, SCALAR_SIZE)
        self._curve.multiply_base(self._scalar_buf)
        self._curve.add_kept()
        self._curve.encode_into(self._point_buf, 0)
        return GOOD if self._is_point_of(signature) else BAD_SIGNATURE

    def _is_point_of(self, signature):
        for i in range(POINT_SIZE):  # noqa: SIM110 (a generator allocates)
            if self._point_buf[i] != signature[i]:
                return False
        return True

    def _is_canonical(self, signature):
        """Whether the y of R is below p."""
        move(self._point_buf, 0, signature, 0, POINT_SIZE)
        self._point_buf[POINT_SIZE - 1] &= 0x7F
        return is_below(self._point_buf, 0, PRIME)
