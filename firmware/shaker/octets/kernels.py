"""The one place that chooses: viper kernels on MicroPython, their plain twins on CPython."""

import micropython

if not hasattr(micropython, "heap_lock"):  # the stand-in on CPython has `const` alone
    from shaker.octets.crc32_plain import crc32_into, crc32_matches
    from shaker.octets.moves_plain import equal, fill, move, put_word
else:
    from shaker.octets.crc32_fast import crc32_into, crc32_matches
    from shaker.octets.moves_fast import equal, fill, move, put_word

__all__ = ("crc32_into", "crc32_matches", "equal", "fill", "move", "put_word")
