"""`boxcars fairness`: are the dice fair, and could this sample tell?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON
from boxcars.console.screen import screen
from boxcars.errors import HostError, UsageError
from boxcars.fairness import checks, power
from boxcars.fairness.rolls import Rolls, of_log, thrown
from boxcars.record.keys import read_key


class BiasFound(HostError):
    """The dice are not fair, or too few to say."""


@click.command("fairness")
@click.argument("log", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--rolls", "count", type=click.IntRange(1), help="Throw the virtual dice instead.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of --rolls.")
@click.option(
    "--key",
    "key_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The board's public key; else the one that the log introduces.",
)
@click.option("--dice-set", type=click.IntRange(0, 255), help="Rolls of this dice set alone.")
@click.option(
    "--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw it: PNG, SVG or PDF."
)
@JSON
def command(
    log: Path | None,
    count: int | None,
    seed: int,
    key_path: Path | None,
    dice_set: int | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Test the rolls of LOG, or of the virtual dice, for fairness at 99 %.

    The log is verified first. Faces, pairs, opposite faces, runs and serial correlation are tested
    together, so that fair dice fail in one case of a hundred at most. The second table tells how
    many rolls it takes to see a bias: a sample that is too small proves nothing.

    Exit codes: 0 nothing found, 1 biased or too few rolls, 2 usage, 3 cannot read or write, 70 to
    81 the log does not verify (see 'boxcars verify').
    """
    with json_errors(as_json):
        if (log is None) == (count is None):
            raise UsageError("give either a LOG or --rolls N")
        if count is not None and (key_path is not None or dice_set is not None):
            raise UsageError("--key and --dice-set are of a LOG, not of --rolls")
        if log is not None:
            rolls = of_log(log, read_key(key_path) if key_path else None, dice_set)
        else:
            rolls = thrown(count or 0, seed)
        if rolls.count < checks.COUNT_MIN:
            raise BiasFound(
                f"{rolls.source} has {rolls.count} rolls: the tests need {checks.COUNT_MIN}, and "
                f"{power.rolls_needed(power.KINDS[0], 0.1)} to see a face that is 10 % off"
            )
        found = checks.judge(rolls)
        if plot is not None:
            from boxcars.fairness import plots

            plots.save(rolls, plot)
    if as_json:
        emit("fairness/1", as_dict(rolls, found))
    else:
        show(screen(), rolls, found)
    biased = [f"{check.name} ({check.die})" for check in found if check.verdict == checks.BIASED]
    if biased:
        raise BiasFound(f"not fair at 99 %: {', '.join(biased)}: take this dice set out of play")


def as_dict(rolls: Rolls, found: list[checks.Check]) -> dict[str, Any]:
    """Everything as plain values."""
    return {
        "source": rolls.source,
        "rolls": rolls.count,
        "confidence": checks.CONFIDENCE,
        "fair": all(check.verdict == checks.FAIR for check in found),
        "faces": {die: checks.face_counts(faces).tolist() for die, faces in rolls.dice()},
        "pairs": checks.pair_counts(rolls).tolist(),
        "correlation": {
            die: [checks.autocorrelation(faces, lag) for lag in range(1, checks.LAGS + 1)]
            for die, faces in rolls.dice()
        },
        "checks": [vars(check) for check in found],
        "bias_seen": {kind.name: power.bias_seen(kind, rolls.count) for kind in power.KINDS},
        "rolls_needed": [
            {"bias": bias, "kind": kind.name, "rolls": power.rolls_needed(kind, bias)}
            for kind in power.KINDS
            for bias in power.BIASES
        ],
    }


def show(console: Console, rolls: Rolls, found: list[checks.Check]) -> None:
    console.print(f"{rolls.source}: {rolls.count} rolls")
    table = Table(title="faces")
    table.add_column("die")
    for face in range(1, 7):
        table.add_column(str(face), justify="right")
    for die, faces in rolls.dice():
        table.add_row(die, *map(str, checks.face_counts(faces)))
    console.print(table)
    table = Table(title="tests, together at 99 %")
    for name in ("test", "die", "statistic", "freedom", "p", "limit", "verdict"):
        table.add_column(name, justify="left" if name in ("test", "die", "verdict") else "right")
    for check in found:
        statistic = "-" if check.statistic is None else f"{check.statistic:.2f}"
        numbers = statistic, str(check.freedom), f"{check.p:.4f}"
        style = "red" if check.verdict == checks.BIASED else "green"
        cells = check.name, check.die, *numbers, f"{check.limit:.4f}", check.verdict
        table.add_row(*cells, style=style)
    console.print(table)
    table = Table(title="rolls that it takes to see a bias in nine cases of ten")
    table.add_column("bias")
    for kind in power.KINDS:
        table.add_column(kind.name, justify="right")
    for bias in power.BIASES:
        needed = (f"{power.rolls_needed(kind, bias):,}" for kind in power.KINDS)
        table.add_row(f"{100 * bias:.0f} %", *needed)
    seen = (f"{100 * power.bias_seen(kind, rolls.count):.1f} %" for kind in power.KINDS)
    table.add_row("this sample sees", *seen, style="bold")
    console.print(table)
