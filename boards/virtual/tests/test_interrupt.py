"""Ctrl-C while the emulator calls back into Python: the run ends, and the board is whole."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from boards.virtual import MS, SEC, Board
from boxcars.build import artifacts

pytestmark = pytest.mark.emulator


@pytest.fixture(autouse=True)
def default_handler() -> Iterator[None]:
    """As at a terminal: a test run in the background may have the signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_in_a_callback_is_raised_after_the_run() -> None:
    image = artifacts.image(artifacts.BENCH)
    board = Board(image.uf2, elf=image.elf)
    board.run_for(SEC)
    board.at(board.now + 50 * MS, lambda: os.kill(os.getpid(), signal.SIGINT))
    before = board.now
    with board.count_entries("gc_alloc"), pytest.raises(KeyboardInterrupt):
        board.repl.exec("for i in range(10**9): [i]", 100 * SEC)
    assert board.now - before < SEC
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    board.reset()
    board.run_for(SEC)
    assert board.repl.exec("print(6 * 7)").strip() == "42"
