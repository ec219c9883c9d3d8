"""NOR flash in RAM for tests, on both Pythons: ANDs, tears, sticks and wears like the real one.

    flash = FakeFlash(64 * 1024)
    flash.cut(5, 128, seed=7)      # in the 5th operation from now, half of its bits done
    try:
        work(flash)
    except PowerCut:
        flash.power_on()           # and the next program finds what is left

It is a `Device` of the journal: `size`, `read_into`, `program`, `erase`. An *operation* is a
program or an erase. At the cut each bit that the operation was to change has changed with the
chance `share` of 256: 0 leaves everything as it was, 256 completes the operation. From the cut on
every call raises `PowerCut`, until `power_on()`. Nothing here allocates unless the power is cut.
"""

from shaker.octets.kernels import fill, move

PAGE_SIZE = 256
SECTOR_SIZE = 4096


class PowerCut(Exception):
    """The supply has failed; `power_on()` brings it back."""


class FakeFlash:
    """A flash chip. `data` is its content, `ops` and `reads` count what was asked of it."""

    def __init__(self, size, data=None):
        assert size % SECTOR_SIZE == 0
        self.size = size
        self.data = bytearray(size) if data is None else bytearray(data)
        assert len(self.data) == size
        if data is None:
            fill(self.data, 0, size, 0xFF)
        self.ops = 0
        self.reads = 0
        self.read_bytes = 0
        self.erases = [0] * (size // SECTOR_SIZE)
        self.stuck = {}  # byte -> (bits that read 0 for ever, bits that read 1 for ever)
        self.dead = {}  # sector -> True: it does not erase
        self.watch = None  # called with ("program" or "erase", address) before each operation
        self._cut_op = 0
        self._share = 0
        self._random = 1
        self._is_off = False

    # -- what a test sets --------------------------------------------------------------------

    def cut(self, nth, share=128, seed=1):
        """Cut the power in the nth operation from now (1 is the next); 0 takes it back."""
        self._cut_op = self.ops + nth if nth else 0
        self._share = share
        self._random = seed * 2654435 % 2147483647 + 1

    def power_on(self):
        """The supply is back."""
        self._is_off = False
        self._cut_op = 0

    def copy(self):
        """Another chip with the same content and the same defects, and no cut set."""
        other = FakeFlash(self.size, self.data)
        other.stuck = dict(self.stuck)
        other.dead = dict(self.dead)
        return other

    def stick(self, at, low=0, high=0):
        """Bits of a byte that read 0, or 1, whatever is done."""
        self.stuck[at] = (low, high)
        self._apply_stuck()

    # -- the device --------------------------------------------------------------------------

    def read_into(self, buf, buf_at, at, size):
        """Read bytes."""
        if self._is_off:
            raise PowerCut()
        assert 0 <= at <= self.size - size
        assert buf_at + size <= len(buf)
        self.reads += 1
        self.read_bytes += size
        move(buf, buf_at, self.data, at, size)

    def program(self, page_at, buf):
        """AND a page into the flash."""
        assert page_at % PAGE_SIZE == 0
        assert len(buf) == PAGE_SIZE
        assert 0 <= page_at < self.size
        if self._begins("program", page_at):
            self._tear_program(page_at, buf)
        for i in range(PAGE_SIZE):
            self.data[page_at + i] &= buf[i]
        if self.stuck:
            self._apply_stuck()

    def erase(self, sector_at):
        """Set a sector to FF."""
        assert sector_at % SECTOR_SIZE == 0
        assert 0 <= sector_at < self.size
        sector = sector_at // SECTOR_SIZE
        is_cut = self._begins("erase", sector_at)
        self.erases[sector] += 1
        if is_cut:
            self._tear_erase(sector_at, sector in self.dead)
        if sector not in self.dead:
            fill(self.data, sector_at, SECTOR_SIZE, 0xFF)
        if self.stuck:
            self._apply_stuck()

    # -- the cut -----------------------------------------------------------------------------

    def _begins(self, what, at):
        if self._is_off:
            raise PowerCut()
        if self.watch is not None:
            self.watch(what, at)
        self.ops += 1
        return self.ops == self._cut_op

    def _tear_program(self, page_at, buf):
        for i in range(PAGE_SIZE):
            self.data[page_at + i] = self._torn(self.data[page_at + i], buf[i], 0)
        self._cut_now()

    def _tear_erase(self, sector_at, is_dead):
        if not is_dead:
            for i in range(sector_at, sector_at + SECTOR_SIZE):
                self.data[i] = self._torn(self.data[i], 0xFF, 1)
        self._cut_now()

    def _torn(self, old, new, is_erase):
        changing = (new & ~old if is_erase else old & ~new) & 0xFF
        done = 0
        bit = 1
        while bit < 256:
            if changing & bit:
                self._random = self._random * 48271 % 2147483647
                if (self._random >> 8) % 256 < self._share:
                    done |= bit
            bit <<= 1
        return old ^ done

    def _cut_now(self):
        self._is_off = True
        if self.stuck:
            self._apply_stuck()
        raise PowerCut()

    def _apply_stuck(self):
        for at in self.stuck:
            low, high = self.stuck[at]
            self.data[at] = (self.data[at] & ~low & 0xFF) | high
