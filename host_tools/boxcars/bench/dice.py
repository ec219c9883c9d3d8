"""What reading one frame costs on the board, from mask to verdict.

The bench-kit image with the frozen reader on the emulated board, interrupts off. The figure is the
dearest of three sizes of die; heap is what the readings ask for together.
"""

from __future__ import annotations

from collections.abc import Iterator

from boards.virtual.errors import GuestError
from boards.virtual.measure import Bench, Measurement, bench_kit
from boxcars.bench.figure import Figure
from boxcars.paths import FIRMWARE

NAMES = ("dice.frame.cycles", "dice.heap.bytes")

EDGES = (12, 16, 20)
_FRAME_LIMIT = 2_500_000


def ready() -> Bench:
    """A bench with the firmware's part of these measurements on it."""
    bench = bench_kit()
    bench.install("dice_bench", FIRMWARE / "bench" / "dice_bench.py")
    bench.exec("import dice_bench")
    return bench


def readings(bench: Bench) -> list[Measurement]:
    """One reading of a die of each size."""
    made = [bench.measure("dice_bench.read()", setup=f"dice_bench.use({edge})") for edge in EDGES]
    wrong = [one.result for one in made if one.result != "6"]
    if wrong:
        raise GuestError(f"the board read a six as {wrong}")
    return made


def measure() -> Iterator[Figure]:
    made = readings(ready())
    yield Figure(NAMES[0], max(one.cycles for one in made), "cycles", _FRAME_LIMIT, "lower")
    yield Figure(NAMES[1], sum(one.alloc_bytes for one in made), "bytes", 0, "lower")
