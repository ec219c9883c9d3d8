"""`boxcars key`: show and export a board's public key."""

from __future__ import annotations

import json
from pathlib import Path

import click

from boxcars.errors import SetupError
from boxcars.record.keys import PublicKey, read_key

_SOURCE = click.argument("source", type=click.Path(path_type=Path))


@click.group("key")
def command() -> None:
    """Show or export a public key, from a key file or from a log's genesis record."""


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
