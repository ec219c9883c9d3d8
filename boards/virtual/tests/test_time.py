"""Simulated time: exact, injectable, and the same in every run."""

from __future__ import annotations

import hashlib
import random

import pytest

from boards.virtual import MS, SEC, US, Board
from boards.virtual.errors import BoardStateError, SimTimeoutError
from boards.virtual.tests.conftest import MakeBoard

pytestmark = pytest.mark.emulator


def test_run_for_ends_exactly_on_time_when_idle(board: Board) -> None:
    board.repl.enter()
    start = board.now
    assert board.run_for(1234 * US)
    assert board.now - start == pytest.approx(1234 * US, abs=100)


def test_run_to_a_time_in_the_past_does_nothing(board: Board) -> None:
    board.run_for(10 * MS)
    cycles = board.cycles
    assert board.run_to(5 * MS)
    assert board.cycles == cycles


def test_injection_happens_at_its_time_and_in_order(board: Board) -> None:
    seen: list[tuple[str, int]] = []
    board.at(2 * MS, lambda: seen.append(("b", board.now)))
    board.at(1 * MS, lambda: seen.append(("a", board.now)))
    cancel = board.at(3 * MS, lambda: seen.append(("never", board.now)))
    cancel()
    board.run_for(5 * MS)
    assert seen == [("a", 1 * MS), ("b", 2 * MS)]


def test_stop_ends_the_run_at_once(board: Board) -> None:
    board.at(7 * MS, board.stop)
    assert not board.run_for(SEC)
    assert board.now == pytest.approx(7 * MS, abs=1 * US)


def test_run_until_asks_and_times_out(board: Board) -> None:
    board.run_until(lambda: board.cdc.connected)
    with pytest.raises(SimTimeoutError):
        board.run_until(lambda: False, timeout=5 * MS)


def test_a_callback_must_not_run_the_board(board: Board) -> None:
    caught: list[Exception] = []

    def callback() -> None:
        try:
            board.run_for(1 * MS)
        except BoardStateError as error:
            caught.append(error)

    board.at(1 * MS, callback)
    board.run_for(2 * MS)
    assert len(caught) == 1


def test_an_error_in_a_callback_reaches_the_caller(board: Board) -> None:
    def callback() -> None:
        raise ZeroDivisionError

    board.at(1 * MS, callback)
    with pytest.raises(ZeroDivisionError):
        board.run_for(2 * MS)
    assert board.run_for(2 * MS)


_WORK = """
import os, time, rp2, machine
print(os.urandom(16), machine.unique_id())
f = rp2.Flash()
for i in range(3):
    f.writeblocks(f.ioctl(4, 0) - 5 + i, os.urandom(4096))
print(hash(bytes(1000)), time.ticks_us())
"""


def _trace(make_board: MakeBoard, seed: int) -> tuple[object, ...]:
    board = make_board(seed=seed)
    out = board.repl.exec(_WORK)
    board.run_for(100 * MS)
    digest = hashlib.sha256(board.flash.contents()).hexdigest()
    return out, board.cycles, board.chip.ticks, board.chip.executed, digest


def test_same_seed_same_run_to_the_cycle(make_board: MakeBoard) -> None:
    assert _trace(make_board, 5) == _trace(make_board, 5)


def test_another_seed_is_another_board(make_board: MakeBoard) -> None:
    first, second = _trace(make_board, 5), _trace(make_board, 6)
    assert first[0] != second[0]
    assert first[4] != second[4]


def test_how_time_is_sliced_does_not_matter(make_board: MakeBoard) -> None:
    """Running in uneven pieces, as beside a wall clock, gives the same run as in one."""

    def state(board: Board) -> tuple[object, ...]:
        digest = hashlib.sha256(board.flash.contents()).hexdigest()
        return board.uart.take(), board.cdc.take(), board.chip.executed, digest

    whole, sliced = make_board(), make_board()
    for board in (whole, sliced):
        board.cdc.write(b"\r\x03" + b"import os, time; time.sleep_ms(50); print(os.urandom(9))\r")
    whole.run_to(SEC)
    random_steps = random.Random(1)
    while sliced.now < SEC:
        sliced.run_to(min(SEC, sliced.now + random_steps.randrange(1, 5 * MS)))
    assert state(whole) == state(sliced)
