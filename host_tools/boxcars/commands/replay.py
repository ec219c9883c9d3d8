"""`boxcars replay`: run a failure again on the virtual cabinet."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON
from boxcars.errors import HostError
from boxcars.paths import ROOT
from boxcars.replay.bundle import Bundle, BundleError
from boxcars.replay.timeline import moments

if TYPE_CHECKING:
    from boxcars.replay.player import Played


_SCHEMA = "replay/1"
_FAILED = 1  # what pytest ends with
_TEST = re.compile(r"hil_tests/test_\w+\.py::\w")
_FIELDS = ("strokes", "seconds", "said", "differs", "at")


class AnotherWayError(HostError):
    """The board did something else than in the bundle."""

    exit_code = 7


@click.command("replay")
@click.argument("bundle", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--image",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Run this UF2 instead of the built image: does another one fail as well?",
)
@click.option("--last", default=20, show_default=True, help="Show so many of the last moments.")
@JSON
def command(bundle: Path, image: Path | None, last: int, as_json: bool) -> None:
    """Run the failure of BUNDLE again, and say whether the board did the same.

    A bundle of a virtual cabinet has a tape of everything that was done to the board, and is
    played to the nanosecond, with the program that failed: the bundle's own if another one is
    built here. One of a real board has none: its test is run again on a virtual cabinet.

    Exit codes: 0 it did the same, 1 the test failed again, 2 no bundle or no such test, 3 nothing
    built, 7 it went another way.
    """
    with json_errors(as_json):
        kept = Bundle.read(bundle)
        if not kept.tape:
            _run_test(kept, as_json)
            return
        from boxcars.replay.player import play

        played = play(kept, image)
    if as_json:
        emit(_SCHEMA, {name: getattr(played, name) for name in _FIELDS})
    else:
        _show(kept, played, last)
    if played.differs is not None:
        raise AnotherWayError(
            f"the board went another way: {played.differs} differs from byte {played.at} on"
        )
    if not as_json:
        click.echo("the board did the same, to the byte")


def _show(kept: Bundle, played: Played, last: int) -> None:
    click.echo(f"{kept.facts['test']}, seed {kept.facts['seed']}")
    for moment in moments(kept)[-last:]:
        click.echo(f"  {moment.time / 1e9:12.6f} s  {moment.lane:14}  {moment.text}")
    if kept.failure:
        click.echo(kept.failure.rstrip().splitlines()[-1])
    said = ", ".join(f"{size} bytes on {port}" for port, size in played.said.items())
    if played.kept_image:
        click.echo("the program is the bundle's own: another one is built here")
    click.echo(f"{played.strokes} strokes, {played.seconds:.3f} s of the board; {said}")


def _run_test(kept: Bundle, as_json: bool) -> None:
    """A real board's failure: its test on a virtual cabinet."""
    test = str(kept.facts.get("test", ""))
    if not _TEST.match(test):
        raise BundleError(f"the bundle has no tape, and names no test in the loop: {test!r}")
    click.echo(f"no tape in this bundle: {test} runs again on a virtual cabinet", err=as_json)
    argv = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", test]
    argv += ["--seed", str(kept.facts.get("seed", 1))]
    turn = re.search(r"[\[-]turn(\d+)[\]-]", test)
    if turn:  # there are as many of it as it takes
        argv += ["--count", str(max(2, int(turn[1]) + 1))]
    out = sys.stderr if as_json else None
    code = subprocess.run(argv, cwd=ROOT, stdout=out, check=False).returncode
    if code == _FAILED:
        raise HostError("the test fails on the virtual cabinet as well")
    if code:
        raise BundleError(f"pytest could not run {test}: see above")
    if as_json:
        emit(_SCHEMA, dict.fromkeys(_FIELDS))
