"""A pin's rising edge as an interrupt of core 0: off and on again, without heap.

Viper, as `Pin.irq` would make the interrupt anew; there is no plain twin, because there is
nothing but register access in it.
"""
# mypy: disable-error-code="name-defined"


@micropython.viper
def disarm(gpio: int):
    clear = ptr32(0x40017100)  # INTE of processor 0, the alias that clears bits
    clear[gpio >> 3] = 8 << 4 * (gpio & 7)


@micropython.viper
def arm(gpio: int):
    status = ptr32(0x400140F0)  # an edge of before does not count
    status[gpio >> 3] = 8 << 4 * (gpio & 7)
    enable = ptr32(0x40016100)  # the alias that sets bits
    enable[gpio >> 3] = 8 << 4 * (gpio & 7)
