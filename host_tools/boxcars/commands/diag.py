"""`boxcars diag`: what is wrong with a board, and what to do about it."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.table import Table

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT, SIGNER, YES
from boxcars.console.screen import screen
from boxcars.console.session import open_link, signer_for
from boxcars.errors import HostError, SetupError, UsageError
from boxcars.service import trial
from boxcars.service.health import Health, gather
from boxcars.service.verdicts import BAD, Part
from shaker.link.messages import STATION, TECHNICIAN

_STYLES = {"good": "green", "look": "yellow", "bad": "bold red"}
_WARNING = "This moves the motor and the dice. Hands out of the cabinet: go on?"


@click.command("diag")
@PORT
@SIGNER
@click.option("--exercise", is_flag=True, help="Shake once in test mode, between rounds.")
@click.option("--self-test", is_flag=True, help="Run the self test of the start once more.")
@click.option(
    "--html",
    "html_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a page with pictures and plots.",
)
@YES
@JSON
def command(
    port: str | None,
    key_path: Path | None,
    exercise: bool,
    self_test: bool,
    html_path: Path | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Diagnose a board: a verdict for each part, with the next action.

    By itself it only reads: self test, currents, pictures, the motor's trace, error rates, flash
    wear, meters, last faults, doors, clock. --exercise and --self-test need a technician's key on
    a locked board, run only while no wager stands, and count nowhere.

    Exit codes: 0 nothing bad, 1 a part is bad or the board refused, 2 usage, 3 cannot write, 4 no
    device, 5 busy, 6 wrong board, 7 wrong key, 8 locked.
    """
    with json_errors(as_json):
        if exercise and not yes:
            if not sys.stdin.isatty():
                raise UsageError("--exercise moves the motor: say --yes")
            click.confirm(_WARNING, abort=True, err=True)
        more: list[Part] = []
        with open_link(port) as link:
            if exercise or self_test:
                signer = signer_for(link, key_path, TECHNICIAN | STATION)
                if self_test:
                    more.append(_tested(trial.self_test(link, signer)))
                if exercise:
                    more.append(_exercised(trial.exercise(link, signer)))
            found = gather(link)
        health = Health(found.facts, [*found.parts, *more], found.frames, found.trace)
        if html_path is not None:
            _write_page(health, html_path)
    if as_json:
        parts = [vars(part) for part in health.parts]
        trace = [list(sample) for sample in health.trace]
        emit("diag/1", {"verdict": health.verdict, "parts": parts, **health.facts, "trace": trace})
    else:
        _show(health)
    if health.verdict == BAD:
        bad = ", ".join(part.name for part in health.parts if part.verdict == BAD)
        raise HostError(f"not fit for play: {bad}: see the next action of each")


def _tested(failed: list[str]) -> Part:
    if not failed:
        return Part("self test now", "good", "passed")
    return Part("self test now", "bad", ", ".join(failed), "replace the part that is named")


def _exercised(done: trial.Trial) -> Part:
    value = (
        f"{done.ended} {done.reason}: {done.tach} pulses, {done.work_mj} mJ, "
        f"at rest after {done.settle_ms} ms, margins {done.margins[0]} and {done.margins[1]}"
    )
    if done.ended == "done":
        return Part("exercise", "good", value)
    verdict = "bad" if done.ended == "fault" else "look"
    return Part("exercise", verdict, value, "look at the chamber, then exercise again")


def _write_page(health: Health, path: Path) -> None:
    from boxcars.service.page import render  # matplotlib takes a second

    try:
        path.write_text(render(health))
    except OSError as error:
        raise SetupError(f"{path}: cannot write the page: {error.strerror}") from error


def _show(health: Health) -> None:
    console = screen()
    facts = health.facts
    name = f" '{facts['label']}'" if facts["label"] else ""
    lock = "locked" if facts["locked"] else "not locked"
    console.print(
        f"board {facts['device']}{name}, {facts['board']} {facts['version']}, {lock}, boot "
        f"{facts['boot']}, round {facts['round']} ({facts['phase']})",
        markup=False,
    )
    table = Table(box=None)
    for column in ("part", "verdict", "found", "next"):
        table.add_column(column, overflow="fold")
    for part in health.parts:
        style = _STYLES[part.verdict]
        table.add_row(part.name, f"[{style}]{part.verdict}[/]", part.value, part.action)
    console.print(table)
    counted = ", ".join(f"{name} {count}" for name, count in facts["meters"].items() if count)
    console.print(f"meters: {counted or 'all 0'}", markup=False)
