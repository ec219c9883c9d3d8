"""The one place that chooses: viper kernels on MicroPython, their plain twins on CPython."""

import micropython

if not hasattr(micropython, "heap_lock"):  # the stand-in on CPython has `const` alone
    from shaker.dice.frames_plain import brighter, changed, dead_rows, distance, take, widen
else:
    from shaker.dice.frames_fast import brighter, changed, dead_rows, distance, take, widen

__all__ = ("brighter", "changed", "dead_rows", "distance", "take", "widen")
