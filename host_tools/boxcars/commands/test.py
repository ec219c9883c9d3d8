"""`boxcars test`: every check that needs no hardware."""

from __future__ import annotations

import click

from boxcars import gates
from boxcars.errors import HostError


@click.command("test", context_settings={"ignore_unknown_options": True})
@click.option("--no-static", is_flag=True, help="Leave out lint, format, spelling and types.")
@click.option("--only-static", is_flag=True, help="Lint, format, spelling and types alone.")
@click.argument("pytest_arguments", nargs=-1, type=click.UNPROCESSED)
def command(no_static: bool, only_static: bool, pytest_arguments: tuple[str, ...]) -> None:
    """Lint, format, spelling, types, then pytest over everything; other arguments go to pytest.

    \b
    boxcars test                    all of it
    boxcars test -k MBS-5.7         the tests of one clause
    boxcars test -m 'not slow'      the quick ones
    """
    chosen = [] if no_static else gates.static_gates()
    if not only_static:
        chosen.append(gates.test_gate(pytest_arguments))
    failed = []
    for gate in chosen:
        click.echo(f"== {gate.name}", err=True)
        if not gate.passes():
            failed.append(gate.name)
    if failed:
        raise HostError(f"failed: {', '.join(failed)}")
