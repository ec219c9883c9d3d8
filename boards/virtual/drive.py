"""The boot ROM's USB drive as a folder: copy a UF2 file there and it is flashed."""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from boards.virtual import uf2
from boards.virtual.errors import DriveError
from boards.virtual.flash import FLASH_SIZE

_INFO = "UF2 Bootloader v2.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
_INDEX = (
    "<html><head><title>RPI-RP2</title></head><body>"
    "Copy a UF2 file for RP2040 into this folder to program the board.</body></html>\r\n"
)
_OWN_FILES = {"INFO_UF2.TXT": _INFO, "INDEX.HTM": _INDEX}


@dataclass(frozen=True)
class _Taken:
    """What of a file has gone to the flash: how much, its first block and its last."""

    size: int = 0
    first: bytes = b""
    last: bytes = b""

    def still_stand(self, file: BinaryIO) -> bool:
        """Are they what the file has there? Else it was written anew, under the same name."""
        if not self.size:
            return True
        first = file.read(uf2.BLOCK_SIZE)
        file.seek(self.size - uf2.BLOCK_SIZE)
        return (first, file.read(uf2.BLOCK_SIZE)) == (self.first, self.last)


class BootselDrive:
    """The folder exists while the board is in BOOTSEL. It belongs to the board alone."""

    def __init__(self, folder: Path) -> None:
        if folder.exists():
            raise DriveError(f"{folder} exists: the BOOTSEL drive needs a folder of its own")
        if not folder.parent.is_dir():
            raise DriveError(f"{folder.parent} is no folder: make it, or pass another --bootsel")
        self.folder = folder
        self.receiver = uf2.Receiver(FLASH_SIZE)
        self._taken: dict[int, _Taken] = {}

    def appear(self) -> None:
        self.receiver = uf2.Receiver(FLASH_SIZE)
        self._taken.clear()
        try:
            self.folder.mkdir(exist_ok=True)
            for name, text in _OWN_FILES.items():
                (self.folder / name).write_bytes(text.encode())
        except OSError as error:
            raise DriveError(f"cannot make {self.folder}: {error.strerror}") from None

    def vanish(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def look(self) -> bool:
        """Take new blocks from whatever is in the folder. True: a whole program has come.

        As on the real drive names do not matter, and bytes that are no block are ignored.
        """
        with contextlib.suppress(OSError):
            for entry in sorted(os.scandir(self.folder), key=lambda entry: entry.name):
                if entry.name not in _OWN_FILES and entry.is_file(follow_symlinks=False):
                    self._take(entry)
                if self.receiver.complete:
                    return True
        return False

    def _take(self, entry: os.DirEntry[str]) -> None:
        with contextlib.suppress(OSError), open(entry.path, "rb") as file:
            inode = os.fstat(file.fileno()).st_ino
            taken = self._taken.get(inode, _Taken())
            if not taken.still_stand(file):
                taken = _Taken()
            file.seek(taken.size)
            while len(raw := file.read(uf2.BLOCK_SIZE)) == uf2.BLOCK_SIZE:
                self.receiver.feed(raw)
                taken = _Taken(taken.size + uf2.BLOCK_SIZE, taken.first or raw, raw)
            self._taken[inode] = taken
