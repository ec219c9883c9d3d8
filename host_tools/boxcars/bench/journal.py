"""What an append to the journal and the scan at start cost on the board.

The bench-kit image with its frozen journal on the emulated board, in the raw flash behind the file
system. The time for which the flash is busy is part of an append: 0.7 ms a page program, 87 500
cycles at 125 MHz, whatever the code does; an append here erases nothing. The ring is full and has
gone round, with a checkpoint every 8 KiB. Heap is what appends of a wager and of a sealed result
ask for; the scan runs once at start and may allocate.
"""

from __future__ import annotations

from collections.abc import Iterator

from boards.virtual.errors import GuestError
from boards.virtual.measure import Bench, bench_kit
from boxcars.bench.figure import Figure
from boxcars.paths import FIRMWARE

NAMES = (
    "journal.append.cycles",
    "journal.append_sealed.cycles",
    "journal.heap.bytes",
    "recovery.scan.cycles",
)


def ready() -> Bench:
    """A bench whose journal is full and has sectors erased ahead."""
    bench = bench_kit()
    bench.install("journal_bench", FIRMWARE / "bench" / "journal_bench.py")
    bench.exec("import journal_bench")
    bench.exec("journal_bench.prepare()")
    return bench


def measure() -> Iterator[Figure]:
    bench = ready()
    append = bench.measure("journal_bench.append()")
    sealed = bench.measure("journal_bench.append_sealed()")
    scan = bench.measure("journal_bench.scan()")
    if int(append.result) <= 0 or int(sealed.result) <= 0:
        raise GuestError(f"an append was refused: {append.result}, {sealed.result}")
    if scan.result != "0":
        raise GuestError(f"the scan of a full ring said {scan.result}")
    yield Figure(NAMES[0], append.cycles, "cycles", None, "lower")
    yield Figure(NAMES[1], sealed.cycles, "cycles", None, "lower")
    yield Figure(NAMES[2], append.alloc_bytes + sealed.alloc_bytes, "bytes", 0, "lower")
    yield Figure(NAMES[3], scan.cycles, "cycles", None, "lower")
