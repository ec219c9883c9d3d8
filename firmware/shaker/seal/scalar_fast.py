"""Arithmetic modulo the order of the base point in viper, limbs of 13 bits, constant time.

Words: 0..39 a wide number, 40..59 and 60..79 two factors, 80..99 the order L, 100..119 the number
2**8 (L - 2**252), which is -(2**260) modulo L.
"""

import micropython


@micropython.viper
def sc_mul_add(w: ptr32, x: int):
    """Add the product of the two factors to the wide number, whose upper half is 0 before."""
    i = 0
    while i < 20:
        x = w[40 + i]
        carry = 0
        j = 0
        while j < 20:
            carry += w[i + j] + x * w[60 + j]
            w[i + j] = carry & 0x1FFF
            carry >>= 13
            j += 1
        w[i + 20] = carry
        i += 1


@micropython.viper
def sc_reduce(w: ptr32, x: int):
    """Reduce the wide number modulo L into words 0..19; the first factor is lost."""
    turns = 3
    while turns:
        # The part above 2**260 folds down: 520, 393, 266, then about 260 bits, signed.
        i = 0
        while i < 20:
            w[40 + i] = w[20 + i]
            w[20 + i] = 0
            i += 1
        i = 0
        while i < 20:
            x = w[40 + i]
            j = 0
            while j < 11:
                w[i + j] = w[i + j] - x * w[100 + j]
                j += 1
            i += 1
        x = 0
        i = 0
        while i < 39:
            x += w[i]
            w[i] = x & 0x1FFF
            x >>= 13
            i += 1
        w[39] = w[39] + x
        turns -= 1
    # Less than one multiple of 2**260 is left over or missing: take floor(value / 2**252) orders
    # off, which leaves less than L, and add one order if that went below 0.
    top = w[39] | w[20]
    x = (top << 8) + (w[19] >> 5)
    turns = 2
    while turns:
        carry = 0
        i = 0
        while i < 20:
            carry += w[i] - x * w[80 + i]
            w[i] = carry & 0x1FFF
            carry >>= 13
            i += 1
        x = carry + top
        turns -= 1
