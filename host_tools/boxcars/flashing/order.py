"""The blocks of a program in an order in which a cut at any moment leaves the board in BOOTSEL.

The boot ROM writes each block as it comes, and starts whatever has a whole second stage in front.
A cut in the middle of a file in its usual order leaves half a program behind a good second stage:
it is started, hangs, and no cable gets it out of there. So the first block takes the second stage
away, and its sector comes last, the stage itself at the very end.

The first block belongs to a transfer of two that never gets complete: with the next one, of
another number, the ROM begins anew and writes that sector again when its turn comes
(`bootrom/virtual_disk.c` of pico-bootrom-rp2040).
"""

from __future__ import annotations

from boxcars.build import uf2

_BLOCKS_OF_SECTOR = 4096 // uf2.PAYLOAD_SIZE
_NEVER_COMPLETE = 2


def safely(image: bytes) -> bytes:
    """The UF2 of a flash image, for a drive."""
    size = uf2.BLOCK_SIZE
    data = uf2.encode(image)
    blocks = [data[at : at + size] for at in range(0, len(data), size)]
    assert len(blocks) > _BLOCKS_OF_SECTOR > _NEVER_COMPLETE
    first = uf2.encode(b"\xff" * _NEVER_COMPLETE * uf2.PAYLOAD_SIZE)[:size]
    stage, *sector = blocks[:_BLOCKS_OF_SECTOR]
    return b"".join([first, *blocks[_BLOCKS_OF_SECTOR:], *sector, stage])
