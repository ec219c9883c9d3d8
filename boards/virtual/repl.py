"""MicroPython's raw REPL over a port, in simulated time."""

from __future__ import annotations

from boards.virtual.errors import GuestError, SimTimeoutError
from boards.virtual.ports import Port
from boards.virtual.simtime import SEC

_CTRL_A, _CTRL_B, _CTRL_C, _CTRL_D = b"\x01", b"\x02", b"\x03", b"\x04"
_BANNER = b"raw REPL; CTRL-B to exit\r\n>"


class RawRepl:
    """Runs source on the board. Enters the raw REPL by itself when it has to."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._entered = False

    def enter(self, timeout: int = 5 * SEC) -> None:
        """Interrupt what runs and get to the raw prompt."""
        self._port.take()
        self._port.write(b"\r" + _CTRL_C + _CTRL_C + _CTRL_A)
        self._port.read_until(_BANNER, timeout)
        self._entered = True

    def leave(self) -> None:
        self._port.write(_CTRL_B)
        self._entered = False

    def forget(self) -> None:
        """The board was reset: it is no longer at the raw prompt."""
        self._entered = False

    def exec(self, source: str, timeout: int = 20 * SEC) -> str:
        """Run source to its end and give what it printed; `GuestError` if it raised."""
        self.start(source)
        out = self._port.read_until(_CTRL_D, timeout)[:-1]
        error = self._port.read_until(_CTRL_D, SEC)[:-1]
        self._port.read_until(b">", SEC)
        if error:
            raise GuestError(error.decode(errors="replace").replace("\r\n", "\n").strip())
        return out.decode(errors="replace").replace("\r\n", "\n")

    def start(self, source: str, timeout: int = 10 * SEC) -> None:
        """Send source and return as soon as the board has accepted it."""
        if not self._entered:
            self.enter()
        self._port.write(source.encode() + _CTRL_D)
        answer = self._port.read(2, timeout)
        if answer != b"OK":
            self._entered = False
            raise SimTimeoutError(f"the raw REPL did not accept the source: {answer!r}")
