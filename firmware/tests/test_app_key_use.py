"""A command behind which the board does nothing more still leaves a record of whose key it was."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from boxcars.record.view import parse_header
from firmware.tests.controller_rig import Cabinet, use_quick_signer
from shaker.app import bodies
from shaker.link.messages import REBOOT_BOOTSEL, REBOOT_RUN, TECHNICIAN
from shaker.seal import record
from shaker.seal.ed25519 import GOOD
from shaker.seal.selftest import PASSED

KEY_USED = ("program", bodies.KEY_USED)


class _Technician:
    """Signs with a key of its own."""

    authority = TECHNICIAN

    def __init__(self):
        self._key = Ed25519PrivateKey.from_private_bytes(b"\x05" * 32)
        self.public = self._key.public_key().public_bytes_raw()
        self.key_id = self.public[:8]

    def sign(self, message):
        return self._key.sign(message)


class _Trusting:
    """A verifier; what it is asked is another test's concern."""

    def verify(self, public, signature, message, size):
        return GOOD


@pytest.fixture
def locked(monkeypatch):
    """A locked board that has no quiet moment any more, its technician, and a link."""
    use_quick_signer(monkeypatch)
    cabinet = Cabinet()
    cabinet.provision()
    board, person = cabinet.board, _Technician()
    board.keyring._verifier, board.keyring._tested = _Trusting(), PASSED
    with cabinet.technician() as link:
        link.add_key(TECHNICIAN, person.public)
        link.lock()
        monkeypatch.setattr(board, "_keep_house", lambda: None)
        yield cabinet, person, link


def _told(cabinet):
    """Kind and detail of every record."""
    out = []
    link = cabinet.link()
    link.follow(0)
    while (one := link.next_record(1.0)) is not None:
        header = parse_header(one.data[: record.HEADER_SIZE])
        out.append((header.kind_word, header.detail))
    return out


@pytest.mark.parametrize("mode", [REBOOT_RUN, REBOOT_BOOTSEL])
def test_a_restart(locked, mode):
    cabinet, person, link = locked
    before = _told(cabinet)
    link.reboot(mode, person)
    assert _told(cabinet) == [*before, KEY_USED]


def test_the_end_of_its_life(locked):
    cabinet, person, link = locked
    before = _told(cabinet)
    last = link.retire(person)
    told = _told(cabinet)
    assert told == [*before, KEY_USED, ("retire", 0)]
    assert last == len(told) - 1
