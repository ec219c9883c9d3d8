"""Forked copies: what they answer, how they fail, that the original stays as it was."""

from __future__ import annotations

import functools
import os
import signal

import pytest

from boards.virtual import Board
from boards.virtual.errors import ForkError, GuestError
from boards.virtual.fork import run_forked, start_forked

pytestmark = pytest.mark.emulator


def test_the_original_is_untouched(board: Board) -> None:
    board.repl.exec("x = 1")
    state = board.now, board.chip.executed

    def change(copy: Board) -> str:
        copy.repl.exec("x = 2\nopen('/new', 'w').close()")
        return copy.repl.exec("print(x)")

    assert board.in_fork(change) == "2\n"
    assert (board.now, board.chip.executed) == state
    assert board.repl.exec("import os\nprint(x, os.listdir())") == "1 []\n"


def test_copies_continue_identically(board: Board) -> None:
    board.repl.enter()

    def run(copy: Board) -> tuple[str, int]:
        return copy.repl.exec("import os\nprint(os.urandom(8))"), copy.cycles

    assert board.in_fork(run) == board.in_fork(run) == run(board)


def test_an_exception_comes_back_with_its_traceback(board: Board) -> None:
    with pytest.raises(GuestError, match="ValueError") as caught:
        board.in_fork(lambda copy: copy.repl.exec("raise ValueError('there')"))
    assert "In the forked copy" in caught.value.__notes__[0]


class _UnpicklableError(Exception):
    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} {two}")


def test_an_exception_that_does_not_pickle_is_named() -> None:
    def fail() -> None:
        raise _UnpicklableError(1, 2)

    with pytest.raises(ForkError, match="_UnpicklableError: 1 2"):
        run_forked(fail)


def test_a_result_that_does_not_pickle_is_an_error() -> None:
    with pytest.raises((ForkError, TypeError, AttributeError)):
        run_forked(lambda: lambda: None)


def test_a_copy_that_is_killed_is_an_error() -> None:
    with pytest.raises(ForkError, match="died"):
        run_forked(lambda: os.kill(os.getpid(), signal.SIGKILL))


def test_several_at_once() -> None:
    children = [start_forked(functools.partial(pow, value, 2)) for value in range(5)]
    assert [child.result() for child in children] == [0, 1, 4, 9, 16]


def test_large_results_do_not_block() -> None:
    assert len(run_forked(lambda: bytes(5_000_000))) == 5_000_000
