"""The rig starts here, and never comes back."""

import sys

import machine

import micropython

micropython.kbd_intr(-1)  # a Ctrl-C on USB is a byte like any other
micropython.alloc_emergency_exception_buf(100)

try:
    from rig import start

    start.run()
except Exception as error:
    sys.print_exception(error)
    while True:  # no prompt to fall to: say why, and stand still
        machine.idle()
