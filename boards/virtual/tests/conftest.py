"""Every test makes its own board: one boots in about 40 ms."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from boards.virtual import Board
from boxcars.build import artifacts

MakeBoard = Callable[..., Board]


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
