"""A virtual board as a process: two pseudo-terminals, the BOOTSEL drive, the wall clock."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from boards.virtual.board import Board, Event
from boards.virtual.drive import BootselDrive
from boards.virtual.pace import Pace, Pacer
from boards.virtual.ports import Port
from boards.virtual.ptyport import PtyPort
from boards.virtual.simtime import MS, SEC

# Simulated time run at a stretch, so that the ports are served in between.
_STEP = 20 * MS
_STEP_FREE = 100 * MS
_TICK_ACTIVE_MS = 2
_TICK_IDLE_MS = 20
_ACTIVE_NS = SEC  # how long after a byte the ports are served at the quick tick
_SKIP_NS = 30 * SEC  # how long after a byte on USB idle time is still skipped
_SKIP_DUTY = 4  # skipping idle time takes one part in so many of a core
_BUSY_SHARE = 0.5  # a guest that executes more than this is at work and not slowed down
_QUEUE_MAX = 4096
_REOPEN_NS = 150 * MS
"""A USB client is heard so much simulated time after the one before it has gone: `mpremote reset`
leaves behind a board that sleeps 100 ms and then resets, which the next client must not interrupt.
"""
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Options:
    """How to run it. `parent` is the process whose end ends this one, if any."""

    realtime: bool = False
    parent: int | None = None
    look: Callable[[], None] = lambda: None  # is called in every turn


class BoardProcess:
    """Serves a board until a signal, or the end of its parent."""

    def __init__(self, board: Board, drive: BootselDrive, options: Options) -> None:
        self.board = board
        self.uart_pty = PtyPort()
        self.usb_pty = PtyPort()
        self._drive = drive
        self._options = options
        self._pacer = Pacer(realtime=options.realtime)
        self._ended = False
        self._ready = False
        self._last_byte = -_SKIP_NS
        self._last_usb_byte = -_SKIP_NS
        self._usb_deaf_until = 0
        board.cdc.set_open(False)
        board.uart.listeners.append(self._from_uart)
        board.cdc.listeners.append(self._from_usb)
        board.on_event.append(self._on_event)

    def run(self, on_ready: Callable[[], None]) -> None:
        """Serve until the end; `on_ready` is called once, when the board can be talked to."""
        with ExitStack() as stack:
            stack.callback(self._close)
            wake_fd = self._catch_signals(stack)
            if self.board.state == "bootsel":
                self._drive.appear()
            while not self._ended:
                self._serve_clients()
                self._advance(wake_fd)
                if not self._ready and self._can_be_talked_to():
                    self._ready = True
                    on_ready()

    def _can_be_talked_to(self) -> bool:
        return self.board.ready

    def _wants_wall_time(self) -> bool:
        return self.uart_pty.is_open

    def end(self) -> None:
        self._ended = True
        self.board.stop()

    def _close(self) -> None:
        self._drive.vanish()
        self.uart_pty.close()
        self.usb_pty.close()
        self.board.close()

    def _catch_signals(self, stack: ExitStack) -> int:
        """Signals end the loop; the pipe wakes it when it sleeps."""
        read_fd, write_fd = os.pipe()
        stack.callback(os.close, read_fd)
        stack.callback(os.close, write_fd)
        os.set_blocking(write_fd, False)
        stack.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(write_fd))

        def handler(_number: int, _frame: FrameType | None) -> None:
            self.end()

        for number in _SIGNALS:
            stack.callback(signal.signal, number, signal.signal(number, handler))
        return read_fd

    # -- time --------------------------------------------------------------------------------

    def _advance(self, wake_fd: int) -> None:
        wall = time.monotonic_ns()
        pace = self._pacer.choose(
            ready=self._ready,
            uart_open=self._wants_wall_time(),
            usb_busy=self.usb_pty.is_open and wall - self._last_usb_byte < _SKIP_NS,
        )
        start, executed = self.board.cycles, self.board.chip.executed
        step = _STEP if pace is Pace.WALL else _STEP_FREE
        goal = self._pacer.goal(pace, self.board.now, wall, step)
        if goal > self.board.now:
            self.board.run_to(goal)
        if pace is Pace.WALL:
            if goal < self.board.now + _STEP // 2 or self.board.state != "running":
                self._sleep(wake_fd, self._tick_ms(wall))
        elif self._ready or self.board.state != "running":
            busy = (self.board.chip.executed - executed) / max(1, self.board.cycles - start)
            if busy < _BUSY_SHARE:
                spent = time.monotonic_ns() - wall
                self._sleep(wake_fd, max(1, (_SKIP_DUTY - 1) * spent // MS))

    def _tick_ms(self, wall: int) -> int:
        return _TICK_ACTIVE_MS if wall - self._last_byte < _ACTIVE_NS else _TICK_IDLE_MS

    def _sleep(self, wake_fd: int, milliseconds: int) -> None:
        poll = select.poll()
        poll.register(wake_fd, select.POLLIN)
        for pty_port, port in self._lines():
            if pty_port.is_open and self._hears(port):
                poll.register(pty_port.fd, select.POLLIN)
        poll.poll(milliseconds)

    # -- ports -------------------------------------------------------------------------------

    def _lines(self) -> tuple[tuple[PtyPort, Port], ...]:
        return (self.uart_pty, self.board.uart), (self.usb_pty, self.board.cdc)

    def _hears(self, port: Port) -> bool:
        if port is self.board.cdc and self.board.now < self._usb_deaf_until:
            return False
        return port.pending < _QUEUE_MAX

    def _serve_clients(self) -> None:
        self._options.look()
        parent = self._options.parent
        if parent is not None and os.getppid() != parent:
            self.end()
        self.uart_pty.look()
        if self.uart_pty.is_open:
            self.board.uart.baud = self.uart_pty.baud
        if self.usb_pty.look():
            self._last_usb_byte = time.monotonic_ns()
            self.board.cdc.set_open(self.usb_pty.is_open)
            if not self.usb_pty.is_open:
                while data := self.usb_pty.read():  # what the client said before it went
                    self.board.cdc.write(data)
                self._usb_deaf_until = self.board.now + _REOPEN_NS
        for pty_port, port in self._lines():
            pty_port.flush()
            data = pty_port.read() if self._hears(port) else b""
            if data:
                self._note_bytes(usb=pty_port is self.usb_pty)
                port.write(data)
        if self.board.state == "bootsel":
            if self._drive.look():
                self._drive.vanish()
            self.board.receive_uf2(self._drive.receiver)

    def _note_bytes(self, *, usb: bool) -> None:
        self._last_byte = time.monotonic_ns()
        if usb:
            self._last_usb_byte = self._last_byte

    def _from_uart(self, data: bytes) -> None:
        self.board.uart.take()
        self._note_bytes(usb=False)
        self.uart_pty.write(data)

    def _from_usb(self, data: bytes) -> None:
        self.board.cdc.take()
        self._note_bytes(usb=True)
        self.usb_pty.write(data)

    def _on_event(self, event: Event) -> None:
        if event.kind == "bootsel":
            self._drive.appear()


def link_ports(folder: Path, process: BoardProcess) -> None:
    """Names that stay the same for people: `uart0` and `usb` in the run's own folder."""
    (folder / "uart0").symlink_to(process.uart_pty.path)
    (folder / "usb").symlink_to(process.usb_pty.path)
