"""`boxcars key`: show and export a board's public key."""

from __future__ import annotations

import json
import os
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

from boxcars.errors import SetupError, UsageError
from boxcars.record.keys import PublicKey, read_key

_SOURCE = click.argument("source", type=click.Path(path_type=Path))


@click.group("key")
def command() -> None:
    """Make a person's key; show or export a public key, from its file or from a log's genesis."""


@command.command("show")
@_SOURCE
@click.option("--json", "json_wanted", is_flag=True, help="Print the key as JSON.")
def show(source: Path, json_wanted: bool) -> None:
    """Print the public key in SOURCE."""
    key = read_key(source)
    if json_wanted:
        click.echo(json.dumps({"algorithm": "Ed25519", "hex": key.hex, "pem": key.pem}))
    else:
        click.echo(f"Ed25519 {key.hex}")


def _text(key: PublicKey, style: str) -> str:
    return key.pem if style == "pem" else key.hex + "\n"


@command.command("export")
@_SOURCE
@click.option("--format", "style", type=click.Choice(["pem", "hex"]), default="pem")
@click.option("--output", type=click.Path(path_type=Path), help="File to write; else stdout.")
def export(source: Path, style: str, output: Path | None) -> None:
    """Write the public key in SOURCE as PEM or as 64 hex digits."""
    text = _text(read_key(source), style)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text)
    except OSError as error:
        raise SetupError(f"{output}: cannot write the key: {error.strerror}") from error


@command.command("make")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--passphrase", is_flag=True, help="Ask for a passphrase and encrypt the key.")
def make(path: Path, passphrase: bool) -> None:
    """Make the private key of a technician, operator or station in FILE; FILE.pub is public.

    The private key stays with its person: 'boxcars provision' takes the public one. Nothing is
    written over.
    """
    lock: KeySerializationEncryption = NoEncryption()
    if passphrase:
        word = click.prompt("Passphrase", hide_input=True, confirmation_prompt=True, err=True)
        lock = BestAvailableEncryption(word.encode())
    key = Ed25519PrivateKey.generate()
    data = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock)
    public = PublicKey(key.public_key().public_bytes_raw())
    for name, content, mode in (
        (path, data, 0o600),
        (path.with_name(path.name + ".pub"), public.pem.encode(), 0o644),
    ):
        try:
            with os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
                out.write(content)
        except FileExistsError:
            raise UsageError(f"{name} is there already: give another name") from None
        except OSError as error:
            raise SetupError(f"{name}: cannot write the key: {error.strerror}") from error
    click.echo(f"Ed25519 {public.hex}")
