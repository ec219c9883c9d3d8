"""The SPI bus of one virtual board on the pins of another: two chips in step, word by word.

The emulator hands out the words of a hardware SPI whole. Each is clocked bit by bit into the pins
of the other board, which runs up to that time and through the word. Its time is kept level with
the first board's; where words follow each other closely it may be a few microseconds ahead.
"""

from __future__ import annotations

from boards.virtual.board import Board
from boards.virtual.simtime import US

_HALF_NS = 500  # of a bit; PIO of the emulated chip misses edges that are closer
_LEAD_NS = 200


class SpiWire:
    """A chip select of the first board's bus; `gpio` are pins of the second."""

    def __init__(self, first: Board, second: Board, gpio: dict[str, int], select: int) -> None:
        self._first = first
        self._second = second
        self._offset = second.now - first.now
        self._sck, self._mosi, self._miso = gpio["sck"], gpio["mosi"], gpio["miso"]
        self._select = select
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
        self.catch_up()
        self.word_count += 1
        board, pins = self._second, self._second.pins
        answer = 0
        start = board.now + _LEAD_NS

        def fall(bit: int) -> None:
            pins.drive(self._mosi, bool(word >> bit & 1))
            pins.drive(self._sck, False)

        def rise() -> None:
            nonlocal answer
            answer = answer << 1 | bool(pins.level(self._miso))
            pins.drive(self._sck, True)

        for index in range(8):
            at = start + 2 * _HALF_NS * index
            board.at(at, lambda bit=7 - index: fall(bit))  # type: ignore[misc]
            board.at(at + _HALF_NS, rise)
        board.run_to(start + 16 * _HALF_NS)
        return answer
