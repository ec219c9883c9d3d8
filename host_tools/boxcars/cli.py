"""The `boxcars` command: the group, the tuple of its commands, and the one error boundary."""

from __future__ import annotations

import errno
import os
import sys
from typing import NoReturn

import click

from boxcars import __version__
from boxcars.commands import (
    bench,
    build,
    demo,
    doctor,
    key,
    monitor,
    optics,
    replay,
    rules,
    settle,
    test,
    verify,
    virtual,
)
from boxcars.errors import HostError, SetupError

COMMANDS: tuple[click.Command, ...] = (
    bench.command,
    build.command,
    demo.command,
    doctor.command,
    key.command,
    monitor.command,
    optics.command,
    replay.command,
    rules.command,
    settle.command,
    test.command,
    verify.command,
    virtual.command,
)

_STREAM_FAULTS = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="boxcars")
def group() -> None:
    """Build, run, check and service the Boxcars dice-shaker controller."""


for _command in COMMANDS:
    group.add_command(_command)


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
