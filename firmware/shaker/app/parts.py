"""From the wiring to the parts of the shaker: every pin, bus and converter is made here, once."""

import time

from machine import ADC, PWM, SPI, Pin

from shaker.chip.motor_cutoff import MotorCutoff
from shaker.dice.motor import Motor
from shaker.dice.sensor import Light, OpticalSensor
from shaker.dice.shaker import Shaker
from shaker.dice.switches import Switches


def make_motor(wiring):
    """The motor with its hardware limit. It is off."""
    cutoff = MotorCutoff(wiring.MOTOR_ENABLE, wiring.MOTOR_ON_MS_MAX)
    pwm = PWM(Pin(wiring.MOTOR_PWM), freq=wiring.MOTOR_PWM_HZ, duty_u16=0)
    brake = Pin(wiring.MOTOR_BRAKE, Pin.OUT, value=0)
    tach = Pin(wiring.MOTOR_TACH, Pin.IN, Pin.PULL_UP)
    return Motor(pwm, brake, cutoff, tach, ADC(Pin(wiring.MOTOR_CURRENT)), wiring, time)


def make_sensors(wiring):
    """Left and right on one bus; both are tried, and `error` says what came of it."""
    spi = SPI(
        wiring.OPTICS_SPI,
        wiring.OPTICS_BAUD,
        polarity=1,
        phase=1,
        sck=Pin(wiring.OPTICS_SCK),
        mosi=Pin(wiring.OPTICS_MOSI),
        miso=Pin(wiring.OPTICS_MISO),
    )
    selects = [
        Pin(gpio, Pin.OUT, value=1)
        for gpio in (wiring.OPTICS_SELECT_LEFT, wiring.OPTICS_SELECT_RIGHT)
    ]
    width, height = wiring.OPTICS_FRAME_WIDTH, wiring.OPTICS_FRAME_HEIGHT
    sensors = tuple([OpticalSensor(spi, select, width, height, time) for select in selects])
    for sensor in sensors:
        sensor.start()
    return sensors


def make_light(wiring):
    """The ring light, off."""
    pwm = PWM(Pin(wiring.OPTICS_LIGHT), freq=wiring.OPTICS_LIGHT_HZ, duty_u16=0)
    return Light(pwm, wiring.OPTICS_LIGHT_DUTY_PERMILLE)


def make_switches(wiring):
    """Lid, doors and tilt."""
    gpios = (
        wiring.SWITCHES_LID,
        wiring.SWITCHES_CABINET_DOOR,
        wiring.SWITCHES_LOGIC_DOOR,
        wiring.SWITCHES_TILT,
    )
    pins = [Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in gpios]
    return Switches(pins, wiring.SWITCHES_DEBOUNCE_MS, time)


def make_shaker(wiring, reader):
    """All of it."""
    return Shaker(
        make_motor(wiring),
        make_sensors(wiring),
        make_light(wiring),
        reader,
        make_switches(wiring),
        wiring,
        time,
    )
