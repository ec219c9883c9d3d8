"""The set-up from nothing, killed in the middle of each of its steps, then run to its end.

It happens in a copy of the checkout, so the images it ends with are a second build in a second
folder: they must be the same bytes as the first.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boxcars.build.artifacts import BOARD_NAMES, Image, image
from boxcars.paths import ROOT

STEPS = (
    "Python environment in .venv",
    "MicroPython sources from Debian",
    "mpy-cross",
    "MicroPython for this machine, 32-bit",
    *(f"image of {board}" for board in BOARD_NAMES),
)
# How far into a step it is killed. Any moment must do; this one is in the middle of each.
KILL_AFTER_S = 1.0


def copy_of_the_checkout(folder: Path) -> Path:
    left_out = shutil.ignore_patterns(".venv", ".build", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, folder, ignore=left_out, symlinks=True)
    return folder


def start(checkout: Path) -> subprocess.Popen[str]:
    # Not this environment's Python: the bootstrap is run as on a machine that has none.
    python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    return subprocess.Popen(
        [python, "-m", "host_tools", "build"],
        cwd=checkout,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def killed_in(step: str, checkout: Path) -> bool:
    """Run the set-up and kill -9 it inside `step`; False if it ended before."""
    with start(checkout) as run:
        assert run.stderr is not None
        for line in run.stderr:
            if line.startswith(f"boxcars: {step} ..."):
                time.sleep(KILL_AFTER_S)
                run.send_signal(signal.SIGKILL)
                return True
    return False


@pytest.mark.slow
def test_killed_in_every_step_it_completes_with_the_same_bytes(tmp_path: Path) -> None:
    checkout = copy_of_the_checkout(tmp_path / "checkout")
    for step in STEPS:
        assert killed_in(step, checkout), f"never reached '{step}'"
    with start(checkout) as last:
        _, said = last.communicate(timeout=900)
    assert last.returncode == 0, said
    for board in BOARD_NAMES:
        first, second = image(board), Image(board, checkout / ".build/out" / board)
        for one, other in (
            (first.bin, second.bin),
            (first.uf2, second.uf2),
            (first.elf, second.elf),
            (first.manifest, second.manifest),
        ):
            assert one.read_bytes() == other.read_bytes(), f"{board}: {one.name} differs"
    assert not list((checkout / ".build/work").iterdir())
    with start(checkout) as again:
        _, said = again.communicate(timeout=60)
    assert "..." not in said, "a warm start does nothing again"
