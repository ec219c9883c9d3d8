"""`boxcars bench`: the named measurements, as a table or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import click
from rich.console import Console
from rich.table import Table

from boxcars.bench import registry
from boxcars.bench.figure import Figure


@click.command("bench")
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="print the figures as a JSON list")
@click.option("--list", "only_list", is_flag=True, help="print the names and measure nothing")
def command(names: tuple[str, ...], as_json: bool, only_list: bool) -> None:
    """Measure on the emulated board: all, or NAMES (`boot`, `*.cycles`).

    The figures are cycles and bytes of the emulated board, the same on every machine. Silicon is
    somewhat slower: misses of the flash cache are not modelled. Ends with 1 if a limit is broken.
    """
    chosen = registry.select(names)
    if only_list:
        print("\n".join(chosen))
        return
    figures = registry.run(chosen)
    if as_json:
        print(json.dumps([figure.row() for figure in figures], indent=1))
    else:
        _print_table(figures)
    broken = [figure.name for figure in figures if not figure.keeps_limit]
    if broken:
        print(f"boxcars: limit broken: {', '.join(broken)}", file=sys.stderr)
        sys.exit(1)


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
    Console().print(table)
