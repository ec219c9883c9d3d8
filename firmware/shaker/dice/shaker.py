"""One shake from start to two faces, or to the reason why there are none.

The loop calls `step()`; nothing here waits. The motor's profile runs by itself (`motor.py`); in
the meantime the sensors are watched, left and right in turn: the picture must change while the
dice tumble and go dark once, at a time nobody can foretell, when the light does. Then the dice
must come to rest, and several frames of each must say the same.
"""

from micropython import const
from shaker.dice import reasons
from shaker.dice.chamber import Chamber
from shaker.dice.evidence import Evidence, needs_person
from shaker.dice.sensor import BUSY, OK
from shaker.dice.states import (
    BRAKE,
    DONE,
    FAULT,
    IDLE,
    NO_ROLL,
    READING,
    SETTLING,
    SOFT_STOP,
    SPIN_UP,
    TUMBLE,
)
from shaker.dice.trace import Trace

_PAIR_MS = const(90)  # from one pair of frames to the next while tumbling
_LIGHT_US = const(1500)  # from switching the light to a frame that shows it
_DARK_FIRST = const(2)  # the earliest pair that may be the dark one
_DARK_SPREAD = const(4)

# What the camera is about.
_CAMERA_OFF = const(0)
_CAMERA_LIGHT = const(1)  # waits for the light
_CAMERA_BUSY = const(2)


class Shaker:
    """Two chambers over one motor. Sensors, light and switches are passed in, set up.

    `sensors` are the left one (die A) and the right one (die B). `settings` is the board's
    wiring, `clock` has `ticks_ms`, `ticks_us` and `ticks_diff`.
    """

    def __init__(self, motor, sensors, light, reader, switches, settings, clock):
        assert len(sensors) == 2
        self.motor = motor
        self.switches = switches
        self.light = light
        self.chambers = (Chamber(sensors[0]), Chamber(sensors[1]))
        self.evidence = Evidence()
        self.trace = Trace()
        self.golden = None  # the floors of the empty chambers, once this unit is calibrated
        self.state = IDLE
        self._reader = reader
        self._ticks_ms = clock.ticks_ms
        self._ticks_us = clock.ticks_us
        self._ticks_diff = clock.ticks_diff
        self._settle_ms_max = settings.OPTICS_SETTLE_MS_MAX
        self._work_mj_min = settings.MOTOR_WORK_MJ_MIN
        self._tach_count_min = settings.MOTOR_TACH_COUNT_MIN
        self._end_state = IDLE  # where a refused shake goes once the motor is off
        self._camera = _CAMERA_OFF
        self._camera_us = 0
        self._side = 0
        self._dark = False  # the frames that are being taken are the dark ones
        self._pair_index = 0
        self._pair_ms = 0
        self._dark_index = 0
        self._rest_ms = 0
        self._lid_count = 0
        self._tilt_count = 0
        self._door_count = 0
        self._start_ms = 0
        self._thrown = False  # the motor drove this shake; otherwise the dice are read as they lie
        switches.lid.on_open(motor.trip_isr_ref, reasons.LID_OPEN)
        switches.tilt.on_open(motor.trip_isr_ref, reasons.TILT)

    @property
    def is_busy(self):
        """Is a shake or a reading under way?"""
        return self.state != IDLE and self.state < DONE

    # -- commands ------------------------------------------------------------------------------

    def start(self, random_word):
        """Shake and read. The word (0 up to 2^30) draws the tumble time and the dark frame."""
        assert self.state == IDLE or self.state >= DONE
        self._begin()
        self._thrown = True
        self._dark_index = _DARK_FIRST + random_word // 1024 % _DARK_SPREAD
        reason = self._not_ready()
        if reason:
            return self._refuse(reason)
        self.trace.begin()
        self._start_ms = self._ticks_ms()
        self.motor.start(random_word)
        self.state = self.motor.phase
        reason = self._opening()  # after the look at the switches, before there was drive to trip
        return self._refuse(reason) if reason else self.state

    def read_where_they_lie(self):
        """Read dice that came to rest before, without moving them."""
        assert self.state == IDLE or self.state >= DONE
        self._begin()
        self._thrown = False
        self._dark_index = 0
        reason = self._not_ready()
        if reason:
            return self._refuse(reason)
        self._begin_settling()
        return self.state

    def read_at_rest(self, is_disturbed):
        """Read the dice of the last shake, unless something was opened since, here or before."""
        if is_disturbed or self._opening():
            self._begin()
            self._thrown = False
            return self._refuse(reasons.DISTURBED)
        return self.read_where_they_lie()

    def stop(self):
        """Call it off: the motor brakes, and there is no roll."""
        if self.state != IDLE and self.state < DONE and not self._end_state:
            self._refuse(reasons.STOPPED)

    def step(self):
        """Go on. Returns the state; DONE, NO_ROLL and FAULT are the ends."""
        self.switches.step()
        if self.state == IDLE or self.state >= DONE:
            self.motor.watch()
            return self.state
        if self.motor.is_on:
            ms = self._ticks_diff(self._ticks_ms(), self._start_ms)
            self.trace.see(ms, self.motor.current_ma, self.motor.tach_count)
        if self._end_state:
            self._step_end()
            return self.state
        reason = self._disturbance()
        if reason:
            return self._refuse(reason)
        if self.state <= BRAKE:
            self._step_motor()
        elif self.state == SETTLING:
            self._step_settling()
        else:
            self._step_reading()
        return self.state

    # -- parts of a shake ----------------------------------------------------------------------

    def _begin(self):
        self.evidence.clear()
        for chamber in self.chambers:
            chamber.begin()
        self._end_state = IDLE
        self._camera = _CAMERA_OFF
        self._dark = False
        self._side = 0
        self._pair_index = 0
        self._pair_ms = self._ticks_ms()
        self._lid_count = self.switches.lid.opened_count
        self._tilt_count = self.switches.tilt.opened_count
        self.light.on()

    def _not_ready(self):
        """What stands in the way of a shake or a reading."""
        if self.switches.lid.reads_open:
            return reasons.LID_OPEN
        if self.switches.tilt.reads_open:
            return reasons.TILT
        for index in (0, 1):
            sensor = self.chambers[index].sensor
            if (sensor.error != OK or sensor.identify() != OK) and sensor.start() != OK:
                self.evidence.chamber = index + 1
                return reasons.SENSOR_FAULT
        return reasons.NONE

    def _disturbance(self):
        """Motor, lid, tilt and door, as they were since the start."""
        return self.motor.watch() or self._opening()

    def _opening(self):
        switches = self.switches
        resting = self.state > BRAKE
        if switches.lid.opened_count != self._lid_count:
            return reasons.DISTURBED if resting else reasons.LID_OPEN
        if switches.tilt.opened_count != self._tilt_count:
            return reasons.DISTURBED if resting else reasons.TILT
        if resting and switches.cabinet_door.opened_count != self._door_count:
            return reasons.DISTURBED
        return reasons.NONE

    def _step_motor(self):
        phase = self.motor.phase
        if phase == TUMBLE or self._camera != _CAMERA_OFF:
            self._watch_tumble()
        if phase != IDLE:
            if self.state < BRAKE:
                self.state = phase
        elif self.state <= BRAKE and self._camera == _CAMERA_OFF:
            reason = self._effort()
            if reason == reasons.NONE:
                reason = self._honesty()
            if reason:
                self._refuse(reason)
            else:
                self._begin_settling()

    def _watch_tumble(self):
        """Pairs of frames, one of them dark."""
        if self._camera == _CAMERA_OFF:
            if self._ticks_diff(self._ticks_ms(), self._pair_ms) < _PAIR_MS:
                return
            self._pair_ms = self._ticks_ms()
            self._begin_pair(self._pair_index == self._dark_index)
            self._pair_index += 1
        code = self._step_camera()
        if code == BUSY:
            return
        if code != OK:
            self._refuse_chamber(reasons.SENSOR_FAULT)
            return
        chamber = self.chambers[self._side]
        if self._dark:
            if chamber.see_dark():
                self._refuse_chamber(reasons.SENSOR_FAULT)
                return
        else:
            chamber.see_tumble()
        self._next_side()

    def _effort(self):
        """Was it a shake at all?"""
        motor = self.motor
        if motor.work_mj < self._work_mj_min or motor.tach_count < self._tach_count_min:
            return reasons.NO_EFFORT
        return reasons.NONE

    def _honesty(self):
        """Did both sensors show the tumbling, each of its own chamber?"""
        for index in (0, 1):
            reason = self.chambers[index].tumble_verdict(self._reader)
            if reason:
                self.evidence.chamber = index + 1
                return reason
        return reasons.SENSOR_SWAPPED if self._swapped() else reasons.NONE

    def _swapped(self):
        """Does each sensor show the other one's chamber?"""
        if self.golden is None:
            return False
        left, right = self.chambers
        return self.golden.swapped(left.floor_buf, right.floor_buf)

    def _begin_settling(self):
        self.state = SETTLING
        self._rest_ms = self._ticks_ms()
        self._door_count = self.switches.cabinet_door.opened_count
        self.light.on()
        for chamber in self.chambers:
            chamber.begin_settling()
        self._begin_pair(not self._thrown)

    def _step_settling(self):
        code = self._step_camera()
        if code == BUSY:
            return
        if code != OK:
            self._refuse_chamber(reasons.SENSOR_FAULT)
            return
        chamber = self.chambers[self._side]
        ms = self._ticks_diff(self._ticks_ms(), self._rest_ms)
        if self._dark:
            if chamber.see_dark():
                self._refuse_chamber(reasons.SENSOR_FAULT)
                return
        else:
            chamber.see_settling(ms)
        if self._next_side():
            return
        left, right = self.chambers
        if left.at_rest and right.at_rest:
            self.evidence.settle_ms = max(left.still_ms, right.still_ms)
            self.state = READING
        elif ms > self._settle_ms_max:
            self._refuse(reasons.NOT_SETTLED)
            return
        self._begin_pair(False)

    def _step_reading(self):
        code = self._step_camera()
        if code == BUSY:
            return
        if code != OK:
            self._refuse_chamber(reasons.SENSOR_FAULT)
            return
        chamber = self.chambers[self._side]
        if not chamber.is_read:
            chamber.see_reading(self._reader)
            if chamber.reason:
                self._refuse_chamber(chamber.reason)
                return
        if self._next_side():
            return
        if self.chambers[0].is_read and self.chambers[1].is_read:
            self._finish()
        else:
            self._begin_pair(False)

    # -- the camera: left, then right ----------------------------------------------------------

    def _begin_pair(self, dark):
        self._side = 0
        self._dark = dark
        if dark:
            self.light.off()
        elif not self.light.is_on:
            self.light.on()
        else:
            self._begin_frame()
            return
        self._camera_us = self._ticks_us()
        self._camera = _CAMERA_LIGHT

    def _begin_frame(self):
        self._camera = _CAMERA_BUSY
        self.chambers[self._side].sensor.begin()

    def _step_camera(self):
        if self._camera == _CAMERA_LIGHT:
            if self._ticks_diff(self._ticks_us(), self._camera_us) < _LIGHT_US:
                return BUSY
            self._begin_frame()
            return BUSY
        return self.chambers[self._side].sensor.step()

    def _next_side(self):
        """Go on to the right chamber. False: it was the right one, the pair is complete."""
        if self._side == 0:
            self._side = 1
            self._begin_frame()
            return True
        self._camera = _CAMERA_OFF
        if self._dark:
            self.light.on()
        return False

    # -- ends ----------------------------------------------------------------------------------

    def _finish(self):
        left, right = self.chambers
        evidence = self.evidence
        evidence.face_a = left.face
        evidence.face_b = right.face
        evidence.margin_a = left.margin
        evidence.margin_b = right.margin
        evidence.frame_count = left.agree_count + right.agree_count
        self.gather()
        self.light.off()
        self.state = DONE

    def _refuse_chamber(self, reason):
        self.evidence.chamber = self._side + 1
        self._refuse(reason)

    def _refuse(self, reason):
        """No faces. The state tells of it once the motor is off."""
        self.evidence.reason = reason
        self._camera = _CAMERA_OFF
        self.chambers[self._side].sensor.give_up()
        self.light.off()
        self._end_state = FAULT if needs_person(reason) else NO_ROLL
        if self.motor.phase != IDLE:
            self.motor.stop(reason)
        self._step_end()
        return self.state

    def _step_end(self):
        self.motor.watch()
        if self.motor.phase == IDLE:
            self.gather()
            self.state = self._end_state
            self._end_state = IDLE
        elif self.state < BRAKE:
            self.state = self.motor.phase

    def gather(self):
        """What the motor did, into the evidence."""
        if not self._thrown:
            return
        evidence = self.evidence
        motor = self.motor
        evidence.spin_up_ms = motor.driven_ms(SPIN_UP)
        evidence.tumble_ms = motor.driven_ms(TUMBLE)
        evidence.soft_stop_ms = motor.driven_ms(SOFT_STOP)
        evidence.brake_ms = motor.driven_ms(BRAKE)
        evidence.tach_count = motor.tach_count
        evidence.motor_work_mj = motor.work_mj
