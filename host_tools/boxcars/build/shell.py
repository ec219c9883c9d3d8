"""Run the tools a build needs, keep what they print, and turn their failures into one line.

Standard library only.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from boxcars.build.progress import Progress
from boxcars.errors import SetupError

_PR_SET_PDEATHSIG = 1

# What the tools print when the cause lies outside the project, and what the user can do.
_CAUSES = (
    (
        ("No space left on device", "You don't have enough free space", "Disk quota exceeded"),
        "the disk is full: free 3 GB and run the command again",
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
        ("Could not get lock", "Unable to acquire the dpkg frontend lock"),
        "another package manager is running: let it finish and run the command again",
    ),
    (
        ("Permission denied", "are you root?"),
        "this needs more rights: run the command as root",
    ),
)


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
    try:
        with log.open("ab") as out:
            out.write(f"$ {' '.join(words)}\n".encode())
            out.flush()
            start = out.tell()
            with subprocess.Popen(
                words,
                cwd=cwd,
                env=dict(env) if env is not None else None,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=None if outlive else _end_with_parent,
            ) as child:
                code = _follow(child, out.write, progress)
    except FileNotFoundError as error:
        raise SetupError(f"{what}: {words[0]} is not installed (see 'boxcars doctor')") from error
    if code:
        with log.open("rb") as printed:
            printed.seek(start)
            text = printed.read().decode(errors="replace")
        cause = explain(text) or f"'{words[0]}' ended with code {code}"
        raise SetupError(f"{what}: {cause} (log: {log})")


def _follow(
    child: subprocess.Popen[bytes], keep: Callable[[bytes], object], progress: Progress
) -> int:
    assert child.stdout is not None
    try:
        for line in child.stdout:
            keep(line)
            progress.now(line.decode(errors="replace"))
        return child.wait()
    except BaseException:
        os.killpg(child.pid, signal.SIGTERM)
        child.wait()
        raise
