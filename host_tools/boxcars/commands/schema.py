"""`boxcars schema`: what the objects that `--json` prints are made of."""

from __future__ import annotations

import click

from boxcars.console.documents import emit, json_errors, schema_names, schema_text
from boxcars.console.options import JSON


@click.command("schema")
@click.argument("name", required=False)
@JSON
def command(name: str | None, as_json: bool) -> None:
    """Print the JSON Schema NAME, such as diag/1; without it, which there are.

    Every object that a command prints with --json says in 'schema' which one it follows.
    """
    with json_errors(as_json):
        text = schema_text(name).rstrip() if name else "\n".join(schema_names())
    if as_json and name is None:
        emit("schema/1", {"schemas": schema_names()})
    else:
        click.echo(text)
