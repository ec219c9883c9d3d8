"""The shaker's motor: a profile in four phases, watched, in a hard interrupt every millisecond.

Spin-up, tumble (with a random part), a ramp down, brake. The interrupt comes from the machine that
holds the enable pin (`chip/motor_cutoff.py`), so the profile does not wait for the program's loop,
and stops for good when the hardware limit cuts the pin. It must not allocate: an exception in it
ends the ticks, and `watch()` then switches off.

Times are milliseconds since the start, duty is per mille of full, current is milliampere; the work
is voltage times duty times current, added up.
"""

from array import array

from micropython import const
from shaker.dice import reasons
from shaker.dice.motor_kernel import tick
from shaker.dice.motor_numbers import (
    ACT_DUTY,
    ACT_NEXT,
    COUNT,
    CURRENT_MA,
    DUTY,
    END_MS,
    LAST_MS,
    NOTHING,
    OPEN_MA,
    OVER_COUNT,
    OVER_MA,
    PEAK_MA,
    PHASE,
    RAMP_DUTY,
    RAMP_MS,
    STALL_MS,
    START_US,
    SUPPLY_MV,
    TACH,
    TACH_MS,
    TACH_SEEN,
    UA_PER_COUNT,
    WORK_MJ,
    WORK_UJ,
)
from shaker.dice.states import BRAKE, IDLE, SOFT_STOP, SPIN_UP

_CUTOFF_SLACK_MS = const(100)  # the hardware limit of a shake, beyond its planned end
_STALL_EARLY_MS = const(3)  # a stall is called this much before the limit, so as to keep it
_TICK_LATE_MS_MAX = const(25)  # without a tick for longer the profile is not running any more
_DUTY_FULL = const(65535)
_TACH_MAX = const(65535)


class Motor:
    """Runs one shake at a time. `phase` is IDLE, SPIN_UP, TUMBLE, SOFT_STOP or BRAKE.

    `pwm` and `brake` drive the half bridge, `cutoff` holds its enable line, `tach` is a pin with
    a pulse per part of a turn, `current` an ADC on the shunt that nobody else reads while the
    motor is on. `settings` is the board's wiring, `clock` has `ticks_us` and `ticks_diff`.
    """

    def __init__(self, pwm, brake, cutoff, tach, current, settings, clock):
        self._duty_u16 = pwm.duty_u16
        self._brake = brake
        self._cutoff = cutoff
        self._read_u16 = current.read_u16
        self._ticks_us = clock.ticks_us
        self._ticks_diff = clock.ticks_diff
        self._settings = settings
        self._tumble_duty = settings.MOTOR_TUMBLE_DUTY_PERMILLE
        self._tumble_ms = 0
        self._phase_ms = array("i", [0] * (BRAKE + 1))  # as driven
        self._phase_start_ms = 0
        self._stop_reason = reasons.NONE  # asked for by the program
        self.reason = reasons.NONE  # why it was stopped before its time
        n = array("i", [0] * COUNT)
        n[UA_PER_COUNT] = settings.MOTOR_SHUNT_UA_PER_COUNT
        n[SUPPLY_MV] = settings.MOTOR_SUPPLY_MV
        n[OVER_MA] = settings.MOTOR_CURRENT_MA_MAX
        n[OPEN_MA] = settings.MOTOR_CURRENT_MA_MIN
        n[STALL_MS] = settings.MOTOR_STALL_MS_MAX - _STALL_EARLY_MS
        n[RAMP_DUTY] = self._tumble_duty
        n[RAMP_MS] = max(1, settings.MOTOR_SOFT_STOP_MS)
        self._n = n
        self.trip_isr_ref = self.trip_isr
        self._rest()
        tach.irq(self._tach_isr, tach.IRQ_RISING, hard=True)
        cutoff.on_tick(self._tick_isr)

    # -- what a shake is or was ----------------------------------------------------------------

    @property
    def is_on(self):
        return self._n[PHASE] != IDLE

    @property
    def phase(self):
        return self._n[PHASE]

    @property
    def tach_count(self):
        """Pulses so far, as many as a record holds: the line may pick up those of the PWM."""
        return min(self._n[TACH], _TACH_MAX)

    @property
    def work_mj(self):
        return self._n[WORK_MJ]

    @property
    def current_ma(self):
        """At the last tick."""
        return self._n[CURRENT_MA]

    def read_current_ma(self):
        """The shunt's current at this instant, whether or not the motor runs."""
        return (self._read_u16() >> 4) * self._settings.MOTOR_SHUNT_UA_PER_COUNT // 1000

    def driven_ms(self, phase):
        """How long a phase was driven in the last shake."""
        return self._phase_ms[phase]

    @property
    def planned_ms(self):
        """From start to the end of the brake, if nothing stops it."""
        settings = self._settings
        ramp_and_brake = settings.MOTOR_SOFT_STOP_MS + settings.MOTOR_BRAKE_MS
        return settings.MOTOR_SPIN_UP_MS + self._tumble_ms + ramp_and_brake

    # -- the program's side --------------------------------------------------------------------

    def start(self, random_word):
        """Begin a shake. The random word (0 up to 2^30) draws how long it tumbles."""
        n = self._n
        settings = self._settings
        assert n[PHASE] == IDLE
        assert random_word >= 0
        spread = settings.MOTOR_TUMBLE_RANDOM_MS + 1
        self._tumble_ms = settings.MOTOR_TUMBLE_MS + random_word % spread
        for phase in range(BRAKE + 1):
            self._phase_ms[phase] = 0
        n[TACH] = n[TACH_SEEN] = n[TACH_MS] = n[PEAK_MA] = 0
        n[OVER_COUNT] = n[WORK_UJ] = n[WORK_MJ] = n[LAST_MS] = 0
        n[END_MS] = settings.MOTOR_SPIN_UP_MS
        self._phase_start_ms = 0
        self._stop_reason = reasons.NONE
        self.reason = reasons.NONE
        self._brake.value(0)
        self._set_duty(settings.MOTOR_SPIN_UP_DUTY_PERMILLE)
        n[START_US] = self._ticks_us()
        n[PHASE] = SPIN_UP
        self._cutoff.arm(self.planned_ms + _CUTOFF_SLACK_MS)

    def stop(self, reason=reasons.STOPPED):
        """Called off: brake from the next tick on, then off. No effect at rest."""
        self._stop_reason = reason

    def watch(self):
        """Call from the loop: sees that the profile still runs. Why it was stopped early, or 0."""
        n = self._n
        if n[PHASE] != IDLE and self._elapsed_ms() - n[LAST_MS] > _TICK_LATE_MS_MAX:
            self._off(reasons.MOTOR_TIMEOUT)
        return self.reason

    # -- interrupts ----------------------------------------------------------------------------

    def trip_isr(self, reason):
        """No more drive, now; the brake for its time, then off. For interrupts alone."""
        phase = self._n[PHASE]
        if phase == IDLE or self.reason:
            return
        self.reason = reason
        if phase != BRAKE:
            self._begin_brake(self._elapsed_ms())

    def _tach_isr(self, _pin):
        self._n[TACH] += 1

    def _tick_isr(self, _machine):
        n = self._n
        if n[PHASE] == IDLE:
            return
        code = tick(n, self._ticks_us(), self._read_u16() >> 4)
        if self._stop_reason:
            self.trip_isr(self._stop_reason)
            if code == ACT_DUTY:
                return
        if code == NOTHING:
            return
        if code == ACT_DUTY:
            self._set_duty(n[DUTY])
        elif code == ACT_NEXT:
            while n[PHASE] != IDLE and n[LAST_MS] >= n[END_MS]:
                self._next_phase(n[END_MS])
        else:
            self._off(code)

    def _next_phase(self, ms):
        n = self._n
        phase = n[PHASE]
        if phase == SOFT_STOP:
            self._begin_brake(ms)
        elif phase == BRAKE:
            self._leave(self._elapsed_ms())
            self._rest()
        else:
            self._leave(self._elapsed_ms())
            if phase == SPIN_UP:
                self._set_duty(self._tumble_duty)
                n[END_MS] = ms + self._tumble_ms
            else:
                n[END_MS] = ms + self._settings.MOTOR_SOFT_STOP_MS
            n[PHASE] = phase + 1

    def _begin_brake(self, ms):
        n = self._n
        self._set_duty(0)
        self._brake.value(1)
        self._leave(self._elapsed_ms())
        n[PHASE] = BRAKE
        n[END_MS] = ms + self._settings.MOTOR_BRAKE_MS

    def _leave(self, ms):
        """Write down how long the phase was."""
        self._phase_ms[self._n[PHASE]] = ms - self._phase_start_ms
        self._phase_start_ms = ms

    def _off(self, reason):
        """Everything off at once: what is driven may be broken."""
        if self._n[PHASE] != IDLE:
            self._leave(self._elapsed_ms())
        if not self.reason:
            self.reason = reason
        self._rest()

    def _rest(self):
        self._cutoff.drop()
        self._set_duty(0)
        self._brake.value(0)
        self._n[PHASE] = IDLE

    def _set_duty(self, permille):
        self._n[DUTY] = permille
        self._duty_u16(_DUTY_FULL * permille // 1000)

    def _elapsed_ms(self):
        """To the nearest, so that a tick that comes a little early or late is itself."""
        return (self._ticks_diff(self._ticks_us(), self._n[START_US]) + 500) // 1000
