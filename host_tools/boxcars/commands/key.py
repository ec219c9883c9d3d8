"""`boxcars key`: show and export a board's public key."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON
from boxcars.errors import SetupError, UsageError
from boxcars.record.keys import PublicKey, read_key

_SOURCE = click.argument("source", type=click.Path(path_type=Path))


@click.group("key")
def command() -> None:
    """Make a person's key; show or export a public key, from its file or from a log's genesis."""


@command.command("show")
@_SOURCE
@JSON
def show(source: Path, as_json: bool) -> None:
    """Print the public key in SOURCE."""
    with json_errors(as_json):
        key = read_key(source)
    _say(key, as_json)


def _say(key: PublicKey, as_json: bool, file: Path | None = None) -> None:
    if as_json:
        shown = {"algorithm": "Ed25519", "hex": key.hex, "pem": key.pem}
        emit("key/1", {**shown, "file": str(file) if file else None})
    else:
        click.echo(f"Ed25519 {key.hex}")


def _text(key: PublicKey, style: str) -> str:
    return key.pem if style == "pem" else key.hex + "\n"


@command.command("export")
@_SOURCE
@click.option("--format", "style", type=click.Choice(["pem", "hex"]), default="pem")
@click.option("--output", type=click.Path(path_type=Path), help="File to write; else stdout.")
@JSON
def export(source: Path, style: str, output: Path | None, as_json: bool) -> None:
    """Write the public key in SOURCE as PEM or as 64 hex digits."""
    with json_errors(as_json):
        key = read_key(source)
        if output is not None:
            _write(output, _text(key, style))
    if as_json:
        _say(key, as_json, output)
    elif output is None:
        click.echo(_text(key, style), nl=False)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text)
    except OSError as error:
        raise SetupError(f"{path}: cannot write the key: {error.strerror}") from error


@command.command("make")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--passphrase", is_flag=True, help="Ask for a passphrase and encrypt the key.")
@JSON
def make(path: Path, passphrase: bool, as_json: bool) -> None:
    """Make the private key of a technician, operator or station in FILE; FILE.pub is public.

    The private key stays with its person: 'boxcars provision' takes the public one. Nothing is
    written over.
    """
    with json_errors(as_json):
        public = _make(path, _lock() if passphrase else NoEncryption())
    _say(public, as_json, path.with_name(path.name + ".pub"))


def _lock() -> KeySerializationEncryption:
    if not sys.stdin.isatty():
        raise UsageError("--passphrase is asked for at a terminal: run this at one")
    word = click.prompt("Passphrase", hide_input=True, confirmation_prompt=True, err=True)
    return BestAvailableEncryption(word.encode())


def _make(path: Path, lock: KeySerializationEncryption) -> PublicKey:
    key = Ed25519PrivateKey.generate()
    data = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock)
    public = PublicKey(key.public_key().public_bytes_raw())
    half = path.with_name(path.name + ".pub")
    if path.exists():
        raise UsageError(f"{path} is there already: give another name")
    # The public half first: what stops between the two leaves no private key that nobody knows of.
    for name, content, mode in ((half, public.pem.encode(), 0o644), (path, data, 0o600)):
        try:
            with os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
        except FileExistsError:
            raise UsageError(f"{name} is there already: give another name") from None
        except OSError as error:
            raise SetupError(f"{name}: cannot write the key: {error.strerror}") from error
    return public
