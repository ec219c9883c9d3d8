"""What one unit's optics are like, as 64 bytes that the settings store keeps.

A technician puts a die flat into the chamber, takes frames of it (and one with the light off),
and `measure` works the data out; later frames of the same scene are held against it by `compare`.
The layout is little-endian and never changes within a version:

    at  size  field
     0     1  version, 1
     1     1  width       of a frame
     2     1  height
     3     1  exposure    code of the sensor driver when the golden frames were taken
     4     2  die_px      edge of a die, in sixteenths of a pixel
     6     1  pitch       of the pip lattice, in 24ths of the edge
     7     1  tone        0: pips darker than the face, 1: lighter
     8     2  contrast    of the pips against the face, in sixteenths of a level
    10     2  outline     of the die against the floor, likewise
    12     2  noise       of the floor, likewise
    14     1  dark        most level of a frame with the light off
    15     1  count       of golden frames that were read
    16    36  floor       mean level of 6 x 6 fields of the frame; 255 where the die lay
    52     8  0
    60     4  CRC-32 of the 60 bytes before
"""

from array import array

from micropython import const
from shaker.dice import reader as r
from shaker.dice.reasons import NONE, SENSOR_FAULT
from shaker.octets.kernels import crc32_into, crc32_matches
from shaker.octets.words import get_u16, put_u16

SIZE = const(64)
VERSION = const(1)

AT_WIDTH = const(1)
AT_HEIGHT = const(2)
AT_EXPOSURE = const(3)
AT_DIE_PX = const(4)
AT_PITCH = const(6)
AT_TONE = const(7)
AT_CONTRAST = const(8)
AT_OUTLINE = const(10)
AT_NOISE = const(12)
AT_DARK = const(14)
AT_COUNT = const(15)
AT_FLOOR = const(16)
_AT_CRC = const(60)
FIELDS = const(6)
UNSEEN = const(255)

# What `compare` and `check` find; never renumbered.
OK = const(0)
E_VERSION = const(1)
E_CRC = const(2)
E_FRAME_SIZE = const(3)
E_UNREAD = const(4)  # no golden frame could be read
E_DISAGREE = const(5)  # the golden frames do not show the same die
E_SIZE_OFF = const(6)
E_TONE_OFF = const(7)
E_CONTRAST_OFF = const(8)
E_FLOOR_OFF = const(9)  # dirt, another floor, or another lamp
E_DARK_OFF = const(10)  # light where none should be

_FLOOR_STEP = const(8)  # levels that a field of the floor may be off
_FLOOR_FIELDS_OFF = const(3)  # fields that may be off by more: a speck of dirt


def check(data):
    """Is this calibration whole and of a version that is known?"""
    if data[0] != VERSION:
        return E_VERSION
    if not crc32_matches(data, 0, _AT_CRC, data, _AT_CRC):
        return E_CRC
    return OK


def fits(data, reader):
    """Is this a calibration for frames as the reader takes them? A code."""
    code = check(data)
    if code:
        return code
    if data[AT_WIDTH] != reader.width or data[AT_HEIGHT] != reader.height:
        return E_FRAME_SIZE
    return OK


def use(data, reader):
    """Give a reader this unit's size of die; a code."""
    code = fits(data, reader)
    if not code:
        reader.die_px = get_u16(data, AT_DIE_PX) + 8 >> 4
    return code


class Gauge:
    """Works a calibration out of golden frames of one die at rest, one after the other.

    The calibration is in `data_buf`.
    """

    def __init__(self, reader):
        self._reader = reader
        self.data_buf = bytearray(SIZE)
        self._sums = array("i", bytes(20))  # edge, pitch, contrast, outline, noise
        self.count = 0
        self.margin = 0  # the least of all that were read
        self._face = 0

    def begin(self):
        """A new die, of a size nobody knows yet."""
        self._reader.die_px = 0
        self.count = 0
        self.margin = 255
        self._face = 0
        for index in range(5):
            self._sums[index] = 0

    def see(self, frame):
        """Take a golden frame: OK, E_UNREAD or E_DISAGREE."""
        reader = self._reader
        if reader.read(frame) != NONE:
            return E_UNREAD
        if self.count and reader.face != self._face:
            return E_DISAGREE
        self._face = reader.face
        self.count += 1
        if reader.margin < self.margin:
            self.margin = reader.margin
        n, sums = reader.numbers, self._sums
        sums[0] += n[r.SPAN_U] + n[r.SPAN_V] >> 1
        sums[1] += n[r.PITCH_U] + n[r.PITCH_V] >> 1
        sums[2] += n[r.FULL]
        sums[3] += n[r.LEVEL]
        sums[4] += n[r.SIGMA]
        _floor_into(reader, frame, self.data_buf)
        return OK

    def finish(self, dark_frame, exposure):
        """Lay out the data; OK, or E_UNREAD if there was no frame."""
        if not self.count:
            return E_UNREAD
        reader, sums, count, data = self._reader, self._sums, self.count, self.data_buf
        data[0] = VERSION
        data[AT_WIDTH] = reader.width
        data[AT_HEIGHT] = reader.height
        data[AT_EXPOSURE] = exposure
        put_u16(data, AT_DIE_PX, sums[0] // count)
        data[AT_PITCH] = sums[1] // count
        data[AT_TONE] = 1 if reader.numbers[r.DARK] > 0 else 0
        put_u16(data, AT_CONTRAST, sums[2] // count)
        put_u16(data, AT_OUTLINE, sums[3] // count)
        put_u16(data, AT_NOISE, sums[4] // count)
        data[AT_DARK] = _brightest(dark_frame)
        data[AT_COUNT] = min(count, 255)
        for at in range(AT_FLOOR + FIELDS * FIELDS, _AT_CRC):
            data[at] = 0
        crc32_into(data, _AT_CRC, data, 0, _AT_CRC)
        return OK

    def edge(self):
        """Of a die, in sixteenths of a pixel; 0 if the data is none for this reader."""
        return 0 if fits(self.data_buf, self._reader) else get_u16(self.data_buf, AT_DIE_PX)


def measure(reader, frames, dark_frame, exposure, data):
    """Work a calibration out of golden frames of one die at rest, into `data`; a code.

    `frames` are full frames, `dark_frame` one without light; frames that cannot be read are left
    out.
    """
    gauge = Gauge(reader)
    gauge.begin()
    for frame in frames:
        if gauge.see(frame) == E_DISAGREE:
            return E_DISAGREE
    code = gauge.finish(dark_frame, exposure)
    data[:] = gauge.data_buf
    return code


def _brightest(frame):
    most = 0
    for level in frame:
        if level > most:
            most = level
    return most


def _floor_into(reader, frame, data):
    """The mean level of each field of the frame that the die does not touch."""
    for row in range(FIELDS):
        for column in range(FIELDS):
            data[AT_FLOOR + FIELDS * row + column] = _field(reader, frame, row, column)


def _field(reader, frame, row, column):
    width = reader.width
    total = 0
    count = 0
    for y in range(reader.height * row // FIELDS, reader.height * (row + 1) // FIELDS):
        for x in range(width * column // FIELDS, width * (column + 1) // FIELDS):
            if reader.mask_buf[(y + 1) * (width + 2) + x + 1] != 2:
                return UNSEEN
            total += frame[y * width + x]
            count += 1
    return total // count


def compare(reader, frame, dark_frame, data):
    """Hold a new frame of a die, and one without light, against a calibration; a code.

    For the bench and for a technician's check: it may allocate.
    """
    code = use(data, reader)
    if code:
        return code
    if max(dark_frame) > data[AT_DARK] + _FLOOR_STEP:
        return E_DARK_OFF
    reason = reader.read(frame)
    if reason == SENSOR_FAULT:
        return E_DARK_OFF if max(frame) <= data[AT_DARK] else E_UNREAD
    if reason != NONE:
        return E_UNREAD
    return _compare_die(reader.numbers, data) or _compare_floor(reader, frame, data)


def _compare_die(n, data):
    edge = n[r.SPAN_U] + n[r.SPAN_V] >> 1
    if abs(edge - get_u16(data, AT_DIE_PX)) * 100 > 12 * edge:
        return E_SIZE_OFF
    if (n[r.DARK] > 0) != bool(data[AT_TONE]):
        return E_TONE_OFF
    golden = get_u16(data, AT_CONTRAST)
    if not golden < 2 * n[r.FULL] < 4 * golden:
        return E_CONTRAST_OFF
    return OK


def _compare_floor(reader, frame, data):
    off = 0
    for index in range(FIELDS * FIELDS):
        golden = data[AT_FLOOR + index]
        level = _field(reader, frame, index // FIELDS, index % FIELDS)
        if golden != UNSEEN and level != UNSEEN and abs(level - golden) > _FLOOR_STEP:
            off += 1
    return E_FLOOR_OFF if off > _FLOOR_FIELDS_OFF else OK
