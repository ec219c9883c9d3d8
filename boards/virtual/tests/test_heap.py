"""The heap read from outside is the heap that the board itself sees."""

from __future__ import annotations

import pytest

from boards.virtual import Board
from boards.virtual.heap import free_bytes

pytestmark = pytest.mark.emulator


@pytest.mark.parametrize("size", [0, 16, 10_000, 100_000])
def test_free_bytes(board: Board, size: int) -> None:
    board.repl.exec(f"import gc\nkept = bytearray({size})\ngc.collect()")
    own = int(board.repl.exec("gc.collect()\nprint(gc.mem_free())"))
    assert own == pytest.approx(free_bytes(board), abs=64)
