"""The host's end of the board's two serial lines, in simulated time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

from boards.virtual.chip import Chip
from boards.virtual.errors import SimTimeoutError
from boards.virtual.simtime import MS, SEC
from boards.virtual.wire import resample

_DEFAULT_TIMEOUT = 10 * SEC
_BAUD_TOLERANCE = 0.03  # beyond it the last data bit is sampled outside of its time
_USB_POLL_NS = MS
_USB_FIFO_SIZE = 256  # what TinyUSB holds for a host that does not collect


class Runner(Protocol):
    """What can move simulated time: the board."""

    @property
    def now(self) -> int: ...
    def run_to(self, time: int) -> bool: ...
    def stop(self) -> None: ...


class Port:
    """Bytes from the board are kept until they are read; reading runs the board."""

    def __init__(self, name: str, runner: Runner) -> None:
        self.name = name
        self.listeners: list[Callable[[bytes], None]] = []
        self.on_host: list[Callable[[str, bytes | int], None]] = []  # what the host's end does
        self.received_count = 0
        self.line_count = 0  # line ends that the board has sent, heard or not
        self._runner = runner
        self.mover = runner  # what reading runs; of two boards that are wired, the pair
        self._buffer = bytearray()

    def write(self, data: bytes) -> None:
        """Queue bytes for the board; they go out as the line allows."""
        raise NotImplementedError

    def tell_host(self, what: str, value: bytes | int) -> None:
        for told in list(self.on_host):
            told(what, value)

    @property
    def pending(self) -> int:
        """Bytes written that the board has not been given yet."""
        raise NotImplementedError

    @property
    def waiting(self) -> int:
        """Bytes received that nobody has read yet."""
        return len(self._buffer)

    def find(self, token: bytes) -> int:
        """Where `token` stands in what has arrived; -1 if it has not."""
        return self._buffer.find(token)

    def take(self, size: int | None = None) -> bytes:
        """What has arrived so far, without running the board."""
        data = bytes(self._buffer[:size])
        del self._buffer[: len(data)]
        return data

    def read(self, size: int, timeout: int = _DEFAULT_TIMEOUT) -> bytes:
        """Run until so many bytes have arrived; fewer at the end of the simulated time-out."""
        self.wait(lambda: len(self._buffer) >= size, timeout)
        return self.take(size)

    def read_until(self, token: bytes, timeout: int = _DEFAULT_TIMEOUT) -> bytes:
        """Run until `token` has arrived, to the instant of its last byte; give all up to it."""
        if not self.wait(lambda: token in self._buffer, timeout):
            tail = bytes(self._buffer[-200:])
            raise SimTimeoutError(
                f"{self.name}: no {token!r} within {timeout / SEC:g} s, got {tail!r}"
            )
        return self.take(self._buffer.index(token) + len(token))

    def wait(self, ready: Callable[[], bool], timeout: int) -> bool:
        """Run until `ready()`, which is asked whenever bytes arrive. False: time-out."""
        if ready():
            return True

        def look(_data: bytes) -> None:
            if ready():
                self.mover.stop()

        self.listeners.append(look)
        try:
            deadline = self.mover.now + timeout
            while not ready() and self.mover.now < deadline:
                self.mover.run_to(deadline)
        finally:
            self.listeners.remove(look)
        return ready()

    def deliver(self, data: bytes) -> None:
        """Bytes have come from the board."""
        self.line_count += data.count(b"\n")
        self.received_count += len(data)
        self._buffer += data
        for listener in list(self.listeners):
            listener(data)


class UartPort(Port):
    """The line to UART0. A character takes its time; a wrong baud rate makes garbage.

    `baud` None follows the board's own rate. Bytes that find the board's receive FIFO full are
    lost and counted, as are those that come while its UART is off.
    """

    def __init__(self, runner: Runner, chip: Chip, baud: int | None = None) -> None:
        super().__init__("uart0", runner)
        self._baud = baud
        self.overrun_count = 0
        self.unheard_count = 0
        self._chip = chip
        self._line: deque[int] = deque()
        self._sending = False
        chip.uart_on_byte(self._on_byte)

    @property
    def baud(self) -> int | None:
        return self._baud

    @baud.setter
    def baud(self, rate: int | None) -> None:
        if rate != self._baud:
            self._baud = rate
            self.tell_host("baud", rate or 0)

    @property
    def pending(self) -> int:
        return len(self._line)

    def write(self, data: bytes) -> None:
        self.tell_host("write", data)
        self._line.extend(self._garble(data, self.baud, self._chip.uart_baud))
        if self._line and not self._sending:
            self._sending = True
            self._chip.schedule(self._runner.now + self._char_ns(), self._arrive)

    def _char_ns(self) -> int:
        baud = self._chip.uart_baud or self.baud or 115_200
        return round(self._chip.uart_frame_bits * SEC / baud)

    def _arrive(self) -> None:
        byte = self._line.popleft()
        if not self._chip.uart_listening:
            self.unheard_count += 1
        elif not self._chip.uart_feed(byte):
            self.overrun_count += 1
        self._sending = bool(self._line)
        if self._sending:
            self._chip.schedule(self._runner.now + self._char_ns(), self._arrive)

    def _on_byte(self, byte: int) -> None:
        self.deliver(self._garble(bytes((byte,)), self._chip.uart_baud, self.baud))

    @staticmethod
    def _garble(data: bytes, sent_at: int | None, sampled_at: int | None) -> bytes:
        if not sent_at or not sampled_at:
            return data
        if abs(sent_at - sampled_at) <= _BAUD_TOLERANCE * sampled_at:
            return data
        return resample(data, sent_at, sampled_at)


class CdcPort(Port):
    """The USB serial port. Bytes wait here while the board is off the bus or has no room.

    While no terminal has the port open nobody collects the board's output: its FIFO keeps the
    latest, and whoever opens the port gets that.
    """

    def __init__(self, runner: Runner, chip: Chip) -> None:
        super().__init__("usb", runner)
        self.connected_since: int | None = None
        self._chip = chip
        self._queue: deque[int] = deque()
        self._pumping = False
        self._open = True
        self._retained = bytearray()
        chip.cdc_on_connected(self._on_connected)
        chip.cdc_on_data(self._on_data)

    @property
    def connected(self) -> bool:
        """Is the board on the bus?"""
        return self.connected_since is not None

    @property
    def pending(self) -> int:
        return len(self._queue)

    def write(self, data: bytes) -> None:
        self.tell_host("write", data)
        self._queue.extend(data)
        self._pump()

    def set_open(self, is_open: bool) -> None:
        """A terminal opens or closes the port: DTR, which the board can see."""
        if is_open != self._open:
            self._open = is_open
            if self.connected:
                self._chip.cdc_lines(dtr=is_open, rts=is_open)
            if is_open and self._retained:
                retained, self._retained = bytes(self._retained), bytearray()
                self.deliver(retained)

    def on_bus_reset(self) -> None:
        """The board dropped off the bus; what it had not taken stays queued."""
        self.connected_since = None
        self._retained.clear()

    def _on_data(self, data: bytes) -> None:
        if self._open:
            self.deliver(data)
        else:
            self.line_count += data.count(b"\n")
            self._retained = (self._retained + data)[-_USB_FIFO_SIZE:]

    def _on_connected(self) -> None:
        self.connected_since = self._runner.now
        if not self._open:
            self._chip.schedule(self._runner.now + _USB_POLL_NS, self._drop_lines)
        self._pump()

    def _drop_lines(self) -> None:
        if self.connected and not self._open:
            self._chip.cdc_lines(dtr=False, rts=False)

    def _pump(self) -> None:
        if self._pumping or not self.connected:
            return
        for _ in range(min(self._chip.cdc_room, len(self._queue))):
            self._chip.cdc_feed(self._queue.popleft())
        if self._queue:
            self._pumping = True
            self._chip.schedule(self._runner.now + _USB_POLL_NS, self._pump_again)

    def _pump_again(self) -> None:
        self._pumping = False
        self._pump()
