"""What `--json` prints: one object with its schema's name and version, errors included.

What follows a board prints one for each event, in a line; what lists things prints a list of them.

The schemas are in `boxcars/schemas`, one file a version: `NAME-VERSION.json`. A field that changes
its meaning or goes away makes a new version; new fields do not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boxcars.errors import HostError, UsageError

SCHEMAS = Path(__file__).parents[1] / "schemas"
_ERROR = "error/1"


def document(schema: str, fields: Mapping[str, Any]) -> str:
    """One line of JSON; `schema` is NAME/VERSION."""
    return json.dumps({"schema": f"boxcars.{schema}", **fields}, allow_nan=False)


def emit(schema: str, fields: Mapping[str, Any]) -> None:
    sys.stdout.write(document(schema, fields) + "\n")
    sys.stdout.flush()


def emit_rows(schema: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """A list, a row in a line; each row names the schema."""
    lines = ",\n".join(document(schema, row) for row in rows)
    sys.stdout.write(f"[{lines}]\n")
    sys.stdout.flush()


def emit_error(text: str, exit_code: int) -> None:
    emit(_ERROR, {"ok": False, "exit_code": exit_code, "text": text})


@contextmanager
def json_errors(as_json: bool) -> Iterator[None]:
    """With `--json` a failure is an object as well, beside its line on stderr and its code."""
    try:
        yield
    except HostError as error:
        if as_json:
            emit_error(str(error), error.exit_code)
        raise


def schema_names() -> list[str]:
    """Every schema that there is, as NAME/VERSION."""
    files = sorted(SCHEMAS.glob("*-*.json"))
    return ["/".join(path.stem.rsplit("-", 1)) for path in files]


def schema_text(name: str) -> str:
    """The JSON Schema of NAME/VERSION."""
    if name not in schema_names():
        raise UsageError(f"no schema '{name}': there are {', '.join(schema_names())}")
    return (SCHEMAS / f"{name.replace('/', '-')}.json").read_text()
