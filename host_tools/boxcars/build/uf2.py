"""UF2, the file that a board in BOOTSEL takes: 512-byte blocks, 256 bytes of flash in each.

Standard library only. Format: https://github.com/microsoft/uf2
"""

from __future__ import annotations

import struct

FAMILY_RP2040 = 0xE48BFF56
FLASH_BASE = 0x1000_0000
BLOCK_SIZE = 512
PAYLOAD_SIZE = 256

_HEADER = struct.Struct("<8I")
_MAGIC_START = 0x0A324655
_MAGIC_SECOND = 0x9E5D5157
_MAGIC_END = 0x0AB16F30
_FLAG_FAMILY = 0x2000


class UF2Error(ValueError):
    """The bytes are not a UF2 for this chip."""


def encode(image: bytes) -> bytes:
    """The UF2 of a flash image that starts at the base of flash."""
    count = -(-len(image) // PAYLOAD_SIZE)
    blocks = bytearray()
    for index in range(count):
        part = image[index * PAYLOAD_SIZE : (index + 1) * PAYLOAD_SIZE]
        blocks += _HEADER.pack(
            _MAGIC_START,
            _MAGIC_SECOND,
            _FLAG_FAMILY,
            FLASH_BASE + index * PAYLOAD_SIZE,
            PAYLOAD_SIZE,
            index,
            count,
            FAMILY_RP2040,
        )
        blocks += part.ljust(BLOCK_SIZE - _HEADER.size - 4, b"\0")
        blocks += struct.pack("<I", _MAGIC_END)
    return bytes(blocks)


def decode(data: bytes) -> bytes:
    """The flash image in a UF2, from the base of flash to its last block; gaps read as erased."""
    if not data or len(data) % BLOCK_SIZE:
        raise UF2Error(f"{len(data)} bytes is not a whole number of {BLOCK_SIZE}-byte blocks")
    image = bytearray()
    for at in range(0, len(data), BLOCK_SIZE):
        block = data[at : at + BLOCK_SIZE]
        first, second, flags, address, size, _, _, family = _HEADER.unpack_from(block)
        end = struct.unpack_from("<I", block, BLOCK_SIZE - 4)[0]
        if (first, second, end) != (_MAGIC_START, _MAGIC_SECOND, _MAGIC_END):
            raise UF2Error(f"block {at // BLOCK_SIZE} has no UF2 magic")
        if not flags & _FLAG_FAMILY or family != FAMILY_RP2040:
            raise UF2Error(f"block {at // BLOCK_SIZE} is for another chip ({family:#x})")
        offset = address - FLASH_BASE
        if size != PAYLOAD_SIZE or offset < 0 or offset % PAYLOAD_SIZE:
            raise UF2Error(f"block {at // BLOCK_SIZE} does not lie on a flash page")
        if len(image) < offset + size:
            image.extend(b"\xff" * (offset + size - len(image)))
        image[offset : offset + size] = block[_HEADER.size : _HEADER.size + size]
    return bytes(image)
