"""Start `boxcars virtual` as a user does, and end it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boxcars.build import artifacts

ROOT = Path(__file__).parents[3]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
COMMAND = [sys.executable, "-c", "from boxcars.cli import main; main()"]
_LIMIT_S = 60


@dataclass
class Virtual:
    """A running virtual board: what it said when it was ready, and its process."""

    facts: dict[str, Any]
    process: subprocess.Popen[str]

    def mpremote(self, *words: str | Path) -> str:
        """The real tool on the USB port; its standard output."""
        command = [sys.executable, "-m", "mpremote", "connect", self.facts["usb"]]
        done = subprocess.run(
            [*command, *map(str, words)],
            capture_output=True,
            text=True,
            timeout=_LIMIT_S,
            env={**ENVIRONMENT, **os.environ},
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def start(*options: str | Path, board: str = artifacts.BENCH) -> Virtual:
    process = subprocess.Popen(
        [*COMMAND, "virtual", "--json", "--board", board, *map(str, options)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**ENVIRONMENT, **os.environ},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    line = process.stdout.readline()
    if not line:
        raise AssertionError(process.stderr.read())
    return Virtual(json.loads(line), process)


@contextlib.contextmanager
def running(*options: str | Path, board: str = artifacts.BENCH) -> Iterator[Virtual]:
    virtual = start(*options, board=board)
    try:
        yield virtual
    finally:
        virtual.process.terminate()
        _, errors = virtual.process.communicate(timeout=_LIMIT_S)
    assert virtual.process.returncode == 0, errors


def run(*words: str | Path, limit_s: int = _LIMIT_S) -> subprocess.CompletedProcess[str]:
    """Any `boxcars` command, to its end."""
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        capture_output=True,
        text=True,
        timeout=limit_s,
        cwd=ROOT,
        env={**ENVIRONMENT, **os.environ},
        check=False,
    )
