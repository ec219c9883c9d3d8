"""One chamber as its sensor shows it: is the sensor honest, is the die at rest, what does it say.

While the dice tumble every pixel is followed: the darkest and the brightest that it was. From that
comes whether the picture lives, whether rows of it are dead, and the bare floor of the chamber
(the darkest of each pixel: the dice are white), which is compared with the golden floors of this
unit (`golden.py`) to find two sensors that were swapped.
"""

from micropython import const
from shaker.dice import reasons
from shaker.dice.frames import brighter, changed, dead_rows, widen
from shaker.octets.kernels import fill, move

AGREE_COUNT = const(3)  # frames that must say the same
_REFUSED_COUNT_MAX = const(2)  # frames on the way there that may say nothing
_STILL_COUNT = const(3)  # frames in a row without a change
_NOISE_STEP = const(7)  # a pixel that differs by more has changed; noise stays below
_STILL_PIXELS_MAX = const(5)  # changed pixels of a still picture
_MOVED_PIXELS_MIN = const(12)  # changed pixels of a picture in which a die moved
_TUMBLE_COUNT_MIN = const(5)  # frames that a shake must show of its tumbling
_DARK_LEVEL = const(10)  # without light no pixel is brighter
_DARK_PIXELS_MAX = const(4)  # but for hot ones


class Chamber:
    """The frames of one sensor over a shake. `face`, `margin`, `reason` are the outcome."""

    def __init__(self, sensor):
        self.sensor = sensor
        self.face = 0
        self.margin = 0
        self.reason = reasons.NONE
        self.agree_count = 0
        self.still_count = 0
        self.still_ms = 0  # when the first of the still frames was taken
        self.dark_seen = 0
        self._refused_count = 0
        self._refused = reasons.NONE
        self._tumble_count = 0
        self._moved_count = 0
        self._last_buf = bytearray(sensor.size)
        self.floor_buf = bytearray(sensor.size)
        self._high_buf = bytearray(sensor.size)

    def begin(self):
        """A new shake, or a new look at dice that lie."""
        self.face = 0
        self.margin = 0
        self.reason = reasons.NONE
        self.agree_count = 0
        self.dark_seen = 0
        self._refused_count = 0
        self._refused = reasons.NONE
        self._tumble_count = 0
        self._moved_count = 0
        self.begin_settling()
        fill(self.floor_buf, 0, self.sensor.size, 255)
        fill(self._high_buf, 0, self.sensor.size, 0)

    # -- while it tumbles ----------------------------------------------------------------------

    def see_tumble(self):
        """A frame taken while the motor throws the dice about."""
        sensor = self.sensor
        frame, size = sensor.frame_buf, sensor.size
        count = changed(frame, self._last_buf, size, _NOISE_STEP)
        if self._tumble_count and count >= _MOVED_PIXELS_MIN:
            self._moved_count += 1
        self._tumble_count += 1
        widen(self.floor_buf, self._high_buf, frame, size)
        self._keep()

    def see_dark(self):
        """A frame taken without light."""
        sensor = self.sensor
        if brighter(sensor.frame_buf, sensor.size, _DARK_LEVEL) > _DARK_PIXELS_MAX:
            return reasons.SENSOR_FAULT
        self.dark_seen = 1
        return reasons.NONE

    def tumble_verdict(self, reader):
        """Did the sensor show what must have been there while the dice were thrown about?

        A picture that lives but shows no movement is that of an empty chamber, or of a sensor
        that looks elsewhere.
        """
        sensor = self.sensor
        if self._tumble_count < _TUMBLE_COUNT_MIN or not self.dark_seen:
            return reasons.SENSOR_FAULT
        if dead_rows(self.floor_buf, self._high_buf, sensor.width, sensor.height):
            return reasons.SENSOR_FAULT
        if brighter(self._high_buf, sensor.size, _DARK_LEVEL) <= sensor.size // 2:
            return reasons.SENSOR_FAULT  # there was no light
        if 2 * self._moved_count < self._tumble_count - 1:
            missing = reader.read(self._last_buf) == reasons.MISSING
            return reasons.MISSING if missing else reasons.SENSOR_FAULT
        return reasons.NONE

    # -- when the motor is off -----------------------------------------------------------------

    def begin_settling(self):
        self.still_count = 0
        self.still_ms = -1

    def see_settling(self, ms):
        """A frame taken at `ms` of settling.

        Each frame is compared with the first of the row, not with the one before: a slow creep
        adds up.
        """
        sensor = self.sensor
        if self.still_ms >= 0:
            count = changed(sensor.frame_buf, self._last_buf, sensor.size, _NOISE_STEP)
            if count <= _STILL_PIXELS_MAX:
                self.still_count += 1
                return
        self.still_count = 0
        self.still_ms = ms
        self._keep()

    @property
    def at_rest(self):
        """Has the picture stood still for long enough?"""
        return self.still_count >= _STILL_COUNT

    @property
    def is_read(self):
        """Have enough frames said the same?"""
        return self.agree_count >= AGREE_COUNT

    def see_reading(self, reader):
        """Read a frame of a die at rest; `reason` is set when that is the end of it."""
        sensor = self.sensor
        count = changed(sensor.frame_buf, self._last_buf, sensor.size, _NOISE_STEP)
        if count >= _MOVED_PIXELS_MIN:
            self._refuse(reasons.MOVED)
            return
        reason = reader.read(sensor.frame_buf)
        if reason:
            self._refused_count += 1
            self._refused = reason
            if self._refused_count > _REFUSED_COUNT_MAX:
                self._refuse(reason)
            return
        if self.agree_count and reader.face != self.face:
            self._refuse(reasons.MOVED)
            return
        if not self.agree_count or reader.margin < self.margin:
            self.margin = reader.margin
        self.face = reader.face
        self.agree_count += 1

    def _refuse(self, reason):
        self.face = 0
        self.reason = reason

    def _keep(self):
        move(self._last_buf, 0, self.sensor.frame_buf, 0, self.sensor.size)
