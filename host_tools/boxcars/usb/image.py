"""A program to be run or expected: its bytes in flash, its measurement, its version."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from boxcars.build import artifacts, uf2
from boxcars.errors import SetupError, UsageError, WrongBoardError
from boxcars.link import Link
from shaker.app import identity

NONCE_SIZE = 32
_NAMES = {
    artifacts.PRODUCT: b"Boxcars SHAKER_RP2040_R1",
    artifacts.BENCH: b"Boxcars bench kit RPI_PICO",
    artifacts.RIG: b"Boxcars rig RIG_PICO",
}
"""What `mpconfigboard.h` calls each board: it is in the image as it is."""


@dataclass(frozen=True)
class Program:
    path: Path
    flash: bytes

    @property
    def digest(self) -> str:
        return str(identity.measure(self.flash))

    def measure(self, nonce: bytes) -> bytes:
        return bytes(identity.digest(self.flash, nonce))

    @property
    def board(self) -> str | None:
        """The board that it was built for; None if it is no image of ours."""
        found = [name for name, text in _NAMES.items() if text in self.flash]
        return found[0] if len(found) == 1 else None

    @property
    def version(self) -> str | None:
        """As the manifest beside the file tells, if it is the manifest of this very image."""
        try:
            manifest = json.loads((self.path.parent / "manifest.json").read_text())
            same = manifest["image"]["sha256"] == self.digest
            return str(manifest["version"]) if same else None
        except (OSError, ValueError, KeyError, TypeError):
            return None


def load_program(path: Path | None, board: str) -> Program:
    """The program of a file, or the built one of a board."""
    if path is None:
        if board not in artifacts.BOARD_NAMES:
            raise WrongBoardError(
                f"board '{board}' is none of {', '.join(artifacts.BOARD_NAMES)}: give --image"
            )
        path = artifacts.image(board).uf2
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SetupError(f"{path}: cannot read the image: {error.strerror}") from error
    try:
        flash = uf2.decode(data) if data.startswith(b"UF2\n") else data
    except uf2.UF2Error as error:
        raise UsageError(f"{path}: {error}") from error
    if not identity.measure(flash):
        raise UsageError(f"{path}: holds no image that says where it ends: is it a firmware?")
    return Program(path, flash)


def version_key(version: str) -> tuple[tuple[int, int, str], ...]:
    """Versions in their order: 0.2.0 before 0.10.0, 1.0.0rc1 before 1.0.0."""
    parts = re.findall(r"\d+|[a-z]+", version.lower())
    keys = [(1, int(part), "") if part.isdigit() else (0, 0, part) for part in parts]
    return (*keys, (0, 1, ""))


def measured(link: Link, program: Program) -> tuple[bytes, bool]:
    """A fresh nonce, and whether the board's answer to it is the one of the program."""
    nonce = secrets.token_bytes(NONCE_SIZE)
    return nonce, link.measure(nonce) == program.measure(nonce)
