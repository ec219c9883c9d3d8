"""`boxcars recall`: the last rounds of a board, step by step."""

from __future__ import annotations

import click

from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON, PORT
from boxcars.console.session import open_link
from boxcars.errors import HostError
from boxcars.link import Link
from boxcars.link.answers import RecalledStep
from boxcars.service.recalled import as_dict, words_of


@click.command("recall")
@click.argument("count", metavar="N", type=click.IntRange(1, 1000), default=1)
@PORT
@JSON
def command(count: int, port: str | None, as_json: bool) -> None:
    """Show the last N rounds of a board step by step, as its journal has them.

    The newest is the round under way. Nothing is changed.

    Exit codes: 0 fine, 1 no round yet or the motor runs, 4 no device, 5 busy port.
    """
    with json_errors(as_json):
        with open_link(port) as link:
            rounds = last_rounds(link, count)
        if not rounds:
            raise HostError("the board has played no round yet: open a table first")
    if as_json:
        shown = [
            {"round": number, "steps": [as_dict(step) for step in steps]}
            for number, steps in rounds.items()
        ]
        emit("recall/1", {"rounds": shown})
        return
    for number, steps in rounds.items():
        click.echo(f"round {number}")
        for step in steps:
            click.echo(f"  {step.step:4} {words_of(step)}")


def last_rounds(link: Link, count: int) -> dict[int, list[RecalledStep]]:
    """Steps by round, oldest first; those that are no longer kept are left out."""
    newest = link.state().round
    if newest < 1:
        return {}
    steps = {newest: link.recall(newest)}
    oldest = steps[newest][0].oldest
    for number in range(newest - 1, max(oldest, newest - count + 1) - 1, -1):
        steps[number] = link.recall(number)
    return dict(sorted(steps.items()))
