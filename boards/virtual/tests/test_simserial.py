"""The pyserial-shaped port in simulated time."""

from __future__ import annotations

import pytest

from boards.virtual import Board
from boards.virtual.simserial import SimSerial, SimTime

pytestmark = pytest.mark.emulator

_ECHO = """
from machine import UART
u = UART(0, 115200)
def echo():
    while True:
        if u.any():
            u.write(u.read())
"""


def _quiet(board: Board) -> SimSerial:
    """A port on which the board has said the only thing that it says by itself."""
    port = SimSerial(board, board.uart, timeout=5.0)
    assert port.readline().startswith(b"boxcars ")
    assert port.in_waiting == 0
    port.timeout = 1.0
    return port


def test_echo_over_uart(board: Board) -> None:
    port = _quiet(board)
    board.repl.exec(_ECHO)
    board.repl.start("echo()")
    port.baudrate = 115_200
    assert port.write(b"hello\nworld\n") == 12
    assert port.readline() == b"hello\n"
    assert port.read(6) == b"world\n"
    assert port.in_waiting == 0


def test_timeouts_are_simulated(board: Board) -> None:
    port = _quiet(board)
    port.timeout = 0.5
    clock = SimTime(board)
    before = clock.monotonic()
    assert port.read(1) == b""
    assert port.readline() == b""
    assert clock.monotonic() - before == pytest.approx(1.0, abs=0.001)
    clock.sleep(2)
    assert clock.monotonic() - before == pytest.approx(3.0, abs=0.001)


def test_a_wait_for_less_than_a_nanosecond_ends(board: Board) -> None:
    """A host that waits for a deadline in floats may be left with a part of a nanosecond."""
    before = board.now
    SimSerial(board, board.uart, timeout=1e-13).read(1000)
    assert board.now > before
    before = board.now
    SimTime(board).sleep(1e-13)
    assert board.now > before


def test_wrong_baud_rate_is_noticed(board: Board) -> None:
    port = _quiet(board)
    board.repl.exec(_ECHO)
    board.repl.start("echo()")
    port.baudrate = 57_600
    port.write(b"hello\n")
    heard = port.read(20)
    assert heard
    assert b"hello" not in heard
