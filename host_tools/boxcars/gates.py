"""Every check that a change must pass, as the commands that make them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from boxcars.build import wiring
from boxcars.build.artifacts import BENCH, PRODUCT, RIG, SHAKERS
from boxcars.build.plan import Plan
from boxcars.paths import BOARDS, BUILD, FIRMWARE, ROOT


@dataclass(frozen=True)
class Gate:
    """One check: what it is called, and how it is run."""

    name: str
    argv: Sequence[str | Path]
    env: dict[str, str] = field(default_factory=dict)

    def passes(self, *, quiet: bool = False) -> bool:
        """Run it with its output shown as it comes; if quiet, where the log goes."""
        environment = {**os.environ, **self.env}
        out = sys.stderr if quiet else None
        done = subprocess.run(self.argv, cwd=ROOT, env=environment, stdout=out, check=False)
        return done.returncode == 0


def static_gates() -> list[Gate]:
    """Lint, format and types, host and firmware."""
    python = sys.executable
    return [
        Gate("ruff: lint", [python, "-m", "ruff", "check", "."]),
        Gate("ruff: format", [python, "-m", "ruff", "format", "--check", "."]),
        Gate("codespell", [python, "-m", "codespell_lib", "."]),
        Gate("mypy: host", [python, "-m", "mypy"]),
        _firmware_types(),
        _rig_types(),
    ]


def test_gate(arguments: Sequence[str]) -> Gate:
    """Pytest over everything, spread over the cores."""
    words: list[str | Path] = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal"]
    words += ["--durations=25", "--durations-min=10"]  # the suite is to stay short
    return Gate("pytest", [*words, *arguments])


def _firmware_types() -> Gate:
    """The firmware against MicroPython's stubs, which stand in for CPython's library."""
    modules = _without_kernels(FIRMWARE / "shaker")
    modules += [FIRMWARE / "main.py", FIRMWARE / "boot.py"]
    for board in SHAKERS:
        modules += (BOARDS / board / "modules").glob("*.py")
    return _types("firmware", PRODUCT, modules, [BOARDS / BENCH / "modules"])


def _rig_types() -> Gate:
    """The same for a rig's own board, whose wiring is another."""
    modules = [*_without_kernels(FIRMWARE / "rig"), *(BOARDS / RIG / "modules").glob("*.py")]
    return _types("rig", RIG, modules, [])


def _without_kernels(folder: Path) -> list[Path]:
    # Viper's pointer types are not Python's: the kernels are held to their plain twins instead.
    return [path for path in folder.rglob("*.py") if "_fast" not in path.name]


def _types(name: str, board: str, modules: list[Path], folders: list[Path]) -> Gate:
    typings = Plan().typings()
    generated = BUILD / "wiring" / board
    generated.mkdir(parents=True, exist_ok=True)
    (generated / "wiring.py").write_text(wiring.load(BOARDS / board).render("0"))
    argv: list[str | Path] = [sys.executable, "-m", "mypy", "--no-site-packages"]
    argv += ["--config-file", FIRMWARE / "mypy.ini", "--custom-typeshed-dir", typings]
    argv += ["--cache-dir", BUILD / f"mypy-{name}", *sorted(modules)]
    path = os.pathsep.join(map(str, (typings, FIRMWARE, generated, *folders)))
    return Gate(f"mypy: {name} against MicroPython's stubs", argv, {"MYPYPATH": path})
