"""Running a script on the unix port of MicroPython, with the firmware on its path."""

from __future__ import annotations

import subprocess
from pathlib import Path

from boxcars.build import artifacts
from boxcars.paths import FIRMWARE

SCRIPTS = Path(__file__).parent / "micropython"


def run_script(name: str, *arguments: str, timeout_s: int = 120) -> str:
    """Run one of the scripts beside the tests; give what it printed."""
    return _run([str(SCRIPTS / name), *arguments], timeout_s)


def compile_report(module: str) -> str:
    """What the compiler says of a module and all it imports: frames, among other things."""
    return _run(["-v", "-v", "-c", f"import {module}"])


def _run(arguments: list[str], timeout_s: int = 120) -> str:
    done = subprocess.run(
        [str(artifacts.unix_micropython()), "-X", "heapsize=64m", *arguments],
        env={"MICROPYPATH": str(FIRMWARE)},
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    return done.stdout
