"""What CPython needs to import the firmware's plain modules: MicroPython's own module does the rest.

Only here for CPython. MicroPython has `micropython` built in and never looks at this file.
"""


def const(value):
    """Return the value: the compiler of MicroPython folds it instead."""
    return value
