"""The project's own Python environment in `.venv`. Standard library only.

It cannot be made aside and renamed, because its scripts hold its path. So a stamp is written last:
without the right stamp the environment is made anew, or brought up to date.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sys
import tomllib
from pathlib import Path

from boxcars.build import shell, system
from boxcars.build.store import Digest, Store
from boxcars.paths import ROOT

FOLDER = ROOT / ".venv"
PYTHON = FOLDER / "bin/python"
COMMAND = FOLDER / "bin/boxcars"
PYTHON_MIN = (3, 11)
_STAMP = FOLDER / "boxcars.stamp"
_EXTRAS = "bench,lint,test"


def key() -> str:
    """What the environment must hold: the project's needs, in this place, for this Python."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needs = json.dumps([project["build-system"], project["project"], project["tool"]["hatch"]])
    return Digest().text("venv", "1", _ground(), needs).hex()


def _ground() -> str:
    """What an environment cannot survive a change of: the interpreter and its own path."""
    return json.dumps([sys.version, _interpreter(), str(ROOT)])


def _interpreter() -> str:
    """The Python outside any environment: `.venv` must not be made from itself."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


def _stamped() -> list[str]:
    """Ground and key of the environment that was last completed."""
    try:
        return _STAMP.read_text().splitlines()
    except OSError:
        return []


def ready() -> bool:
    return _stamped() == [_ground(), key()] and PYTHON.exists() and COMMAND.exists()


def ensure(store: Store) -> None:
    """Make the environment, or bring it up to date."""
    if ready():
        return
    system.check_space(ROOT)
    with store.locked("venv"):
        if ready():
            return
        if importlib.util.find_spec("ensurepip") is None:
            system.install([system.VENV_PACKAGE], store)
        with store.progress.step("Python environment in .venv"):
            if _stamped()[:1] == [_ground()] and PYTHON.exists():
                _install(store)
            else:
                _make(store)
        fresh = _STAMP.with_suffix(".new")
        fresh.write_text(f"{_ground()}\n{key()}\n")
        os.replace(fresh, _STAMP)


def _make(store: Store) -> None:
    """From nothing; what is half-made goes again."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    try:
        _run(store, _interpreter(), "-m", "venv", FOLDER)
        _install(store)
    except BaseException:
        shutil.rmtree(FOLDER, ignore_errors=True)
        raise


def _install(store: Store) -> None:
    """Also brings up to date. If it fails, the stamp still tells what was there before."""
    _run(store, PYTHON, "-m", "pip", "install", "--editable", f"{ROOT}[{_EXTRAS}]")


def _run(store: Store, *words: str | Path) -> None:
    env = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1")
    shell.run(
        words, log=store.log("venv"), progress=store.progress, what="Python environment", env=env
    )
