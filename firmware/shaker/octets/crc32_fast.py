"""CRC-32 (IEEE 802.3, as in zlib) in viper: a value from 2**30 up would be a heap object.

A viper function hands what it returns to the next one as an object, so both kernels hold the
loop. The table is made at import and lies in RAM: words of a frozen literal need not lie on words.
"""

import micropython


@micropython.viper
def _fill(table: ptr32):
    polynomial = -306674912  # 0xEDB88320: a literal from 2**30 up is an object in viper
    index = 0
    while index < 256:
        crc = uint(index)
        bits = 8
        while bits:
            crc = (crc >> 1) ^ (uint(polynomial) & (uint(0) - (crc & 1)))
            bits -= 1
        table[index] = crc
        index += 1


_TABLE = bytearray(1024)
_fill(_TABLE)  # type: ignore[arg-type]


@micropython.viper
def crc32_into(out: ptr8, out_at: int, data: ptr8, at: int, size: int):
    """Write the CRC-32 of `size` bytes from `at` on as four bytes, little-endian."""
    table = ptr32(_TABLE)
    crc = -1
    end = at + size
    while at < end:
        crc = table[(crc ^ data[at]) & 0xFF] ^ ((crc >> 8) & 0xFFFFFF)
        at += 1
    crc ^= -1
    out[out_at] = crc & 0xFF
    out[out_at + 1] = (crc >> 8) & 0xFF
    out[out_at + 2] = (crc >> 16) & 0xFF
    out[out_at + 3] = (crc >> 24) & 0xFF


@micropython.viper
def crc32_matches(data: ptr8, at: int, size: int, stored: ptr8, stored_at: int) -> int:
    """1 if the four bytes at `stored_at` are the CRC-32 of `size` bytes from `at` on, else 0."""
    table = ptr32(_TABLE)
    crc = -1
    end = at + size
    while at < end:
        crc = table[(crc ^ data[at]) & 0xFF] ^ ((crc >> 8) & 0xFFFFFF)
        at += 1
    crc ^= -1
    crc ^= stored[stored_at] | stored[stored_at + 1] << 8
    crc ^= stored[stored_at + 2] << 16 | stored[stored_at + 3] << 24
    return 0 if crc else 1
