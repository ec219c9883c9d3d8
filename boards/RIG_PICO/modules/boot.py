"""Before anything else runs: the board under test has no supply."""

import wiring
from machine import Pin

Pin(wiring.SUPPLY_SWITCH, Pin.OUT, value=0)
