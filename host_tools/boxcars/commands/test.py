"""`boxcars test`: every check that needs no hardware."""

from __future__ import annotations

import click

from boxcars import gates
from boxcars.console.documents import emit, json_errors
from boxcars.console.options import JSON
from boxcars.errors import HostError, UsageError


@click.command("test", context_settings={"ignore_unknown_options": True})
@click.option("--no-static", is_flag=True, help="Leave out lint, format, spelling and types.")
@click.option("--only-static", is_flag=True, help="Lint, format, spelling and types alone.")
@JSON
@click.argument("pytest_arguments", nargs=-1, type=click.UNPROCESSED)
def command(
    no_static: bool, only_static: bool, as_json: bool, pytest_arguments: tuple[str, ...]
) -> None:
    """Lint, format, spelling, types, then pytest over everything; other arguments go to pytest.

    \b
    boxcars test                    all of it
    boxcars test -k MBS-5.7         the tests of one clause
    boxcars test -m 'not slow'      the quick ones
    """
    with json_errors(as_json):
        if only_static and (no_static or pytest_arguments):
            raise UsageError("--only-static runs no tests: leave the other words")
        chosen = [] if no_static else gates.static_gates()
    if not only_static:
        chosen.append(gates.test_gate(pytest_arguments))
    passed = {}
    for gate in chosen:
        click.echo(f"== {gate.name}", err=True)
        passed[gate.name] = gate.passes(quiet=as_json)
    if as_json:
        emit("test/1", {"gates": [{"name": name, "ok": ok} for name, ok in passed.items()]})
    failed = [name for name, ok in passed.items() if not ok]
    if failed:
        raise HostError(f"failed: {', '.join(failed)}")
