"""`boxcars doctor`: what is there, what is missing, and the line that mends it."""

from __future__ import annotations

import sys

import click
from rich.table import Table

from boxcars.build.doctor import examine
from boxcars.console.documents import emit_rows
from boxcars.console.options import JSON
from boxcars.console.screen import screen


@click.command("doctor")
@JSON
def command(as_json: bool) -> None:
    """Check everything the project stands on; exit code 1 if a part is missing."""
    findings = examine()
    if as_json:
        emit_rows("doctor/1", (finding.as_dict() for finding in findings))
    else:
        table = Table(title="What Boxcars stands on")
        for column in ("", "part", "found", "to mend it"):
            table.add_column(column, overflow="fold")
        for finding in findings:
            mark = "[green]ok[/]" if finding.ok else "[red]missing[/]"
            table.add_row(mark, finding.part, finding.found, finding.mend)
        screen().print(table)
    sys.exit(0 if all(finding.ok for finding in findings) else 1)
