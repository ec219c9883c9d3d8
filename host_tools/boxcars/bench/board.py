"""The shipped image by itself: how soon it is ready, how big it is, what it leaves free.

All on the emulated product board. `ram.free.bytes` is the heap that is free once the board is
ready, read from the garbage collector's own table in the emulated RAM, because a product has no
prompt to ask at.
"""

from __future__ import annotations

from collections.abc import Iterator

from boards.virtual.board import Board
from boards.virtual.errors import SimTimeoutError
from boards.virtual.heap import free_bytes
from boards.virtual.simtime import MS, SEC
from boxcars.bench.figure import Figure
from boxcars.build import artifacts

NAMES = ("boot.ready.cycles", "image.bytes", "ram.free.bytes", "idle.heap.bytes_per_s")

_READY = b"boxcars "
_READY_LIMIT_CYCLES = 125_000_000  # one second
_READY_TIMEOUT = 10 * SEC
_SETTLE = 100 * MS
_FREE_LIMIT_BYTES = 10_240
"""Of all commands the one that makes the board's key leaves least: it asks for 10 238 bytes, as
measured here, and all but 500 of them are garbage in the end."""
_IDLE_S = 10


def measure() -> Iterator[Figure]:
    image = artifacts.image(artifacts.PRODUCT)
    board = Board(image.uf2, elf=image.elf)
    yield Figure("boot.ready.cycles", ready_cycles(board), "cycles", _READY_LIMIT_CYCLES, "lower")
    yield Figure("image.bytes", image.bin.stat().st_size, "bytes", None, "lower")
    board.run_for(_SETTLE)
    yield Figure("ram.free.bytes", free_bytes(board), "bytes", _FREE_LIMIT_BYTES, "higher")
    yield Figure("idle.heap.bytes_per_s", idle_heap_bytes(board) / _IDLE_S, "bytes/s", 0, "lower")


def ready_cycles(board: Board, token: bytes = _READY) -> int:
    """Cycles from power-on to the end of the line that starts with `token`, on either port."""
    seen: list[int] = []

    def watch(kept: bytearray, data: bytes) -> None:
        kept += data
        if any(line.startswith(token) for line in kept.split(b"\n")[:-1]):
            seen.append(board.cycles)
            board.stop()

    uart, usb = bytearray(), bytearray()
    listen_uart, listen_usb = (lambda data: watch(uart, data)), (lambda data: watch(usb, data))
    board.uart.listeners.append(listen_uart)
    board.cdc.listeners.append(listen_usb)
    board.run_to(board.now + _READY_TIMEOUT)
    board.uart.listeners.remove(listen_uart)
    board.cdc.listeners.remove(listen_usb)
    if not seen:
        raise SimTimeoutError(f"the image did not say {token.decode()!r} within 10 simulated s")
    return seen[0]


def idle_heap_bytes(board: Board) -> int:
    """What the idle board asks of its heap in ten simulated seconds."""
    with board.count_entries("gc_alloc", "gc_realloc") as entries:
        board.run_for(_IDLE_S * SEC)
    return sum(entries.arguments("gc_alloc")) + 16 * entries["gc_realloc"]
