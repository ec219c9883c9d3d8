"""`boxcars bench`: the named measurements, as a table or as JSON."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.table import Table

from boxcars.bench import registry
from boxcars.bench.figure import Figure
from boxcars.console.documents import emit_rows, json_errors
from boxcars.console.options import JSON
from boxcars.console.screen import screen
from boxcars.errors import HostError


@click.command("bench")
@click.argument("names", nargs=-1)
@JSON
@click.option("--list", "only_list", is_flag=True, help="print the names and measure nothing")
def command(names: tuple[str, ...], as_json: bool, only_list: bool) -> None:
    """Measure on the emulated board: all, or NAMES (`boot`, `*.cycles`).

    The figures are cycles and bytes of the emulated board, the same on every machine. Silicon is
    somewhat slower: misses of the flash cache are not modelled. Ends with 1 if a limit is broken.
    """
    with json_errors(as_json):
        chosen = registry.select(names)
        figures = [] if only_list else registry.run(chosen)
    if as_json:
        rows = [{"name": name} for name in chosen] if only_list else [one.row() for one in figures]
        emit_rows("bench/1", rows)
    elif only_list:
        click.echo("\n".join(chosen))
    else:
        _print_table(figures)
    broken = [figure.name for figure in figures if not figure.keeps_limit]
    if broken:
        raise HostError(f"limit broken: {', '.join(broken)}")


def _print_table(figures: Sequence[Figure]) -> None:
    table = Table()
    table.add_column("measurement")
    table.add_column("value", justify="right")
    table.add_column("unit")
    table.add_column("limit", justify="right")
    for figure in figures:
        value = f"{figure.value:,}".replace(",", " ")
        limit = "" if figure.limit is None else f"{figure.limit:,}".replace(",", " ")
        style = None if figure.keeps_limit else "bold red"
        table.add_row(figure.name, value, figure.unit, limit, style=style)
    screen().print(table)
