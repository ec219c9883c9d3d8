"""What all commands share: the list of them, exit codes, schemas, completion."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import jsonschema
import pytest
from click.testing import CliRunner

from boxcars import commands
from boxcars.cli import COMMANDS, group
from boxcars.console.documents import schema_names, schema_text
from boxcars.errors import EXIT_CODES, HostError


def test_every_module_is_a_command_and_every_command_a_module() -> None:
    folder = Path(next(iter(commands.__path__)))
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert modules == set(COMMANDS)
    with click.Context(group) as context:
        for name in COMMANDS:
            found = group.get_command(context, name)
            assert found is not None
            assert found.name == name


def test_help_has_every_exit_code_and_every_error_one_of_them() -> None:
    shown = CliRunner().invoke(group, ["--help"]).stdout
    for code, text in EXIT_CODES:
        assert f"{code}  {text}" in shown

    def below(kind: type[HostError]) -> set[type[HostError]]:
        return {kind}.union(*(below(sub) for sub in kind.__subclasses__()))

    assert {kind.exit_code for kind in below(HostError)} <= {code for code, _ in EXIT_CODES}


def test_help_does_not_wait_for_heavy_imports() -> None:
    script = (
        "import sys, boxcars.cli; print([n for n in ('scipy', 'rp2040py') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_an_unknown_command_names_the_nearest() -> None:
    done = CliRunner().invoke(group, ["fairnes"])
    assert done.exit_code == 2
    assert "did you mean fairness?" in done.stderr


@pytest.mark.parametrize("name", schema_names())
def test_a_schema_is_one_and_names_itself(name: str) -> None:
    schema = json.loads(schema_text(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["properties"]["schema"]["const"] == f"boxcars.{name}"
    assert "schema" in schema["required"]
    done = CliRunner().invoke(group, ["schema", name])
    assert json.loads(done.stdout) == schema


def test_an_unknown_schema_lists_the_known() -> None:
    done = CliRunner().invoke(group, ["schema", "nonsense/1"])
    assert getattr(done.exception, "exit_code", None) == 2
    assert "error/1" in str(done.exception)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed(shell: str) -> None:
    done = CliRunner().invoke(group, ["completion", shell])
    assert done.exit_code == 0
    assert "_BOXCARS_COMPLETE" in done.stdout
