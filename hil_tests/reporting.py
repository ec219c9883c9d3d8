"""What a run leaves behind: properties for JUnit, the HTML page, the flake rate of `--count`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from hil_tests import page

_TURN = re.compile(r"\[(?:(.*)-)?turn\d+(?:-(.*))?\]$")
_PROPERTIES = ("board", "device", "image", "rig", "target", "seed", "proves")


def bundle_path(folder: Path, test: str) -> Path:
    """Where the bundle of a test lies if it fails."""
    name = re.sub(r"[^A-Za-z0-9.]+", "-", test.partition("hil_tests/")[2] or test).strip("-")
    return folder / f"{name}.zip"


def without_turn(test: str) -> str:
    """The test that a repetition is one of."""
    match = _TURN.search(test)
    if not match:
        return test
    others = "-".join(part for part in match.groups() if part)
    return test[: match.start()] + (f"[{others}]" if others else "")


def rows(reports: Iterable[pytest.TestReport], folder: Path) -> list[page.Row]:
    """A row for each test that was run; set-up and teardown count only when they fail."""
    found: list[page.Row] = []
    for report in reports:
        if "hil_tests/" not in report.nodeid and not report.nodeid.startswith("hil_tests"):
            continue
        if report.when == "call" or report.outcome != "passed":
            properties = {str(name): str(value) for name, value in report.user_properties}
            path = bundle_path(folder, report.nodeid)
            found.append(
                page.Row(
                    report.nodeid,
                    report.outcome,
                    report.duration,
                    properties.get("proves", ""),
                    path if report.outcome == "failed" and path.exists() else None,
                )
            )
    return found


def facts(reports: Sequence[pytest.TestReport]) -> dict[str, str]:
    """What all tests of the run have in common."""
    found: dict[str, str] = {}
    for report in reports:
        for name, value in report.user_properties:
            if name in _PROPERTIES and name != "proves":
                found.setdefault(str(name), str(value))
    return found


def flake_lines(reports: Iterable[pytest.TestReport]) -> list[str]:
    """For each repeated test how often it failed, be it before its first line."""
    tries: dict[str, int] = defaultdict(int)
    failures: dict[str, int] = defaultdict(int)
    for report in reports:
        counts = report.when == "call" or (report.when == "setup" and report.failed)
        if counts and _TURN.search(report.nodeid):
            name = without_turn(report.nodeid)
            tries[name] += 1
            failures[name] += report.outcome == "failed"
    lines = [
        f"{name}: {failures[name]} of {count} failed, {100 * failures[name] / count:.1f} %"
        for name, count in sorted(tries.items())
        if failures[name]
    ]
    total, failed = sum(tries.values()), sum(failures.values())
    if total:
        lines.append(f"flake rate: {failed} of {total} runs failed, {100 * failed / total:.2f} %")
    return lines
