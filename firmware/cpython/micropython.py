"""What CPython needs to import the firmware's plain modules.

Only here for CPython. MicroPython has `micropython` built in and never looks at this file.
"""


def const(value: int) -> int:
    """Return the value: the compiler of MicroPython folds it instead."""
    return value
