"""Raw samples of the RP2040's ring oscillator, for `entropy.EntropySource`.

RANDOMBIT gives the state of the oscillator (RP2040 datasheet, 2.17); it runs at about 6.5 MHz
from its own delay line, without relation to the crystal. The wait between two samples, about 2 us,
is several of its periods. No twin: what it reads is hardware. The app passes it in.
"""

import micropython


@micropython.viper
def sample_into(buf: ptr8, size: int):
    """Fill a buffer with samples, one 0 or 1 a byte."""
    randombit = ptr32(0x4006001C)
    i = 0
    while i < size:
        wait = 16
        while wait:
            wait -= 1
        buf[i] = randombit[0] & 1
        i += 1
