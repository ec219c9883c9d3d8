"""Before anything else runs: every output that moves something is off."""

import wiring
from machine import Pin

Pin(wiring.MOTOR_ENABLE, Pin.OUT, value=0)
Pin(wiring.MOTOR_PWM, Pin.OUT, value=0)
Pin(wiring.MOTOR_BRAKE, Pin.OUT, value=0)
