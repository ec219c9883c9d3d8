"""UART0: paced at the guest's rate, garbage at another, losses counted."""

from __future__ import annotations

import pytest

from boards.virtual import MS, SEC, Board
from boards.virtual.wire import resample

pytestmark = pytest.mark.emulator

_OPEN = "from machine import UART, Pin\nu = UART(0, {baud}, tx=Pin(0), rx=Pin(1), rxbuf={rxbuf})"


def _open(board: Board, baud: int = 115_200, rxbuf: int = 1024) -> None:
    board.repl.exec(_OPEN.format(baud=baud, rxbuf=rxbuf))
    board.uart.take()


def test_board_to_host(board: Board) -> None:
    _open(board)
    board.repl.exec("u.write(bytes(range(256)))\nu.flush()")
    assert board.uart.take() == bytes(range(256))


def test_host_to_board_takes_line_time(board: Board) -> None:
    _open(board)
    start = board.now
    board.uart.write(bytes(200))
    board.run_until(lambda: board.uart.pending == 0, step=10_000)
    assert board.now - start == pytest.approx(200 * 10 * SEC / 115_200, rel=0.01)
    assert board.repl.exec("print(u.any())") == "200\n"


@pytest.mark.parametrize("baud", [9600, 115_200, 460_800, 921_600])
def test_every_rate_carries_every_byte(board: Board, baud: int) -> None:
    _open(board, baud)
    assert board.chip.uart_baud == pytest.approx(baud, rel=0.01)
    board.uart.baud = baud
    board.uart.write(bytes(range(256)))
    board.run_until(lambda: board.uart.pending == 0)
    board.run_for(5 * MS)
    assert board.repl.exec("print(u.read() == bytes(range(256)))") == "True\n"


def test_wrong_rate_is_garbage_both_ways(board: Board) -> None:
    _open(board)
    board.uart.baud = 9600
    board.uart.write(b"hello world")
    board.run_until(lambda: board.uart.pending == 0)
    board.run_for(5 * MS)
    assert "hello" not in board.repl.exec("print(u.read())")
    board.uart.take()
    board.repl.exec("u.write(b'hello world')\nu.flush()")
    assert b"hello" not in board.uart.take()


def test_overrun_is_counted(board: Board) -> None:
    """With interrupts off nobody empties the 32-byte FIFO."""
    _open(board)
    board.repl.exec("import machine\ndef deaf():\n    machine.disable_irq()\n    while 1: pass")
    board.repl.start("deaf()")
    board.run_for(5 * MS)
    board.uart.write(bytes(100))
    board.run_for(15 * MS)
    assert board.uart.overrun_count == 100 - 32


def test_bytes_to_a_uart_that_is_off_are_counted(board: Board) -> None:
    board.uart.write(b"anybody")
    board.run_for(10 * MS)
    assert board.uart.unheard_count == 7


@pytest.mark.parametrize("rate", [0.99, 1.0, 1.01])
def test_resample_at_nearly_the_same_rate_is_faithful(rate: float) -> None:
    data = bytes(range(256))
    assert resample(data, 115_200, round(115_200 * rate)) == data


def test_resample_at_another_rate_is_not() -> None:
    data = b"The quick brown fox"
    assert data not in resample(data, 115_200, 9600)
    assert data not in resample(data, 9600, 115_200)
    assert len(resample(data, 9600, 115_200)) > len(data)
