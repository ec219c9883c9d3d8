"""The flash of a virtual board in a file.

What is guaranteed: the file always has the whole size of the flash, because it is made beside its
final name and renamed. Every finished erase or program is written through before the board goes
on, so a killed process loses at most the operation in progress, as a board does in a power cut. A
crash of the whole machine can lose what its kernel had not written yet; a clean end syncs. Only
one process may have the file at a time.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from pathlib import Path

from boards.virtual.errors import FlashFileBusyError, FlashFileError
from boards.virtual.flash import FLASH_SIZE, NorFlash


class FlashFile:
    """An open, locked flash file. `contents` is what it held when it was opened."""

    def __init__(self, path: Path, initial: bytes) -> None:
        """Open `path`, or make it with `initial` in it."""
        assert len(initial) == FLASH_SIZE
        self.path = path
        self.created = False
        self._fd = self._open(initial)
        self._flash: NorFlash | None = None
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._fd)
            raise FlashFileBusyError(f"{path} is in use by another virtual board") from None
        size = os.fstat(self._fd).st_size
        if size != FLASH_SIZE:
            os.close(self._fd)
            raise FlashFileError(
                f"{path} has {size} bytes, not {FLASH_SIZE}: it is no flash of this board"
            )
        self.contents = os.pread(self._fd, FLASH_SIZE, 0)

    def _open(self, initial: bytes) -> int:
        try:
            if not self.path.exists():
                self._create(initial)
                self.created = True
            return os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise FlashFileError(f"cannot use {self.path} as flash: {error.strerror}") from None

    def _create(self, initial: bytes) -> None:
        fd, name = tempfile.mkstemp(prefix=self.path.name + ".", dir=self.path.parent)
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(initial)
                file.flush()
                os.fsync(file.fileno())
            os.rename(name, self.path)
        except BaseException:
            os.unlink(name)
            raise

    def follow(self, flash: NorFlash) -> None:
        """Write every change of this flash through to the file."""
        self._flash = flash
        flash.on_change.append(self._write)

    def _write(self, address: int, size: int) -> None:
        assert self._flash is not None
        os.pwrite(self._fd, self._flash.read(address, size), address)

    def detach(self) -> None:
        """Stop following without closing for others: a forked copy must not write."""
        if self._flash is not None:
            self._flash.on_change.remove(self._write)
            self._flash = None

    def close(self) -> None:
        self.detach()
        os.fsync(self._fd)
        os.close(self._fd)
