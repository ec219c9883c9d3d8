"""A port of the board in the shape of `serial.Serial`, in simulated time.

Host code under test is given this instead of a pyserial port, and `SimTime` instead of `time`: its
time-outs then do not depend on how fast this machine is.
"""

from __future__ import annotations

import math

from boards.virtual.board import Board
from boards.virtual.ports import Port, UartPort
from boards.virtual.simtime import SEC

_FOREVER = 3600 * SEC


class SimTime:
    """The functions of `time` that host code waits by."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def monotonic(self) -> float:
        return self._board.now / SEC

    def sleep(self, seconds: float) -> None:
        self._board.run_for(_whole_ns(seconds))


class SimSerial:
    """The part of `serial.Serial` that host code uses. Reading runs the board."""

    def __init__(self, board: Board, port: Port, *, timeout: float | None = None) -> None:
        self.timeout = timeout
        self.is_open = True
        self._board = board
        self._port = port

    @property
    def name(self) -> str:
        return f"virtual {self._port.name}"

    @property
    def baudrate(self) -> int | None:
        return self._port.baud if isinstance(self._port, UartPort) else None

    @baudrate.setter
    def baudrate(self, value: int) -> None:
        if isinstance(self._port, UartPort):
            self._port.baud = value

    @property
    def in_waiting(self) -> int:
        return self._port.waiting

    def read(self, size: int = 1) -> bytes:
        return self._port.read(size, self._timeout_ns())

    def read_until(self, expected: bytes = b"\n") -> bytes:
        """Up to and with `expected`; what there is when the time-out ends it."""
        found = 0

        def ready() -> bool:
            nonlocal found
            found = self._port.find(expected)
            return found >= 0

        if self._port.wait(ready, self._timeout_ns()):
            return self._port.take(found + len(expected))
        return self._port.take()

    def readline(self) -> bytes:
        return self.read_until(b"\n")

    def write(self, data: bytes) -> int:
        self._port.write(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Wait until the line has taken everything."""
        self._board.run_until(lambda: self._port.pending == 0, timeout=_FOREVER)

    def reset_input_buffer(self) -> None:
        self._port.take()

    def close(self) -> None:
        self.is_open = False

    def _timeout_ns(self) -> int:
        return _FOREVER if self.timeout is None else _whole_ns(self.timeout)


def _whole_ns(seconds: float) -> int:
    """Rounded up: whoever waits for the last part of a nanosecond must not wait for ever."""
    return math.ceil(seconds * SEC)
