"""Keys of technicians, operators and stations: what a signed challenge is signed with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from shaker.link import messages
from shaker.link.authority import DOMAIN
from shaker.link.sizes import KEY_ID_SIZE

AUTHORITIES = {
    "host": messages.HOST,
    "technician": messages.TECHNICIAN,
    "operator": messages.OPERATOR,
    "station": messages.STATION,
}


class Signer(Protocol):
    """Somebody who can sign: a key in a file, a token, a service."""

    @property
    def authority(self) -> int: ...
    @property
    def key_id(self) -> bytes: ...
    def sign(self, message: bytes) -> bytes: ...


@dataclass(frozen=True)
class KeySigner:
    """A private key at hand. Its id is the beginning of the public key."""

    key: Ed25519PrivateKey
    authority: int

    @property
    def key_id(self) -> bytes:
        return self.key.public_key().public_bytes_raw()[:KEY_ID_SIZE]

    def sign(self, message: bytes) -> bytes:
        return self.key.sign(message)


def signed_bytes(
    device: bytes, nonce: bytes, authority: int, message: int, payload: bytes
) -> bytes:
    """What the signature of an authorised message is over."""
    assert len(device) == 8
    assert len(nonce) == 16
    return DOMAIN + device + nonce + bytes((authority, message)) + payload
