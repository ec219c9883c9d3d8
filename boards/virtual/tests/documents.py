"""Holds what `--json` printed to its schema."""

from __future__ import annotations

import json
from typing import Any

import jsonschema

from boxcars.console.documents import schema_text


def checked(line: str, schema: str) -> dict[str, Any]:
    """The object of one line, once it follows the schema that it names and that was expected."""
    told = json.loads(line)
    assert told["schema"] == f"boxcars.{schema}", told
    jsonschema.validate(told, json.loads(schema_text(schema)))
    assert isinstance(told, dict)
    return told
