"""Pick the kernels for this interpreter: viper twins on MicroPython, the plain ones elsewhere."""

import sys

if sys.implementation.name == "micropython":
    from shaker.core.settle_fast import decide, pay, prepare, step
else:
    from shaker.core.settle import decide, pay, prepare, step

__all__ = ("decide", "pay", "prepare", "step")
