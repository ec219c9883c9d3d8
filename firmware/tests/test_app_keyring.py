"""Who signs for a command: a verifier that does not know the answers lets nobody in."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from shaker.app.keyring import Keyring
from shaker.core.codes import OK
from shaker.link import codes
from shaker.link.messages import OPERATOR, TECHNICIAN
from shaker.seal.ed25519 import BAD_SIGNATURE, GOOD, Verifier

KEY = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
PUBLIC = KEY.public_key().public_bytes_raw()
SIGNED = b"boxcars authorised 1 and so on"


class Shelf:
    """A vault with one operator's key."""

    def find_key(self, key):
        return 2 if key == PUBLIC[:8] else -1

    def authority_of(self, slot):
        return OPERATOR

    def public_into(self, buf, slot):
        buf[:32] = PUBLIC


class Clock:
    def since(self, then):
        return 1 << 20

    def ms(self):
        return 0


class FixedClock(Clock):
    """As long after the last failure as the test says."""

    ms_since = 0

    def since(self, then):
        return self.ms_since


class Counting(Verifier):
    """Counts how often it is asked."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def verify(self, public, signature, message, size):
        self.count += 1
        return super().verify(public, signature, message, size)


class Answering:
    """Says the same to everything."""

    def __init__(self, code):
        self.code = code

    def verify(self, public, signature, message, size):
        return self.code


def _asked(verifier, *, signature=None, authority=OPERATOR, key=PUBLIC[:8]):
    ring = verifier if isinstance(verifier, Keyring) else Keyring(Shelf(), verifier, Clock())
    signature = signature or KEY.sign(SIGNED)
    return ring.verify(authority, key, bytearray(signature), bytearray(SIGNED), len(SIGNED))


def test_a_signature_opens_and_a_changed_one_does_not():
    assert _asked(Verifier()) == OK
    assert _asked(Verifier(), signature=bytes(32) + KEY.sign(SIGNED)[32:]) == codes.E_SIGNATURE
    assert _asked(Verifier(), authority=TECHNICIAN) == codes.E_AUTHORITY
    assert _asked(Verifier(), key=bytes(8)) == codes.E_KEY


@pytest.mark.parametrize("verifier", [Answering(GOOD), Answering(BAD_SIGNATURE), None])
def test_a_verifier_that_fails_its_self_test_lets_nobody_in(verifier):
    ring = Keyring(Shelf(), verifier, Clock())
    for _ in range(2):
        assert _asked(ring) == codes.E_SELF_TEST
    assert ring.uses == [0] * len(ring.uses)


def test_the_self_test_runs_once_before_the_first_use():
    verifier = Counting()
    ring = Keyring(Shelf(), verifier, Clock())
    assert verifier.count == 0
    assert [_asked(ring), _asked(ring)] == [OK, OK]
    assert verifier.count == 2 + 2  # two known answers, then each signature


def test_three_failures_cost_ten_seconds_and_not_a_week():
    clock = FixedClock()
    ring = Keyring(Shelf(), Answering(GOOD), clock)
    ring._tested = 0
    for _ in range(3):
        assert _asked(ring, key=bytes(8)) == codes.E_KEY
    for since, code in ((0, codes.E_TOO_OFTEN), (9999, codes.E_TOO_OFTEN), (10000, OK)):
        ring._failures = 3
        clock.ms_since = since
        assert _asked(ring) == code, since
    ring._failures = 3
    clock.ms_since = -(1 << 29)  # what ticks say of a time seven days ago
    assert _asked(ring) == OK
