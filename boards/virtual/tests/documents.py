"""Runs commands, and holds what `--json` printed to its schema."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
from click.testing import CliRunner

from boxcars.cli import group
from boxcars.console.documents import schema_text
from boxcars.errors import HostError


def checked(line: str, schema: str) -> dict[str, Any]:
    """The object of one line, once it follows the schema that it names and that was expected."""
    return checked_row(json.loads(line), schema)


def checked_rows(text: str, schema: str) -> list[dict[str, Any]]:
    """The objects of a list, each by the schema that it names."""
    rows = json.loads(text)
    assert isinstance(rows, list)
    return [checked_row(row, schema) for row in rows]


def checked_row(told: Any, schema: str) -> dict[str, Any]:
    assert told["schema"] == f"boxcars.{schema}", told
    jsonschema.validate(told, json.loads(schema_text(schema)))
    assert isinstance(told, dict)
    return told


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code, what it printed, the line that it failed with."""

    code: int
    out: str
    text: str


def invoke(*words: str | Path) -> Ended:
    """A `boxcars` command within this process, through its own front door."""
    done = CliRunner().invoke(group, [str(word) for word in words])
    error = done.exception
    if isinstance(error, HostError):
        return Ended(error.exit_code, done.stdout, str(error))
    if error is not None and not isinstance(error, SystemExit):
        raise error
    return Ended(done.exit_code, done.stdout, done.stderr)
