"""Public keys: from a PEM or hex file, from a log's first record; to PEM and hex."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_public_key,
)

from boxcars.record.findings import FindingError, KeyFileError
from boxcars.record.logfile import FILE_HEAD, LogReader
from boxcars.record.view import KeyEntry, LayoutError, decode_body, parse_header
from boxcars.sealgen import curve
from shaker.seal.constants import SMALL_ORDER_Y
from shaker.seal.record import KIND_GENESIS

KEY_SIZE = 32
_KEY_FILE_MAX = 4096
_Y_MASK = (1 << 255) - 1
_SMALL_ORDER = frozenset(
    int.from_bytes(SMALL_ORDER_Y[at : at + KEY_SIZE], "little")
    for at in range(0, len(SMALL_ORDER_Y), KEY_SIZE)
)


class BadKeyError(ValueError):
    """Bytes that no signature may be checked with."""


@dataclass(frozen=True)
class PublicKey:
    """An Ed25519 public key, as its 32 bytes; only one that the board's verifier takes as well."""

    raw: bytes

    def __post_init__(self) -> None:
        if len(self.raw) != KEY_SIZE:
            raise BadKeyError(f"a public key has {KEY_SIZE} bytes, not {len(self.raw)}")
        y = int.from_bytes(self.raw, "little") & _Y_MASK
        if y >= curve.PRIME:
            raise BadKeyError("the key is not in its canonical form")
        if y in _SMALL_ORDER:
            raise BadKeyError("the key is of small order: anybody can sign for it")
        if curve.recover_x(y, self.raw[-1] >> 7) is None:
            raise BadKeyError("the key is no point of the curve")

    @property
    def hex(self) -> str:
        return self.raw.hex()

    @property
    def pem(self) -> str:
        return self.loaded().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()

    def loaded(self) -> Ed25519PublicKey:
        return Ed25519PublicKey.from_public_bytes(self.raw)

    def has_signed(self, signature: bytes, message: bytes) -> bool:
        try:
            self.loaded().verify(signature, message)
        except InvalidSignature:
            return False
        return True


def read_key_file(path: Path) -> PublicKey:
    """A public key from PEM, from 64 hex digits, or from 32 raw bytes."""
    try:
        with path.open("rb") as file:
            data = file.read(_KEY_FILE_MAX)
    except OSError as error:
        raise KeyFileError(f"{path}: cannot read the key: {error.strerror}") from error
    try:
        return PublicKey(_raw_key(path, data))
    except BadKeyError as error:
        raise KeyFileError(f"{path}: {error}") from error


def _raw_key(path: Path, data: bytes) -> bytes:
    if data.lstrip().startswith(b"-----"):
        try:
            key = load_pem_public_key(data)
        except (ValueError, UnsupportedAlgorithm) as error:
            raise KeyFileError(f"{path}: this PEM holds no public key known here") from error
        if not isinstance(key, Ed25519PublicKey):
            raise KeyFileError(f"{path}: the key is not Ed25519")
        return key.public_bytes_raw()
    if len(data) == KEY_SIZE:
        return data
    try:
        return bytes.fromhex(data.decode("ascii").strip())
    except ValueError as error:
        text = "not a public key: PEM, 64 hex digits or 32 bytes are"
        raise KeyFileError(f"{path}: {text}") from error


def key_of_genesis(header: bytes, body: bytes) -> PublicKey | None:
    """The key that a genesis record introduces; None if it is none, BadKeyError if no key."""
    try:
        entries = decode_body(body) if parse_header(header).kind == KIND_GENESIS else []
    except LayoutError:
        return None
    if len(entries) != 1 or not isinstance(entries[0], KeyEntry):
        return None
    return PublicKey(entries[0].public)


def read_log_key(path: Path) -> PublicKey:
    """The key of a log's genesis record, once its signature holds."""
    with LogReader(path) as reader:
        try:
            first = next(iter(reader), None)
        except FindingError as finding:
            finding.path = str(path)
            raise
    try:
        key = first and key_of_genesis(first.header, first.body)
    except BadKeyError as error:
        raise KeyFileError(f"{path}: genesis record: {error}") from error
    if not first or not key:
        raise KeyFileError(f"{path}: the log does not begin with a genesis record: give the key")
    if not key.has_signed(first.signature, first.header):
        raise KeyFileError(f"{path}: the genesis record is not signed with the key it names")
    return key


def read_key(path: Path) -> PublicKey:
    """A public key from a key file or from a log."""
    try:
        with path.open("rb") as file:
            is_log = file.read(len(FILE_HEAD)) == FILE_HEAD
    except OSError as error:
        raise KeyFileError(f"{path}: cannot read it: {error.strerror}") from error
    return read_log_key(path) if is_log else read_key_file(path)
