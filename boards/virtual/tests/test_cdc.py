"""The USB serial port and the raw REPL behind it."""

from __future__ import annotations

import pytest

from boards.virtual import MS, SEC, Board
from boards.virtual.errors import GuestError, SimTimeoutError

pytestmark = pytest.mark.emulator


def test_exec_prints(board: Board) -> None:
    assert board.repl.exec("print(6 * 7)") == "42\n"


def test_exec_keeps_state(board: Board) -> None:
    board.repl.exec("x = 5")
    assert board.repl.exec("print(x)") == "5\n"


def test_a_guest_exception_carries_its_traceback(board: Board) -> None:
    with pytest.raises(GuestError, match="ZeroDivisionError"):
        board.repl.exec("1 / 0")
    assert board.repl.exec("print('alive')") == "alive\n"


def test_a_guest_that_hangs_is_a_simulated_timeout(board: Board) -> None:
    with pytest.raises(SimTimeoutError):
        board.repl.exec("while True:\n    pass", timeout=50 * MS)


def test_large_transfers_both_ways(board: Board) -> None:
    """More than any FIFO holds: nothing is lost, the board sets the pace."""
    text = "".join(chr(97 + i % 26) for i in range(20_000))
    assert board.repl.exec(f"print({text!r})") == text + "\n"


def test_bytes_wait_while_the_board_is_off_the_bus(board: Board) -> None:
    assert not board.cdc.connected
    board.cdc.write(b"\r\x03")
    board.run_for(SEC)
    assert board.cdc.connected
    assert board.cdc.pending == 0
    assert b">>> " in board.cdc.take()


def test_a_closed_port_keeps_the_latest_output(board: Board) -> None:
    board.repl.start("import time\ntime.sleep_ms(50)\nprint('x' * 1000 + 'last')\ntime.sleep(9)")
    board.cdc.set_open(False)
    board.run_for(100 * MS)
    assert board.cdc.take() == b""
    board.cdc.set_open(True)
    board.run_for(10 * MS)
    kept = board.cdc.take()
    assert kept.endswith(b"xlast\r\n")
    assert len(kept) < 400
