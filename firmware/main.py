"""The image starts here. A product never comes back from it; a bench kit ends at its prompt."""

import sys

import machine
import wiring

import micropython

if wiring.KIND == "product":
    micropython.kbd_intr(-1)  # a Ctrl-C on USB is a byte like any other
else:
    import pushed

    pushed.load()  # sources of a developer, in place of frozen ones

try:
    from shaker.app.passport import Passport

    passport = Passport()  # measures while the rest is imported

    from shaker.app import start

    start.run(passport)
except Exception as error:
    sys.print_exception(error)
    while wiring.KIND == "product":  # no prompt to fall to: say why, and stand still
        machine.idle()
