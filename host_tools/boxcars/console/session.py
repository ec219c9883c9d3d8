"""A command's session with its board, and whoever signs for it."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from boxcars.errors import LockedError, UsageError, VerificationError
from boxcars.link import AUTHORITIES, Expectation, KeySigner, Link
from boxcars.record.findings import KeyFileError
from boxcars.usb.choose import choose_linked
from shaker.link.sizes import KEY_ID_SIZE


def open_link(
    port: str | None, expect: Expectation | None = None, *, acknowledge: bool = False
) -> Link:
    """A link to the board of `--port`, or to the only one; connect by `with`."""
    return Link.open(choose_linked(port), expect=expect, acknowledge=acknowledge)


def read_private_key(path: Path) -> Ed25519PrivateKey:
    """A private key from its PEM file; asks for the passphrase if it has one."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KeyFileError(f"{path}: cannot read the key: {error.strerror}") from error
    try:
        try:
            key = load_pem_private_key(data, None)
        except TypeError:  # it is encrypted
            if not sys.stdin.isatty():
                raise KeyFileError(f"{path}: has a passphrase: run this at a terminal") from None
            key = load_pem_private_key(data, getpass.getpass(f"{path}: ").encode())
    except (ValueError, UnsupportedAlgorithm) as error:
        raise KeyFileError(f"{path}: holds no private key that can be read") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{path}: the key is not Ed25519")
    return key


def signer_for(link: Link, path: Path | None, authorities: int) -> KeySigner | None:
    """Who signs: the key of that file, as the board knows it. None on a board without a lock."""
    if path is None:
        if link.welcome.locked:
            raise LockedError("the board is locked: give your private key with --key")
        return None
    key = read_private_key(path)
    key_id = key.public_key().public_bytes_raw()[:KEY_ID_SIZE]
    rows = link.keys()
    known = next((row for row in rows if row.key == key_id), None)
    if known is None:
        if not link.welcome.locked:
            raise UsageError("this board does not know the key, and is not locked: leave --key")
        # Let the board refuse it: a stranger at a locked board is a record.
        return KeySigner(key, authorities & -authorities)
    if known.revoked:
        raise VerificationError(f"key {key_id.hex()} was revoked on this board: use another")
    if link.welcome.locked and not known.authority & authorities:
        words = [f"a {word}'s" for word, bit in AUTHORITIES.items() if bit & authorities]
        raise LockedError(f"key {key_id.hex()} is another's: it needs {' or '.join(words)}")
    return KeySigner(key, known.authority)
