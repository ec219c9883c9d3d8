"""Receiving UF2 blocks as the boot ROM's drive does: any order, anything else ignored."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from boards.virtual.flash import SECTOR_SIZE
from boxcars.build.uf2 import BLOCK_SIZE, FAMILY_RP2040, FLASH_BASE, PAYLOAD_SIZE

__all__ = ["BLOCK_SIZE", "PAYLOAD_SIZE", "Block", "Receiver", "Write", "parse_block"]

_HEADER = struct.Struct("<8I")
_MAGIC_0, _MAGIC_1, _MAGIC_END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_FLAG_NOT_MAIN_FLASH = 0x00000001
_FLAG_FAMILY = 0x00002000


@dataclass(frozen=True)
class Block:
    """One good block: where its payload goes, and which of how many it is."""

    address: int
    payload: bytes
    index: int
    count: int


def parse_block(raw: bytes) -> Block | None:
    """A block that the RP2040 boot ROM takes; None for any other bytes, which it ignores."""
    if len(raw) != BLOCK_SIZE:
        return None
    magic_0, magic_1, flags, address, size, index, count, family = _HEADER.unpack_from(raw)
    (magic_end,) = struct.unpack_from("<I", raw, BLOCK_SIZE - 4)
    if (magic_0, magic_1, magic_end) != (_MAGIC_0, _MAGIC_1, _MAGIC_END):
        return None
    if flags & _FLAG_NOT_MAIN_FLASH or not flags & _FLAG_FAMILY or family != FAMILY_RP2040:
        return None
    if size != PAYLOAD_SIZE or address % PAYLOAD_SIZE or index >= count:
        return None
    return Block(address, raw[_HEADER.size : _HEADER.size + size], index, count)


@dataclass(frozen=True)
class Write:
    """What a block does to the flash: erases a sector, if it is the first there, and programs."""

    erase: int | None
    offset: int
    page: bytes


class Receiver:
    """Collects blocks in any order, as the drive of the boot ROM does.

    A block of a transfer with another number of blocks starts over; one that has come already is
    ignored. `pages` is what a transfer has brought; `complete` says that every block of it has
    come. `take` hands out what is to be written by now: the ROM waits for nothing.
    """

    def __init__(self, flash_size: int) -> None:
        self.pages: dict[int, bytes] = {}
        self.ignored_count = 0
        self._flash_size = flash_size
        self._count = 0
        self._seen: set[int] = set()
        self._erased: set[int] = set()
        self._writes: list[Write] = []

    @property
    def complete(self) -> bool:
        return self._count > 0 and len(self._seen) == self._count

    def feed(self, raw: bytes) -> None:
        block = parse_block(raw)
        offset = block.address - FLASH_BASE if block else -1
        if block is None or not 0 <= offset <= self._flash_size - PAYLOAD_SIZE:
            self.ignored_count += 1
            return
        if block.count != self._count:
            self.pages.clear()
            self._seen.clear()
            self._erased.clear()
            self._count = block.count
        if block.index in self._seen:
            return
        self._seen.add(block.index)
        self.pages[offset] = block.payload
        sector = offset & ~(SECTOR_SIZE - 1)
        self._writes.append(
            Write(None if sector in self._erased else sector, offset, block.payload)
        )
        self._erased.add(sector)

    def take(self) -> list[Write]:
        """What has come since the last time, in its order."""
        writes, self._writes = self._writes, []
        return writes
