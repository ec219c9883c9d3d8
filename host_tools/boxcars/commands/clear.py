"""`boxcars clear`: clear a latched fault by signed challenge."""

from __future__ import annotations

from pathlib import Path

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT, SIGNER
from boxcars.console.session import open_link, signer_for
from boxcars.errors import HostError
from shaker.app import faults
from shaker.link.messages import OPERATOR, TECHNICIAN


@click.command("clear")
@PORT
@SIGNER
@JSON
def command(port: str | None, key_path: Path | None, as_json: bool) -> None:
    """Clear the fault that a board has latched, once what it names has been mended.

    The board asks for an operator's or technician's signature over a fresh challenge, and records
    the fault, the key and the clearing.

    Exit codes: 0 cleared, 1 no fault is latched, 4 no device, 5 busy, 7 wrong key, 8 locked.
    """
    with json_errors(as_json), open_link(port) as link:
        code = link.state().fault
        if code == faults.NONE:
            raise HostError("no fault is latched: there is nothing to clear")
        link.clear_fault(code, signer_for(link, key_path, OPERATOR | TECHNICIAN))
        device = link.welcome.device.hex()
    word = faults.WORDS[code] if code < len(faults.WORDS) else str(code)
    if as_json:
        emit("clear/1", {"device": device, "fault": word, "code": code})
    else:
        click.echo(f"board {device}: fault {word} cleared")
