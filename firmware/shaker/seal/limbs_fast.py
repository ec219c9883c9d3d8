"""Bytes to limbs of 13 bits and back, and signed digits, in viper.

No branch and no address depends on what the bytes are, only on how many there are.
"""

import micropython


@micropython.viper
def unpack(words: ptr32, at: int, count: int, data: ptr8, start: int, size: int):
    """Write `size` little-endian bytes from `start` on as `count` limbs from word `at` on."""
    bits = 0
    filled = 0
    end = start + size
    i = 0
    while i < count:
        while filled < 13:
            if start < end:
                bits |= data[start] << filled
            start += 1
            filled += 8
        words[at + i] = bits & 0x1FFF
        bits >>= 13
        filled -= 13
        i += 1


@micropython.viper
def pack(words: ptr32, at: int, data: ptr8, start: int):
    """Write 20 limbs of at most 13 bits from word `at` on as 32 little-endian bytes."""
    bits = 0
    filled = 0
    i = 0
    while i < 32:
        if filled < 8:
            bits |= words[at] << filled
            at += 1
            filled += 13
        data[start + i] = bits & 0xFF
        bits >>= 8
        filled -= 8
        i += 1


@micropython.viper
def fe_freeze(words: ptr32, element: int):
    """Reduce an element below 2**255 - 19, its limbs to 13 bits."""
    o = ptr32(int(words) + element * 128)
    turns = 2
    while turns:
        carry = (o[19] >> 8) * 19
        o[19] = o[19] & 0xFF
        i = 0
        while i < 20:
            carry += o[i]
            o[i] = carry & 0x1FFF
            carry >>= 13
            i += 1
        turns -= 1
    # The value is below 2**255 now; adding 19 carries out of bit 255 exactly when it is p or more.
    carry = 19
    i = 0
    while i < 19:
        carry = (carry + o[i]) >> 13
        i += 1
    carry = ((carry + o[19]) >> 8) * 19
    i = 0
    while i < 20:
        carry += o[i]
        o[i] = carry & 0x1FFF
        carry >>= 13
        i += 1
    o[19] = o[19] & 0xFF


@micropython.viper
def signed_digits(digits: ptr8, data: ptr8):
    """Write a scalar below 2**253 as 64 digits of base 16 from -8 to 8, each plus 8."""
    carry = 0
    i = 0
    while i < 64:
        value = ((data[i >> 1] >> ((i & 1) << 2)) & 15) + carry
        carry = (value + 7) >> 4
        digits[i] = value - (carry << 4) + 8
        i += 1
