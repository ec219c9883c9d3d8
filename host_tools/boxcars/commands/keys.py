"""`boxcars keys`: whose keys a board knows; add one, revoke one."""

from __future__ import annotations

from pathlib import Path

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT, SIGNER
from boxcars.console.session import open_link, signer_for
from boxcars.link import AUTHORITIES
from boxcars.record.keys import read_key_file
from shaker.link.messages import STATION, TECHNICIAN
from shaker.link.sizes import KEY_ID_SIZE

_CHANGE = "keys-change/1"
_WORDS = {bit: word for word, bit in AUTHORITIES.items()}
_PUBLIC = click.argument("public", type=click.Path(path_type=Path, dir_okay=False))


@click.group("keys")
def command() -> None:
    """List, add and revoke the keys of people that a board knows.

    Exit codes: 0 fine, 1 refused, 2 usage, 4 no device, 5 busy, 7 wrong key, 8 locked.
    """


@command.command("list")
@PORT
@JSON
def list_keys(port: str | None, as_json: bool) -> None:
    """Show every key with its authority; uses and failures are since the board's start."""
    with json_errors(as_json), open_link(port) as link:
        device, rows = link.welcome.device.hex(), link.keys()
    shown = [
        {
            "key": row.key.hex(),
            "authority": _WORDS.get(row.authority, str(row.authority)),
            "revoked": bool(row.revoked),
            "uses": row.uses,
            "failures": row.failures,
        }
        for row in rows
    ]
    if as_json:
        emit("keys/1", {"device": device, "keys": shown})
        return
    for row in shown:
        state = ", revoked" if row["revoked"] else ""
        click.echo(
            f"{row['key']} {row['authority']}{state}: {row['uses']} uses, "
            f"{row['failures']} failures"
        )


@command.command("add")
@_PUBLIC
@click.option(
    "--as", "authority", type=click.Choice(["technician", "operator", "station"]), required=True
)
@PORT
@SIGNER
@JSON
def add(
    public: Path, authority: str, port: str | None, key_path: Path | None, as_json: bool
) -> None:
    """Let the holder of PUBLIC, a public key file, sign challenges from now on."""
    with json_errors(as_json):
        key = read_key_file(public)
        with open_link(port) as link:
            signer = signer_for(link, key_path, TECHNICIAN | STATION)
            slot = link.add_key(AUTHORITIES[authority], key.raw, signer)
            device = link.welcome.device.hex()
    name = key.raw[:KEY_ID_SIZE].hex()
    if as_json:
        emit(_CHANGE, {"device": device, "key": name, "slot": slot, "revoked": False})
    else:
        click.echo(f"key {name} is a {authority}'s now, in slot {slot}")


@command.command("revoke")
@_PUBLIC
@PORT
@SIGNER
@JSON
def revoke(public: Path, port: str | None, key_path: Path | None, as_json: bool) -> None:
    """Revoke PUBLIC, a public key file, for ever: it cannot be added again."""
    with json_errors(as_json):
        key = read_key_file(public)
        with open_link(port) as link:
            signer = signer_for(link, key_path, TECHNICIAN | STATION)
            slot = link.revoke_key(key.raw[:KEY_ID_SIZE], signer)
            device = link.welcome.device.hex()
    name = key.raw[:KEY_ID_SIZE].hex()
    if as_json:
        emit(_CHANGE, {"device": device, "key": name, "slot": slot, "revoked": True})
    else:
        click.echo(f"key {name} is revoked")
