"""The one place that chooses: the viper kernel on MicroPython, its plain twin on CPython."""

import micropython

if not hasattr(micropython, "heap_lock"):  # the stand-in on CPython has `const` alone
    from shaker.dice.motor_plain import tick
else:
    from shaker.dice.motor_fast import tick

__all__ = ("tick",)
