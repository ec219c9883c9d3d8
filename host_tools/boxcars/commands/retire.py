"""`boxcars retire`: a returned board gives its records up, then its key."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT, SIGNER, YES
from boxcars.console.session import open_link, signer_for
from boxcars.errors import BusyError, HostError, UsageError
from boxcars.link import Link, RefusedError, Signer
from boxcars.record.keys import PublicKey
from boxcars.record.live import LiveLog
from boxcars.record.rulebooks import known_rule_books
from boxcars.table.keeper import Keeper
from shaker.link.messages import STATION, TECHNICIAN
from shaker.seal.record import KIND_RETIRE

_RECORD_S = 10.0
_TRIES = 5


@click.command("retire")
@click.option(
    "--out",
    "out_path",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Log that the records go to; one of this board is continued.",
)
@PORT
@SIGNER
@YES
@JSON
def command(
    out_path: Path, port: str | None, key_path: Path | None, yes: bool, as_json: bool
) -> None:
    """Retire a returned board for ever: export, wipe, and say so in a last record.

    Every record that the board still has is taken into --out and verified. Then the board seals
    its last record and wipes its key, people's keys and settings. Refused while wagers stand.

    Exit codes: 0 retired, 1 refused, 2 usage, 3 cannot write, 4 no device, 5 busy or a host
    terminal is connected, 7 wrong key, 8 locked.
    """
    with json_errors(as_json):
        if not yes:
            if not sys.stdin.isatty():
                raise UsageError("this wipes the board's key for ever: say --yes")
            click.confirm("Wipe the key of this board for ever?", abort=True, err=True)
        with open_link(port, acknowledge=True) as link:
            device, told = link.welcome.device.hex(), link.key()
            if not told.provisioned:
                raise HostError(f"board {device} has no key: it was never provisioned, or retired")
            if not link.welcome.locked and not link.may_acknowledge:
                raise BusyError("a host terminal acknowledges records: unplug it first")
            signer = signer_for(link, key_path, TECHNICIAN | STATION)
            key = PublicKey(told.public)
            with LiveLog(out_path, key, rule_books=known_rule_books()) as log:
                last = _retire(link, log, signer)
                count = log.summary.count if log.summary else 0
    if as_json:
        shown = {"device": device, "key": key.hex, "last": last, "records": count}
        emit("retire/1", {**shown, "file": str(out_path)})
    else:
        click.echo(f"board {device} is retired: its last record is {last}, kept in {out_path}")


def _retire(link: Link, log: LiveLog, signer: Signer | None) -> int:
    """Take everything, retire, take the last; uses of keys may add records in between."""
    keeper = Keeper(link, log)
    keeper.begin()
    for attempt in range(_TRIES):
        keeper.catch_up(_RECORD_S)
        try:
            last = link.retire(signer)
        except RefusedError as error:
            if error.word not in ("E_FULL", "E_BUSY") or attempt == _TRIES - 1:
                raise
            continue
        break
    kept = None
    while (log.next_sequence or 0) <= last:
        kept = keeper.take(_RECORD_S)
        if kept is None:
            break
    if kept is None or kept.header.kind != KIND_RETIRE:
        raise HostError(f"the board is retired, but its last record {last} did not come: read it")
    return last
