"""Time as the controller sees it: milliseconds to compare, seconds for records.

The board has no clock that runs without power: until the host has set it, records carry the time
since the start and say so.
"""

from micropython import const
from shaker.octets.words import put_u16, put_u32
from shaker.seal import record

_MS = const(1000)
_SECONDS_MAX = const((1 << 30) - 1)  # what a record holds; later it is this time for ever


class Clock:
    """`time` has `ticks_ms`, `ticks_us`, `ticks_diff`; `cause` says why the board started."""

    def __init__(self, time, cause):
        self.ticks_ms = time.ticks_ms
        self.ticks_us = time.ticks_us
        self.ticks_diff = time.ticks_diff
        self.cause = cause
        self.seconds = 0  # since the start, or since 2020 once the clock is set
        self._source = record.TIME_SINCE_START
        self._last_ms = time.ticks_ms()
        self._rest_ms = 0

    def ms(self):
        """A time to give to `since`."""
        return self.ticks_ms()

    def since(self, ms):
        """Milliseconds since a time, at most six days ago."""
        return self.ticks_diff(self.ticks_ms(), ms)

    def step(self):
        """Count the seconds; called at least once a day."""
        now = self.ticks_ms()
        self._rest_ms += self.ticks_diff(now, self._last_ms)
        self._last_ms = now
        if self._rest_ms >= _MS:
            passed, left = self._rest_ms // _MS, _SECONDS_MAX - self.seconds
            self.seconds += passed if passed < left else left
            self._rest_ms %= _MS

    def set(self, seconds, ms):
        """The host says what time it is: seconds since 2020-01-01, UTC."""
        self.step()
        self.seconds = seconds
        self._rest_ms = ms
        self._source = record.TIME_OF_HOST

    def stamp(self, header):
        """Put the time into a record's header."""
        self.step()
        put_u32(header, record.AT_TIME_S, self.seconds)
        put_u16(header, record.AT_TIME_MS, self._rest_ms)
        header[record.AT_TIME_SOURCE] = self._source
