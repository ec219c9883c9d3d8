"""A shaker on the bench: made from the wiring, with a short profile if wanted, run to its end.

The tests and the bench run this on the emulated board; a person can run it on a bench kit.
"""

import time

import wiring
from machine import UART, Pin

from shaker.app import parts
from shaker.dice import reasons, states
from shaker.dice.golden import Golden
from shaker.dice.reader import Reader
from shaker.octets.kernels import crc32_into, move


class Settings:
    """The wiring, as something that can be changed."""


for _name in dir(wiring):
    if _name[0] != "_":
        setattr(Settings, _name, getattr(wiring, _name))

shaker = None


def make(short=True, **changes):
    """Make the shaker. `short` is a shake of a second, for tests."""
    global shaker
    if short:
        Settings.MOTOR_SPIN_UP_MS = 150
        Settings.MOTOR_TUMBLE_MS = 800
        Settings.MOTOR_TUMBLE_RANDOM_MS = 20
        Settings.MOTOR_SOFT_STOP_MS = 100
        Settings.MOTOR_BRAKE_MS = 80
        Settings.MOTOR_WORK_MJ_MIN = 1000
        Settings.MOTOR_TACH_COUNT_MIN = 50
    for name in changes:
        setattr(Settings, name, changes[name])
    reader = Reader(Settings.OPTICS_FRAME_WIDTH, Settings.OPTICS_FRAME_HEIGHT)
    shaker = parts.make_shaker(Settings, reader)


class Floors:
    """Golden floors in RAM; a product has them on flash."""

    def __init__(self, *floors):
        self._floors = floors

    def part_into(self, buf, chamber, offset, size):
        move(buf, 0, self._floors[chamber], offset, size)
        return size


def know(left, right):
    """Tell the shaker what its empty chambers look like."""
    shaker.golden = Golden(Floors(left, right), len(left))


def run(random_word=0, pause_ms=1):
    """Shake and step to the end. Nothing here allocates."""
    shaker.start(random_word)
    return finish(pause_ms)


def finish(pause_ms=1):
    state = shaker.step()
    while state < states.DONE:
        time.sleep_ms(pause_ms)
        state = shaker.step()
    return state


_uart = None
_line_buf = bytearray(256)
_sum_buf = bytearray(4)


def listen():
    """Open the host line."""
    global _uart
    tx, rx = Pin(wiring.HOST_TX), Pin(wiring.HOST_RX)
    _uart = UART(wiring.HOST_UART, wiring.HOST_BAUD, tx=tx, rx=rx, rxbuf=1024, txbuf=1024)


def run_busy(random_word):
    """A shake in a loop that has its hands full with the host line. Gives the bytes it read."""
    count = 0
    shaker.start(random_word)
    while shaker.step() < states.DONE:
        size = _uart.readinto(_line_buf)
        if size:
            count += size
            crc32_into(_sum_buf, 0, _line_buf, 0, size)
            _uart.write(_line_buf)
    return count


def report():
    """The evidence as one line that Python reads."""
    e = shaker.evidence
    fields = {name: getattr(e, name) for name in dir(e) if name[0] != "_" and name != "clear"}
    fields["state"] = states.word(shaker.state)
    fields["reason"] = reasons.word(e.reason)
    print(fields)
