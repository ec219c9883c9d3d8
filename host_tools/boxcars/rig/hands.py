"""A rig's board as hands: feed the board under test, show it dice, turn its motor, open a lid."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from boxcars.build.wiring import Wiring
from boxcars.errors import HostError
from boxcars.rig.link import FULL, RigLink, Stamp, unwrapped
from boxcars.rig.pictures import Pictures

_SIDES = 2
TUMBLE_COUNT = 6
_DARK = 0
_TUMBLING = 1  # slots from here on: of the left sensor, then of the right one
_FLOOR = _TUMBLING + _SIDES * TUMBLE_COUNT
_FACES = _FLOOR + _SIDES  # six of the left sensor, then six of the right one
_SLOTS = _FACES + _SIDES * 6
_TURNS_HZ = 56  # of the motor while it is driven
_CURRENT_MA = 240


class RigRestartedError(HostError):
    """The rig's board has started again: the board under test has lost its supply."""

    exit_code = 3


class RigHands:
    """`board` is the wiring of the board under test. `start()` connects and fills the rig."""

    def __init__(self, link: RigLink, board: Wiring, seed: int = 1) -> None:
        self.link = link
        self._board = board
        self._seed = seed
        self._pictures: Pictures | None = None
        self._kept: set[int] = set()
        self._open: set[str] = set()
        self._lying = (1, 1)
        self._boot = -1
        self._stamps: list[Stamp] = []
        self._next_edge = 0

    def start(self) -> None:
        """Connect; what the board under test sees and measures is in order from then on."""
        self.link.connect()
        self._boot = self.link.welcome.boot
        state = self.link.state()
        width = self._board.numbers["optics.frame_width"]
        height = self._board.numbers["optics.frame_height"]
        if (state.width, state.height) != (width, height) or state.slots < _SLOTS:
            raise HostError(
                f"the rig keeps {state.slots} frames of {state.width} x {state.height}: the board "
                f"takes {_SLOTS} of {width} x {height}"
            )
        self._pictures = Pictures(width, height, self._seed)
        self._kept.clear()
        self._put(_DARK, self._pictures.dark())
        self.link.dark(_DARK)
        for side in range(_SIDES):
            for index in range(TUMBLE_COUNT):
                slot = _TUMBLING + side * TUMBLE_COUNT + index
                self._put(slot, self._pictures.tumbling(side, index))
        self.link.tumble(_TUMBLING, _TUMBLING + TUMBLE_COUNT, TUMBLE_COUNT)
        self._stamps.clear()
        self._next_edge = self.link.clear_edges()
        self.in_order()

    def in_order(self) -> None:
        """As it should be: every switch closed, a motor that turns, dice that lie flat."""
        self._check()
        self._open.clear()
        self.link.open_switches(())
        self.motor()
        self.place(*self._lying)

    def _check(self) -> None:
        """A rig that was started again has lost all of it."""
        if self.link.ping() and self.link.welcome.boot != self._boot:
            raise RigRestartedError("the rig's own board has restarted: look at its supply")

    # -- hands -------------------------------------------------------------------------------

    def is_fed(self) -> bool:
        return bool(self.link.state().supply)

    def feed(self, on: bool) -> None:
        """Switch the supply of the board under test."""
        self.link.supply(on)

    def open(self, switch: str) -> None:
        self._open.add(switch)
        self.link.open_switches(self._open)

    def close(self, switch: str) -> None:
        self._open.discard(switch)
        self.link.open_switches(self._open)

    def motor(self, turns_hz: int = _TURNS_HZ, current_ma: int = _CURRENT_MA) -> None:
        """How fast it turns and what it takes while it is driven; no turns: it is stuck."""
        numbers = self._board.numbers
        tach = turns_hz * numbers["motor.tach_pulses_per_turn"]
        self.link.motor(tach, current_ma * 1000 // numbers["motor.shunt_ua_per_count"])

    def place(self, left: int, right: int) -> None:
        """Lay dice into the chambers, now."""
        self._lying = (left, right)
        self.link.show(*self._dice(left, right))

    def show(self, left: int, right: int) -> None:
        """The next shake that is not spoken for leaves these faces."""
        self._lying = (left, right)
        self.link.fall(*self._dice(left, right))

    @contextmanager
    def emptied(self) -> Iterator[None]:
        """For a while no dice lie in the chambers."""
        assert self._pictures is not None
        for side in range(_SIDES):
            self._put(_FLOOR + side, self._pictures.floor(side))
        self.link.show(_FLOOR, _FLOOR + 1)
        try:
            yield
        finally:
            self.place(*self._lying)

    def edges(self) -> list[tuple[int, str, float]]:
        """What the motor's lines did since `start`: time in ns, line, level or duty."""
        stamps, self._next_edge = self.link.edges(self._next_edge)
        self._stamps += stamps
        edges = sorted(unwrapped(self._stamps), key=lambda edge: edge.us)
        return [(1000 * edge.us, edge.line, edge.level / FULL) for edge in edges]

    # -- frames ------------------------------------------------------------------------------

    def _dice(self, left: int, right: int) -> tuple[int, int]:
        """The slots that show these faces; what is not there yet is sent."""
        assert self._pictures is not None
        slots = []
        for side, face in enumerate((left, right)):
            if not 1 <= face <= 6:
                raise ValueError(f"a die has no face {face}")
            slot = _FACES + 6 * side + face - 1
            if slot not in self._kept:
                self._put(slot, self._pictures.die(side, face))
            slots.append(slot)
        return slots[0], slots[1]

    def _put(self, slot: int, pixels: bytes) -> None:
        if slot not in self._kept:
            self.link.put_frame(slot, pixels)
            self._kept.add(slot)
