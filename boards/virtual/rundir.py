"""A folder for one running virtual board, gone when it ends."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from types import TracebackType

_PREFIX = "boxcars-virtual-"
FACTS = "board.json"  # in it: what `boxcars virtual --json` says


def _base() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return Path(runtime if os.access(runtime, os.W_OK) else tempfile.gettempdir())


def folders() -> list[Path]:
    """Those of this user's boards that run."""
    found = []
    for folder in sorted(_base().glob(_PREFIX + "*")):
        owner = folder.name.removeprefix(_PREFIX)
        if owner.isdigit() and _is_alive(int(owner)) and folder.stat().st_uid == os.getuid():
            found.append(folder)
    return found


class RunDir:
    """A context manager. Folders of boards that were killed are swept up on the way."""

    def __init__(self) -> None:
        self.path = _base() / f"{_PREFIX}{os.getpid()}"

    def __enter__(self) -> Path:
        for folder in self.path.parent.glob(_PREFIX + "*"):
            owner = folder.name.removeprefix(_PREFIX)
            if owner.isdigit() and (int(owner) == os.getpid() or not _is_alive(int(owner))):
                shutil.rmtree(folder, ignore_errors=True)
        self.path.mkdir(mode=0o700)
        return self.path

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
