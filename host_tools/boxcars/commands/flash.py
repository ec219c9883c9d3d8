"""`boxcars flash`: a program onto one board or all of them, verified."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from boxcars.build import artifacts
from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT, SIGNER, YES
from boxcars.errors import HostError, NoBoardError, UsageError
from boxcars.flashing.board import Wanted, flash
from boxcars.usb.choose import devices
from boxcars.usb.devices import Device
from boxcars.usb.image import load_program

_AT_ONCE = 8


class FlashFailed(HostError):
    """Some board was not flashed; the code is that of the first."""

    def __init__(self, text: str, exit_code: int) -> None:
        super().__init__(text)
        self.exit_code = exit_code


@click.command("flash")
@PORT
@click.option("--all", "every", is_flag=True, help="Every board there is, several at once.")
@click.option(
    "--image",
    "image_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="UF2 or binary  [default: the built product]",
)
@click.option("--allow-downgrade", is_flag=True, help="Take an older or unknown version, too.")
@click.option(
    "--drive",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the BOOTSEL drive, where the system does not tell which it is.",
)
@SIGNER
@YES
@JSON
def command(
    port: str | None,
    every: bool,
    image_path: Path | None,
    allow_downgrade: bool,
    drive: Path | None,
    key_path: Path | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Flash a program: reboot to BOOTSEL, copy the UF2, come back, verify over a fresh nonce.

    Refused: a program of another board, an older one without --allow-downgrade, wagers that
    stand. A locked board wants a technician's key. Cut off at any moment, run it again: a board
    that waits in BOOTSEL is taken from there. Journal, key and settings stay.

    Exit codes: 0 all verified, else that of the first board that failed: 1 refused, 2 usage, 3
    cannot write, 4 no device, 5 busy, 6 wrong board or version, 7 verification failed, 8 locked.
    """
    with json_errors(as_json):
        program = load_program(image_path, artifacts.PRODUCT)
        if program.board is None:
            raise UsageError(f"{program.path}: is no image of ours")
        chosen = choose(port, every)
        if drive is not None and len(chosen) > 1:
            raise UsageError("--drive is of one board: choose it with --port")
        if not yes:
            if not sys.stdin.isatty():
                raise UsageError(f"this writes {program.path.name} to the board: say --yes")
            names = ", ".join(device.name for device in chosen)
            click.confirm(f"Flash {program.path} to {names}?", abort=True, err=True)
        wanted = Wanted(program, key_path, allow_downgrade, drive)
        rows = _flash_all(chosen, wanted, quiet=as_json)
    if as_json:
        emit("flash/1", {"file": str(program.path), "image": program.digest, "boards": rows})
    else:
        for row in rows:
            click.echo(f"{row['port'] or row['location']}: {row['text']}")
    failed = [row for row in rows if not row["ok"]]
    if failed:
        text = f"{len(failed)} of {len(rows)} boards not flashed: {failed[0]['text']}"
        raise FlashFailed(text, failed[0]["exit_code"])


def choose(port: str | None, every: bool) -> list[Device]:
    """The boards to flash; one in BOOTSEL counts as well."""
    found = devices()
    if port is not None:
        found = [device for device in found if device.is_at(port)]
        if not found:
            raise NoBoardError(f"no board is at {port}: 'boxcars list' shows them")
    if not found:
        raise NoBoardError("no board is found: plug it in, or hold BOOTSEL while you do")
    if len(found) > 1 and not every:
        names = ", ".join(device.name for device in found)
        raise UsageError(f"there are {len(found)} boards ({names}): --port or --all")
    return found


def _flash_all(chosen: list[Device], wanted: Wanted, *, quiet: bool) -> list[dict[str, Any]]:
    console = Console(stderr=True)
    columns = TextColumn("{task.fields[name]}"), BarColumn(), TextColumn("{task.description}")
    hidden = quiet or not console.is_terminal
    stop = Event()
    with (
        Progress(*columns, console=console, disable=hidden) as bars,
        ThreadPoolExecutor(min(_AT_ONCE, len(chosen))) as pool,
    ):
        try:
            return list(pool.map(lambda one: _flash_one(one, wanted, bars, stop), chosen))
        except KeyboardInterrupt:
            stop.set()  # wherever they are: the next run goes on from there
            raise


def _flash_one(device: Device, wanted: Wanted, bars: Progress, stop: Event) -> dict[str, Any]:
    task = bars.add_task("waiting", total=1.0, name=device.name)

    def progress(what: str, done: float) -> None:
        if stop.is_set():
            raise HostError("interrupted: run it again")
        bars.update(task, description=what, completed=done)

    row: dict[str, Any] = {"location": device.location, "port": device.port}
    try:
        done = flash(device, wanted, devices, progress)
    except HostError as error:
        bars.update(task, description="failed")
        unknown = {"device": None, "before": None, "version": None}
        return {**row, "ok": False, "exit_code": error.exit_code, "text": str(error), **unknown}
    text = f"runs {done.card.version}, verified"
    told = {"device": done.card.device, "before": done.before, "version": done.card.version}
    return {**row, "ok": True, "exit_code": 0, "text": text, **told}
