"""`boxcars rules`: build, list, show, compare and check the rule books."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from boxcars.paths import ROOT
from boxcars.rulebook import explain, library
from boxcars.rulebook.encode import encode
from boxcars.rulebook.parse import load


@click.group("rules")
def command() -> None:
    """Rule books: TOML for people, bytes for the firmware."""


_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def _print(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


@command.command()
def build() -> None:
    """Check every rule file and write the firmware's modules."""
    changed = library.build()
    for path in changed:
        click.echo(f"wrote {path.relative_to(ROOT)}")
    if not changed:
        click.echo("all profiles are up to date")


@command.command("list")
@_as_json
def list_books(as_json: bool) -> None:
    """List the casinos."""
    books = library.load_all()
    rows = [(name, book.title, book.digest.hex()) for name, book in books.items()]
    if as_json:
        keys = ("profile", "title", "sha256")
        click.echo(json.dumps([dict(zip(keys, row, strict=True)) for row in rows], indent=2))
        return
    _print("Rule books", ("profile", "title", "sha256"), [(a, b, c[:16]) for a, b, c in rows])


@command.command()
@click.argument("profile")
@_as_json
def show(profile: str, as_json: bool) -> None:
    """Print everything a casino's rule book says, with the clauses."""
    book = library.load_profile(profile)
    sheets = explain.sheets(book)
    if as_json:
        tables = {
            sheet.name: [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]
            for sheet in sheets
        }
        head = {"profile": book.profile, "title": book.title, "sha256": book.digest.hex()}
        click.echo(json.dumps(head | tables, indent=2))
        return
    click.echo(f"{book.profile}: {book.title}")
    for sheet in sheets:
        if sheet.rows:
            _print(sheet.title, sheet.columns, sheet.rows)


@command.command()
@click.argument("one")
@click.argument("other")
@_as_json
def diff(one: str, other: str, as_json: bool) -> None:
    """Print what differs between two casinos."""
    found = explain.diff(library.load_profile(one), library.load_profile(other))
    if as_json:
        click.echo(json.dumps([dataclasses.asdict(item) for item in found], indent=2))
        return
    rows = [
        (
            item.sheet,
            item.row,
            item.column,
            f"{item.one} ({item.one_clause})" if item.one_clause else item.one,
            f"{item.other} ({item.other_clause})" if item.other_clause else item.other,
        )
        for item in found
    ]
    _print(f"{len(rows)} differences", ("table", "row", "column", one, other), rows)


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Check a rule FILE; the first thing wrong is named with its clause."""
    book = load(file)
    encode(book)  # what cannot be built is not complete
    offered = sum(book.offers(spot) for spot in {wager.spot for wager in book.wagers.values()})
    click.echo(f"{file.name}: {book.profile} is complete, {offered} spots offered")
