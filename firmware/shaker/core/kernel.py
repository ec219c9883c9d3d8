"""Pick the kernels for this interpreter: viper twins on MicroPython, the plain ones elsewhere."""

import sys

if sys.implementation.name == "micropython":
    from shaker.core.settle_fast import resolve, settle_seats
else:
    from shaker.core.settle import resolve, settle_seats

__all__ = ("resolve", "settle_seats")
