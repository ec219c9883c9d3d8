"""`boxcars schema`: what the objects that `--json` prints are made of."""

from __future__ import annotations

import click

from boxcars.console.documents import schema_names, schema_text


@click.command("schema")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """Print the JSON Schema NAME, such as diag/1; without it, which there are.

    Every object that a command prints with --json says in 'schema' which one it follows.
    """
    click.echo(schema_text(name).rstrip() if name else "\n".join(schema_names()))
