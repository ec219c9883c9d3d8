"""The twin of `crc32_fast` in plain Python; a test holds the two equal."""

from binascii import crc32


def crc32_into(out, out_at, data, at, size):
    """Write the CRC-32 of `size` bytes from `at` on as four bytes, little-endian."""
    out[out_at : out_at + 4] = crc32(bytes(data[at : at + size])).to_bytes(4, "little")


def crc32_matches(data, at, size, stored, stored_at):
    """1 if the four bytes at `stored_at` are the CRC-32 of `size` bytes from `at` on, else 0."""
    found = crc32(bytes(data[at : at + size])).to_bytes(4, "little")
    return int(bytes(stored[stored_at : stored_at + 4]) == found)
