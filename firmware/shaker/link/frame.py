"""Frames on the line: 00, the stuffed bytes of header, payload and CRC-32, 00.

Both delimiters are sent, so a frame is found again whichever byte before it was lost. Between
frames a carriage return or line feed is a person at a terminal. The reader takes any bytes at all.
"""

from micropython import const
from shaker.link.kernels import find, stuff, unstuff
from shaker.link.sizes import (
    AT_ID,
    AT_NUMBER,
    AT_PAYLOAD,
    AT_TAG,
    CRC_SIZE,
    FRAME_SIZE_MAX,
    FRAME_SIZE_MIN,
    STUFFED_SIZE_MAX,
    TAG_SIZE,
)
from shaker.octets.kernels import crc32_into, crc32_matches, move
from shaker.octets.words import put_u32

NOTHING = const(0)
FRAME = const(1)  # `buf` holds it up to `size`, CRC taken off
LINE = const(2)  # a person asks who this is

_CARRIAGE_RETURN = const(13)
_LINE_FEED = const(10)
_RAW_AT = const(8)  # where a frame is built, so that stuffing it never catches up with itself
_OUT_SIZE = const(652)  # _RAW_AT + FRAME_SIZE_MAX + some


class FrameReader:
    """Collects frames out of pieces of the line."""

    def __init__(self):
        self.buf = bytearray(STUFFED_SIZE_MAX)
        self.size = 0
        self.next = 0  # where the last `take` stopped in its piece
        self.damaged_count = 0
        self.too_long_count = 0
        self.received_count = 0
        self._filled = 0
        self._dropping = 0
        self._between = 1  # no delimiter since the last good frame

    def take(self, piece, at, end):
        """Go through `piece` up to the end of a frame or line: NOTHING, FRAME or LINE."""
        stop = find(piece, at, end, 0)
        if self._between and self._is_line(piece, at, stop):
            return LINE
        self._collect(piece, at, stop - at)
        if stop == end:
            self.next = end
            return NOTHING
        self.next = stop + 1
        return self._finish()

    def _is_line(self, piece, at, stop):
        """Whether somebody ends a line before `stop`."""
        end = find(piece, at, stop, _CARRIAGE_RETURN)
        end = find(piece, at, end, _LINE_FEED)
        if end == stop:
            return False
        self._filled = 0
        self._dropping = 0
        self.next = end + 1
        return True

    def _collect(self, piece, at, size):
        if self._dropping or self._filled + size > STUFFED_SIZE_MAX:
            self._dropping = 1
            return
        move(self.buf, self._filled, piece, at, size)
        self._filled += size

    def _finish(self):
        """A delimiter has come."""
        filled = self._filled
        dropping = self._dropping
        self._filled = 0
        self._dropping = 0
        self._between = 0
        if dropping:
            self.too_long_count = self.too_long_count + 1 & 0x3FFFFFFF
            return NOTHING
        if not filled:
            return NOTHING
        size = unstuff(self.buf, filled)
        if size < FRAME_SIZE_MIN or size > FRAME_SIZE_MAX:
            self.damaged_count = self.damaged_count + 1 & 0x3FFFFFFF
            return NOTHING
        size -= CRC_SIZE
        if not crc32_matches(self.buf, 0, size, self.buf, size):
            self.damaged_count = self.damaged_count + 1 & 0x3FFFFFFF
            return NOTHING
        self.received_count = self.received_count + 1 & 0x3FFFFFFF
        self.size = size
        self._between = 1
        return FRAME

    def pause(self):
        """The line fell silent: what was begun is not going on, and a person may type."""
        self._filled = 0
        self._dropping = 0
        self._between = 1


class FrameWriter:
    """Builds one frame in one buffer; what is to be sent is `buf` from `at` to `end`."""

    def __init__(self, writer):
        self.buf = bytearray(_OUT_SIZE)
        self.at = 0
        self.end = 0
        self.sent_count = 0
        self._payload = writer

    def begin(self, message, tag, number):
        """Start a frame; its payload goes into the writer that this was made with."""
        self.buf[_RAW_AT + AT_ID] = message
        move(self.buf, _RAW_AT + AT_TAG, tag, 0, TAG_SIZE)
        put_u32(self.buf, _RAW_AT + AT_NUMBER, number)
        limit = _RAW_AT + FRAME_SIZE_MAX - CRC_SIZE
        self._payload.set(self.buf, _RAW_AT + AT_PAYLOAD, limit)

    def seal(self):
        """Finish the frame: CRC, stuffing, delimiters."""
        size = self._payload.at - _RAW_AT
        crc32_into(self.buf, _RAW_AT + size, self.buf, _RAW_AT, size)
        end = stuff(self.buf, _RAW_AT, size + CRC_SIZE, 1)
        self.buf[0] = 0
        self.buf[end] = 0
        self.at = 0
        self.end = end + 1
        self.sent_count = self.sent_count + 1 & 0x3FFFFFFF

    def put_text(self, text):
        """Send plain bytes in place of a frame, as many as fit."""
        size = min(len(text), _OUT_SIZE)
        move(self.buf, 0, text, 0, size)
        self.at = 0
        self.end = size
