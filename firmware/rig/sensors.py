"""The two sensors that a rig plays, and what they show."""

import _thread
from array import array

from uctypes import addressof

from rig import sensors_fast as words
from rig import spi_slave

_REGISTERS = 128
_IDENTITY = ((0x00, 0x17), (0x01, 0x03), (0x3F, 0xE8))


class Sensors:
    """Left and right on one bus. `start()` gives them the second core."""

    def __init__(self, sck, mosi, miso, selects, light, motor, size=900, tumble_count=8):
        self._control = array("i", bytes(4 * words.CONTROL_WORDS))
        control = self._control
        control[words.LIGHT_MASK] = 1 << light
        control[words.MOTOR_MASK] = 1 << motor
        control[words.FRAME_SIZE] = size
        control[words.TUMBLE_COUNT] = tumble_count
        self.size = size
        self.dark_buf = bytearray(size)
        self.rest_bufs = (bytearray(size), bytearray(size))
        self.tumble_bufs = (bytearray(size * tumble_count), bytearray(size * tumble_count))
        self.registers = (bytearray(_REGISTERS), bytearray(_REGISTERS))
        control[words.DARK] = addressof(self.dark_buf)
        slave = spi_slave.program(sck)
        self._machines = []
        for sensor in range(2):
            self._set_up(sensor, selects[sensor])
            machine = spi_slave.make(sensor, slave, mosi, miso, selects[sensor])
            self._machines.append(machine)

    def _set_up(self, sensor, select):
        at = words.SENSOR + words.SENSOR_WORDS * sensor
        control = self._control
        control[at + words.FRAME] = addressof(self.dark_buf)
        control[at + words.TUMBLING] = addressof(self.tumble_bufs[sensor])
        control[at + words.REST] = addressof(self.rest_bufs[sensor])
        control[at + words.REGISTERS] = addressof(self.registers[sensor])
        control[at + words.SELECT_MASK] = 1 << select
        for register, value in _IDENTITY:
            self.registers[sensor][register] = value

    def start(self):
        """From now on they answer."""
        self._control[words.RUN] = 1
        _thread.start_new_thread(words.pump, (self._control,))

    def stop(self):
        """The second core is free again."""
        self._control[words.RUN] = 0

    def captures(self, sensor):
        """Frames that the board under test has asked for."""
        return self._control[words.SENSOR + words.SENSOR_WORDS * sensor + words.CAPTURES]
