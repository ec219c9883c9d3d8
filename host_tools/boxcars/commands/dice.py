"""`boxcars dice`: record a new set of dice by signed challenge."""

from __future__ import annotations

from pathlib import Path

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT, SIGNER
from boxcars.console.session import open_link, signer_for
from shaker.link.messages import STATION, TECHNICIAN


@click.command("dice")
@click.argument("number", metavar="SET", type=click.IntRange(0, 255))
@PORT
@SIGNER
@JSON
def command(number: int, port: str | None, key_path: Path | None, as_json: bool) -> None:
    """Record that dice set SET lies in the chambers now: its number, from 0 to 255.

    From here on every record names it, and the count of its shakes begins at 0; 'boxcars fairness
    --dice-set' tests the rolls of one set. No message can tell the board a face.

    Exit codes: 0 recorded, 1 not now, 2 usage, 4 no device, 5 busy, 7 wrong key, 8 locked.
    """
    with json_errors(as_json), open_link(port) as link:
        done = link.dice_set(number, signer_for(link, key_path, TECHNICIAN | STATION))
        device = link.welcome.device.hex()
    if as_json:
        emit("dice/1", {"device": device, "dice_set": done})
    else:
        click.echo(f"board {device}: dice set {done} from now on")
