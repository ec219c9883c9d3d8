"""A serial line of the board as a pseudo-terminal of this machine."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import termios
import tty
from pathlib import Path

_READ_SIZE = 4096
_BACKLOG_MAX = 1 << 20
_SPEEDS = {
    getattr(termios, name): int(name[1:])
    for name in dir(termios)
    if name.startswith("B") and name[1:].isdigit()
}
_SPEED_UNSET = termios.B38400  # what a pseudo-terminal starts with; no client has set it


class PtyPort:
    """One pseudo-terminal. Clients come and go; the terminal stays, raw, as long as this does.

    What the board says while no client has it open goes nowhere, as on a closed serial port.
    """

    def __init__(self) -> None:
        self.fd, client_fd = pty.openpty()
        tty.setraw(client_fd)
        self.path = Path(os.ttyname(client_fd))
        self._settings = termios.tcgetattr(client_fd)
        os.close(client_fd)
        os.set_blocking(self.fd, False)
        self._poll = select.poll()
        self._poll.register(self.fd, select.POLLIN)
        self._backlog = bytearray()
        self.is_open = False
        self.dropped_count = 0

    def look(self) -> bool:
        """Notice a client that has come or gone; True if that changed."""
        before = self.is_open
        self.is_open = not self._events() & select.POLLHUP
        if before and not self.is_open:
            self._backlog.clear()
            termios.tcflush(self.fd, termios.TCOFLUSH)
            termios.tcsetattr(self.fd, termios.TCSANOW, self._settings)
        return self.is_open != before

    def _events(self) -> int:
        return next((events for _fd, events in self._poll.poll(0)), 0)

    @property
    def baud(self) -> int | None:
        """The rate that the client has set; None if it set none."""
        speed = termios.tcgetattr(self.fd)[5]
        return None if speed == _SPEED_UNSET else _SPEEDS.get(speed)

    def read(self) -> bytes:
        """What clients have written, also one that has gone since."""
        try:
            return os.read(self.fd, _READ_SIZE)
        except OSError:  # nothing there, or no client
            return b""

    def write(self, data: bytes) -> None:
        if self.is_open:
            self._backlog += data
            excess = len(self._backlog) - _BACKLOG_MAX
            if excess > 0:
                del self._backlog[:excess]
                self.dropped_count += excess
            self.flush()

    def flush(self) -> None:
        """Hand the client as much as it has room for."""
        if self._backlog:
            with contextlib.suppress(OSError):
                del self._backlog[: os.write(self.fd, self._backlog)]

    def close(self) -> None:
        os.close(self.fd)
