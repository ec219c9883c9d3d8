"""`boxcars settle`: answer a session script."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from boxcars.settle import run
from boxcars.settle.engine import ENGINES


@click.command("settle")
@click.argument("file", type=click.File("rb"))
@click.option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    default="python",
    show_default=True,
    help="What settles: CPython, or the 32-bit unix port of MicroPython with its heap locked.",
)
def command(file: BinaryIO, engine: str) -> None:
    """Settle the session script FILE (- for standard input), a JSON line for each line of it."""
    at_once = file is sys.stdin.buffer
    for line in run(file, engine):
        sys.stdout.write(line + "\n")
        if at_once:
            sys.stdout.flush()
