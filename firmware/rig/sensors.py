"""The two sensors that a rig plays, and the frames that it has to show.

Frames lie in slots. Which slot is shown is one word of the second core's control block, so that a
change is seen as a whole.
"""

import _thread
from array import array

from machine import Pin, disable_irq, enable_irq
from uctypes import addressof

from micropython import const
from rig import sensors_fast as words
from rig import spi_slave

_REGISTERS = const(128)
_IDENTITY = ((0x00, 0x17), (0x01, 0x03), (0x3F, 0xE8))
_FALLS_MAX = const(8)  # that may wait


class Sensors:
    """Left and right on one bus. `start()` gives them the second core.

    `settings` is the rig's wiring. What is shown to begin with is slot 0, of both and always.
    """

    def __init__(self, settings):
        self.width = settings.SENSORS_FRAME_WIDTH
        self.height = settings.SENSORS_FRAME_HEIGHT
        self.size = self.width * self.height
        self.slot_count = settings.SENSORS_SLOTS
        self.slots_buf = bytearray(self.size * self.slot_count)
        self.waiting_count = 0  # falls that no shake has taken yet
        self._falls = array("i", bytes(8 * _FALLS_MAX))  # addresses: left, right
        self._control = array("i", bytes(4 * words.CONTROL_WORDS))
        control = self._control
        self._light = Pin(settings.SENSORS_LIGHT, Pin.IN, Pin.PULL_DOWN)
        selects = (settings.SENSORS_SELECT_LEFT, settings.SENSORS_SELECT_RIGHT)
        control[words.LIGHT_MASK] = 1 << settings.SENSORS_LIGHT
        control[words.MOTOR_MASK] = 1 << settings.MOTOR_ENABLE
        control[words.SELECT_MASK] = 1 << selects[0] | 1 << selects[1]
        control[words.FRAME_SIZE] = self.size
        self.dark(0)
        self._registers = (bytearray(_REGISTERS), bytearray(_REGISTERS))
        slave = spi_slave.program(settings.SENSORS_SCK)
        mosi, miso = settings.SENSORS_MOSI, settings.SENSORS_MISO
        self._machines = []
        for sensor in range(2):
            self._set_up(sensor, selects[sensor])
            self._machines.append(spi_slave.make(sensor, slave, mosi, miso, selects[sensor]))
            self._machines.append(spi_slave.watch(sensor, selects[sensor]))
        self.tumble(0, 0, 1)
        self.show(0, 0)

    def _set_up(self, sensor, select):
        at = words.SENSOR + words.SENSOR_WORDS * sensor
        control = self._control
        control[at + words.FRAME] = self._address(0)
        control[at + words.REGISTERS] = addressof(self._registers[sensor])
        control[at + words.SELECT] = 1 << select
        for register, value in _IDENTITY:
            self._registers[sensor][register] = value

    def start(self):
        """From now on they answer."""
        self._control[words.RUN] = 1
        _thread.start_new_thread(words.pump, (self._control,))

    def _address(self, slot):
        return addressof(self.slots_buf) + slot * self.size

    def _set(self, sensor, word, value):
        self._control[words.SENSOR + words.SENSOR_WORDS * sensor + word] = value

    # -- what they show ------------------------------------------------------------------------

    def put(self, slot, offset, buf, at, size):
        """A part of a frame."""
        start = slot * self.size + offset
        self.slots_buf[start : start + size] = memoryview(buf)[at : at + size]

    def show(self, left, right):
        """These lie in the chambers now; falls that were waiting are forgotten."""
        self.waiting_count = 0
        self._set(0, words.REST, self._address(left))
        self._set(1, words.REST, self._address(right))

    def fall(self, left, right):
        """The next shake that is not spoken for leaves these. False: too many wait."""
        here, there = self._address(left), self._address(right)
        state = disable_irq()  # a shake that begins meanwhile takes the first of them
        at = self.waiting_count
        has_room = at < _FALLS_MAX
        if has_room:
            self._falls[2 * at] = here
            self._falls[2 * at + 1] = there
            self.waiting_count = at + 1
        enable_irq(state)
        return has_room

    def tumble(self, left, right, count):
        """While the motor is on: `count` slots from `left` on, and from `right` on, in turn."""
        self._set(0, words.TUMBLING, self._address(left))
        self._set(1, words.TUMBLING, self._address(right))
        self._control[words.TUMBLE_COUNT] = count

    def dark(self, slot):
        """Without light."""
        self._control[words.DARK] = self._address(slot)

    def shaken(self):
        """A shake begins: what waits first is what it leaves. Called by an interrupt."""
        count = self.waiting_count
        if not count:
            return
        falls = self._falls
        self._set(0, words.REST, falls[0])
        self._set(1, words.REST, falls[1])
        at = 0
        while at < 2 * count - 2:
            falls[at] = falls[at + 2]
            at += 1
        self.waiting_count = count - 1

    # -- what was asked of them ----------------------------------------------------------------

    def captures(self, sensor):
        """Frames that the board under test has asked for."""
        return self._control[words.SENSOR + words.SENSOR_WORDS * sensor + words.CAPTURES]

    def is_lit(self):
        """Whether the light of the board under test is on, at any of these instants."""
        lit = 0
        for _ in range(32):  # of a PWM
            lit |= self._light.value()
        return lit
