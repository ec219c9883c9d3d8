"""What the motor did in the last shake, for a technician's eyes: current and tach over time.

Taken by the loop, not by the interrupt: it may be late, and is no evidence.
"""

from micropython import const
from shaker.octets.words import put_u16

STEP_MS = const(40)
SAMPLE_SIZE = const(6)  # milliseconds since the start, milliampere, tach pulses so far
_SAMPLES_MAX = const(90)
_U16_MAX = const(65535)


class Trace:
    """`size` bytes of `buf` are filled; a new shake begins at the front."""

    def __init__(self):
        self.buf = bytearray(SAMPLE_SIZE * _SAMPLES_MAX)
        self.size = 0
        self._next_ms = 0

    def begin(self):
        """A shake starts."""
        self.size = 0
        self._next_ms = 0

    def see(self, ms, current_ma, tach_count):
        """The motor at a time since the start; kept if it is due."""
        if ms < self._next_ms or self.size >= len(self.buf):
            return
        put_u16(self.buf, self.size, min(ms, _U16_MAX))
        put_u16(self.buf, self.size + 2, min(current_ma, _U16_MAX))
        put_u16(self.buf, self.size + 4, min(tach_count, _U16_MAX))
        self.size += SAMPLE_SIZE
        self._next_ms = ms + STEP_MS
