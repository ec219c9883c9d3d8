"""MicroPython's heap in the emulated RAM, read without the guest's help.

The collector keeps two bits per block of 16 bytes at the start of its heap: free, head, tail or
mark. The arithmetic is that of `gc_setup_area` in MicroPython 1.25; a test compares the result
with the board's own `gc.mem_free()`.
"""

from __future__ import annotations

from boards.virtual.board import Board

_BLOCK_SIZE = 16
_BLOCKS_PER_TABLE_BYTE = 4
_BLOCKS_PER_FINALISER_BYTE = 8
_GAP_SIZE = 1  # so that a scan that runs over the end of the table finds no tail


def free_bytes(board: Board) -> int:
    """Bytes in free blocks now; garbage that nobody has collected yet is not free."""
    start = board.symbols.address("__GcHeapStart")
    end = board.symbols.address("__GcHeapEnd")
    table_size = _table_size(end - start)
    free = 0
    for at in range(table_size):
        entry = board.chip.peek8(start + at)
        for shift in (0, 2, 4, 6):
            free += (entry >> shift) & 3 == 0
    return free * _BLOCK_SIZE


def _table_size(heap_size: int) -> int:
    # One byte of table, half a byte of finaliser flags and four blocks belong together.
    bits = 8
    finaliser_bits = bits * _BLOCKS_PER_TABLE_BYTE // _BLOCKS_PER_FINALISER_BYTE
    block_bits = bits * _BLOCKS_PER_TABLE_BYTE * _BLOCK_SIZE
    return (heap_size - _GAP_SIZE) * bits // (bits + finaliser_bits + block_bits)
