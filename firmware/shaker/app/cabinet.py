"""The cabinet's parts out of the board's wiring: motor, sensors, light, switches, one shaker."""

import time

import wiring
from machine import ADC, PWM, SPI, Pin

from shaker.chip.motor_cutoff import MotorCutoff
from shaker.dice.motor import Motor
from shaker.dice.reader import Reader
from shaker.dice.sensor import Light, OpticalSensor
from shaker.dice.shaker import Shaker
from shaker.dice.switches import Switches


def make_shaker():
    """Everything that the dice need, set up and standing still."""
    motor = Motor(
        PWM(Pin(wiring.MOTOR_PWM), freq=wiring.MOTOR_PWM_HZ, duty_u16=0),
        Pin(wiring.MOTOR_BRAKE, Pin.OUT, value=0),
        MotorCutoff(wiring.MOTOR_ENABLE, wiring.MOTOR_ON_MS_MAX),
        Pin(wiring.MOTOR_TACH, Pin.IN, Pin.PULL_UP),
        ADC(Pin(wiring.MOTOR_CURRENT)),
        wiring,
        time,
    )
    spi = SPI(
        wiring.OPTICS_SPI,
        baudrate=wiring.OPTICS_BAUD,
        polarity=1,
        phase=1,
        sck=Pin(wiring.OPTICS_SCK),
        mosi=Pin(wiring.OPTICS_MOSI),
        miso=Pin(wiring.OPTICS_MISO),
    )
    sensors = []
    for select in (wiring.OPTICS_SELECT_LEFT, wiring.OPTICS_SELECT_RIGHT):
        pin = Pin(select, Pin.OUT, value=1)
        width, height = wiring.OPTICS_FRAME_WIDTH, wiring.OPTICS_FRAME_HEIGHT
        sensors.append(OpticalSensor(spi, pin, width, height, time))
    light = PWM(Pin(wiring.OPTICS_LIGHT), freq=wiring.OPTICS_LIGHT_HZ, duty_u16=0)
    pins = (
        wiring.SWITCHES_LID,
        wiring.SWITCHES_CABINET_DOOR,
        wiring.SWITCHES_LOGIC_DOOR,
        wiring.SWITCHES_TILT,
    )
    switches = Switches(
        [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in pins], wiring.SWITCHES_DEBOUNCE_MS, time
    )
    reader = Reader(wiring.OPTICS_FRAME_WIDTH, wiring.OPTICS_FRAME_HEIGHT)
    return Shaker(
        motor,
        sensors,
        Light(light, wiring.OPTICS_LIGHT_DUTY_PERMILLE),
        reader,
        switches,
        wiring,
        time,
    )
