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
    """What the environment depends on: the interpreter, the place, and the project's needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needs = json.dumps([project["build-system"], project["project"], project["tool"]["hatch"]])
    return Digest().text("venv", "1", sys.version, _interpreter(), str(ROOT), needs).hex()


def _interpreter() -> str:
    """The Python outside any environment: `.venv` must not be made from itself."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


def ready() -> bool:
    try:
        return _STAMP.read_text() == key() and PYTHON.exists()
    except OSError:
        return False


def ensure(store: Store) -> None:
    """Make the environment, or bring it up to date; nothing half-made stays behind."""
    if ready():
        return
    system.check_space(ROOT)
    with store.locked("venv"):
        if ready():
            return
        if importlib.util.find_spec("ensurepip") is None:
            system.install([system.VENV_PACKAGE.name], store)
        usable = _STAMP.exists()
        _STAMP.unlink(missing_ok=True)
        try:
            with store.progress.step("Python environment in .venv"):
                if not usable:
                    shutil.rmtree(FOLDER, ignore_errors=True)
                    _run(store, _interpreter(), "-m", "venv", FOLDER)
                _run(store, PYTHON, "-m", "pip", "install", "--editable", f"{ROOT}[{_EXTRAS}]")
        except BaseException:
            shutil.rmtree(FOLDER, ignore_errors=True)
            raise
        _write_stamp()


def _write_stamp() -> None:
    fresh = _STAMP.with_suffix(".new")
    fresh.write_text(key())
    os.replace(fresh, _STAMP)


def _run(store: Store, *words: str | Path) -> None:
    env = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1")
    shell.run(
        words, log=store.log("venv"), progress=store.progress, what="Python environment", env=env
    )
