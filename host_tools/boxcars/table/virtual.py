"""The virtual cabinet as a table: the shipped image, its cabinet, and a link in simulated time.

Nothing here reaches into the board. Faces are shown to its sensors, power is cut at its mains, and
everything else goes over the two serial lines.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from boards.virtual.board import Board
from boards.virtual.cabinet import Cabinet
from boards.virtual.simserial import SimSerial, SimTime
from boards.virtual.simtime import SEC
from boxcars.build import artifacts, wiring
from boxcars.errors import HostError
from boxcars.link import Link
from boxcars.paths import BOARDS
from shaker.app.calibration_commands import STEP_DIE, STEP_FLOOR

_START_S = 20
_OFF_S = 1


class NoTableError(HostError):
    """The image has no table to play at."""

    exit_code = 6


class VirtualTable:
    """A board that was just unpacked, powered and provisioned; not locked."""

    def __init__(
        self,
        image: Path | bytes | None = None,
        elf: Path | None = None,
        *,
        seed: int = 1,
        keep_events: bool = True,
    ) -> None:
        """Without `keep_events` the link acknowledges events by itself, and they flow."""
        if image is None:
            built = artifacts.image(artifacts.PRODUCT)
            image, elf = built.uf2, built.elf
        self.board = Board(image, seed=seed, elf=elf)
        self.cabinet = Cabinet(self.board, wiring.load(BOARDS / artifacts.PRODUCT))
        self.clock = SimTime(self.board)
        self.link = Link(
            lambda: SimSerial(self.board, self.board.uart),
            clock=self.clock,
            acknowledge=True,
            keep_events=keep_events,
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Wait for the board, let it make its key, connect."""
        self._wait_ready()
        line = self.board.uart.read_until(b"\n", _START_S * SEC)
        if not line.startswith(b"boxcars product "):
            raise NoTableError(f"this image has no table to play at: {line.decode().strip()}")
        self._provision()
        self.link.connect()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self.board.close()

    def _wait_ready(self) -> None:
        self.board.run_until(lambda: self.board.ready, timeout=_START_S * SEC)

    def _provision(self) -> None:
        """Let the board see its chambers and make its key, as a station does over USB."""
        usb = Link(lambda: SimSerial(self.board, self.board.cdc), clock=self.clock)
        with usb:
            if not usb.key().provisioned:
                self._calibrate(usb)
                usb.provision()

    def _calibrate(self, usb: Link) -> None:
        """Golden frames of both chambers, empty and with the dice that lie in them."""
        for chamber in (0, 1):
            self.order("missing")
            usb.calibrate(chamber, STEP_FLOOR)
            self.clear()
            usb.calibrate(chamber, STEP_DIE)

    def show(self, left: int, right: int) -> None:
        """How the next roll comes to rest: light on the sensors."""
        self.cabinet.show(left, right)

    def order(self, faults: str) -> None:
        """Faults of dice, optics, motor and switches, as `boxcars virtual --faults` takes them."""
        self.cabinet.order(faults)

    def clear(self) -> None:
        """No fault from now on."""
        self.cabinet.clear()

    def cock(self) -> None:
        """From now on a die leans on the wall when it rests."""
        self.order("cocked left 35")

    def uncock(self) -> None:
        self.clear()

    def cut_power(self) -> None:
        """Mains off and on again; the link finds out by itself."""
        self.board.power_off()
        self.board.run_for(_OFF_S * SEC)
        self.board.power_on()
        self._wait_ready()
