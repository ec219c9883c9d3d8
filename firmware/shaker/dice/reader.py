"""One frame to one verdict: a face and its margin, or the reason why there is none.

What is not floor is marked, the biggest blob is taken for the die, its outline must be a square
of the right size, the face inside it is sampled on its own grid, and its nine lattice places must
show one of the six patterns clearly, with nothing else on the face. Every step refuses rather
than guesses; the thresholds below were set on rendered frames (firmware/DICE.md).
"""

from array import array

from micropython import const
from shaker.dice import faint, kernels, traces
from shaker.dice.reasons import COCKED, FOREIGN, MISSING, NONE, SENSOR_FAULT, UNREADABLE
from shaker.octets import own

SIDE_MIN = const(16)
SIDE_MAX = const(64)

# Places in `numbers`, the block that the kernels share.
W = const(0)
H = const(1)
OVER = const(5)
FLOOR = const(6)
SIGMA = const(11)
DRIFT = const(12)
LOW = const(13)
BLOBS = const(14)
AREA = const(15)
LABEL = const(16)
NEXT = const(17)
TOUCH = const(18)
SIGN = const(21)
LEVEL = const(22)
POINTS = const(23)
CX = const(24)
CY = const(25)
COS = const(26)
SIN = const(27)
HALF = const(28)
EDGE = const(29)
SPAN_U = const(30)
SPAN_V = const(31)
SIDES = const(32)
FACE = const(52)
FULL = const(53)
DARK = const(54)
SHIFT_U = const(55)
SHIFT_V = const(56)
PITCH_U = const(57)
PITCH_V = const(58)
PATTERN = const(60)
PIP_LEAST = const(61)
BARE_MOST = const(62)
STRAY = const(63)
BARE = const(64)
OPPOSITE = const(65)
BARE_LEAST = const(66)
SLOPE_U = const(67)
SLOPE_V = const(68)
CLIPPED = const(70)
FITTED = const(79)  # is the floor known?
FIRST = const(71)  # area of the blob at the low threshold
ACROSS = const(75)  # what is across the floor from the farthest
OTHER = const(69)  # level of the face as first taken
NUMBERS = const(80)

_FULL_LEAST = const(80)  # contrast of the pips: five levels
_FULL_LEAST_CLIPPED = const(400)  # of a face at the top of the range, where a pip can drown
_SPECK_MOST = const(64)  # four levels: fainter is no speck, however rough the border is
_SIGMA_MOST = const(40)  # of a smoothed floor: 2.5 levels; rougher is no floor alone
_HALF_MOST = const(480)  # of an edge of 60 pixels: sums over more would not fit a word
_FIELD_MOST = const(36)  # that a field of the floor may be off the fit
_FIELD_MOST_SPECKLED = const(24)
_GRID = const(23 * 23)
_RING_MAX = const(4 * 64)

# Sines of 0 to 90 degrees in 1024ths.
# fmt: off
_SINES = array("H", (
    0, 18, 36, 54, 71, 89, 107, 125, 143, 160, 178, 195, 213, 230, 248, 265, 282, 299, 316,
    333, 350, 367, 384, 400, 416, 433, 449, 465, 481, 496, 512, 527, 543, 558, 573, 587, 602,
    616, 630, 644, 658, 672, 685, 698, 711, 724, 737, 749, 761, 773, 784, 796, 807, 818, 828,
    839, 849, 859, 868, 878, 887, 896, 904, 912, 920, 928, 935, 943, 949, 956, 962, 968, 974,
    979, 984, 989, 994, 998, 1002, 1005, 1008, 1011, 1014, 1016, 1018, 1020, 1022, 1023, 1023,
    1024, 1024,
))
# fmt: on


class Reader:
    """Reads frames of one size. `die_px` is a die's edge in pixels; 0: as the frame has it.

    `memory` gives the working buffers; between two frames nothing in them is needed.
    """

    def __init__(self, width, height, die_px=0, memory=own):
        assert SIDE_MIN <= width <= SIDE_MAX
        assert SIDE_MIN <= height <= SIDE_MAX
        size = width * height
        padded = (width + 2) * (height + 2)
        self.width = width
        self.height = height
        self.die_px = die_px
        self.face = 0
        self.reason = MISSING
        self.margin = 0
        self.numbers = array("i", bytes(4 * NUMBERS))
        self.numbers[W] = width
        self.numbers[H] = height
        self.rows_buf = memory.u8(height)
        self.columns_buf = memory.u8(width)
        self.temp_buf = memory.u16(size)
        self.soft_buf = memory.u16(padded)
        self.diff_buf = memory.u16(padded)
        self.mask_buf = memory.u8(padded)
        self.stack_buf = memory.u16(padded)
        self.ring_buf = memory.i32(4 * _RING_MAX)
        self.bins_buf = memory.u16(256)
        self.points_buf = memory.u16(1002)
        self.face_buf = memory.u16(_GRID)
        self.flat_buf = memory.u16(_GRID)
        self.marks_buf = memory.u8(9)
        self.spots_buf = memory.u8(_GRID)
        self.values_buf = memory.u16(9)

    def read(self, frame_buf):
        """Read one frame: 0 and `face`, or the reason; `margin` 0..255 either way."""
        self.face = 0
        self.margin = 0
        reason = self._segment(frame_buf)
        if reason == NONE:
            reason = self._square()
            if reason == NONE:
                reason = self.read_face(frame_buf)
            if reason == NONE and not self._alone():
                self.face = 0
                reason = FOREIGN
        if reason != NONE and reason != SENSOR_FAULT and self.numbers[FITTED]:
            reason = self._by_pips(frame_buf, reason)
        self.reason = reason
        return reason

    def _alone(self):
        """Is there nothing else, not even something as faint as the noise lets through?"""
        n = self.numbers
        most = n[SIGMA] * 2
        most = most if most > _FIELD_MOST else _FIELD_MOST
        if self._specks(3):
            # The border alone tells little of the middle: take the floor round the die as it is.
            kernels.drift(self.diff_buf, 12, n[LOW], n)
            if self._specks(4):
                return False  # as of the pips of a die as bright as the floor
            if self._specks(3):
                most = _FIELD_MOST_SPECKLED  # grain is specks alone, a thing lifts a field as well
        return kernels.fields(self.diff_buf, n) <= most

    def _specks(self, sigmas):
        n = self.numbers
        low = n[LOW] * sigmas >> 2
        low = low if low < _SPECK_MOST else _SPECK_MOST
        return kernels.beyond(self.diff_buf, 12, low, n) * 200 > n[W] * n[H]

    def _by_pips(self, frame_buf, reason):
        """A die that hardly stands off the floor can do without its outline."""
        margin = self.margin
        self.numbers[DRIFT] = 0
        if faint.read(self, frame_buf) == NONE:
            return NONE
        self.face = 0
        self.margin = margin
        return reason

    def _segment(self, frame_buf):
        """Floor off, biggest blob on its own."""
        n = self.numbers
        kernels.smooth(frame_buf, self.temp_buf, self.soft_buf, n)
        if n[OVER]:
            return SENSOR_FAULT
        floor_seen = self._fit_floor()
        if self._dead(frame_buf):
            return SENSOR_FAULT
        n[FITTED] = 1 if floor_seen else 0
        n[DRIFT] = 0
        low = 4 * n[SIGMA]
        n[LOW] = low if low > 40 else 40
        self._lift()
        kernels.flood(self.mask_buf, self.stack_buf, n)
        kernels.blobs(self.mask_buf, self.stack_buf, n)
        if n[AREA] < self._area_least():
            return MISSING
        if not floor_seen or (n[NEXT] >= 6 and 30 * n[NEXT] > n[AREA]):
            return FOREIGN
        n[FIRST] = n[AREA]
        kernels.level(self.diff_buf, self.mask_buf, self.bins_buf, n)
        kernels.cut(self.diff_buf, self.mask_buf, n)
        kernels.flood(self.mask_buf, self.stack_buf, n)
        kernels.blobs(self.mask_buf, self.stack_buf, n)
        if n[AREA] < self._area_least():
            return MISSING
        if n[NEXT] >= 4 and 30 * n[NEXT] > n[AREA]:
            return FOREIGN
        return NONE

    def _lift(self):
        kernels.lift(self.soft_buf, self.diff_buf, self.mask_buf, self.ring_buf, self.numbers)

    def _dead(self, frame_buf):
        """Rows or columns of one level: off the floor, or with the die on both sides of them."""
        n = self.numbers
        rows = kernels.dead(frame_buf, self.rows_buf, 2, n)
        columns = kernels.dead(frame_buf, self.columns_buf, 1, n)
        if rows == 1 or columns == 1 or (rows and columns):
            return True
        if kernels.split(frame_buf, self.rows_buf, 2, n):
            return True
        return kernels.split(frame_buf, self.columns_buf, 1, n) == 1

    def _area_least(self):
        return self.die_px * self.die_px // 3 if self.die_px else 40

    def _fit_floor(self):
        """Level, slope and fall-off of the floor from the outermost pixels, outliers left out."""
        n = self.numbers
        count = kernels.ring(self.soft_buf, self.ring_buf, self.bins_buf, n)
        kernels.floor_step(self.ring_buf, count, 192, n)
        kernels.floor_step(self.ring_buf, count, 160, n)
        kernels.floor_step(self.ring_buf, count, 128, n)
        kernels.floor_step(self.ring_buf, count, 96, n)
        limit = 3 * n[SIGMA]  # closer, lest half a pixel of a die at the border counts as floor
        limit = 40 if limit < 40 else (96 if limit > 96 else limit)
        good = kernels.floor_step(self.ring_buf, count, limit, n)
        return good * 4 >= count * 3 and n[SIGMA] <= _SIGMA_MOST

    def _square(self):
        """The outline: a square of the right size that lies in the frame."""
        n = self.numbers
        kernels.edges(self.diff_buf, self.mask_buf, self.points_buf, n)
        if self._cut_off():
            return FOREIGN if self._too_big() else UNREADABLE
        if n[POINTS] < 40:
            return UNREADABLE
        kernels.yaw(self.points_buf, _SINES, n)
        if n[HALF] > _HALF_MOST:
            return FOREIGN
        for _ in range(2):
            kernels.sides(self.points_buf, self.ring_buf, n)
            if not kernels.turn(n):
                return COCKED
        kernels.sides(self.points_buf, self.ring_buf, n)
        if not self._centre():
            return COCKED
        kernels.rough(self.points_buf, n)
        return self._shape()

    def _cut_off(self):
        """Does the blob go on beyond the frame? It may touch one border, or several a little."""
        touch = self.numbers[TOUCH]
        sides = touch >> 10
        most = 16 if sides == 15 else 8  # all four: the corners of a die that just fits
        return touch & 1023 > most and sides & sides - 1

    def _too_big(self):
        n = self.numbers
        if self.die_px:
            return n[AREA] * 5 > self.die_px * self.die_px * 8
        return n[AREA] * 2 > n[W] * n[H]

    def _centre(self):
        """Middle and spans from the four sides; the edge is the shorter span."""
        n = self.numbers
        for at in range(SIDES, SIDES + 20, 5):
            if n[at] < 3:
                return False
        u = n[SIDES + 1] - n[SIDES + 11] >> 1
        v = n[SIDES + 6] - n[SIDES + 16] >> 1
        n[SPAN_U] = n[SIDES + 1] + n[SIDES + 11]
        n[SPAN_V] = n[SIDES + 6] + n[SIDES + 16]
        n[EDGE] = n[SPAN_U] if n[SPAN_U] < n[SPAN_V] else n[SPAN_V]
        self._move(u, v)
        return True

    def _move(self, u, v):
        """Move the middle along the die's own axes."""
        n = self.numbers
        n[CX] = n[CX] + (n[COS] * u - n[SIN] * v >> 10)
        n[CY] = n[CY] + (n[SIN] * u + n[COS] * v >> 10)

    def _shape(self):
        n = self.numbers
        edge = n[EDGE]
        most = n[SPAN_U] if n[SPAN_U] > n[SPAN_V] else n[SPAN_V]
        if most * 5 > edge * 8:
            return FOREIGN
        if most * 100 > edge * 112:
            return COCKED
        if n[FIRST] * 16 > n[AREA] * 22 + edge * 3:
            return FOREIGN  # something fainter lies against it
        if self.die_px:
            nominal = 16 * self.die_px
            if edge * 100 > nominal * 130:
                return FOREIGN
            if edge * 100 < nominal * 75:
                return COCKED
        rough = n[SIDES + 4] + n[SIDES + 9] + n[SIDES + 14] + n[SIDES + 19]
        return COCKED if rough > (edge >> 4) + 6 else NONE

    def read_face(self, frame_buf):
        """The face: sampled and searched for pips of the likelier tone, then of the other."""
        n = self.numbers
        if not kernels.sample(frame_buf, self.face_buf, n):
            return UNREADABLE
        kernels.tones(self.face_buf, self.flat_buf, self.bins_buf, n)
        n[OTHER] = n[FACE]
        if n[FULL] < _FULL_LEAST:
            return UNREADABLE
        reason = self._weigh()
        if reason == NONE or n[OPPOSITE] < _FULL_LEAST:
            return reason
        n[FACE] = n[OTHER]
        n[FULL] = n[OPPOSITE]
        n[DARK] = -n[DARK]
        return self._weigh()

    def _weigh(self):
        n = self.numbers
        kernels.search(self.flat_buf, self.ring_buf, n)
        self._part()
        self._part()
        kernels.discs(self.face_buf, self.values_buf, n)
        kernels.weigh(self.values_buf, self.marks_buf, n)
        return self._clear()

    def _part(self):
        """Pips from bare places, and the levels of both."""
        n = self.numbers
        kernels.judge(self.flat_buf, self.marks_buf, n)
        kernels.refine(self.flat_buf, self.marks_buf, n)

    def _clear(self):
        """Clear pips, clear bare places, nothing else on the face, a legal pattern."""
        n = self.numbers
        if n[FULL] < _FULL_LEAST:
            return UNREADABLE
        gap = n[PIP_LEAST] - n[BARE_MOST]
        self.margin = 0 if gap < 0 else (255 if gap > 255 else gap)
        if n[BARE_MOST] > 40 or n[BARE_LEAST] < -60 or n[PIP_LEAST] < 140:
            return UNREADABLE
        face = traces.face_of(n[PATTERN])
        if not face:
            return UNREADABLE
        if n[SHIFT_U] * n[SHIFT_U] + n[SHIFT_V] * n[SHIFT_V] > (2 if face == 1 else 5):
            return COCKED
        if face == 1 and n[FULL] < 92:
            return UNREADABLE
        kernels.stamp(self.marks_buf, self.spots_buf, n)
        kernels.look(self.face_buf, self.spots_buf, n)
        if traces.hidden(self, self._clipped()):
            return UNREADABLE
        if face <= 2 and n[STRAY] * 110 > n[BARE]:
            return UNREADABLE  # with so few pips a ghost of others hardly shows
        if (n[STRAY] - (3 if n[EDGE] < 256 else 0)) * 25 > n[BARE]:
            return UNREADABLE
        if self._clipped() and n[FULL] < _FULL_LEAST_CLIPPED:
            return UNREADABLE
        self.face = face
        return NONE

    def _clipped(self):
        n = self.numbers
        return n[CLIPPED] * 10 > n[BARE]
