"""Signed challenges: what a bare message may not do.

Both sides run in one process and simulated time.
"""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from boxcars.link import KeySigner, Link, RefusedError
from boxcars.link.authority import signed_bytes
from firmware.bench.link_ledger import Ledger
from firmware.tests.link_rig import Board, Line, SimClock
from shaker.link import codes, messages
from shaker.link.messages import TECHNICIAN


class _Board(Ledger):
    """A locked board that knows one technician."""

    def __init__(self):
        super().__init__()
        self.is_locked = 1
        self.key = Ed25519PrivateKey.from_private_bytes(b"\x05" * 32)
        self.seen = []

    def verify(self, authority, key, signature, signed, size):
        self.seen.append((authority, bytes(key), bytes(signed[:size])))
        try:
            self.key.public_key().verify(bytes(signature), bytes(signed[:size]))
        except Exception:
            return codes.E_SIGNATURE
        return codes.OK


def _locked():
    clock = SimClock()
    line = Line(clock, Board(clock, ledger=_Board()))
    line.board.ledger.is_faulted = 1
    link = Link(line.open, clock=clock)
    link.connect()
    return line, link


def test_a_signed_challenge_opens_a_locked_board():
    line, link = _locked()
    with pytest.raises(RefusedError, match="E_AUTHORITY") as refused:
        link.clear_fault(3)
    assert refused.value.exit_code == 8
    signer = KeySigner(line.board.ledger.key, TECHNICIAN)
    link.clear_fault(3, signer)
    assert not line.board.ledger.is_faulted
    ((authority, key, signed),) = line.board.ledger.seen
    assert (authority, key) == (TECHNICIAN, signer.key_id)
    nonce = signed[28:44]
    fields = (3).to_bytes(2, "little")
    assert signed == signed_bytes(b"DEVICE01", nonce, TECHNICIAN, messages.CLEAR_FAULT, fields)


def test_another_key_does_not():
    line, link = _locked()
    with pytest.raises(RefusedError, match="E_SIGNATURE") as refused:
        link.clear_fault(3, KeySigner(Ed25519PrivateKey.generate(), TECHNICIAN))
    assert refused.value.exit_code == 7
    assert line.board.ledger.is_faulted


def test_a_challenge_counts_once_and_not_for_long():
    line, link = _locked()
    signer = KeySigner(line.board.ledger.key, TECHNICIAN)
    nonce = link.ask("challenge")["nonce"]

    def send():
        payload = (3).to_bytes(2, "little")
        signed = signed_bytes(b"DEVICE01", nonce, TECHNICIAN, messages.CLEAR_FAULT, payload)
        link.perform(
            "authorised",
            message=messages.CLEAR_FAULT,
            authority=TECHNICIAN,
            key=signer.key_id,
            nonce=nonce,
            signature=signer.sign(signed),
            body=payload,
        )

    send()
    with pytest.raises(RefusedError, match="E_NONCE"):
        send()
    nonce = link.ask("challenge")["nonce"]
    link.idle(61)
    with pytest.raises(RefusedError, match="E_NONCE"):
        send()
    nonce = link.ask("challenge")["nonce"]
    link.idle(61)
    line.clock.now_s += 2**29 / 1000  # the board's ticks go half way round
    with pytest.raises(RefusedError, match="E_NONCE"):
        send()


@pytest.mark.parametrize(
    ("message", "authority", "body", "word"),
    [
        (messages.BET, TECHNICIAN, bytes(10), "E_AUTHORITY"),
        (messages.CLEAR_FAULT, messages.STATION, bytes(2), "E_AUTHORITY"),
        (messages.CLEAR_FAULT, 6, bytes(2), "E_AUTHORITY"),
        (messages.CLEAR_FAULT, TECHNICIAN, bytes(3), "E_SIZE"),
        (messages.STATE, TECHNICIAN, bytes(2), "E_UNKNOWN"),
        (messages.AUTHORISED, TECHNICIAN, bytes(90), "E_UNKNOWN"),
        (messages.NAK, TECHNICIAN, bytes(6), "E_UNKNOWN"),
        (0x7F, TECHNICIAN, b"", "E_UNKNOWN"),
        (messages.LOCK, messages.STATION, b"", "E_PORT"),
    ],
)
def test_what_cannot_be_authorised(message, authority, body, word):
    line, link = _locked()
    nonce = link.ask("challenge")["nonce"]
    with pytest.raises(RefusedError, match=word):
        link.perform(
            "authorised",
            message=message,
            authority=authority,
            key=bytes(8),
            nonce=nonce,
            signature=bytes(64),
            body=body,
        )
    assert not line.board.ledger.seen


def test_a_line_that_broke_behind_the_challenge_costs_another():
    """The challenge went with its session: the command was refused, and is signed once more."""
    line, link = _locked()
    signer = KeySigner(line.board.ledger.key, TECHNICIAN)
    sign = KeySigner.sign

    class Breaking(KeySigner):
        def sign(self, message):
            if not line.board.ledger.seen and link.reconnect_count == 0:
                Link(line.open, clock=line.clock).connect()  # another session takes the line
            return sign(self, message)

    link.clear_fault(3, Breaking(signer.key, TECHNICIAN))
    assert link.reconnect_count == 1
    assert len(line.board.ledger.seen) == 1
    assert not line.board.ledger.is_faulted
