"""`boxcars void`: give a stuck round up, all stakes back, by signed challenge."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT, SIGNER, YES
from boxcars.console.session import open_link, signer_for
from boxcars.errors import UsageError
from boxcars.link import Link
from boxcars.link.answers import Closed
from boxcars.link.authority import Signer
from boxcars.link.errors import SilentDeviceError
from boxcars.record.view import Return, decode_body, parse_header
from shaker.link.messages import OPERATOR, TECHNICIAN
from shaker.seal.record import KIND_VOID

_RECORD_S = 20.0


@click.command("void")
@click.option("--round", "number", type=click.IntRange(1), help="Only if this round is under way.")
@PORT
@SIGNER
@YES
@JSON
def command(
    number: int | None, port: str | None, key_path: Path | None, yes: bool, as_json: bool
) -> None:
    """Void the round under way: every stake goes back to its seat, to the unit.

    The board asks for an operator's or technician's signature over a fresh challenge; the void is
    a signed record like a result.

    Exit codes: 0 void, 1 refused, 2 usage, 4 no device, 5 busy, 7 wrong key, 8 locked.
    """
    with json_errors(as_json), open_link(port) as link:
        state = link.state()
        if number is not None and number != state.round:
            raise UsageError(f"round {state.round} is under way, not {number}: look again")
        signer = signer_for(link, key_path, OPERATOR | TECHNICIAN)
        units = sum(stake.amount for stake in state.stakes)
        if not yes:
            if not sys.stdin.isatty():
                raise UsageError(f"this gives round {state.round} up: say --yes")
            question = f"Void round {state.round}: {len(state.stakes)} stakes, {units} units back?"
            click.confirm(question, abort=True, err=True)
        done, back = _void(link, state.round, signer)
        device = link.welcome.device.hex()
    if as_json:
        returned = [asdict(row) for row in back]
        emit("void/1", {"device": device, "round": done.round, "returned": returned})
    else:
        credit = sum(row.credit for row in back)
        click.echo(f"board {device}: round {state.round} is void, {credit} units went back")


def _void(link: Link, number: int, signer: Signer | None) -> tuple[Closed, list[Return]]:
    """Void the round; what went back stands in its signed record, which is not acknowledged."""
    first = link.ping().newest + 1
    done = link.void(number, signer)
    link.follow(first)
    while (record := link.next_record(_RECORD_S)) is not None:
        if parse_header(record.header).kind == KIND_VOID:
            entries = decode_body(record.body)
            return done, [entry for entry in entries if isinstance(entry, Return)]
    raise SilentDeviceError(f"round {number} is void, but its record did not come: read the log")
