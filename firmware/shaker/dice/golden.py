"""The floors of both empty chambers, as calibration keeps them: which sensor sees which chamber.

They are as large as frames, and RAM is scarce: they stay where they are stored, and are compared
piece by piece with what a shake has shown of the floor.
"""

from micropython import const
from shaker.dice.frames import distance
from shaker.octets.kernels import move

_PIECE_SIZE = const(90)


class Golden:
    """`store.part_into(buf, chamber, offset, size)` gives a part of a floor, and its size."""

    def __init__(self, store, size):
        self._store = store
        self._size = size
        self._at = 0
        self._piece_size = 0
        self._left_buf = bytearray(_PIECE_SIZE)
        self._right_buf = bytearray(_PIECE_SIZE)
        self._floor_buf = bytearray(_PIECE_SIZE)
        self.is_known = False
        self.find()

    def find(self):
        """Look whether both floors are there."""
        last = self._size - 1
        store, buf = self._store, self._floor_buf
        self.is_known = store.part_into(buf, 0, last, 1) == store.part_into(buf, 1, last, 1) == 1

    def swapped(self, left_floor, right_floor):
        """Is each floor more like the golden floor of the other chamber than like its own?"""
        if not self.is_known:
            return False
        gain = 0
        self._at = 0
        while self._at < self._size:
            self._fetch()
            gain += self._gain(left_floor) - self._gain(right_floor)
            self._at += self._piece_size
        return gain > 0

    def _fetch(self):
        """The next piece of both floors."""
        left = self._size - self._at
        self._piece_size = left if left < _PIECE_SIZE else _PIECE_SIZE
        self._store.part_into(self._left_buf, 0, self._at, self._piece_size)
        self._store.part_into(self._right_buf, 1, self._at, self._piece_size)

    def _gain(self, floor):
        """How much nearer a piece of a floor is to the right chamber's than to the left's."""
        size = self._piece_size
        move(self._floor_buf, 0, floor, self._at, size)
        to_left = distance(self._floor_buf, self._left_buf, size)
        return to_left - distance(self._floor_buf, self._right_buf, size)
