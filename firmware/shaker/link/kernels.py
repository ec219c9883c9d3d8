"""The one place that chooses: viper kernels on MicroPython, their plain twins on CPython."""

import micropython

if not hasattr(micropython, "heap_lock"):  # the stand-in on CPython has `const` alone
    from shaker.link.cobs_plain import find, stuff, unstuff
else:
    from shaker.link.cobs_fast import find, stuff, unstuff

__all__ = ("find", "stuff", "unstuff")
