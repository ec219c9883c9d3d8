"""`boxcars settle`: answer a session script."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import BinaryIO

import click

from boxcars.console.documents import json_errors
from boxcars.console.options import JSON_LINES, SIGNER
from boxcars.errors import UsageError
from boxcars.settle import run
from boxcars.settle.engine import ENGINES, Engine
from shaker.link.messages import TECHNICIAN


@click.command("settle")
@click.argument("file", type=click.File("rb"))
@click.option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    default="python",
    show_default=True,
    help="What settles: CPython, the 32-bit unix port of MicroPython with its heap locked, or the "
    "shipped image on the emulated board, over its link.",
)
@click.option("--port", help="A real board for --engine board; it is told no dice, so no rolls.")
@click.option(
    "--log",
    "log_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Log that the records of --port go to before they are acknowledged.",
)
@SIGNER
@JSON_LINES
def command(
    file: BinaryIO,
    engine: str,
    port: str | None,
    log_path: Path | None,
    key_path: Path | None,
    as_json: bool,
) -> None:
    """Settle the session script FILE (- for standard input), a JSON line for each line of it.

    On the board wagers, limits and malfunctions are messages, a roll is a shake whose faces the
    cabinet shows to the sensors, a no_roll is a cocked die and a power_fail cuts the mains. A
    roll takes a few seconds.

    Exit codes: 0 fine, 2 usage, 3 nothing built, 4 no device, 5 busy port, 7 the board failed, 8
    locked.
    """
    with json_errors(as_json):
        if (port is None) != (log_path is None) or (port and engine != "board"):
            raise UsageError("--port and --log go together, and with --engine board")
        if key_path and port is None:
            raise UsageError("--key signs at the board of --port: leave it out")
        _settle(file, engine, port, log_path, key_path)


def _settle(
    file: BinaryIO, engine: str, port: str | None, log_path: Path | None, key_path: Path | None
) -> None:
    at_once = file is sys.stdin.buffer or engine == "board"
    with contextlib.ExitStack() as stack:
        settler = _on_port(port, log_path, key_path, stack) if port and log_path else None
        for line in run(file, engine if settler is None else lambda: settler):
            sys.stdout.write(line + "\n")
            if at_once:
                sys.stdout.flush()


def _on_port(
    port: str, log_path: Path, key_path: Path | None, stack: contextlib.ExitStack
) -> Engine:
    from boxcars.console.session import signer_for
    from boxcars.record.live import LiveLog
    from boxcars.record.rulebooks import known_rule_books
    from boxcars.table.engine import BoardEngine
    from boxcars.table.keeper import Keeper, expectation
    from boxcars.table.rig import PortRig

    log = stack.enter_context(LiveLog(log_path, rule_books=known_rule_books()))
    rig = PortRig(port, expectation(log))
    keeper = Keeper(rig.link, log)
    return BoardEngine(rig, keeper, lambda link: signer_for(link, key_path, TECHNICIAN))
