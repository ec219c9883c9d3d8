"""A board behind ports; what only a rig can do is done by the rig's own board, behind a third."""

from __future__ import annotations

import contextlib
import json
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from boxcars.build import artifacts, wiring
from boxcars.errors import HostError, UsageError
from boxcars.link import Expectation, Link
from boxcars.link.answers import Course
from boxcars.link.errors import LinkError, RefusedError
from boxcars.link.ports import Clock, SerialPort, WallClock, open_port
from boxcars.optics.chambers import CHAMBERS
from boxcars.paths import BOARDS
from boxcars.replay.bundle import Bundle, Sealed
from boxcars.replay.tape import Heard, Seen
from boxcars.rig.hands import RigHands
from boxcars.rig.link import RigLink
from hil_tests import askline
from hil_tests.bench import CAPABILITIES, HOME, SEATS, Bench, NoHandsError
from hil_tests.portlock import PortLock
from hil_tests.rigfile import NEED_RIG, RigFile
from shaker.app import book
from shaker.app.calibration_commands import STEP_DIE, STEP_FLOOR
from shaker.link import codes

HANDS = NEED_RIG | {"usb"}
_READY_S = 60.0  # a virtual board on a busy machine takes its time
_SECOND_NS = 1_000_000_000
_CAPTURE_MAX = 1 << 20


class Capture:
    """Bytes that went one way, for the bundle of a failure: the last of them."""

    def __init__(self, clock: Clock) -> None:
        self.rows: deque[Heard] = deque()
        self._clock = clock
        self._size = 0

    def add(self, port: str, data: bytes) -> None:
        self.rows.append(Heard(int(self._clock.monotonic() * _SECOND_NS), port, data))
        self._size += len(data)
        while self._size > _CAPTURE_MAX:
            self._size -= len(self.rows.popleft().data)

    def clear(self) -> None:
        self.rows.clear()
        self._size = 0


class Listening:
    """A port whose bytes are kept, both ways."""

    def __init__(self, port: SerialPort, name: str, heard: Capture, sent: Capture) -> None:
        self._port = port
        self._name = name
        self._heard = heard
        self._sent = sent
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
        if data:
            self._heard.add(self._name, data)
        return data

    def write(self, data: bytes) -> int | None:
        self._sent.add(self._name, bytes(data))
        return self._port.write(data)

    def close(self) -> None:
        self._user_count -= 1
        if not self.is_open:
            self._port.close()


class SerialBench(Bench):
    """A board on a desk, or in a rig whose own board has the hands."""

    target = "serial"

    def __init__(
        self,
        rig: RigFile,
        seed: int,
        *,
        opened: Callable[[str], SerialPort] = open_port,
        clock: Clock | None = None,
    ) -> None:
        """`opened` opens a port by its name, `clock` waits for it: pyserial and the wall."""
        super().__init__()
        handless = sorted(rig.capabilities - HANDS)
        if handless:
            raise UsageError(
                f"{rig.name}: a rig cannot {CAPABILITIES[handless[0]]}: take "
                f"{', '.join(handless)} out of can.do"
            )
        self.rig = rig.name
        self.board = rig.board
        self.seed = seed
        self.expected_device = rig.device
        self.expected_image = image_digest(rig)
        self.capabilities = rig.capabilities
        self.clock = clock or WallClock()
        self._opened = opened
        self._ports = {"host": rig.host, "usb": rig.usb}
        self._heard, self._sent = Capture(self.clock), Capture(self.clock)
        self._device = b""
        self._open: dict[str, Listening] = {}
        self._locks = contextlib.ExitStack()
        for port in (rig.host, rig.usb, rig.rig):
            if port and opened is open_port:
                self._locks.enter_context(PortLock(port))
        self.link = self.new_link("host", acknowledge=True)
        self._hands: RigHands | None = None
        if rig.rig:
            link = RigLink(partial(opened, rig.rig), clock=self.clock)
            self._hands = RigHands(link, wiring.load(BOARDS / rig.board), seed)

    def raw(self, port: str) -> SerialPort:
        name = {"host": "uart0", "usb": "usb"}[port]
        if port in self._open and self._open[port].is_open:
            return self._open[port].share()
        opened = self._opened(self._ports[port])
        self._open[port] = Listening(opened, name, self._heard, self._sent)
        return self._open[port]

    def new_link(self, port: str, *, acknowledge: bool = False, reconnect_s: float = 20.0) -> Link:
        expect = Expectation(device=self.expected_device)
        opened = partial(self.raw, port)
        return Link(
            opened,
            clock=self.clock,
            expect=expect,
            acknowledge=acknowledge,
            reconnect_s=reconnect_s,
            keep_events=False,
        )

    def take_hands(self) -> None:
        """Connect to the rig's own board, if there is one, and feed the board under test."""
        if self._hands is None:
            return
        self._hands.start()
        if not self._hands.is_fed():
            self._hands.feed(True)
            with contextlib.suppress(AssertionError):  # the preflight says what is wrong
                self.wait_ready()

    def begin(self) -> None:
        """Connect, and bring the table to where every test begins."""
        if "usb" in self.capabilities:
            self._prepare()
        self.settle_down()

    def _prepare(self) -> None:
        """A board that is new gets its key, as from a station, and golden frames if there are
        hands for them. It is not locked: tests clear faults without people's keys."""
        with self.new_link("usb") as usb:
            if usb.key().provisioned:
                return
            if "dice" in self.capabilities:
                with self.hands.emptied():
                    for chamber in range(CHAMBERS):
                        usb.calibrate(chamber, STEP_FLOOR)
                for chamber in range(CHAMBERS):
                    usb.calibrate(chamber, STEP_DIE)
            usb.provision()

    def settle_down(self) -> None:
        """Connected, no fault, no stakes, nothing unacknowledged: or say why not."""
        self._heard.clear()
        self._sent.clear()
        if not self.link.is_open:
            self.link.connect()
            self.link.follow()
        self._device = self.link.welcome.device
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
        """Undo what a test may have left of open doors and failed mains."""
        if self._hands is None:
            return
        self._hands.in_order()
        if not self._hands.is_fed():
            self._hands.feed(True)
            self.wait_ready()

    # -- hands -------------------------------------------------------------------------------

    @property
    def hands(self) -> RigHands:
        """Those of the rig's own board."""
        if self._hands is None:
            raise NoHandsError(f"{self.rig} has no board of its own: name its port")
        return self._hands

    def supply(self) -> bool | None:
        return None if self._hands is None else self._hands.is_fed()

    def power_off(self) -> None:
        self.hands.feed(False)

    def power_on(self) -> None:
        self.hands.feed(True)

    def wait_ready(self, timeout_s: float = _READY_S) -> None:
        with contextlib.suppress(LinkError):  # a link that is there goes on by itself
            self.link.ping()
            return
        line = self.raw("host")
        try:
            assert askline.ask(line, self.clock, timeout_s), f"silent for {timeout_s:g} s"
        finally:
            line.close()

    def show(self, left: int, right: int) -> None:
        self.hands.show(left, right)

    def place(self, left: int, right: int) -> None:
        self.hands.place(left, right)

    def open(self, switch: str) -> None:
        self.hands.open(switch)

    def close(self, switch: str) -> None:
        self.hands.close(switch)

    def motor_edges(self) -> Sequence[tuple[int, str, float]]:
        return self.hands.edges()

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
            "device": self._device.hex(),
            "image": self.expected_image,
        }
        records = [Sealed(it.header, it.signature, it.body) for it in self.records]
        motor: list[tuple[int, str, float]] = []
        heard, sent = list(self._heard.rows), list(self._sent.rows)
        with contextlib.suppress(HostError):
            motor = [] if self._hands is None else self._hands.edges()
        frames = self._frames()
        return Bundle(
            facts, failure, heard=heard, sent=sent, records=records, frames=frames, motor=motor
        )

    def _frames(self) -> list[Seen]:
        """What lies in the chambers now, if the board still talks; the dice do not move."""
        frames: list[Seen] = []
        with contextlib.suppress(HostError):
            for side in range(CHAMBERS):
                pixels = self.link.picture(side).pixels
                frames.append(Seen(int(self.clock.monotonic() * _SECOND_NS), side, pixels))
        return frames

    def end(self) -> None:
        """The board keeps its supply."""
        with contextlib.suppress(HostError):
            self.link.close()
        if self._hands is not None:
            with contextlib.suppress(HostError):
                self._hands.link.close()
        self._locks.close()


def image_digest(rig: RigFile) -> str:
    """What the board has to tell of itself."""
    if rig.image != "built":
        return rig.image
    manifest = json.loads(artifacts.image(rig.board).manifest.read_text())
    return str(manifest["image"]["sha256"])
