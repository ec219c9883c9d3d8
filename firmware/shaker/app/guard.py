"""Critical memory kept twice: what the money depends on, and a twin of it, each with a check sum.

`keep` is called when a step is on flash, `check` before and after each round. A copy whose sum
does not fit is rebuilt from the one that does; if neither fits, only the journal can tell.
"""

from micropython import const
from shaker.octets.kernels import crc32_into, crc32_matches, move

GOOD = const(0)
REBUILT = const(1)
LOST = const(2)


class Pair:
    """One buffer of bytes, its twin, and the sums of both."""

    def __init__(self, part):
        self._part = part
        self._size = len(part)
        self._twin = bytearray(len(part))
        self._sums = bytearray(8)

    def keep(self):
        move(self._twin, 0, self._part, 0, self._size)
        crc32_into(self._sums, 0, self._part, 0, self._size)
        crc32_into(self._sums, 4, self._twin, 0, self._size)

    def restore(self):
        move(self._part, 0, self._twin, 0, self._size)

    def check(self):
        """GOOD, REBUILT or LOST."""
        part_fits = crc32_matches(self._part, 0, self._size, self._sums, 0)
        twin_fits = crc32_matches(self._twin, 0, self._size, self._sums, 4)
        if part_fits and twin_fits:
            return GOOD
        if part_fits:
            self.keep()
        elif twin_fits:
            self.restore()
            self.keep()
        return REBUILT if part_fits or twin_fits else LOST


class Guard:
    """`parts` are buffers of bytes."""

    def __init__(self, parts):
        self._pairs = [Pair(part) for part in parts]
        self.rebuilt_count = 0
        self.keep()

    def keep(self):
        """What there is now is right: copy it."""
        for pair in self._pairs:
            pair.keep()

    def restore(self):
        """Take back what was changed since `keep`."""
        for pair in self._pairs:
            pair.restore()

    def check(self):
        """GOOD, REBUILT from the good copy, or LOST."""
        found = GOOD
        for pair in self._pairs:
            state = pair.check()
            if state > found:
                found = state
        if found == REBUILT:
            self.rebuilt_count += 1
        return found
