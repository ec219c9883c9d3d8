"""The cabinet: what hangs on the pins of a virtual board, and what can go wrong with it.

    cabinet = Cabinet(board, wiring.load(BOARDS / "RPI_PICO"))
    cabinet.show(3, 5)                      # how the next roll comes to rest: light on sensors
    cabinet.order("cocked left 30")         # from now on; `clear()` ends it
    cabinet.open("lid")

Deterministic: the same board, seed and calls give the same run. Frames are rendered only when a
sensor is told to take one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from boards.virtual.board import Board, Event
from boards.virtual.cabinet.chamber import Chamber
from boards.virtual.cabinet.faults import LEFT, RIGHT, Fault, make, parse_faults
from boards.virtual.cabinet.motor import Motor
from boards.virtual.cabinet.sensor import Adns3080
from boards.virtual.cabinet.switches import NAMES, Switches
from boards.virtual.simtime import MS
from boxcars.build.wiring import Wiring

_SIDES = (LEFT, RIGHT)
_TIMED_MOTOR = ("stalled", "disconnected", "shorted", "weak")


class _Wire:
    """A chip select: leads to a sensor, by fault to the other one's."""

    def __init__(self, choose: Callable[[], Adns3080]) -> None:
        self._choose = choose
        self._sensor = choose()

    def select(self) -> None:
        self._sensor = self._choose()
        self._sensor.select()

    def exchange(self, word: int) -> int:
        return self._sensor.exchange(word)

    def deselect(self) -> None:
        self._sensor.deselect()


class Cabinet:
    """Motor, two chambers with a die and a sensor each, one light, switches."""

    def __init__(self, board: Board, wiring: Wiring, seed: int | None = None) -> None:
        self.board = board
        self.seed = board.seed if seed is None else seed
        self.faults: list[Fault] = []
        self.shake_count = 0
        self.shake_started = 0
        self._cancels: list[Callable[[], None]] = []
        self.motor = Motor(board, wiring)
        self.switches = Switches(board, wiring)
        width = wiring.numbers["optics.frame_width"]
        height = wiring.numbers["optics.frame_height"]
        self.chambers = tuple(
            Chamber(width, height, self._rng, side, partial(self.fault, side=side))
            for side in _SIDES
        )
        self.sensors = tuple(
            Adns3080(lambda: board.now, partial(self._expose, chamber))
            for chamber in self.chambers
        )
        self._light = 0.0
        self._light_nominal = wiring.numbers["optics.light_duty_permille"] / 1000
        light = wiring.pins["optics.light"]
        board.pins.quiet_pwm(light)
        board.pins.listen_pwm(light, lambda state: self._set_light(state.duty))
        bus = board.pins.spi(wiring.numbers["optics.spi"])
        for side, name in zip(_SIDES, ("left", "right"), strict=True):
            wire = _Wire(partial(self._behind, side))
            bus.attach(wiring.pins[f"optics.select_{name}"], wire)
        self.motor.on_enable.append(self._on_enable)
        self.motor.on_step.append(self._on_motor_step)
        board.on_event.append(self._on_event)

    def _rng(self, purpose: str) -> random.Random:
        return random.Random(f"{self.seed}/cabinet {purpose}")

    # -- what a person or a rig does ---------------------------------------------------------

    def show(self, left: int, right: int) -> None:
        """The next roll that is not spoken for comes to rest with these faces."""
        for chamber, face in zip(self.chambers, (left, right), strict=True):
            if not 1 <= face <= 6:
                raise ValueError(f"a die has no face {face}")
            chamber.die.wanted.append(face)

    @property
    def faces(self) -> tuple[int, int]:
        """What lies in the chambers now, for those who may look in."""
        left, right = self.chambers
        return left.die.pose.face, right.die.pose.face

    def place(self, left: int, right: int) -> None:
        """Lay the dice into the chambers by hand."""
        for chamber, face in zip(self.chambers, (left, right), strict=True):
            chamber.place(face)

    def open(self, switch: str) -> None:
        self.switches.open(switch)

    def close(self, switch: str) -> None:
        self.switches.close(switch)

    def order(self, spec: str | Fault | Iterable[Fault]) -> None:
        """Faults from now on: in words, from a file, or as they are."""
        if isinstance(spec, str):
            self.faults += parse_faults(spec)
        elif isinstance(spec, Fault):
            self.faults.append(spec)
        else:
            self.faults += spec
        self._plug()

    def stir(self, number: int) -> None:
        """Another course of chance from here on: how the dice fall."""
        for side, chamber in enumerate(self.chambers):
            chamber.die.stir(self._rng(f"die {side} {number}"))

    def clear(self) -> None:
        """No more faults; what a fault has opened is closed again."""
        for fault in self.faults:
            if fault.kind in NAMES:
                self.close(fault.kind)
        self.faults.clear()
        self._forget_timed()
        for chamber in self.chambers:
            chamber.clear()
        self._plug()

    def fault(self, kind: str, side: int | None = None) -> Fault | None:
        """The fault of that kind that holds now, if any."""
        for fault in self.faults:
            here = side is None or side in fault.sides
            if fault.kind == kind and here and fault.holds_in(self.shake_count):
                return fault
        return None

    @contextmanager
    def emptied(self) -> Iterator[None]:
        """For a while no dice lie in the chambers."""
        empty = make("missing")
        self.order(empty)
        try:
            yield
        finally:
            self.faults.remove(empty)

    def golden_floor(self, side: int) -> bytes:
        """The empty chamber as its sensor sees it: what calibration keeps."""
        return self.chambers[side].bare()

    # -- light and frames --------------------------------------------------------------------

    def _set_light(self, duty: float) -> None:
        self._light = duty / self._light_nominal

    def _expose(self, chamber: Chamber, exposure: float) -> bytes:
        light = 0.0 if self.fault("unlit") else self._light
        return chamber.frame(self.board.now, light * exposure)

    def _behind(self, side: int) -> Adns3080:
        return self.sensors[1 - side if self.fault("swapped") else side]

    def _plug(self) -> None:
        for side in _SIDES:
            self.sensors[side].stuck = 0xFF if self.fault("stuck", side) else None

    # -- what happens in time ----------------------------------------------------------------

    def _on_motor_step(self) -> None:
        for chamber in self.chambers:
            chamber.die.follow(self.board.now, self.motor.rps)

    def _on_enable(self, on: bool) -> None:
        if not on:
            return
        self.shake_count += 1
        self.shake_started = self.board.now
        self._forget_timed()
        self._plug()
        for fault in self.faults:
            if fault.holds_in(self.shake_count):
                self._schedule(fault)

    def _forget_timed(self) -> None:
        for cancel in self._cancels:
            cancel()
        self._cancels.clear()
        for kind in _TIMED_MOTOR:
            self._set_motor(kind, 0.0, False)

    def _schedule(self, fault: Fault) -> None:
        begin: Callable[[], None]
        end: Callable[[], None]
        if fault.kind in _TIMED_MOTOR:
            begin = partial(self._set_motor, fault.kind, fault.number, True)
            end = partial(self._set_motor, fault.kind, fault.number, False)
        elif fault.kind in NAMES:
            begin, end = partial(self.open, fault.kind), partial(self.close, fault.kind)
        elif fault.kind == "brown-out":
            begin, end = self.board.power_off, self._power_on
        else:
            return
        self._at(fault.at_ms, begin)
        if fault.ends_ms is not None:
            self._at(fault.ends_ms, end)

    def _at(self, ms: float, action: Callable[[], None]) -> None:
        self._cancels.append(self.board.at(self.shake_started + int(ms * MS), action))

    def _set_motor(self, kind: str, number: float, on: bool) -> None:
        if kind == "stalled":
            self.motor.blocked = on
        elif kind == "disconnected":
            self.motor.disconnected = on
        elif kind == "shorted":
            self.motor.short_amps = number / 1000 if on else None
        else:
            self.motor.supply = number / 100 if on else 1.0

    def _power_on(self) -> None:
        self.board.power_on()
        self.board.chip.stop()  # the idle loop of a board that is off must see that it is on

    def _on_event(self, event: Event) -> None:
        if event.kind == "power-off":
            for sensor in self.sensors:
                sensor.reset()
        self.motor.look()
