"""Known answers at power-on: a seal that computes wrongly must not sign.

The table of the base point is hashed (by the port's SHA-256, in C), because one signature reads
less than half of it. One vector of RFC 8032 (7.1, test 3) runs through hash, key and signature at
start, and through verification, where one changed bit must be refused, before a verifier is first
used.
"""

import hashlib

from micropython import const
from shaker.seal.base_table import BASE_MULTIPLES
from shaker.seal.constants import BASE_DIGEST
from shaker.seal.ed25519 import GOOD, Signer
from shaker.seal.sha512 import Sha512

PASSED = const(0)
FAILED_HASH = const(1)
FAILED_KEY = const(2)
FAILED_SIGNATURE = const(3)
FAILED_ACCEPT = const(4)  # a good signature was refused
FAILED_REFUSE = const(5)  # a bad one was accepted
FAILED_TABLE = const(6)  # the multiples of the base point are not those that were generated

_ABC_HEAD = b"\xdd\xaf\x35\xa1\x93\x61\x7a\xba\xcc\x41\x73\x49\xae\x20\x41\x31"
_ABC_TAIL = b"\x45\x4d\x44\x23\x64\x3c\xe8\x0e\x2a\x9a\xc9\x4f\xa5\x4c\xa4\x9f"
_SEED = (
    b"\xc5\xaa\x8d\xf4\x3f\x9f\x83\x7b\xed\xb7\x44\x2f\x31\xdc\xb7\xb1"
    b"\x66\xd3\x85\x35\x07\x6f\x09\x4b\x85\xce\x3a\x2e\x0b\x44\x58\xf7"
)
_PUBLIC = (
    b"\xfc\x51\xcd\x8e\x62\x18\xa1\xa3\x8d\xa4\x7e\xd0\x02\x30\xf0\x58"
    b"\x08\x16\xed\x13\xba\x33\x03\xac\x5d\xeb\x91\x15\x48\x90\x80\x25"
)
_MESSAGE = b"\xaf\x82"
_SIGNATURE = (
    b"\x62\x91\xd6\x57\xde\xec\x24\x02\x48\x27\xe6\x9c\x3a\xbe\x01\xa3"
    b"\x0c\xe5\x48\xa2\x84\x74\x3a\x44\x5e\x36\x80\xd7\xdb\x5a\xc3\xac"
    b"\x18\xff\x9b\x53\x8d\x16\xf2\x90\xae\x67\xf7\x60\x98\x4d\xc6\x59"
    b"\x4a\x7c\x15\xe9\x71\x6e\xd2\x8d\xc0\x27\xbe\xce\xea\x1e\xc4\x0a"
)


def run(make_signer=Signer, make_hash=Sha512, table=BASE_MULTIPLES):
    """PASSED, or the code of the first step that failed: what sealing depends on.

    Allocates: it runs once, at start.
    """
    out = bytearray(64)
    sha = make_hash()
    sha.update(b"abc", 0, 3)
    sha.finish_into(out, 0)
    if out[:16] != _ABC_HEAD or out[48:] != _ABC_TAIL:
        return FAILED_HASH
    if hashlib.sha256(table).digest() != BASE_DIGEST:
        return FAILED_TABLE
    signer = make_signer(_SEED)
    if signer.public != _PUBLIC:
        return FAILED_KEY
    signer.sign_into(out, _MESSAGE, len(_MESSAGE))
    return PASSED if out == _SIGNATURE else FAILED_SIGNATURE


def run_verifier(verifier):
    """PASSED, or what failed: before the first use of a verifier, it takes ten times longer."""
    out = bytearray(_SIGNATURE)
    if verifier.verify(_PUBLIC, out, _MESSAGE, len(_MESSAGE)) != GOOD:
        return FAILED_ACCEPT
    out[40] ^= 1
    if verifier.verify(_PUBLIC, out, _MESSAGE, len(_MESSAGE)) == GOOD:
        return FAILED_REFUSE
    return PASSED
