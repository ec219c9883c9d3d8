"""The table of REQUIREMENTS.md, and the marks of the tests, as data."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

FOLDER = Path(__file__).parent
_ROW = re.compile(r"\| ([A-Z]+-[0-9.]+) \| ([^|]+) \| ([^|]+) \|")


def table() -> dict[str, set[str]]:
    """The tests of each requirement, as the page has them."""
    text = (FOLDER / "REQUIREMENTS.md").read_text()
    body = text.partition("<!-- requirements -->")[2].partition("<!-- end of requirements -->")[0]
    rows: dict[str, set[str]] = {}
    for line in body.splitlines():
        match = _ROW.fullmatch(line.strip())
        if match:
            assert match[1] not in rows, f"{match[1]} has two rows"
            rows[match[1]] = set(match[3].strip().split(", "))
        else:
            assert not line.strip() or line.startswith(("| id ", "|---")), f"no row: {line}"
    return rows


def marks() -> dict[str, set[str]]:
    """The same, as the marks of the tests have it."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(FOLDER.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            for name in _proved(node):
                found[name].add(path.stem)
    return dict(found)


def unmarked() -> list[str]:
    """Suites with a test on the bench that names no requirement."""
    missing: list[str] = []
    for path in sorted(FOLDER.glob("test_*.py")):
        tree = ast.parse(path.read_text())
        whole = any(
            isinstance(node, ast.Assign)
            and getattr(node.targets[0], "id", "") == "pytestmark"
            and any(_proved(inner) for inner in ast.walk(node))
            for node in tree.body
        )
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                on_bench = "bench" in [argument.arg for argument in node.args.args]
                marked = any(_proved(it) for mark in node.decorator_list for it in ast.walk(mark))
                if on_bench and not whole and not marked:
                    missing.append(f"{path.stem}.{node.name}")
    return missing


def _proved(node: ast.AST) -> list[str]:
    """The arguments of `pytest.mark.proves(...)`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return []
    if node.func.attr != "proves":
        return []
    return [str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)]
