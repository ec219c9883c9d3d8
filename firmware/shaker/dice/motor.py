"""The shaker's motor: a profile in four phases, watched, in a hard interrupt every millisecond.

Spin-up, tumble (with a random part), a ramp down, brake. The interrupt comes from the machine that
holds the enable pin (`chip/motor_cutoff.py`), so the profile does not wait for the program's loop,
and stops for good when the hardware limit cuts the pin. It must not allocate: an exception in it
ends the ticks, and `watch()` then switches off.

Times are milliseconds since the start, duty is per mille of full, current is milliampere; the work
is voltage times duty times current, added up in microjoule.
"""

from micropython import const
from shaker.dice import reasons
from shaker.dice.states import BRAKE, IDLE, SOFT_STOP, SPIN_UP, TUMBLE

_CUTOFF_SLACK_MS = const(100)  # the hardware limit of a shake, beyond its planned end
_OVER_COUNT_MAX = const(3)  # readings in a row that make an over-current: 3 ms
_STALL_EARLY_MS = const(3)  # a stall is called this much before the limit, so as to keep it
_TICK_LATE_MS_MAX = const(25)  # without a tick the profile is not running any more
_DUTY_FULL = const(65535)


class Motor:
    """Runs one shake at a time. `phase` is IDLE, SPIN_UP, TUMBLE, SOFT_STOP or BRAKE.

    `pwm` and `brake` drive the half bridge, `cutoff` holds its enable line, `tach` is a pin with
    a pulse per part of a turn, `current` an ADC on the shunt. `settings` is the board's wiring,
    `clock` has `ticks_us`, `ticks_diff`.
    """

    def __init__(self, pwm, brake, cutoff, tach, current, settings, clock):
        self._duty_u16 = pwm.duty_u16
        self._brake = brake
        self._cutoff = cutoff
        self._read_u16 = current.read_u16
        self._ticks_us = clock.ticks_us
        self._ticks_diff = clock.ticks_diff
        self._settings = settings
        self._spin_up_ms = settings.MOTOR_SPIN_UP_MS
        self._soft_stop_ms = settings.MOTOR_SOFT_STOP_MS
        self._brake_ms = settings.MOTOR_BRAKE_MS
        self._spin_up_duty = settings.MOTOR_SPIN_UP_DUTY_PERMILLE
        self._tumble_duty = settings.MOTOR_TUMBLE_DUTY_PERMILLE
        self._ua_per_count = settings.MOTOR_SHUNT_UA_PER_COUNT
        self._supply_mv = settings.MOTOR_SUPPLY_MV
        self._over_ma = settings.MOTOR_CURRENT_MA_MAX
        self._open_ma = settings.MOTOR_CURRENT_MA_MIN
        self._stall_ms = settings.MOTOR_STALL_MS_MAX - _STALL_EARLY_MS
        self._tach_count = [0]
        self._phase_ms = [0] * (BRAKE + 1)  # as driven
        self.phase = IDLE
        self.reason = reasons.NONE  # why it was stopped before its time
        self.current_ma = 0
        self._tumble_ms = 0
        self._start_us = 0
        self._phase_start_ms = 0
        self._phase_end_ms = 0
        self._last_ms = 0
        self._tach_seen = 0
        self._tach_ms = 0
        self._peak_ma = 0
        self._over_count = 0
        self._duty = 0
        self._work_uj = 0  # what is over whole millijoule
        self._stop_reason = reasons.NONE
        self.work_mj = 0
        self.trip_isr_ref = self.trip_isr
        self._rest()
        tach.irq(self._tach_isr, tach.IRQ_RISING, hard=True)
        cutoff.on_tick(self._tick_isr)

    # -- what a shake was ----------------------------------------------------------------------

    @property
    def is_on(self):
        return self.phase != IDLE

    @property
    def tach_count(self):
        return self._tach_count[0]

    def driven_ms(self, phase):
        """How long a phase was driven in the last shake."""
        return self._phase_ms[phase]

    @property
    def planned_ms(self):
        """From start to the end of the brake, if nothing stops it."""
        return self._spin_up_ms + self._tumble_ms + self._soft_stop_ms + self._brake_ms

    # -- the program's side --------------------------------------------------------------------

    def start(self, random_word):
        """Begin a shake. The random word (0 up to 2^30) draws how long it tumbles."""
        assert self.phase == IDLE
        assert random_word >= 0
        settings = self._settings
        spread = settings.MOTOR_TUMBLE_RANDOM_MS + 1
        self._tumble_ms = settings.MOTOR_TUMBLE_MS + random_word % spread
        for phase in range(BRAKE + 1):
            self._phase_ms[phase] = 0
        self._tach_count[0] = 0
        self._tach_seen = 0
        self._tach_ms = 0
        self._peak_ma = 0
        self._over_count = 0
        self._work_uj = 0
        self.work_mj = 0
        self._stop_reason = reasons.NONE
        self._last_ms = 0
        self._phase_start_ms = 0
        self._phase_end_ms = self._spin_up_ms
        self.reason = reasons.NONE
        self._brake.value(0)
        self._set_duty(self._spin_up_duty)
        self._start_us = self._ticks_us()
        self.phase = SPIN_UP
        self._cutoff.arm(self.planned_ms + _CUTOFF_SLACK_MS)

    def stop(self, reason=reasons.STOPPED):
        """Called off: brake from the next tick on, then off. No effect at rest."""
        self._stop_reason = reason

    def watch(self):
        """Call from the loop: sees that the profile still runs. Why it was stopped early, or 0."""
        if self.phase != IDLE:
            late = self._elapsed_ms() - self._last_ms
            if late > _TICK_LATE_MS_MAX:
                self._off(reasons.MOTOR_TIMEOUT)
        return self.reason

    # -- interrupts ----------------------------------------------------------------------------

    def trip_isr(self, reason):
        """No more drive, now; the brake for its time, then off. For interrupts alone."""
        if self.phase == IDLE or self.reason:
            return
        self.reason = reason
        if self.phase != BRAKE:
            ms = self._elapsed_ms()
            self._phase_ms[self.phase] = ms - self._phase_start_ms
            self._begin_brake(ms)

    def _tach_isr(self, _pin):
        self._tach_count[0] += 1

    def _tick_isr(self, _machine):
        if self.phase == IDLE:
            return
        ms = self._elapsed_ms()
        self._measure(ms)
        self._last_ms = ms
        if self._stop_reason:
            self.trip_isr(self._stop_reason)
        if self.phase == IDLE:
            return
        while ms >= self._phase_end_ms:
            self._next_phase(ms)
            if self.phase == IDLE:
                return
        if self.phase == SOFT_STOP:
            left = self._phase_end_ms - ms
            self._set_duty(self._tumble_duty * left // self._soft_stop_ms)

    def _measure(self, ms):
        """Current, work, and the three things that must stop it."""
        ma = (self._read_u16() >> 4) * self._ua_per_count // 1000
        self.current_ma = ma
        power_mw = self._supply_mv * ma // 1000 * self._duty // 1000
        self._work_uj += power_mw * (ms - self._last_ms)
        self.work_mj += self._work_uj // 1000
        self._work_uj %= 1000
        if ma > self._over_ma:
            self._over_count += 1
            if self._over_count >= _OVER_COUNT_MAX:
                self._off(reasons.OVER_CURRENT)
                return
        else:
            self._over_count = 0
        count = self._tach_count[0]
        if count != self._tach_seen or self.phase > TUMBLE:
            self._tach_seen = count
            self._tach_ms = ms
            self._peak_ma = 0
            return
        self._peak_ma = max(self._peak_ma, ma)
        if ms - self._tach_ms >= self._stall_ms:
            open_line = self._peak_ma < self._open_ma
            self._off(reasons.MOTOR_OPEN if open_line else reasons.MOTOR_STALL)

    def _next_phase(self, ms):
        phase = self.phase
        self._phase_ms[phase] = ms - self._phase_start_ms
        if phase == SPIN_UP:
            self.phase = TUMBLE
            self._set_duty(self._tumble_duty)
            self._phase_end_ms += self._tumble_ms
        elif phase == TUMBLE:
            self.phase = SOFT_STOP
            self._phase_end_ms += self._soft_stop_ms
        elif phase == SOFT_STOP:
            self._begin_brake(self._phase_end_ms)
            return
        else:
            self._rest()
            return
        self._phase_start_ms = ms

    def _begin_brake(self, ms):
        self._set_duty(0)
        self._brake.value(1)
        self.phase = BRAKE
        self._phase_start_ms = ms
        self._phase_end_ms = ms + self._brake_ms

    def _off(self, reason):
        """Everything off at once: what is driven may be broken."""
        if self.phase != IDLE:
            self._phase_ms[self.phase] = self._elapsed_ms() - self._phase_start_ms
        if not self.reason:
            self.reason = reason
        self._rest()

    def _rest(self):
        self._cutoff.drop()
        self._set_duty(0)
        self._brake.value(0)
        self.phase = IDLE

    def _set_duty(self, permille):
        self._duty = permille
        self._duty_u16(_DUTY_FULL * permille // 1000)

    def _elapsed_ms(self):
        """To the nearest, so that a tick that comes a little early or late is itself."""
        return (self._ticks_diff(self._ticks_us(), self._start_us) + 500) // 1000
