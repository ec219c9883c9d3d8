"""`boxcars rules`: build, list, show, compare and check the rule books."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table

from boxcars.console.documents import emit, emit_rows, json_errors
from boxcars.console.options import JSON
from boxcars.console.screen import screen
from boxcars.paths import ROOT
from boxcars.rulebook import explain, library
from boxcars.rulebook.encode import encode
from boxcars.rulebook.parse import load


@click.group("rules")
def command() -> None:
    """Rule books: TOML for people, bytes for the firmware."""


def _print(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*row)
    screen().print(table)


@command.command()
@JSON
def build(as_json: bool) -> None:
    """Check every rule file and write the firmware's modules."""
    with json_errors(as_json):
        changed = [str(path.relative_to(ROOT)) for path in library.build()]
    if as_json:
        emit("rules-build/1", {"written": changed})
        return
    for path in changed:
        click.echo(f"wrote {path}")
    if not changed:
        click.echo("all profiles are up to date")


@command.command("list")
@JSON
def list_books(as_json: bool) -> None:
    """List the casinos."""
    with json_errors(as_json):
        books = library.load_all()
    rows = [(name, book.title, book.digest.hex()) for name, book in books.items()]
    if as_json:
        keys = ("profile", "title", "sha256")
        emit_rows("rules-list/1", (dict(zip(keys, row, strict=True)) for row in rows))
        return
    _print("Rule books", ("profile", "title", "sha256"), [(a, b, c[:16]) for a, b, c in rows])


@command.command()
@click.argument("profile")
@JSON
def show(profile: str, as_json: bool) -> None:
    """Print everything a casino's rule book says, with the clauses."""
    with json_errors(as_json):
        book = library.load_profile(profile)
    sheets = explain.sheets(book)
    if as_json:
        tables = {
            sheet.name: [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]
            for sheet in sheets
        }
        head = {"profile": book.profile, "title": book.title, "sha256": book.digest.hex()}
        emit("rules-show/1", head | tables)
        return
    click.echo(f"{book.profile}: {book.title}")
    for sheet in sheets:
        if sheet.rows:
            _print(sheet.title, sheet.columns, sheet.rows)


@command.command()
@click.argument("one")
@click.argument("other")
@JSON
def diff(one: str, other: str, as_json: bool) -> None:
    """Print what differs between two casinos."""
    with json_errors(as_json):
        found = explain.diff(library.load_profile(one), library.load_profile(other))
    if as_json:
        emit_rows("rules-diff/1", (dataclasses.asdict(item) for item in found))
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
@JSON
def check(file: Path, as_json: bool) -> None:
    """Check a rule FILE; the first thing wrong is named with its clause."""
    with json_errors(as_json):
        book = load(file)
        encode(book)  # what cannot be built is not complete
    offered = sum(book.offers(spot) for spot in {wager.spot for wager in book.wagers.values()})
    if as_json:
        digest = book.digest.hex()
        emit("rules-check/1", {"profile": book.profile, "sha256": digest, "offered": offered})
        return
    click.echo(f"{file.name}: {book.profile} is complete, {offered} spots offered")
