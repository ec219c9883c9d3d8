"""The motor's enable line, held by a PIO state machine that counts down by itself.

The pin belongs to the state machine: no write to a GPIO register reaches it. It goes high only
when a number of milliseconds is put into the machine's FIFO, and low when they have passed,
whatever the processor does meanwhile: it may hang with interrupts off. While the pin is high the
machine raises an interrupt every millisecond, which the motor's profile runs on: one clock for
both.

A reset of the chip takes the pin from the machine and leaves it to the pull-down of the board.
"""

import rp2
from machine import Pin

from micropython import const
from shaker.chip.count_down import HZ, count_down

_LOW = const(0xE000)  # the instruction `set(pins, 0)`
_PULL = const(0x8080)  # the instruction `pull(noblock)`


class MotorCutoff:
    """Drives the enable pin `gpio` high for at most `on_ms_max` at a time."""

    def __init__(self, gpio, on_ms_max, machine_index=0):
        self._on_ms_max = on_ms_max
        pin = Pin(gpio)
        self._machine = rp2.StateMachine(machine_index, count_down, freq=HZ, set_base=pin)
        self._level = pin.value
        self._machine.active(1)

    def on_tick(self, handler):
        """Call `handler(machine)` every millisecond while the pin is high, in a hard interrupt."""
        self._machine.irq(handler, hard=True)

    def arm(self, on_ms):
        """Pin high; low again after `on_ms`, or after the limit if that is less."""
        assert on_ms > 0
        self.drop()
        self._machine.put(min(on_ms, self._on_ms_max) - 1)

    def drop(self):
        """Pin low, now, and no count left that could raise it. Safe in an interrupt.

        The pin is set last: the machine then waits for a count and cannot touch it any more.
        """
        machine = self._machine
        while machine.tx_fifo():
            machine.exec(_PULL)
        machine.restart()
        machine.exec(_LOW)

    def is_on(self):
        """1 while the pin is high, as its pad reads."""
        return self._level()
