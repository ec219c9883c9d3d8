"""The `boxcars` command: the group, the tuple of its commands, and the one error boundary."""

from __future__ import annotations

import errno
import os
import sys
from typing import NoReturn

import click

from boxcars import __version__
from boxcars.console.lazy import INTERRUPTED, READER_GONE, LazyGroup
from boxcars.errors import EXIT_CODES, HostError, SetupError

# Each is a module of `boxcars.commands`, imported when it is called for; beside it its help line.
COMMANDS = {
    "bench": "Measure cycles, sizes and heap.",
    "build": "Set up what is missing and build the images.",
    "clear": "Clear a latched fault, by signed challenge.",
    "completion": "Print what teaches a shell to complete.",
    "demo": "Play rounds on the virtual cabinet, verified live.",
    "diag": "Diagnose a board, part by part.",
    "dice": "Record a new dice set, by signed challenge.",
    "doctor": "Show what is there and what is missing.",
    "fairness": "Test rolls for fairness, at 99 %.",
    "flash": "Flash boards and verify what they run.",
    "key": "Make, show or export keys.",
    "keys": "List, add and revoke the keys of people on a board.",
    "list": "List the boards that are there.",
    "log": "Export records and event logs of a board.",
    "measure": "Verify the program that a board runs.",
    "monitor": "Follow a board and keep its records.",
    "optics": "Read frames of dice, show what the reader sees.",
    "provision": "Provision a new board at the station.",
    "push": "Copy changed sources to a bench kit.",
    "recall": "Show the last rounds of a board, step by step.",
    "replay": "Play a failure bundle again on the virtual cabinet.",
    "retire": "Retire a returned board for ever.",
    "rules": "Show, compare and build rule books.",
    "schema": "Print the schema of what --json prints.",
    "settle": "Settle a session script.",
    "test": "Run every check that needs no hardware.",
    "verify": "Verify a log of signed records offline.",
    "virtual": "Run the image on an emulated board.",
    "void": "Give a stuck round up, by signed challenge.",
}

_STREAM_FAULTS = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT)


def _epilog() -> str:
    rows = "\n".join(f"  {code}  {text}" for code, text in EXIT_CODES)
    others = (
        "70 to 81  what is wrong with a log: see 'boxcars verify'",
        f"{INTERRUPTED}  interrupted",
        f"{READER_GONE}  nobody reads the output any more",
    )
    return f"\b\nExit codes:\n{rows}\n  " + "\n  ".join(others)


@click.group(
    cls=LazyGroup,
    commands_of="boxcars.commands",
    summaries=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=_epilog(),
)
@click.version_option(__version__, prog_name="boxcars")
def group() -> None:
    """Build, run, check and service the Boxcars dice-shaker controller."""


def main() -> None:
    """Run the command line; a `HostError` becomes one line on stderr and its exit code."""
    _fill_closed_streams()
    try:
        group(standalone_mode=True)
    except HostError as error:
        _end(str(error), error.exit_code)
    except OSError as error:
        if error.errno not in _STREAM_FAULTS:
            raise
        _end(f"a file or stream failed: {error.strerror}", SetupError.exit_code)


def _fill_closed_streams() -> None:
    """A stream that the caller closed is as good as /dev/null."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115 - as long as the process
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def _end(text: str, code: int) -> NoReturn:
    """Say one line and go; what is still in a buffer that cannot be written goes with it."""
    print(f"boxcars: {text}", file=sys.stderr, flush=True)
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)
