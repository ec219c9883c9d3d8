"""The real mpremote, as a program of its own."""

from __future__ import annotations

import subprocess
import sys

from boxcars.errors import HostError, NoBoardError, SetupError

_LIMIT_S = 300


def run(port: str, *words: str) -> str:
    """Run it on a port; what it printed."""
    command = [sys.executable, "-m", "mpremote", "connect", port, *words]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise NoBoardError(f"{port}: mpremote has no answer after {_LIMIT_S} s") from None
    except OSError as error:
        raise SetupError(f"mpremote cannot be run: {error.strerror}") from error
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise HostError(f"{port}: mpremote: {lines[-1]}")
    return done.stdout
