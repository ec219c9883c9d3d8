"""`boxcars retire`: a returned board gives its records up, then its key."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT, SIGNER, YES
from boxcars.console.session import open_link, signer_for
from boxcars.errors import BusyError, HostError, UsageError
from boxcars.link import Link, RefusedError, Signer
from boxcars.record.findings import FindingError, FindingKind, KeyFileError
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
    its last record and wipes its key, people's keys and settings. Refused while wagers stand. Cut
    off at any moment, run it again with the same --out.

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
            if told.provisioned:
                done = _while_it_signs(link, out_path, key_path, PublicKey(told.public))
            else:
                done = _afterwards(link, out_path)
    if as_json:
        shown = {"device": device, "key": done.key, "last": done.last, "records": done.count}
        emit("retire/1", {**shown, "file": str(out_path)})
    else:
        click.echo(
            f"board {device} is retired: its last record is {done.last}, kept in {out_path}"
        )


@dataclass(frozen=True)
class _Retired:
    """What is in the log now."""

    key: str
    last: int
    count: int


def _while_it_signs(link: Link, path: Path, key_path: Path | None, key: PublicKey) -> _Retired:
    if not link.welcome.locked and not link.may_acknowledge:
        raise BusyError("a host terminal acknowledges records: unplug it first")
    signer = signer_for(link, key_path, TECHNICIAN | STATION)
    with LiveLog(path, key, rule_books=known_rule_books()) as log:
        last = _retire(link, log, signer)
        return _of(log, last)


def _afterwards(link: Link, path: Path) -> _Retired:
    """The end came behind the retirement, and before all of it was in the log."""
    device, last = link.welcome.device.hex(), link.ping().newest
    if last < 0:
        raise HostError(f"board {device} has no key: it was never provisioned")
    try:
        with LiveLog(path, rule_books=known_rule_books()) as log:
            if (log.next_sequence or 0) > last:
                raise HostError(f"board {device} is retired already: record {last} is in {path}")
            keeper = Keeper(link, log)
            keeper.begin()
            _take_last(keeper, last)
            return _of(log, last)
    except (KeyFileError, FindingError) as error:
        if isinstance(error, FindingError) and error.kind is not FindingKind.KEY:
            raise
        # The log does not begin with the record that introduces the key, and the board has none.
        raise HostError(
            f"board {device} is retired already: take the rest by 'boxcars log --out {path}' with "
            "--key, its public key as the register has it"
        ) from error


def _of(log: LiveLog, last: int) -> _Retired:
    assert log.summary is not None
    return _Retired(log.summary.key.hex, last, log.summary.count)


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
    _take_last(keeper, last)
    return last


def _take_last(keeper: Keeper, last: int) -> None:
    kept = None
    while (keeper.log.next_sequence or 0) <= last:
        kept = keeper.take(_RECORD_S)
        if kept is None:
            break
    if kept is None or kept.header.kind != KIND_RETIRE:
        raise HostError(
            f"the board is retired, but its last record {last} did not come: run again"
        )
