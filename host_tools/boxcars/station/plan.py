"""What a board is set to, from a TOML file. Every line must be there: nothing has a default.

Where the rule book's own value is meant, the file says so: "rule-book".
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boxcars.errors import SetupError, UsageError
from boxcars.link.answers import Course
from boxcars.link.table import UNCHANGED
from boxcars.record.keys import PublicKey, read_key_file
from shaker.app import rulebooks
from shaker.app.vault import TEXT_SIZE_MAX
from shaker.core.rules import AT_ODDS_HIGH, AT_ODDS_LOW
from shaker.core.spots import NAMES
from shaker.limits import SEATS_MAX, STAKE_UNITS_MAX, TOTAL_UNITS_MAX, UNIT_MAX
from shaker.link import messages

OF_RULE_BOOK = "rule-book"
_MS_MAX = 600_000
_SECTIONS = ("table", "course", "limits", "keys", "cabinet", "optics")
_LIMITS = (
    # name, from, to: as the board takes them
    ("min", 1, STAKE_UNITS_MAX),
    ("max", 1, STAKE_UNITS_MAX),
    ("max_total", 1, TOTAL_UNITS_MAX),
    ("min_total", 0, TOTAL_UNITS_MAX),
)


@dataclass(frozen=True)
class TablePlan:
    profile: str
    seats: int
    unit: int
    odds: int
    course: Course
    min: int
    max: int
    max_total: int
    min_total: int
    spots: dict[int, int]


@dataclass(frozen=True)
class Plan:
    """A whole plan, checked."""

    table: TablePlan
    keys: tuple[tuple[int, PublicKey], ...]
    label: str
    site: str
    calibrate: bool


class _Section:
    """One table of the file; every key of it is taken once, and none is left over."""

    def __init__(self, path: Path, name: str, values: Any) -> None:
        if not isinstance(values, dict):
            raise UsageError(f"{path}: [{name}] is missing")
        self._where = f"{path}: [{name}]"
        self._values = dict(values)
        self._known: list[str] = []

    def take(self, key: str) -> Any:
        self._known.append(key)
        if key not in self._values:
            raise UsageError(f"{self._where} has no '{key}': give it, nothing has a default")
        return self._values.pop(key)

    def number(self, key: str, low: int, high: int, *, or_book: bool = False) -> int:
        value = self.take(key)
        if or_book and value == OF_RULE_BOOK:
            return UNCHANGED
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            book = f', or "{OF_RULE_BOOK}"' if or_book else ""
            raise UsageError(f"{self._where} {key} = {value!r}: not one of {low} to {high}{book}")
        return value

    def truth(self, key: str) -> bool:
        value = self.take(key)
        if not isinstance(value, bool):
            raise UsageError(f"{self._where} {key} = {value!r}: not one of true, false")
        return value

    def text(self, key: str) -> str:
        value = self.take(key)
        if not isinstance(value, str) or len(value.encode()) > TEXT_SIZE_MAX:
            raise UsageError(
                f"{self._where} {key} = {value!r}: not a text of {TEXT_SIZE_MAX} bytes"
            )
        return value

    def choice(self, key: str, allowed: list[str]) -> str:
        value = self.take(key)
        if value not in allowed:
            raise UsageError(f"{self._where} {key} = {value!r}: not one of {', '.join(allowed)}")
        return str(value)

    def end(self) -> None:
        if self._values:
            odd = ", ".join(self._values)
            raise UsageError(f"{self._where} {odd}: not one of {', '.join(self._known)}")


def load_plan(path: Path) -> Plan:
    """Read and check a plan; the first thing that does not fit is named with what would."""
    try:
        data = tomllib.loads(path.read_text())
    except OSError as error:
        raise SetupError(f"{path}: cannot read the plan: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: is no TOML: {error}") from error
    odd = [name for name in data if name not in _SECTIONS]
    if odd:
        raise UsageError(f"{path}: {', '.join(odd)}: not one of {', '.join(_SECTIONS)}")
    sections = {name: _Section(path, name, data.get(name)) for name in _SECTIONS}
    table = _table(path, sections)
    keys = _keys(path, sections["keys"])
    cabinet, optics = sections["cabinet"], sections["optics"]
    plan = Plan(
        table, keys, cabinet.text("label"), cabinet.text("site"), optics.truth("calibrate")
    )
    for section in sections.values():
        section.end()
    return plan


def _table(path: Path, sections: dict[str, _Section]) -> TablePlan:
    table, course, limits = sections["table"], sections["course"], sections["limits"]
    profile = table.choice("profile", sorted(rulebooks.NAMES[1:]))
    book = rulebooks.NAMES.index(profile)
    seats = table.number("seats", 1, SEATS_MAX)
    unit = table.number("unit", 1, UNIT_MAX, or_book=True)
    odds = _odds(path, table, rulebooks.BOOKS[book])
    planned = Course(
        shooting=int(course.truth("shooting")),
        no_rolls_max=course.number("no_rolls_max", 0, 255),
        alarm_percent=course.number("alarm_percent", 0, 100),
        betting_ms=course.number("betting_ms", 0, _MS_MAX),
        close_after_ms=course.number("close_after_ms", 0, _MS_MAX),
        reshake_ms=course.number("reshake_ms", 0, _MS_MAX),
    )
    if planned.shooting and not rulebooks.SHOOTS[book]:
        raise UsageError(f"{path}: [course] shooting = true: {profile} has no shooter: say false")
    low, high, total_high, total_low = (
        limits.number(name, least, most, or_book=True) for name, least, most in _LIMITS
    )
    for name, under, over in (("min", low, high), ("min_total", total_low, total_high)):
        if UNCHANGED not in (under, over) and under > over:
            raise UsageError(f"{path}: [limits] {name} = {under} is above the maximum, {over}")
    spots = _spots(path, limits)
    return TablePlan(profile, seats, unit, odds, planned, low, high, total_high, total_low, spots)


def _odds(path: Path, table: _Section, rules: bytes) -> int:
    """What the rule book lets a table choose; a book without a choice has its own."""
    low, high = rules[AT_ODDS_LOW], rules[AT_ODDS_HIGH]
    if high:
        return table.number("odds", low, high, or_book=True)
    if (value := table.take("odds")) != OF_RULE_BOOK:
        raise UsageError(f'{path}: [table] odds = {value!r}: only "{OF_RULE_BOOK}" in this book')
    return UNCHANGED


def _spots(path: Path, limits: _Section) -> dict[int, int]:
    values = limits.take("spots")
    spots = _Section(path, "limits.spots", values)
    odd = [name for name in values if name not in NAMES]
    if odd:
        raise UsageError(f"{path}: [limits.spots] {', '.join(odd)}: no spot of that name")
    return {NAMES.index(name): spots.number(name, 1, STAKE_UNITS_MAX) for name in list(values)}


def _keys(path: Path, section: _Section) -> tuple[tuple[int, PublicKey], ...]:
    found: list[tuple[int, PublicKey]] = []
    for word, authority in (("technician", messages.TECHNICIAN), ("operator", messages.OPERATOR)):
        files = section.take(word)
        if not isinstance(files, list) or not all(isinstance(name, str) for name in files):
            raise UsageError(f"{path}: [keys] {word} is not a list of public key files")
        found += [(authority, read_key_file(path.parent / name)) for name in files]
    if not any(authority == messages.TECHNICIAN for authority, _ in found):
        raise UsageError(f"{path}: [keys] has no technician: a locked board needs one")
    if len({key.raw for _, key in found}) < len(found):
        raise UsageError(f"{path}: [keys] names a key twice")
    return tuple(found)
