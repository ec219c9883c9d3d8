"""One end of an SPI bus in mode 3 as a slave, by two state machines of PIO.

Words of eight bits: what comes is pushed, what is in the FIFO goes out with the next word, zeros
if there is nothing. Clocks while the chip select is high are somebody else's. A second machine
watches the chip select and raises a flag when it falls, for a core that sleeps meanwhile.
"""
# The assembler gives these names their meaning when the decorator runs.
# ruff: noqa: F821
# mypy: disable-error-code="name-defined, call-overload, no-untyped-def"

import rp2
from machine import Pin

_WATCHER = 2  # the first machine of the watchers


def program(sck):
    """The program for a clock on the pin `sck`; the chip select is the machine's jump pin."""

    @rp2.asm_pio(
        out_init=rp2.PIO.OUT_LOW,
        in_shiftdir=rp2.PIO.SHIFT_LEFT,
        out_shiftdir=rp2.PIO.SHIFT_LEFT,
    )
    def slave():
        label("word")
        wait(1, gpio, sck)
        wait(0, gpio, sck)  # the first clock of a word falls
        jmp(pin, "word")
        pull(noblock)
        set(y, 7)
        label("bit")
        out(pins, 1)
        wait(1, gpio, sck)
        in_(pins, 1)
        jmp(y_dec, "next")
        push(noblock)
        jmp("word")
        label("next")
        wait(0, gpio, sck)
        jmp("bit")

    return slave


def make(machine_index, slave, mosi, miso, select):
    """A running machine; all slaves of a bus may share the pin `miso`."""
    for gpio in (mosi, select):
        Pin(gpio, Pin.IN)
    machine = rp2.StateMachine(
        machine_index, slave, in_base=Pin(mosi), out_base=Pin(miso), jmp_pin=Pin(select)
    )
    machine.active(1)
    return machine


def watch(flag, select):
    """A machine that raises a flag of the PIO whenever the chip select falls."""

    @rp2.asm_pio()
    def watcher():
        wait(0, gpio, select)
        irq(flag)
        wait(1, gpio, select)

    machine = rp2.StateMachine(_WATCHER + flag, watcher)
    machine.active(1)
    return machine
