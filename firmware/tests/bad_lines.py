"""Faults of a serial line, seeded: what either side writes goes in, what arrives comes out."""

import random

from firmware.bench.link_ledger import Ledger
from firmware.tests.link_rig import TO_BOARD, TO_HOST, Board, Line, SimClock

SHARE = 0.04  # of the chunks that something happens to; a chunk is a frame as it was written


class Faults:
    """No fault at all; the kinds below change `_hurt`."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.hurt_count = 0

    def __call__(self, direction, chunk):
        if self.random.random() >= SHARE:
            return self._spare(direction, chunk)
        self.hurt_count += 1
        return self._hurt(direction, chunk)

    def _spare(self, direction, chunk):
        return [chunk]

    def _hurt(self, direction, chunk):
        return [chunk]


class Flips(Faults):
    """One bit of the chunk."""

    def _hurt(self, direction, chunk):
        at = self.random.randrange(len(chunk))
        return [chunk[:at] + bytes([chunk[at] ^ 1 << self.random.randrange(8)]) + chunk[at + 1 :]]


class Drops(Faults):
    """The chunk, or some of its bytes."""

    def _hurt(self, direction, chunk):
        if self.random.random() < 0.5:
            return []
        at = self.random.randrange(len(chunk))
        return [chunk[:at] + chunk[at + self.random.randint(1, 8) :]]


class Doubles(Faults):
    """The chunk twice, or a byte of it."""

    def _hurt(self, direction, chunk):
        if self.random.random() < 0.7:
            return [chunk, chunk]
        at = self.random.randrange(len(chunk))
        return [chunk[: at + 1] + chunk[at:]]


class Reorders(Faults):
    """The chunk comes after up to four that were written later."""

    def __init__(self, seed):
        super().__init__(seed)
        self._held = ([], [])

    def _spare(self, direction, chunk):
        ready = []
        for entry in list(self._held[direction]):
            entry[0] -= 1
            if not entry[0]:
                self._held[direction].remove(entry)
                ready.append(entry[1])
        return [chunk, *ready]

    def _hurt(self, direction, chunk):
        self._held[direction].append([self.random.randint(1, 4), chunk])
        return []


class Bursts(Faults):
    """Noise: instead of bytes, between them, and by itself."""

    def _hurt(self, direction, chunk):
        noise = self.random.randbytes(self.random.choice((1, 5, 40, 900)))
        at = self.random.randrange(len(chunk))
        where = self.random.randrange(3)
        if where == 0:
            return [noise + chunk]
        end = at if where == 1 else at + len(noise)
        return [chunk[:at] + noise + chunk[end:]]


class Replays(Faults):
    """What the line carried in an earlier boot of the same board comes again."""

    def __init__(self, seed):
        super().__init__(seed)
        self.recording = True
        self._old = ([], [])

    def __call__(self, direction, chunk):
        if self.recording:
            self._old[direction].append(chunk)
            return [chunk]
        return super().__call__(direction, chunk)

    def _hurt(self, direction, chunk):
        start = self.random.randrange(len(self._old[direction]))
        return [chunk, *self._old[direction][start : start + 3]]


class Splices(Faults):
    """Two boards and two hosts: what one line carries is heard on the other as well."""

    def __init__(self, seed, other):
        super().__init__(seed)
        self._other = other
        self._heard = ([], [])
        other.faults = self._listen

    def _listen(self, direction, chunk):
        self._heard[direction].append(chunk)
        return [chunk]

    def _hurt(self, direction, chunk):
        heard = self._heard[direction]
        if not heard:
            return [chunk]
        stray = heard.pop(self.random.randrange(len(heard)))
        if self.random.random() < 0.3:
            return [stray]
        return [chunk, stray] if self.random.random() < 0.5 else [stray, chunk]


def second_line():
    """Another board with another device id, on its own line."""
    clock = SimClock()
    return Line(clock, Board(clock, ledger=Ledger(b"DEVICE02", nonces=77)))


SIMPLE = {
    "none": Faults,
    "flips": Flips,
    "drops": Drops,
    "doubles": Doubles,
    "reorders": Reorders,
    "bursts": Bursts,
}
__all__ = ["SIMPLE", "TO_BOARD", "TO_HOST", "Replays", "Splices", "second_line"]
