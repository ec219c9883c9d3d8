"""Sources on a bench kit: those that differ from the frozen ones, copied by mpremote.

They lie flat in `/push` and take the place of frozen modules at start: see `pushed.py`.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from boxcars.build import artifacts
from boxcars.errors import HostError
from boxcars.paths import FIRMWARE

_LIST = """
import os, hashlib, binascii
try:
    names = os.listdir("/push")
except OSError:
    names = []
    os.mkdir("/push")
for name in names:
    sha = hashlib.sha256()
    with open("/push/" + name, "rb") as file:
        part = file.read(512)
        while part:
            sha.update(part)
            part = file.read(512)
    print(name, binascii.hexlify(sha.digest()).decode())
"""

Run = Callable[..., str]


@dataclass(frozen=True)
class Source:
    """A module that differs from the frozen one, under its name on the board."""

    path: Path
    module: str
    name: str
    digest: str


@dataclass(frozen=True)
class Changes:
    copy: list[Source]
    remove: list[str]
    unchanged: int


def frozen_digests() -> dict[str, str]:
    """What the built bench image holds, by file."""
    manifest = json.loads(artifacts.image(artifacts.BENCH).manifest.read_text())
    return {row["module"]: row["sha256"] for row in manifest["frozen"]}


def changed(frozen: dict[str, str], firmware: Path = FIRMWARE) -> list[Source]:
    """Modules that differ from the frozen ones, none before what it imports."""
    found = {}
    for path in sorted((firmware / "shaker").rglob("*.py")):
        file = str(path.relative_to(firmware))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if path.name != "__init__.py" and frozen.get(file) != digest:
            found[file.removesuffix(".py").replace("/", ".")] = (path, digest)
    graph = {module: _imports(path) & found.keys() for module, (path, _) in found.items()}
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        raise HostError(f"these import each other, so build instead: {error.args[1]}") from error
    return [
        Source(found[module][0], module, f"p{number:03}__{module.replace('.', '__')}.py", digest)
        for number, module in enumerate(order)
        for digest in [found[module][1]]
    ]


def _imports(path: Path) -> set[str]:
    try:
        tree = ast.parse(path.read_text(), str(path))
    except SyntaxError as error:
        raise HostError(f"{path}: line {error.lineno}: {error.msg}: mend it first") from error
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def compare(wanted: list[Source], there: dict[str, str]) -> Changes:
    """What to copy and what to take away, so that the board has these and no others."""
    copy = [source for source in wanted if there.get(source.name) != source.digest]
    names = {source.name for source in wanted}
    remove = sorted(name for name in there if name not in names)
    return Changes(copy, remove, len(wanted) - len(copy))


def on_board(run: Run, port: str) -> dict[str, str]:
    """Digests of what was pushed before."""
    lines = run(port, "resume", "exec", _LIST).splitlines()
    try:
        return dict(line.split() for line in lines)
    except ValueError:
        raise HostError(f"{port}: the board lists its files in a way that is not known") from None


def push(run: Run, port: str, changes: Changes) -> None:
    """Copy and remove, then restart; with nothing to do, nothing is done."""
    for name in changes.remove:
        run(port, "resume", "fs", "rm", f":push/{name}")
    for source in changes.copy:
        run(port, "resume", "fs", "cp", str(source.path), f":push/{source.name}")
    if changes.copy or changes.remove:
        run(port, "resume", "reset")
