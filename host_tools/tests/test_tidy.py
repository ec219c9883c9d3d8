"""House rules that a parser can check: who imports whom, how long things are, no float money."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxcars.paths import FIRMWARE, ROOT

SHAKER = FIRMWARE / "shaker"
MODULE_LINES_MAX = 400
FUNCTION_LINES_MAX = 70
KERNEL_LINES_MAX = 100  # of viper: a call inside the loop would cost what the kernel saves

# Which modules each firmware package may import, besides its own and MicroPython's language
# modules. `app` may import everything.
LANGUAGE = {"micropython", "array", "itertools", "struct", "sys", "uctypes"}
MAY_IMPORT = {
    "octets": {"binascii"},
    "core": {"shaker.limits"},
    "profiles": set(),
    "chip": {"gc", "machine", "rp2", "select", "time", "shaker.limits", "shaker.octets"},
    "dice": {"machine", "time", "shaker.limits", "shaker.octets"},
    "link": {"shaker.limits", "shaker.octets"},
    "seal": {"hashlib", "shaker.limits", "shaker.octets"},
    "journal": {"shaker.limits", "shaker.octets"},
}
GENERATED = ("firmware/shaker/profiles/",)


def python_files() -> list[Path]:
    tops = ("firmware", "host_tools", "boards", "hil_tests")
    return sorted(path for top in tops for path in (ROOT / top).rglob("*.py"))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), str(path))


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def hand_written() -> list[Path]:
    return [
        path
        for path in python_files()
        if not relative(path).startswith(GENERATED) and "GENERATED" not in path.read_text()[:300]
    ]


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "shaker" or node.module.count(".") == 0:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            yield node.module


def allowed(name: str, package: str) -> bool:
    names = MAY_IMPORT[package] | LANGUAGE if package != "profiles" else set()
    own = f"shaker.{package}"
    if name in ("shaker", own) or name.startswith(own + "."):
        return package != "profiles"
    return any(name == known or name.startswith(known + ".") for known in names)


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_a_package_imports_only_what_its_row_allows(package: str) -> None:
    wrong = [
        f"{relative(path)} imports {name}"
        for path in sorted((SHAKER / package).rglob("*.py"))
        for name in imports(parsed(path))
        if not allowed(name, package)
    ]
    assert not wrong


def test_profiles_hold_data_alone() -> None:
    for path in (SHAKER / "profiles").glob("*.py"):
        for node in parsed(path).body:
            assert isinstance(node, (ast.Assign, ast.Expr)), f"{relative(path)}: {node}"
            value = node.value
            assert isinstance(value, ast.Constant), f"{relative(path)}: {ast.dump(value)}"


def test_no_float_division_or_formatting_where_money_is_decided() -> None:
    wrong = []
    for path in sorted((SHAKER / "core").rglob("*.py")):
        for node in ast.walk(parsed(path)):
            division = isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(
                node.op, ast.Div
            )
            number = isinstance(node, ast.Constant) and isinstance(node.value, float)
            if division or number or isinstance(node, (ast.JoinedStr, ast.Raise, ast.Try)):
                wrong.append(f"{relative(path)}:{node.lineno}")  # type: ignore[attr-defined]
    assert not wrong


def test_modules_and_functions_stay_short() -> None:
    wrong = []
    for path in hand_written():
        lines = len(path.read_text().splitlines())
        if lines > MODULE_LINES_MAX:
            wrong.append(f"{relative(path)}: {lines} lines")
        longest = KERNEL_LINES_MAX if path.name.endswith("_fast.py") else FUNCTION_LINES_MAX
        for node in ast.walk(parsed(path)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                size = (node.end_lineno or node.lineno) - node.lineno + 1
                if size > longest:
                    wrong.append(f"{relative(path)}:{node.lineno}: {node.name} {size} lines")
    assert not wrong


def test_the_bootstrap_needs_the_standard_library_alone() -> None:
    boxcars = ROOT / "host_tools/boxcars"
    files = [ROOT / "host_tools/__main__.py", *(boxcars / "build").glob("*.py")]
    files += [boxcars / name for name in ("__init__.py", "errors.py", "paths.py")]
    wrong = [
        f"{relative(path)} imports {name}"
        for path in files
        for name in imports(parsed(path))
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "boxcars"}
    ]
    assert not wrong


def test_the_top_level_is_closed() -> None:
    agreed = {"firmware", "host_tools", "hil_tests", "boards", "pyproject.toml", "README.md"}
    agreed |= {"LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"}
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert found <= agreed


def test_no_module_is_called_after_nothing() -> None:
    names = {"utils.py", "helpers.py", "misc.py", "common.py"}
    assert not [relative(path) for path in python_files() if path.name in names]
