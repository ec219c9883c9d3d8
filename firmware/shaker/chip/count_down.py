"""The program of the motor's state machine, in the words of MicroPython's PIO assembler.

The first word from the FIFO is a number of milliseconds, less one. The pin is high for as long,
and an interrupt is raised at the beginning of each.
"""
# The assembler gives these names their meaning when the decorator runs.
# ruff: noqa: F821
# mypy: disable-error-code="name-defined, call-overload"

import rp2

from micropython import const

HZ = const(20000)  # twenty clocks a millisecond: 1 + 18 of the interrupt, 1 of the jump


@rp2.asm_pio(set_init=rp2.PIO.OUT_LOW)
def count_down():
    pull(block)
    mov(x, osr)
    set(pins, 1)
    label("millisecond")
    irq(rel(0))[18]
    jmp(x_dec, "millisecond")
    set(pins, 0)
