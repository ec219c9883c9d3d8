"""The `boxcars` command: the group, the tuple of its commands, and the one error boundary."""

from __future__ import annotations

import sys

import click

from boxcars import __version__
from boxcars.commands import bench, build, demo, doctor, key, rules, settle, test, verify, virtual
from boxcars.errors import HostError

COMMANDS: tuple[click.Command, ...] = (
    bench.command,
    build.command,
    demo.command,
    doctor.command,
    key.command,
    rules.command,
    settle.command,
    test.command,
    verify.command,
    virtual.command,
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="boxcars")
def group() -> None:
    """Build, run, check and service the Boxcars dice-shaker controller."""


for _command in COMMANDS:
    group.add_command(_command)


def main() -> None:
    """Run the command line; a `HostError` becomes one line on stderr and its exit code."""
    try:
        group(standalone_mode=True)
    except HostError as error:
        print(f"boxcars: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
