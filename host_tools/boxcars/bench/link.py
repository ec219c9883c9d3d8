"""What the link costs on the board, and how much of the line the records get.

The bench-kit image serves the host library over the emulated UART0, received and sent by DMA.
Goodput is bytes of records over the bytes that the line could have carried in the same time: 1
would be a line of nothing but records. Cycles are of one frame of 64 bytes on the line, building
and stuffing it, or finding, unstuffing and checking it.
"""

from __future__ import annotations

from collections.abc import Iterator

from boards.virtual.board import Board
from boards.virtual.errors import GuestError
from boards.virtual.measure import Bench, bench_kit
from boards.virtual.simserial import SimSerial, SimTime
from boards.virtual.simtime import MS, SEC
from boxcars.bench.figure import Figure
from boxcars.link import Link
from boxcars.paths import FIRMWARE

NAMES = (
    "link.goodput.ratio",
    "link.goodput_115200.ratio",
    "link.goodput_921600.ratio",
    "link.encode.cycles",
    "link.decode.cycles",
    "link.heap.bytes",
)

RECORDS = 60
_RATIO_LIMIT = 0.85
_BITS_PER_BYTE = 10
_HOST_TX, _HOST_RX = 0, 1


def ready() -> Bench:
    """A bench with the firmware's part of these measurements on it."""
    bench = bench_kit()
    for module in ("link_ledger", "link_bench"):
        bench.install(module, FIRMWARE / "bench" / f"{module}.py")
    bench.exec("import link_bench")
    return bench


def start(board: Board, setup: str = "", serve: str = "server.serve(600)") -> None:
    """Let the board serve its ledger over UART0 until it is given up."""
    source = f"server = link_bench.Server({_HOST_TX}, {_HOST_RX})\n{setup}"
    board.repl.exec(source)
    board.repl.start(serve)
    board.run_for(20 * MS)


def connect(board: Board, **options: int) -> Link:
    """A link to that board, in simulated time."""
    board.uart.take()
    board.uart.baud = 115_200
    port = SimSerial(board, board.uart, timeout=0)
    link = Link(lambda: port, clock=SimTime(board), **options)  # type: ignore[arg-type]
    link.connect()
    return link


def goodput(board: Board, baud: int, records: int = RECORDS) -> tuple[float, int]:
    """Share of the line that records get at a rate; heap bytes asked for while they stream."""
    start(board, f"server.records.count = {records}")
    link = connect(board, baud=baud)
    sizes = 0
    with board.count_entries("gc_alloc", "gc_realloc") as entries:
        link.follow(0)
        first = link.next_record(5.0)
        if first is None:
            raise GuestError("the board sent no record")
        begin = board.now
        for _ in range(records - 1):
            record = link.next_record(5.0)
            if record is None:
                raise GuestError("the board stopped sending records")
            sizes += len(record.data)
        spent = board.now - begin
    heap = sum(entries.arguments("gc_alloc")) + 16 * entries["gc_realloc"]
    return sizes * _BITS_PER_BYTE * SEC / (baud * spent), heap


def measure() -> Iterator[Figure]:
    bench = ready()
    slow, slow_heap = bench.board.in_fork(lambda board: goodput(board, 115_200))
    fast, fast_heap = bench.board.in_fork(lambda board: goodput(board, 921_600))
    encode = bench.measure("link_bench.encode()", "link_bench.ready()")
    decode = bench.measure("link_bench.decode()", "link_bench.ready()")
    if (encode.result, decode.result) != ("64", "True"):
        raise GuestError(f"a frame of 64 bytes gave {encode.result} and {decode.result}")
    heap = slow_heap + fast_heap + encode.alloc_bytes + decode.alloc_bytes
    yield Figure(NAMES[0], round(min(slow, fast), 3), "", _RATIO_LIMIT, "higher")
    yield Figure(NAMES[1], round(slow, 3), "", _RATIO_LIMIT, "higher")
    yield Figure(NAMES[2], round(fast, 3), "", _RATIO_LIMIT, "higher")
    yield Figure(NAMES[3], encode.cycles, "cycles", None, "lower")
    yield Figure(NAMES[4], decode.cycles, "cycles", None, "lower")
    yield Figure(NAMES[5], heap, "bytes", 0, "lower")
