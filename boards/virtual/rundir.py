"""A folder for one running virtual board, gone when it ends."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from types import TracebackType

_PREFIX = "boxcars-virtual-"


class RunDir:
    """A context manager. Folders of boards that were killed are swept up on the way."""

    def __init__(self) -> None:
        runtime = os.environ.get("XDG_RUNTIME_DIR", "")
        base = Path(runtime if os.access(runtime, os.W_OK) else tempfile.gettempdir())
        self.path = base / f"{_PREFIX}{os.getpid()}"

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
