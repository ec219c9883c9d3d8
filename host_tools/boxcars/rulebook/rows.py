"""Rows of a rule file: every word known, every key there, every complaint with its clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from boxcars.errors import HostError

T = TypeVar("T")

_RATIO = re.compile(r"([0-9]{1,6}):([0-9]{1,3})")
_FOR_ONE = re.compile(r"([1-9][0-9]{0,5}) for 1")


class RuleError(HostError):
    """A rule file says something that cannot be a rule."""


@dataclass(frozen=True)
class Source:
    """Where complaints point to."""

    file: str
    prefix: str
    numbered: bool

    def error(self, where: str, what: str) -> RuleError:
        return RuleError(f"{self.file} {where}: {what}")

    def check_clause(self, clause: str) -> None:
        """A clause is a list of places in the document, or a decision where it is silent."""
        prefix = re.escape(self.prefix)
        place = rf"{prefix} [0-9A-Za-z.]+" if self.numbered else prefix
        for piece in clause.split(", "):
            if piece != "decision" and not re.fullmatch(place, piece):
                known = f"'{self.prefix} <number>'" if self.numbered else f"'{self.prefix}'"
                raise self.error(repr(clause), f"a clause is {known} or 'decision'")


class Row:
    """One row of a table; `done` complains about keys that nothing asked for."""

    def __init__(self, source: Source, table: str, number: int, raw: object) -> None:
        self._source = source
        self._where = f"{table} row {number}"
        if not isinstance(raw, dict):
            raise source.error(self._where, "a row is a table of keys and values")
        self._raw: dict[str, Any] = raw
        self._asked = {"clause", "note"}
        self.clause = self.text("clause")
        source.check_clause(self.clause)
        self._where = f"{self.clause} ({table} row {number})"
        if "note" in raw:
            self.text("note")

    def error(self, what: str) -> RuleError:
        return self._source.error(self._where, what)

    def has(self, key: str) -> bool:
        return key in self._raw

    def value(self, key: str) -> Any:
        self._asked.add(key)
        if key not in self._raw:
            raise self.error(f"'{key}' is missing")
        return self._raw[key]

    def text(self, key: str) -> str:
        value = self.value(key)
        if not isinstance(value, str) or not value:
            raise self.error(f"'{key}' is a text")
        return value

    def word(self, key: str, known: Sequence[str]) -> str:
        """One word of a closed set."""
        value = self.text(key)
        if value not in known:
            raise self.error(f"{key}={value!r} is not one of {', '.join(known)}")
        return value

    def words(self, key: str, known: Sequence[str]) -> tuple[str, ...]:
        value = self.value(key)
        if not isinstance(value, list):
            raise self.error(f"'{key}' is a list of words")
        for word in value:
            if not isinstance(word, str) or word not in known:
                raise self.error(f"{key}={word!r} is not one of {', '.join(known)}")
        if len(set(value)) != len(value):
            raise self.error(f"'{key}' says a word twice")
        return tuple(value)

    def integer(self, key: str, low: int, high: int) -> int:
        return self.bounded(key, self.value(key), low, high)

    def bounded(self, key: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.error(f"{key}={value!r} is not a number from {low} to {high}")
        return value

    def integers(self, key: str, count: int, low: int, high: int) -> tuple[int, ...]:
        value = self.value(key)
        if not isinstance(value, list) or len(value) != count:
            raise self.error(f"'{key}' is a list of {count} numbers")
        return tuple(self.bounded(key, item, low, high) for item in value)

    def odds(self, key: str, value: object) -> tuple[int, int]:
        """Payout odds: "7:5" is to, "8 for 1" is 7 to 1."""
        text = value if isinstance(value, str) else ""
        if match := _FOR_ONE.fullmatch(text):
            return int(match[1]) - 1, 1
        if (match := _RATIO.fullmatch(text)) and 0 < int(match[2]) < 256:
            return int(match[1]), int(match[2])
        raise self.error(f"{key}={value!r} is not odds like '7:5' or '8 for 1'")

    def done(self) -> None:
        if unknown := sorted(set(self._raw) - self._asked):
            raise self.error(f"unknown key {', '.join(map(repr, unknown))}")


def read_table(
    source: Source, document: dict[str, Any], table: str, read: Callable[[Row], T]
) -> tuple[T, ...]:
    """All rows of a table, which must be there even when it is empty."""
    rows = document.pop(table, None)
    if not isinstance(rows, list):
        raise source.error(table, "the table is missing")
    result = []
    for number, raw in enumerate(rows, 1):
        row = Row(source, table, number, raw)
        result.append(read(row))
        row.done()
    return tuple(result)


def by_key(
    source: Source, table: str, rows: Sequence[T], key: Callable[[T], str], wanted: Sequence[str]
) -> dict[str, T]:
    """Rows by their key: each wanted key once, no other."""
    found: dict[str, T] = {}
    for row in rows:
        if key(row) in found:
            clause = getattr(row, "clause", "")
            raise source.error(clause, f"{table} has a second row for '{key(row)}'")
        found[key(row)] = row
    for name in wanted:
        if name not in found:
            raise source.error(table, f"the row for '{name}' is missing")
    return found
