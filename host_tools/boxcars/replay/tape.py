"""A virtual table that keeps a tape: everything that was done to it, and when, to the nanosecond.

The emulated board does the same for the same calls, so a tape is all it takes to see a failure
again. How far it was run each time is on the tape, too: with both cores at work, where a run ends
moves things by microseconds. What the board said and saw is kept beside it, to compare.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from boards.virtual.ports import Port, UartPort
from boards.virtual.resets import ResetKind
from boxcars.table.virtual import VirtualTable

Value: TypeAlias = "int | float | str | bytes"
_FRAMES_KEPT = 16
PORTS = ("uart0", "usb")


@dataclass(frozen=True)
class Stroke:
    """One thing that was done from outside, at a simulated time."""

    time: int
    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Heard:
    """Bytes on a port: what the board sent, or was sent."""

    time: int
    port: str
    data: bytes


@dataclass(frozen=True)
class Seen:
    """A frame that a sensor took."""

    time: int
    side: int
    pixels: bytes


class TapedTable(VirtualTable):
    """`do(name, ...)` is the one way to lay hands on it; its ports and frames are listened to."""

    def __init__(
        self, image: Path | bytes | None = None, elf: Path | None = None, *, seed: int = 1
    ) -> None:
        super().__init__(image, elf, seed=seed, keep_events=False)
        self.tape: list[Stroke] = []
        self.heard: list[Heard] = []
        self.seen: deque[Seen] = deque(maxlen=_FRAMES_KEPT)
        for name in PORTS:
            port = self.port(name)
            port.on_host.append(partial(self._on_host, name))
            port.listeners.append(partial(self._on_heard, name))
        for side, sensor in enumerate(self.cabinet.sensors):
            sensor.on_frame.append(partial(self._on_frame, side))
        self.board.on_run.append(self._on_run)
        self.board.on_stop.append(self._on_stop)
        self._stop_at: tuple[int, ...] = ()

    def port(self, name: str) -> Port:
        return self.board.uart if name == "uart0" else self.board.cdc

    def do(self, name: str, *args: Value) -> None:
        """Do something from outside and put it on the tape."""
        self.tape.append(Stroke(self.board.now, name, args))
        ACTIONS[name](self, *args)

    def play(self, stroke: Stroke) -> None:
        """Do it again; what goes through a port, and runs, tape themselves."""
        if stroke.name == "run":
            to, *counts = (int(arg) for arg in stroke.args)
            self._stop_at = tuple(counts)
            self.board.run_to(to)
            self._stop_at = ()
        elif stroke.name in _BY_PORT:
            ACTIONS[stroke.name](self, *stroke.args)
        else:
            self.do(stroke.name, *stroke.args)

    def _counts(self) -> tuple[int, ...]:
        """Bytes that have come so far: what a run that is stopped was stopped by."""
        return tuple(self.port(name).received_count for name in PORTS)

    def _on_run(self, to: int) -> None:
        self.tape.append(Stroke(self.board.now, "run", (to,)))

    def _on_stop(self) -> None:
        run = self.tape[-1]
        if run.name == "run" and len(run.args) == 1:
            self.tape[-1] = Stroke(run.time, "run", (*run.args, *self._counts()))

    def show(self, left: int, right: int) -> None:
        self.do("show", left, right)

    def order(self, faults: str) -> None:
        self.do("order", faults)

    def clear(self) -> None:
        self.do("clear")

    def _on_host(self, port: str, what: str, value: bytes | int) -> None:
        self.tape.append(Stroke(self.board.now, what, (port, value)))

    def _on_heard(self, port: str, data: bytes) -> None:
        self.heard.append(Heard(self.board.now, port, data))
        if self._stop_at and self._counts() == self._stop_at:
            self.board.stop()

    def _on_frame(self, side: int, pixels: bytes) -> None:
        self.seen.append(Seen(self.board.now, side, pixels))


def _write(table: TapedTable, port: str, data: bytes) -> None:
    table.port(port).write(data)


def _baud(table: TapedTable, port: str, rate: int) -> None:
    line = table.port(port)
    assert isinstance(line, UartPort)
    line.baud = rate or None


def _stir(table: TapedTable, number: int) -> None:
    table.board.stir(number)
    table.cabinet.stir(number)


def _reset(table: TapedTable, kind: str) -> None:
    table.board.reset(ResetKind(kind))


def _program(table: TapedTable, offset: int, data: bytes) -> None:
    table.board.flash.write_raw(offset, data)


def _in_flash_op(table: TapedTable, nth: int, fraction: float) -> None:
    table.board.cut_power_in_flash_op(nth, fraction)


_BY_PORT = ("write", "baud")
ACTIONS: dict[str, Callable[..., None]] = {
    "write": _write,
    "baud": _baud,
    "show": lambda table, left, right: table.cabinet.show(left, right),
    "place": lambda table, left, right: table.cabinet.place(left, right),
    "order": lambda table, spec: table.cabinet.order(spec),
    "clear": lambda table: table.cabinet.clear(),
    "open": lambda table, switch: table.cabinet.open(switch),
    "close": lambda table, switch: table.cabinet.close(switch),
    "power-off": lambda table: table.board.power_off(),
    "power-on": lambda table: table.board.power_on(),
    "cut-in": lambda table, ns: table.board.cut_power_at(table.board.now + ns),
    "cut-in-flash-op": _in_flash_op,
    "reset": _reset,
    "hang": lambda table: table.board.hang(),
    "program": _program,
    "stir": _stir,
    "end": lambda table: None,
}
