"""The image starts here. A product never comes back from it; a bench kit ends at its prompt."""

import wiring

import micropython

if wiring.KIND == "product":
    micropython.kbd_intr(-1)  # a Ctrl-C on USB is a byte like any other

from shaker.app import start

start.run()
