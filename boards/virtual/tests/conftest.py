"""Every test makes its own board: one boots in about 40 ms."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from boards.virtual import Board
from boards.virtual.flash import FLASH_SIZE, SECTOR_SIZE
from boxcars.build import artifacts, uf2

MakeBoard = Callable[..., Board]

# A block of `f = rp2.Flash()`, which ends where the flash ends, and its place in flash.
TEST_BLOCK = "f.ioctl(4, 0) - 5"
TEST_OFFSET = FLASH_SIZE - 5 * SECTOR_SIZE


def make_uf2(data: bytes, *, base: int = uf2.FLASH_BASE, family: int = uf2.FAMILY_RP2040) -> bytes:
    """A UF2 file, also one for another place or another chip."""
    blocks = bytearray(uf2.encode(data))
    for index, at in enumerate(range(0, len(blocks), uf2.BLOCK_SIZE)):
        struct.pack_into("<I", blocks, at + 12, base + index * uf2.PAYLOAD_SIZE)
        struct.pack_into("<I", blocks, at + 28, family)
    return bytes(blocks)


@pytest.fixture(scope="session")
def uf2_path() -> Path:
    """The bench-kit image: it has a REPL and a file system."""
    return artifacts.image(artifacts.BENCH).uf2


@pytest.fixture(scope="session")
def elf_path() -> Path:
    return artifacts.image(artifacts.BENCH).elf


@pytest.fixture
def make_board(uf2_path: Path, elf_path: Path) -> MakeBoard:
    def make(**options: object) -> Board:
        return Board(uf2_path, elf=elf_path, **options)  # type: ignore[arg-type]

    return make


@pytest.fixture
def board(make_board: MakeBoard) -> Board:
    """A board that has just been switched on."""
    return make_board()
