"""Serial ports for the link: opened through pyserial, with errors that say what to do."""

from __future__ import annotations

import errno
import termios
import time
from collections.abc import Callable
from typing import Any, Protocol

import serial

from boxcars.link.errors import (
    BaudError,
    NoDeviceError,
    PortBusyError,
    PortPermissionError,
    UnpluggedError,
)

BASE_BAUD = 115_200
READ_S = 0.05  # how long a read waits for the first byte; a time that is set once, see `read_some`
_WRITE_S = 5
_CLIENTS = ("rfc2217://",)  # whose writes pyserial cannot limit in time
# pyserial's own are OSErrors; a port that was closed has a file descriptor of None.
_GONE = (OSError, TypeError, termios.error)


class SerialPort(Protocol):
    """The part of `serial.Serial` that the link uses."""

    timeout: float | None

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1) -> bytes: ...
    def write(self, data: bytes) -> int | None: ...
    def close(self) -> None: ...


class Clock(Protocol):
    """The part of `time` that the link waits by."""

    def monotonic(self) -> float: ...
    def sleep(self, seconds: float) -> None: ...


class WallClock:
    """Time as it passes."""

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


Opener = Callable[[], SerialPort]


def opener(url: str, baud: int = BASE_BAUD) -> Opener:
    """What opens a device path or a pyserial URL (`socket://`, `rfc2217://`), again if asked."""

    def open_it() -> SerialPort:
        return open_port(url, baud)

    return open_it


def open_port(url: str, baud: int = BASE_BAUD) -> SerialPort:
    """Open a port for this program alone."""
    options: dict[str, Any] = {} if "://" in url else {"exclusive": True}
    if not url.startswith(_CLIENTS):
        options["write_timeout"] = _WRITE_S
    try:
        port: SerialPort = serial.serial_for_url(url, baudrate=baud, timeout=READ_S, **options)
    except (OSError, ValueError, termios.error) as error:
        raise _cannot_open(url, error) from error
    return port


def _cannot_open(url: str, error: Exception) -> Exception:
    number = getattr(error, "errno", None)
    text = str(error).lower()
    if number == errno.EBUSY or "exclusively lock" in text or "busy" in text:
        return PortBusyError(f"{url} is in use by another program: close it and try again")
    if number in (errno.EACCES, errno.EPERM) or "permission" in text:
        return PortPermissionError(f"{url}: no permission: add yourself to the group 'dialout'")
    if isinstance(error, ValueError):
        return NoDeviceError(f"{url} is no port that pyserial can open: {error}")
    if "configure port" in text or number == errno.EISDIR:
        return NoDeviceError(f"{url} is no serial port")
    if "://" in url:
        return NoDeviceError(f"{url} cannot be reached: does a device server listen there?")
    return NoDeviceError(f"{url} cannot be opened: is the board plugged in?")


def set_baud(port: SerialPort, rate: int) -> None:
    """Change the rate of the host's side; a port without one (USB, a socket) has nothing to do."""
    if getattr(port, "baudrate", None) is None:
        return
    try:
        port.baudrate = rate  # type: ignore[attr-defined]
    except (ValueError, NotImplementedError) as error:
        raise BaudError(f"this port cannot run at {rate} baud: use a lower rate") from error
    except _GONE as error:
        raise UnpluggedError(f"the port went away: {error}") from error


def read_some(port: SerialPort) -> bytes:
    """What has come, or the first bytes that come in `READ_S`.

    That time is never changed: pyserial configures a port anew with every change of it, which on
    the far side of `rfc2217://` takes longer than the wait itself.
    """
    try:
        if port.timeout != READ_S:
            port.timeout = READ_S
        return port.read(max(1, port.in_waiting))
    except _GONE as error:
        raise UnpluggedError(f"the port went away: {error}") from error


def write_all(port: SerialPort, data: bytes) -> None:
    try:
        port.write(data)
    except _GONE as error:
        raise UnpluggedError(f"the port went away: {error}") from error
