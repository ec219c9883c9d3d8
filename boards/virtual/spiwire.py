"""The SPI bus of one virtual board on the pins of another: two chips in step, word by word.

The emulator hands out the words of a hardware SPI whole. Each is clocked bit by bit into the pins
of the other board, which runs up to that time and through the word. Its time is kept level with
the first board's; where words follow each other closely it may be a few microseconds ahead.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.virtual.board import Board
from boards.virtual.simtime import US

_HALF_NS = 500  # of a bit; PIO of the emulated chip misses edges that are closer
_LEAD_NS = 200
_BITS = 8


class SpiWire:
    """A chip select of the first board's bus; `gpio` are pins of the second."""

    def __init__(self, first: Board, second: Board, gpio: Mapping[str, int], select: int) -> None:
        self._first = first
        self._second = second
        self._offset = second.now - first.now
        self._sck, self._mosi, self._miso = gpio["sck"], gpio["mosi"], gpio["miso"]
        self._select = select
        self._word = 0
        self._answer = 0
        self._edge = 0  # of the word under way: falls are even, rises odd
        self._start = 0
        self.word_count = 0
        second.pins.drive(self._sck, True)
        second.pins.drive(self._mosi, False)
        second.pins.drive(select, True)

    def catch_up(self) -> None:
        """Bring the second board to the time of the first."""
        now = self._first.now + self._offset
        if now > self._second.now:
            self._second.run_to(now)

    def select(self) -> None:
        self.catch_up()
        self._second.pins.drive(self._select, False)

    def deselect(self) -> None:
        self.catch_up()
        self._second.run_for(US)
        self._second.pins.drive(self._select, True)
        self._second.run_for(2 * US)

    def exchange(self, word: int) -> int:
        now = self._first.now + self._offset
        board = self._second
        self.word_count += 1
        self._word, self._answer, self._edge = word, 0, 0
        self._start = max(now, board.now) + _LEAD_NS
        board.at(self._start, self._clock)
        board.run_to(self._start + 2 * _BITS * _HALF_NS)
        return self._answer

    def _clock(self) -> None:
        """The next edge of the clock, and then the one after it."""
        pins, edge = self._second.pins, self._edge
        if edge & 1:
            self._answer = self._answer << 1 | bool(pins.level(self._miso))
            pins.drive(self._sck, True)
        else:
            pins.drive(self._mosi, bool(self._word << edge // 2 & 0x80))
            pins.drive(self._sck, False)
        self._edge = edge + 1
        if self._edge < 2 * _BITS:
            self._second.at(self._start + self._edge * _HALF_NS, self._clock)
