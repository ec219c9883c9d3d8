"""Where a finished build puts what it made, and how the rest of the host tools asks for it.

Standard library only.
"""

from __future__ import annotations

import functools
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from boxcars.build.image import RIG as _RIG
from boxcars.build.image import Project, inputs_digest
from boxcars.errors import SetupError
from boxcars.paths import OUT, ROOT

PRODUCT = "SHAKER_RP2040_R1"
BENCH = "RPI_PICO"
RIG = _RIG
BOARD_NAMES = (PRODUCT, BENCH, RIG)
SHAKERS = (PRODUCT, BENCH)  # boards that shake dice


@dataclass(frozen=True)
class Image:
    """The files of one built board image."""

    board: str
    folder: Path

    @property
    def uf2(self) -> Path:
        return self.folder / "firmware.uf2"

    @property
    def bin(self) -> Path:
        return self.folder / "firmware.bin"

    @property
    def elf(self) -> Path:
        return self.folder / "firmware.elf"

    @property
    def manifest(self) -> Path:
        return self.folder / "manifest.json"


def _built(path: Path) -> Path:
    if not path.exists():
        raise SetupError(f"{path.name} is not built: run 'python3 -m host_tools build'")
    return path


def unix_micropython() -> Path:
    """The 32-bit unix port."""
    return _built(OUT / "unix" / "micropython")


def mpy_cross() -> Path:
    return _built(OUT / "mpy-cross" / "mpy-cross")


def image(board: str) -> Image:
    """The image of a board as it was built last; says so if the firmware has changed since."""
    _built(OUT / board / "firmware.uf2")
    found = Image(board, OUT / board)
    if is_stale(found):
        _say_stale(board)
    return found


def is_stale(found: Image) -> bool:
    """Whether our files are others than those that the image was built from."""
    built_from = json.loads(found.manifest.read_text())["inputs"]
    return bool(built_from != inputs_digest(Project(ROOT), found.board))


@functools.cache
def _say_stale(board: str) -> None:
    print(
        f"boxcars: the firmware has changed since the image of {board} was built: "
        "run 'python3 -m host_tools build'",
        file=sys.stderr,
    )
