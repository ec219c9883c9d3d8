"""What the board under test does with its motor, each edge with the microsecond at which it came.

Lines are those of `messages.LINE_WORDS`. Enable and brake are watched at every edge. The PWM has
tens of thousands a second, so of those the first of each drive is stamped, by an interrupt that
switches itself off; how far it is driven is read behind an RC filter, by `sample`.
"""

from array import array
from time import ticks_us

from machine import ADC, Pin, disable_irq, enable_irq

from micropython import const
from rig.edges_fast import arm, disarm
from rig.messages import EDGES_KEPT

FULL = const(1000)  # a level or duty of all
_ENABLE = const(0)
_BRAKE = const(1)
_DRIVE = const(2)
_DUTY = const(3)
_DUTY_STEP = const(20)  # a change of the duty that counts, per mille: twice what an ADC wanders
_DRIVEN = const(15)  # from here on it drives


class Edges:
    """A ring of the last edges: `next` is the number of the one to come.

    A handler stores into arrays that were made before, so it may be a hard interrupt: nothing
    else of the rig delays the stamp. `motor` is told of enable and brake.
    """

    def __init__(self, settings, motor):
        self.first = 0  # what is before it was cleared
        self.next = 0
        self.duty = 0  # per mille
        self.times = array("i", bytes(4 * EDGES_KEPT))
        self.lines = bytearray(EDGES_KEPT)
        self.levels = array("H", bytes(2 * EDGES_KEPT))
        self._motor = motor
        self._is_driven = False
        self._pwm = settings.MOTOR_PWM
        self._adc = ADC(Pin(settings.MOTOR_DUTY))
        self._enable = Pin(settings.MOTOR_ENABLE, Pin.IN, Pin.PULL_DOWN)
        self._brake = Pin(settings.MOTOR_BRAKE, Pin.IN, Pin.PULL_DOWN)
        both = Pin.IRQ_RISING | Pin.IRQ_FALLING
        self._enable.irq(self._on_enable, both, hard=True)
        self._brake.irq(self._on_brake, both, hard=True)
        drive = Pin(self._pwm, Pin.IN, Pin.PULL_DOWN)
        drive.irq(self._on_drive, Pin.IRQ_RISING, hard=True)

    def clear(self):
        """Forget what came so far."""
        self.first = self.next

    def oldest(self):
        """The number of the oldest edge that is kept."""
        return max(self.first, self.next - EDGES_KEPT)

    def _note(self, us, line, level):
        state = disable_irq()  # the place is taken at once: an edge may come while `sample` notes
        at = self.next
        self.next = at + 1
        enable_irq(state)
        at %= EDGES_KEPT
        self.times[at] = us
        self.lines[at] = line
        self.levels[at] = level

    def _on_enable(self, pin):
        us = ticks_us()
        level = pin.value()
        self._note(us, _ENABLE, FULL * level)
        self._motor.enable(level)

    def _on_brake(self, pin):
        us = ticks_us()
        level = pin.value()
        self._note(us, _BRAKE, FULL * level)
        self._motor.brake(level)

    def _on_drive(self, pin):
        us = ticks_us()
        disarm(self._pwm)
        self._note(us, _DRIVE, FULL)

    def sample(self):
        """Called every other millisecond: how far the motor is driven."""
        duty = (self._adc.read_u16() * FULL + 32767) // 65535
        driven = duty >= _DRIVEN
        if not driven:
            duty = 0
        if duty == self.duty or (driven == self._is_driven and self._is_near(duty)):
            return
        us = ticks_us()
        self.duty = duty
        self._note(us, _DUTY, duty)
        if self._is_driven and not driven:
            self._note(us, _DRIVE, 0)
            arm(self._pwm)
        self._is_driven = driven

    def _is_near(self, duty):
        return abs(duty - self.duty) < _DUTY_STEP
