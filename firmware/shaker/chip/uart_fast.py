"""Registers of UART0 and of its two DMA channels, in viper: an address from 2**30 up is an object.

Viper, and no plain twin: off the chip there is nothing that this could be the same as. Offsets are
in words. RP2040 datasheet: DMA 2.5.7, UART 4.2.8.
"""

import micropython


@micropython.viper
def dma_left(channel: int) -> int:
    """TRANS_COUNT: what the channel still has to move."""
    return int(ptr32(0x50000000)[(channel << 4) + 2])


@micropython.viper
def received(channel: int) -> int:
    """Bytes received, modulo 2**29: the channel counts down from there, again and again."""
    return (0 - int(ptr32(0x50000000)[(channel << 4) + 2])) & 0x1FFFFFFF


@micropython.viper
def dma_start(channel: int, count: int):
    """AL1_TRANS_COUNT_TRIG: move so many more, from where it stopped."""
    ptr32(0x50000000)[(channel << 4) + 7] = count


@micropython.viper
def dma_is_busy(channel: int) -> int:
    """Bit 24 of CTRL_TRIG."""
    return (int(ptr32(0x50000000)[(channel << 4) + 3]) >> 24) & 1


@micropython.viper
def dma_abort(mask: int):
    """CHAN_ABORT, and wait until they have stopped."""
    ptr32(0x50000000)[0x111] = mask
    while int(ptr32(0x50000000)[0x111]) & mask:
        pass


@micropython.viper
def uart_use_dma():
    """No interrupt of UART0, both directions by DMA: IMSC, ICR, DMACR."""
    ptr32(0x40034000)[14] = 0
    ptr32(0x40034000)[17] = 0x7FF
    ptr32(0x40034000)[18] = 3


@micropython.viper
def uart_is_sending() -> int:
    """BUSY of the flag register."""
    return (int(ptr32(0x40034000)[6]) >> 3) & 1


@micropython.viper
def uart_divisor() -> int:
    """IBRD and FBRD: sixteenths of a bit in 64ths of a clock."""
    return (int(ptr32(0x40034000)[9]) << 6) | int(ptr32(0x40034000)[10])


@micropython.viper
def uart_set_divisor(divisor: int, pause_us: int):
    """The same set; it counts from the next write of LCR_H on.

    A PL011 that is on, or in the middle of a character, must not be given any of the three: it is
    off meanwhile, and the pause lets what is under way come to its end, as in the SDK.
    """
    uart = ptr32(0x40034000)
    timer = ptr32(0x40054028)  # TIMERAWL
    control = uart[12]
    uart[12] = int(control) & 0xFCFE  # without UARTEN, TXE and RXE
    start = int(timer[0])
    while int(timer[0]) - start < pause_us:
        pass
    uart[9] = divisor >> 6
    uart[10] = divisor & 63
    uart[11] = uart[11]
    uart[12] = control


@micropython.viper
def ring_into(buf: ptr8, ring: ptr8, tail: int, mask: int, size: int):
    """Copy out of a ring of `mask` + 1 bytes."""
    i = 0
    while i < size:
        buf[i] = ring[(tail + i) & mask]
        i += 1


@micropython.viper
def into_ring(ring: ptr8, head: int, source: ptr8, at: int, size: int):
    """Copy into the ring of 2048 bytes that is sent from."""
    i = 0
    while i < size:
        ring[(head + i) & 0x7FF] = source[at + i]
        i += 1
