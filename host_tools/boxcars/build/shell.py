"""Run the tools a build needs, keep what they print, and turn their failures into one line.

Standard library only.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from boxcars.build.progress import Progress
from boxcars.errors import SetupError

_PR_SET_PDEATHSIG = 1
_TICK_S = 0.1
_TAIL_BYTES = 4096
_LOCKED = ("Could not get lock", "Unable to acquire the dpkg", "was locked by another process")
_WAIT_FOR_IT = "another package manager is running: let it finish and run the command again"

# What the tools print when the cause lies outside the project, and what the user can do.
_CAUSES = (
    (
        ("No space left on device", "You don't have enough free space", "Disk quota exceeded"),
        "the disk is full: free 2 GB and run the command again",
    ),
    (
        (
            "Temporary failure resolving",
            "Could not resolve",
            "Failed to fetch",
            "Unable to fetch",
            "Network is unreachable",
            "NewConnectionError",
            "NameResolutionError",
            "Temporary failure in name resolution",
            "ConnectTimeoutError",
            "No matching distribution found",
            "Could not connect",
            "Connection failed",
        ),
        "the package registry cannot be reached: check the network and run the command again",
    ),
    (
        ("Unable to locate package",),
        "Debian's lists do not have it: see the entries in /etc/apt, then 'apt-get update'",
    ),
    (
        ("Permission denied", "are you root?"),
        "this needs more rights: run the command as root",
    ),
)


class BusyError(SetupError):
    """Somebody else holds the package manager's lock."""


def _end_with_parent() -> None:
    """In the child: die when the bootstrap dies, so that nothing builds on behind its back."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def explain(log: str) -> str | None:
    """The cause that a tool's output points to, or None when it is not a known one."""
    for words, cause in _CAUSES:
        if any(word in log for word in words):
            return cause
    return None


def run(
    command: Sequence[str | Path],
    *,
    log: Path,
    progress: Progress,
    what: str,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    outlive: bool = False,
) -> None:
    """Run a tool to its end; its output goes to `log` and, shortened, to the progress line.

    `outlive` lets it finish when this process is killed: a package manager must not be cut short.
    """
    words = [str(word) for word in command]
    log.parent.mkdir(parents=True, exist_ok=True)
    ends_with_us = not outlive and sys.platform == "linux"
    try:
        with log.open("ab") as out:
            out.write(f"$ {' '.join(words)}\n".encode())
            out.flush()
            start = out.tell()
            # The log, not a pipe: what outlives this process goes on writing. The lock of the step
            # is the one descriptor that children inherit, so the next run waits for them.
            with subprocess.Popen(
                words,
                cwd=cwd,
                env=dict(env) if env is not None else None,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                close_fds=False,
                preexec_fn=_end_with_parent if ends_with_us else None,
            ) as child:
                code = _follow(child, log, progress, outlive)
    except FileNotFoundError as error:
        raise SetupError(f"{what}: {words[0]} is not installed (see 'boxcars doctor')") from error
    if code:
        text = _printed(log, start)
        if any(word in text for word in _LOCKED):
            raise BusyError(f"{what}: {_WAIT_FOR_IT}")
        cause = explain(text) or f"'{words[0]}' ended with code {code}"
        raise SetupError(f"{what}: {cause} (log: {log})")


def _printed(log: Path, start: int) -> str:
    with log.open("rb") as printed:
        printed.seek(start)
        return printed.read().decode(errors="replace")


def _follow(child: subprocess.Popen[bytes], log: Path, progress: Progress, outlive: bool) -> int:
    """Wait for a tool and show the last line it printed; an interrupt ends it, or waits for it."""
    try:
        while True:
            try:
                return child.wait(_TICK_S)
            except subprocess.TimeoutExpired:
                progress.now(_last_line(log))
    except BaseException:
        if outlive:
            progress.note("letting the package manager finish first")
        else:
            os.killpg(child.pid, signal.SIGTERM)
        child.wait()
        raise


def _last_line(log: Path) -> str:
    with log.open("rb") as printed:
        printed.seek(max(0, log.stat().st_size - _TAIL_BYTES))
        lines = printed.read().decode(errors="replace").splitlines()
    return lines[-1] if lines else ""
