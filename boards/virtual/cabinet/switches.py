"""Lid, doors and tilt: contacts to ground that a pull-up reads as open when they let go."""

from __future__ import annotations

from boards.virtual.board import Board
from boxcars.build.wiring import Wiring

NAMES = ("lid", "cabinet-door", "logic-door", "tilt")


class Switches:
    """All closed to begin with."""

    def __init__(self, board: Board, wiring: Wiring) -> None:
        self._board = board
        self._gpio = {name: wiring.pins["switches." + name.replace("-", "_")] for name in NAMES}
        self._open = dict.fromkeys(NAMES, False)
        for name in NAMES:
            self.close(name)

    def open(self, name: str) -> None:
        self._open[name] = True
        self._board.pins.drive(self._gpio[name], True)

    def close(self, name: str) -> None:
        self._open[name] = False
        self._board.pins.drive(self._gpio[name], False)

    def is_open(self, name: str) -> bool:
        return self._open[name]
