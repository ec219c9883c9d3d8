"""`boxcars log`: take the records and the event logs off a board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT
from boxcars.console.session import open_link
from boxcars.errors import UsageError, VerificationError
from boxcars.link import Link
from boxcars.record.keys import PublicKey, read_key
from boxcars.record.live import LiveLog
from boxcars.record.rulebooks import known_rule_books
from boxcars.service.health import entry
from boxcars.service.verdicts import when
from boxcars.table.keeper import Keeper
from shaker.app import logbook

_RECORD_S = 10.0


@click.command("log")
@PORT
@click.option(
    "--out",
    "out_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the records there, verified; a log of this board is continued.",
)
@click.option(
    "--key",
    "key_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The board's public key as its maker published it; else the one that the board tells.",
)
@JSON
def command(port: str | None, out_path: Path | None, key_path: Path | None, as_json: bool) -> None:
    """Export what a board still has: signed records to a file, its event logs to the screen.

    Nothing is acknowledged: that is the host terminal's business, and the board keeps all of it.
    Check the file with 'boxcars verify'.

    Exit codes: 0 fine, 3 cannot write, 4 no device, 5 busy, 6 another board, 7 another key, 70 to
    81 a record does not verify.
    """
    with json_errors(as_json):
        if key_path is not None and out_path is None:
            raise UsageError("--key checks what --out takes: give --out as well")
        device, logs, exported = _take(port, out_path, key_path)
    if as_json:
        emit("log/1", {"device": device, "logs": logs, "exported": exported})
        return
    for name, rows in logs.items():
        click.echo(f"{name}: {len(rows)}")
        for row in rows:
            place = f"record {row['sequence']}, boot {row['boot']}"
            click.echo(f"  {place}, {when(row['time_s'])}: {row['what']}")
    if exported:
        click.echo(
            f"{exported['file']}: records {exported['first']} to {exported['last']}, all verified"
        )


def _take(
    port: str | None, out_path: Path | None, key_path: Path | None
) -> tuple[str, dict[str, list[dict[str, Any]]], dict[str, Any] | None]:
    """Device, event logs, and what was exported, if anything was to be."""
    with open_link(port) as link:
        exported = _export(link, out_path, key_path) if out_path else None
        return link.welcome.device.hex(), event_logs(link), exported


def event_logs(link: Link) -> dict[str, list[dict[str, Any]]]:
    """The last ten of each kind that the board itself still knows."""
    return {
        word: [entry(log, row) for row in link.log(log)] for log, word in enumerate(logbook.WORDS)
    }


def _export(link: Link, path: Path, key_path: Path | None) -> dict[str, Any]:
    told = link.key()
    key = read_key(key_path) if key_path else None
    if told.provisioned:
        board = PublicKey(told.public)
        if key not in (None, board):
            raise VerificationError(
                f"the board signs with key {board.hex}, not with that of {key_path}"
            )
        key = board
    elif link.ping().newest < 0:
        raise VerificationError("the board has no key, so no records: run 'boxcars provision'")
    # Else it is retired: it keeps its records, and their key is told by the log or by --key.
    with LiveLog(path, key, rule_books=known_rule_books()) as log:
        keeper = Keeper(link, log)
        keeper.begin()
        keeper.catch_up(_RECORD_S)
        summary = log.summary
        assert summary is not None
        return {
            "file": str(path),
            "first": summary.sequence_first,
            "last": summary.sequence_last,
            "key": summary.key.hex,
        }
