"""What the bench measures of the seal on the board: keys laid out, and the calls to time.

The bench imports this on the board, picks a key with `use(index)`, which also warms MicroPython's
lookup caches, and runs `sign()`, `verify()` or `hash_block()` between two markers. All keys go
through one signer, so that nothing but the key differs.
"""

from shaker.seal.ed25519 import Signer, Verifier
from shaker.seal.sha512 import Sha512

MESSAGE_SIZE = 64
KEYS = 20

_message = bytes(range(64))
_signature_buf = bytearray(64)
_block_buf = bytearray(128)
_sha = Sha512()
_verifier = Verifier()
_signer = Signer(bytes(32))


def _seed(index):
    """Seeds that differ everywhere and are the same in every run."""
    out = bytearray(64)
    _sha.start()
    _sha.update(b"boxcars seal bench" + bytes([index]), 0, 19)
    _sha.finish_into(out, 0)
    return out[:32]


def use(index):
    """Make the key of an index and sign once with it."""
    _signer._expand(_seed(index))
    sign()


def sign():
    """One signature of 64 bytes."""
    _signer.sign_into(_signature_buf, _message, MESSAGE_SIZE)


def verify():
    """The verification of the last signature: 0 if it is good."""
    return _verifier.verify(_signer._public_buf, _signature_buf, _message, MESSAGE_SIZE)


def hash_block():
    """One block of SHA-512, as it lies in a message."""
    _sha._step(_block_buf, 0)
