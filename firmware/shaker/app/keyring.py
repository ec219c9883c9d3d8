"""Checks signed challenges of people: known key, right authority, good signature, not too often.

Each use and each failure is owed a record; the round writes it when the chain is free.
"""

from micropython import const
from shaker.app.vault import KEY_SLOTS
from shaker.core.codes import OK
from shaker.link import codes
from shaker.seal.ed25519 import GOOD
from shaker.seal.selftest import PASSED, run_verifier

_FAILURES_FREE = const(3)  # before waiting begins
_WAIT_MS = const(10000)
_UNTESTED = const(-1)
_DUE_MAX = const(255)  # of one key: each takes a tenth of a second, a shake only seconds


class Keyring:
    """`verifier` is an Ed25519 verifier, or None: it refuses all.

    It is tested before its first use, not at start, which would take half as long again.
    """

    def __init__(self, vault, verifier, clock):
        self.vault = vault
        self._verifier = verifier
        self._tested = _UNTESTED
        self._clock = clock
        self._public_buf = bytearray(32)
        self._failures = 0
        self._failed_ms = 0
        self.uses = [0] * KEY_SLOTS  # of this start
        self.failures = [0] * KEY_SLOTS
        self._due_buf = bytearray(KEY_SLOTS)  # uses that are not yet recorded
        self.refused = 0  # failures that are not yet recorded

    def verify(self, authority, key, signature, signed, size):
        """A code."""
        recent = 0 <= self._clock.since(self._failed_ms) < _WAIT_MS  # below 0: a week ago
        if self._failures >= _FAILURES_FREE and recent:
            return codes.E_TOO_OFTEN
        slot = self.vault.find_key(key)
        if slot < 0:
            return self._fail(codes.E_KEY)
        if not self.vault.authority_of(slot) & authority:
            return self._fail(codes.E_AUTHORITY)
        if not self._is_verifier_good():
            return codes.E_SELF_TEST
        self.vault.public_into(self._public_buf, slot)
        if self._verifier.verify(self._public_buf, signature, signed, size) != GOOD:
            self.failures[slot] += 1
            return self._fail(codes.E_SIGNATURE)
        self._failures = 0
        self.uses[slot] += 1
        self._due_buf[slot] = min(self._due_buf[slot] + 1, _DUE_MAX)
        return OK

    def due(self):
        """The slot of a key whose use is not yet recorded, -1 if there is none."""
        for slot in range(KEY_SLOTS):
            if self._due_buf[slot]:
                return slot
        return -1

    def recorded(self, slot):
        """One use of that key is on record."""
        self._due_buf[slot] -= 1

    def _is_verifier_good(self):
        """Does it give the known answers, once a start?"""
        if self._verifier is None:
            return False
        if self._tested == _UNTESTED:
            self._tested = run_verifier(self._verifier)
        return self._tested == PASSED

    def _fail(self, code):
        self._failures += 1
        self._failed_ms = self._clock.ms()
        self.refused += 1
        return code
