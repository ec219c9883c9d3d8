"""One user at a time for each port: a lock file beside the others, freed by the system at exit."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from boxcars.link.errors import PortBusyError

_FOLDER = Path(tempfile.gettempdir()) / "boxcars-ports"


class PortLock:
    """Held from `with` to its end; `PortBusyError` names who holds it."""

    def __init__(self, port: str, folder: Path = _FOLDER) -> None:
        self.port = port
        real = os.path.realpath(port) if "://" not in port else port
        self._path = folder / (re.sub(r"[^A-Za-z0-9.]+", "_", real) + ".lock")
        self._fd = -1

    def __enter__(self) -> Self:
        try:
            fd = self._open()
        except PermissionError as error:
            raise PortBusyError(
                f"{self.port}: its lock {self._path} is another user's: remove it, or be that user"
            ) from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(fd, 32).decode(errors="replace").strip() or "unknown"
            os.close(fd)
            raise PortBusyError(
                f"{self.port} is in use by the tests of process {holder}: wait for it"
            ) from error
        os.ftruncate(fd, 0)
        os.pwrite(fd, f"{os.getpid()}\n".encode(), 0)
        self._fd = fd
        return self

    def _open(self) -> int:
        """The lock file, for every user of this machine whatever the umask of the first.

        Not by O_CREAT if it is there: in a folder for all, Linux refuses that to other users.
        """
        folder = self._path.parent
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o1777)
        with contextlib.suppress(FileNotFoundError):
            return os.open(self._path, os.O_RDWR)
        try:
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        except FileExistsError:  # somebody was quicker
            return os.open(self._path, os.O_RDWR)
        os.fchmod(fd, 0o666)
        return fd

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.close(self._fd)
