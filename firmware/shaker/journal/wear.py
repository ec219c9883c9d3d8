"""How worn the flash of the ring is, and how long it will do, in whole numbers.

An erase count is in the stamp of each sector; one whose stamp is missing counts as the most worn.
"""

from shaker.journal import record
from shaker.journal.record import SECTOR_SIZE, SLOT_SIZE
from shaker.journal.space import BAD, is_stamp
from shaker.limits import FLASH_ERASES_MAX, SMALL_INT_MAX
from shaker.octets.words import get_u32


class Wear:
    """Figures of a ring as of the last `survey()`."""

    def __init__(self, ring):
        self.erases_min = 0
        self.erases_max = 0
        self.erases_total = 0
        self.bad = 0
        self._space = ring.space
        self._stamp_buf = bytearray(SLOT_SIZE)

    def survey(self):
        """Read every stamp."""
        space = self._space
        self.erases_min = SMALL_INT_MAX
        self.erases_max = space.erases_max
        self.erases_total = 0
        self.bad = 0
        for place in range(space.count):
            if space.states[place] == BAD:
                self.bad += 1
            else:
                self._count(place)
        self.erases_min = min(self.erases_min, self.erases_max)

    def _count(self, place):
        self._space.sectors.read_into(self._stamp_buf, 0, place * SECTOR_SIZE, SLOT_SIZE)
        erases = 0 if self._space.erases_max == 0 else self.erases_max
        if is_stamp(self._stamp_buf):
            erases = get_u32(self._stamp_buf, record.AT_STAMP_ERASES)
        elif self._is_fresh(place):
            erases = 0
        self.erases_total += min(erases, SMALL_INT_MAX - self.erases_total)
        self.erases_min = min(self.erases_min, erases)

    def _is_fresh(self, place):
        """In its first turn the ring has not come to the places behind its head yet."""
        return self._space.head < self._space.count and place > self._space.head + self.bad

    def used_permille(self):
        """Of the erases that the maker of the flash promises."""
        average = self.erases_total // self._space.count
        return min(average * 10 // (FLASH_ERASES_MAX // 100), 1000)

    def sectors_left(self):
        """How many more sectors can be filled before the flash or the numbers run out."""
        good = self._space.count - self.bad
        by_wear = max(FLASH_ERASES_MAX * good - self.erases_total, 0)
        return min(by_wear, record.SECTOR_SEQUENCE_MAX - self._space.head)

    def left_of(self, done):
        """Projected: with `done` rounds, days or hours behind it, how many are left."""
        return scaled(self.sectors_left(), done, max(self._space.head, 1))


def scaled(value, by, over):
    """`value * by // over` in small ints, a little less if the product is none; saturates."""
    assert over > 0
    if by == 0:
        return 0
    whole = value // over
    if whole > SMALL_INT_MAX // by:
        return SMALL_INT_MAX
    rest = value % over
    while rest > SMALL_INT_MAX // by:
        rest //= 2
        over //= 2
    more = rest * by // over if over else 0
    return min(whole * by, SMALL_INT_MAX - more) + more
