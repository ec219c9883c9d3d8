"""The motor that a rig plays: tach pulses while it is driven, and the current of the shunt.

Both come from PWM hardware: the tach as pulses, the current as a level behind an RC filter. Who
writes the model says how fast and how strong; no pulses at all are a motor that is stuck.
"""

from machine import PWM, Pin, disable_irq, enable_irq

from micropython import const

TACH_HZ_MIN = const(8)  # what the hardware can do
TACH_HZ_MAX = const(20_000)
COUNT_FULL = const(4095)  # of the 12-bit converter of the board under test
_HALF = const(32768)


class Motor:
    """`enable` and `brake` are called by interrupts: nothing here allocates after the start.

    `sensors` learn of a shake when it begins.
    """

    def __init__(self, settings, sensors):
        self.enabled = 0
        self.braked = 0
        self._sensors = sensors
        self._tach = PWM(Pin(settings.MOTOR_TACH), freq=1_000, duty_u16=0)
        self._tach_duty_ref = self._tach.duty_u16
        current = PWM(Pin(settings.MOTOR_CURRENT), freq=settings.MOTOR_CURRENT_HZ, duty_u16=0)
        self._current_ref = current.duty_u16
        self._turning = 0  # duty of the tach while it turns
        self._driven = 0  # duty of the current
        self._idle = 0

    def model(self, tach_hz, current, idle):
        """Pulses a second while driven (0: it is stuck); counts of the shunt, driven and not."""
        if tach_hz:
            self._tach.freq(tach_hz)
        self._turning = _HALF if tach_hz else 0
        self._driven = _level(current)
        self._idle = _level(idle)
        state = disable_irq()  # an edge in between would be overruled by what was before it
        self._follow()
        enable_irq(state)

    def enable(self, level):
        """The enable line of the board under test."""
        self.enabled = level
        if level:
            self._sensors.shaken()
        self._follow()

    def brake(self, level):
        """Its brake line."""
        self.braked = level
        self._follow()

    def _follow(self):
        if self.enabled and not self.braked:
            self._tach_duty_ref(self._turning)
            self._current_ref(self._driven)
        else:
            self._tach_duty_ref(0)
            self._current_ref(self._idle)


def _level(count):
    """Duty of the PWM that the converter reads as so many counts."""
    return (count * 65535 + COUNT_FULL // 2) // COUNT_FULL
