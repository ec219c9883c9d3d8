"""A real board on its ports; what only a rig can do is left to the rig's own board."""

from __future__ import annotations

import contextlib
import json
import time
from functools import partial

from boxcars.build import artifacts
from boxcars.errors import HostError, UsageError
from boxcars.link import Expectation, Link
from boxcars.link.answers import Course
from boxcars.link.errors import RefusedError
from boxcars.link.ports import SerialPort, WallClock, open_port
from boxcars.replay.bundle import Bundle, Sealed
from boxcars.replay.tape import Heard
from hil_tests.bench import CAPABILITIES, HOME, SEATS, Bench
from hil_tests.portlock import PortLock
from hil_tests.rigfile import RigFile
from shaker.app import book
from shaker.link import codes

HANDS = frozenset(("usb",))
_READY_S = 20.0
_HEARD_MAX = 1 << 20


class Listening:
    """A port whose incoming bytes are kept, for the bundle of a failure."""

    def __init__(self, port: SerialPort, name: str, heard: list[Heard]) -> None:
        self._port = port
        self._name = name
        self._heard = heard
        self._user_count = 1
        self.timeout: float | None = 0.0

    @property
    def is_open(self) -> bool:
        return self._user_count > 0

    def share(self) -> Listening:
        """For one user more: a port is opened for one program, and only once in it."""
        self._user_count += 1
        return self

    @property
    def in_waiting(self) -> int:
        return self._port.in_waiting

    @property
    def baudrate(self) -> int | None:
        return getattr(self._port, "baudrate", None)

    @baudrate.setter
    def baudrate(self, rate: int) -> None:
        self._port.baudrate = rate  # type: ignore[attr-defined]

    def read(self, size: int = 1) -> bytes:
        self._port.timeout = self.timeout
        data = self._port.read(size)
        if data and sum(len(heard.data) for heard in self._heard[-64:]) < _HEARD_MAX:
            self._heard.append(Heard(time.monotonic_ns(), self._name, data))
        return data

    def write(self, data: bytes) -> int | None:
        return self._port.write(data)

    def close(self) -> None:
        self._user_count -= 1
        if not self.is_open:
            self._port.close()


class SerialBench(Bench):
    """A board on a desk, or in a rig whose own board has the hands."""

    target = "serial"

    def __init__(self, rig: RigFile, seed: int) -> None:
        super().__init__()
        handless = sorted(rig.capabilities - HANDS)
        if handless:
            raise UsageError(
                f"{rig.name}: no rig of this version can {CAPABILITIES[handless[0]]}: take "
                f"{', '.join(handless)} out of can.do"
            )
        self.rig = rig.name
        self.board = rig.board
        self.seed = seed
        self.expected_device = rig.device
        self.expected_image = image_digest(rig)
        self.capabilities = rig.capabilities
        self.clock = WallClock()
        self._ports = {"host": rig.host, "usb": rig.usb}
        self._heard: list[Heard] = []
        self._open: dict[str, Listening] = {}
        self._locks = contextlib.ExitStack()
        for port in (rig.host, rig.usb, rig.rig):
            if port:
                self._locks.enter_context(PortLock(port))
        self.link = self.new_link("host", acknowledge=True)

    def raw(self, port: str) -> SerialPort:
        name = {"host": "uart0", "usb": "usb"}[port]
        if port in self._open and self._open[port].is_open:
            return self._open[port].share()
        self._open[port] = Listening(open_port(self._ports[port]), name, self._heard)
        return self._open[port]

    def new_link(self, port: str, *, acknowledge: bool = False, reconnect_s: float = 20.0) -> Link:
        expect = Expectation(device=self.expected_device)
        opened = partial(self.raw, port)
        return Link(opened, expect=expect, acknowledge=acknowledge, reconnect_s=reconnect_s)

    def begin(self) -> None:
        """Connect, and bring the table to where every test begins."""
        self.settle_down()

    def settle_down(self) -> None:
        """Connected, no fault, no stakes, nothing unacknowledged: or say why not."""
        if not self.link.is_open:
            self.link.connect()
            self.link.follow()
        self.clear_up()
        self.drain()
        fault = self.link.state().fault
        if fault:
            self.link.clear_fault(fault)
        self.drain()
        state = self.link.state()
        if state.state in (book.BETTING, book.CLOSED) and (state.stakes or state.closed):
            self.link.void(state.round)
            self.drain()
        self._open_home()

    def clear_up(self) -> None:
        """Undo what a test may have left of faults and open doors."""

    def _open_home(self) -> None:
        deadline = self.clock.monotonic() + _READY_S
        while True:
            try:
                self.link.open_table(HOME, SEATS, course=Course())
                break
            except RefusedError as error:
                late = self.clock.monotonic() > deadline
                if late or error.code not in (codes.E_BUSY, codes.E_STATE):
                    raise
                self.link.idle(0.1)
        self.drain()

    def bundle(self, test: str, failure: str) -> Bundle:
        facts = {
            "test": test,
            "target": self.target,
            "rig": self.rig,
            "seed": self.seed,
            "board": self.board,
            "device": self.link.welcome.device.hex(),
        }
        records = [Sealed(it.header, it.signature, it.body) for it in self.records]
        return Bundle(facts, failure, heard=list(self._heard), records=records)

    def end(self) -> None:
        with contextlib.suppress(HostError):
            self.link.close()
        self._locks.close()


def image_digest(rig: RigFile) -> str:
    """What the board has to tell of itself."""
    if rig.image != "built":
        return rig.image
    manifest = json.loads(artifacts.image(rig.board).manifest.read_text())
    return str(manifest["image"]["sha256"])
