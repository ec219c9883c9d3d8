"""Run on the unix port: whole shakes with stand-ins for the hardware, and nothing on the heap.

Prints a line per shake: state, reason, faces, tach pulses, work, bytes that it took. The stand-ins
must not allocate either: their clock is a number, and their sensor makes up its pixels.
"""

import micropython
from shaker.dice import reasons, states
from shaker.dice.motor import Motor
from shaker.dice.sensor import Light, OpticalSensor
from shaker.dice.shaker import Shaker
from shaker.dice.switches import Switches

SIZE = 30


class Settings:
    MOTOR_SPIN_UP_MS = 150
    MOTOR_SPIN_UP_DUTY_PERMILLE = 900
    MOTOR_TUMBLE_MS = 800
    MOTOR_TUMBLE_RANDOM_MS = 100
    MOTOR_TUMBLE_DUTY_PERMILLE = 700
    MOTOR_SOFT_STOP_MS = 100
    MOTOR_BRAKE_MS = 80
    MOTOR_STALL_MS_MAX = 100
    MOTOR_CURRENT_MA_MAX = 1500
    MOTOR_CURRENT_MA_MIN = 40
    MOTOR_SUPPLY_MV = 12000
    MOTOR_SHUNT_UA_PER_COUNT = 500
    MOTOR_WORK_MJ_MIN = 500
    MOTOR_TACH_COUNT_MIN = 50
    OPTICS_SETTLE_MS_MAX = 1500


class Clock:
    """Time passes when it is looked at."""

    def __init__(self):
        self.us = 1000

    def ticks_us(self):
        self.us += 9
        return self.us

    def ticks_ms(self):
        return self.ticks_us() // 1000

    def ticks_diff(self, one, other):
        return one - other

    def sleep_us(self, us):
        self.us += us


class Cutoff:
    """Ticks every millisecond while it is armed."""

    def __init__(self, clock):
        self.clock = clock
        self.handler = None
        self.left_ms = 0
        self.next_us = 0

    def on_tick(self, handler):
        self.handler = handler

    def arm(self, on_ms):
        self.left_ms = on_ms
        self.next_us = self.clock.us

    def drop(self):
        self.left_ms = 0

    def catch_up(self):
        while self.left_ms > 0 and self.next_us <= self.clock.us:
            self.left_ms -= 1
            self.next_us += 1000
            self.handler(None)


class Line:
    """A pin, a PWM, a converter."""

    IRQ_RISING = 1

    def __init__(self, level=0):
        self.level = level
        self.handler = None
        self.duty = 0
        self.reading = 0

    def value(self, *level):
        if level:
            self.level = level[0]
        return self.level

    def irq(self, handler, trigger, hard):
        self.handler = handler

    def duty_u16(self, duty):
        self.duty = duty

    def read_u16(self):
        return self.reading


class Pin(Line):
    """`value` without `*args`, which allocate."""

    def value(self, level=None):
        if level is not None:
            self.level = level
        return self.level


class Bus:
    """One sensor behind each select; pixels are a pattern that moves with `phase`."""

    def __init__(self, light):
        self.light = light
        self.register = 0
        self.phase = 0
        self.moving = True
        self.at = 0
        self.config = 0
        self.opens = None  # a switch that opens when the sensor is asked who it is

    def write(self, buf):
        self.register = buf[0]
        if buf[0] == 0x80 | 0x0B:
            self.config = buf[1]
        if buf[0] == 0x80 | 0x13 and self.moving:
            self.phase += 5
        self.at = 0

    def readinto(self, buf, _value):
        register = self.register
        if register == 0x40:
            lit = 20 + ((self.at + self.phase) % 37) if self.light.duty else 2
            # One pixel of noise that walks along, so that no row looks dead.
            noise = 1 if (self.at % SIZE) == (self.phase + self.at // SIZE) % SIZE else 0
            buf[0] = lit + noise | (0x40 if self.at == 0 else 0)
            self.at += 1
        elif register == 0:
            buf[0] = 0x17
            if self.opens is not None:
                self.opens.value(1)
                self.opens.handler(self.opens)
                self.opens = None
        elif register == 0x3F:
            buf[0] = 0xE8
        elif register == 0x0B:
            buf[0] = self.config
        else:
            buf[0] = 3


class Reader:
    face = 4
    margin = 100
    reason = 0

    def read(self, _frame_buf):
        return self.reason


class Bench:
    """A shaker, and the world round it."""

    def __init__(self):
        self.clock = Clock()
        self.cutoff = Cutoff(self.clock)
        self.pwm, self.brake, self.tach, self.current = Line(), Pin(), Pin(), Line()
        self.light_pwm = Line()
        self.bus = Bus(self.light_pwm)
        self.pins = [Pin() for _ in range(4)]
        clock = self.clock
        self.motor = Motor(
            self.pwm, self.brake, self.cutoff, self.tach, self.current, Settings, clock
        )
        self.sensors = [OpticalSensor(self.bus, Pin(), SIZE, SIZE, clock) for _ in range(2)]
        for sensor in self.sensors:
            assert sensor.start() == 0
        self.light = Light(self.light_pwm, 600)
        self.reader = Reader()
        self.switches = Switches(self.pins, 10, clock)
        self.shaker = Shaker(
            self.motor, self.sensors, self.light, self.reader, self.switches, Settings, clock
        )
        self.tach_us = 0
        self.tach_noise = 0  # pulses a step that nothing turns for
        self.busy_ms = 0  # between the start and the first step

    def be_busy(self):
        """The loop is elsewhere; the interrupts go on."""
        for _ in range(self.busy_ms):
            self.clock.us += 1000
            self.cutoff.catch_up()

    def pick_up(self):
        for _ in range(self.tach_noise):
            self.tach.handler(self.tach)

    def shake(self, word, amps=400, lid_ms=0):
        """One shake to its end. Allocates nothing."""
        start_us = self.clock.us
        self.shaker.start(word)
        self.be_busy()
        while True:
            state = self.shaker.step()
            if state >= states.DONE:
                return state
            self.clock.us += 300
            self.cutoff.catch_up()
            turning = self.motor.phase != states.IDLE
            self.bus.moving = turning
            self.current.reading = amps << 4 if turning and self.pwm.duty else 0
            if turning and amps and self.clock.us - self.tach_us > 8000:
                self.tach_us = self.clock.us
                self.tach.handler(self.tach)
            if turning:
                self.pick_up()
            if lid_ms and self.clock.us - start_us > lid_ms * 1000 and not self.pins[0].level:
                self.pins[0].level = 1
                self.pins[0].handler(self.pins[0])


def measured(name, bench, word, amps, lid_ms, reason):
    bench.reader.reason = reason
    bench.pins[0].level = 0
    before = micropython.mem_total()
    micropython.heap_lock()
    state = bench.shake(word, amps, lid_ms)
    micropython.heap_unlock()
    taken = micropython.mem_total() - before
    e = bench.shaker.evidence
    print(
        name,
        states.word(state),
        reasons.word(e.reason),
        e.face_a,
        e.face_b,
        e.tumble_ms,
        e.tach_count,
        e.motor_work_mj,
        e.spin_up_ms,
        taken,
    )


def main():
    bench = Bench()
    bench.shake(0)  # the first turn fills MicroPython's own caches
    measured("good", bench, 77, 400, 0, 0)
    measured("cocked", bench, 12, 400, 0, reasons.COCKED)
    measured("still", bench, 12, 0, 0, 0)
    measured("short", bench, 12, 4000, 0, 0)
    measured("lid", bench, 12, 400, 500, 0)
    measured("rested", bench, 12, 400, 1180, 0)
    bench.tach_noise = 20
    measured("noisy", bench, 77, 400, 0, 0)
    bench.tach_noise = 0
    bench.bus.opens, bench.busy_ms = bench.pins[0], 20
    measured("early", bench, 12, 400, 0, 0)


main()
