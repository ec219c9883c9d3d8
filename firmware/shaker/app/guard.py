"""Critical memory kept twice: what the money depends on, and a twin of it, each with a check sum.

`keep` is called when a step is on flash, `check` before and after each round. A copy whose sum
does not fit is rebuilt from the one that does; if neither fits, only the journal can tell.
"""

from micropython import const
from shaker.octets.kernels import crc32_into, crc32_matches, move

GOOD = const(0)
REBUILT = const(1)
LOST = const(2)


class Guard:
    """`parts` are buffers of bytes."""

    def __init__(self, parts):
        self._parts = parts
        self._twins = [bytearray(len(part)) for part in parts]
        self._sums = [bytearray(8) for part in parts]
        self.rebuilt_count = 0
        self.keep()

    def keep(self):
        """What there is now is right: copy it."""
        for index in range(len(self._parts)):
            part, twin, sums = self._parts[index], self._twins[index], self._sums[index]
            size = len(part)
            move(twin, 0, part, 0, size)
            crc32_into(sums, 0, part, 0, size)
            crc32_into(sums, 4, twin, 0, size)

    def restore(self):
        """Take back what was changed since `keep`."""
        for index in range(len(self._parts)):
            move(self._parts[index], 0, self._twins[index], 0, len(self._twins[index]))

    def check(self):
        """GOOD, REBUILT from the good copy, or LOST."""
        found = GOOD
        for index in range(len(self._parts)):
            state = self._check_part(self._parts[index], self._twins[index], self._sums[index])
            if state > found:
                found = state
        if found == REBUILT:
            self.rebuilt_count += 1
        return found

    def _check_part(self, part, twin, sums):
        size = len(twin)
        part_fits = crc32_matches(part, 0, size, sums, 0)
        twin_fits = crc32_matches(twin, 0, size, sums, 4)
        if part_fits and twin_fits:
            return GOOD
        if part_fits:
            move(twin, 0, part, 0, size)
            move(sums, 4, sums, 0, 4)
            return REBUILT
        if twin_fits:
            move(part, 0, twin, 0, size)
            move(sums, 0, sums, 4, 4)
            return REBUILT
        return LOST
