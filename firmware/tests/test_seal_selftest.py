"""The self test passes on a sound build and names the part that computes wrongly."""

import hashlib

import pytest

from shaker.seal import selftest
from shaker.seal.base_table import BASE_MULTIPLES
from shaker.seal.ed25519 import BAD_SIGNATURE, GOOD, Signer, Verifier
from shaker.seal.sha512 import Sha512


class WrongHash(Sha512):
    def finish_into(self, out, at):
        super().finish_into(out, at)
        out[at + 3] ^= 1


class LibraryHash:
    def __init__(self):
        self.start()

    def start(self):
        self._hash = hashlib.sha512()

    def update(self, data, start, size):
        self._hash.update(data[start : start + size])

    def finish_into(self, out, at):
        out[at : at + 64] = self._hash.digest()


class WrongKey(Signer):
    def __init__(self, seed):
        super().__init__(seed)
        self.public = bytes(32)


class WrongSignature(Signer):
    def sign_into(self, signature, message, size):
        super().sign_into(signature, message, size)
        signature[63] ^= 1


class Answering:
    def __init__(self, code):
        self._code = code

    def verify(self, public, signature, message, size):
        return self._code


def test_passes():
    assert selftest.run() == selftest.PASSED
    assert selftest.run_verifier(Verifier()) == selftest.PASSED


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"make_hash": WrongHash}, selftest.FAILED_HASH),
        ({"make_signer": WrongKey}, selftest.FAILED_KEY),
        ({"make_signer": WrongSignature}, selftest.FAILED_SIGNATURE),
    ],
)
def test_names_the_broken_part(parts, code):
    assert selftest.run(**parts) == code


def test_every_entry_of_the_base_table_counts():
    """One bit in each of the 256 multiples; the hash of CPython's library, to be quick."""
    size = 120
    assert len(BASE_MULTIPLES) == 256 * size
    for at in range(0, len(BASE_MULTIPLES), size):
        table = bytearray(BASE_MULTIPLES)
        table[at + at // size % size] ^= 1
        assert selftest.run(make_hash=LibraryHash, table=table) == selftest.FAILED_TABLE


def test_codes_differ():
    codes = [getattr(selftest, name) for name in dir(selftest) if name.startswith("FAILED_")]
    assert len({selftest.PASSED, *codes}) == 7


def test_a_verifier_must_accept_and_refuse():
    assert selftest.run_verifier(Answering(BAD_SIGNATURE)) == selftest.FAILED_ACCEPT
    assert selftest.run_verifier(Answering(GOOD)) == selftest.FAILED_REFUSE


def test_answers_are_the_rfcs():
    """The constants themselves: a wrong constant would test nothing."""
    signer = Signer(selftest._SEED)
    assert signer.public == selftest._PUBLIC
    assert len(selftest._SIGNATURE) == 64
