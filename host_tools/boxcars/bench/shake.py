"""What a shake costs on the board: a frame of one sensor, and how true the motor's phases are.

The bench-kit image on the emulated board in the simulated cabinet. A frame is timed from asking
for it to its last pixel, exposure and SPI included, as a caller sees it. The phases are those of a
whole shake with the board's own profile, while the host line is full in both directions and the
loop checks what it reads; the figure is the edge that is furthest from the profile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boards.virtual.cabinet import Cabinet
from boards.virtual.measure import Bench, bench_kit
from boards.virtual.simtime import CYCLE_NS, MS, SEC, US
from boxcars.bench.figure import Figure
from boxcars.build import artifacts, wiring
from boxcars.paths import BOARDS, FIRMWARE

NAMES = ("dice.capture.ms", "dice.motor_edge.us", "dice.shake.heap_bytes")

_EDGE_LIMIT_US = 2_000
_SETTINGS = wiring.load(BOARDS / artifacts.BENCH)


@dataclass(frozen=True)
class Profile:
    """The times of a shake, in milliseconds."""

    spin_up: int
    tumble: int
    soft_stop: int
    brake: int


def ready(make: str = "make()") -> tuple[Bench, Cabinet]:
    """A bench kit in its cabinet, with a shaker made on it (`shake_bench.make`)."""
    bench = bench_kit()
    cabinet = Cabinet(bench.board, _SETTINGS)
    bench.install("shake_bench", FIRMWARE / "bench" / "shake_bench.py")
    bench.exec(f"import shake_bench\nshake_bench.{make}\nfrom shake_bench import *")
    left, right = (cabinet.golden_floor(side) for side in (0, 1))
    bench.exec(f"shake_bench.know({left!r}, {right!r})")
    return bench, cabinet


def board_profile(random_word: int) -> Profile:
    """The bench kit's profile with that random word."""
    numbers = _SETTINGS.numbers
    drawn = random_word % (numbers["motor.tumble_random_ms"] + 1)
    return Profile(
        numbers["motor.spin_up_ms"],
        numbers["motor.tumble_ms"] + drawn,
        numbers["motor.soft_stop_ms"],
        numbers["motor.brake_ms"],
    )


def edge_deviations(cabinet: Cabinet, profile: Profile) -> dict[str, int]:
    """How far each edge of the last shake was from the profile, in nanoseconds."""
    start = cabinet.shake_started
    edges = [edge for edge in cabinet.motor.edges if edge[0] >= start]
    duties = [(time, value) for time, line, value in edges if line == "pwm"]
    tumbling = duties[0][1]  # set before the enable line rises: the first change is the tumble's
    ramp = next(time for time, value in duties if value < tumbling)
    brake = next(time for time, line, value in edges if line == "brake" and value)
    off = next(time for time, line, value in edges if line == "enable" and not value)
    tumble_at = profile.spin_up
    stop_at = tumble_at + profile.tumble
    brake_at = stop_at + profile.soft_stop
    wanted = {
        "tumble": (duties[0][0], tumble_at),
        "soft-stop": (ramp, stop_at + 1),  # the first step of the ramp
        "brake": (brake, brake_at),
        "off": (off, brake_at + profile.brake),
    }
    return {name: abs(time - start - at * MS) for name, (time, at) in wanted.items()}


def busy_shake(bench: Bench, cabinet: Cabinet, random_word: int) -> None:
    """One shake while the host line carries all that it can, both ways."""
    board = bench.board
    line = bytes(range(256)) * 4

    def more() -> None:
        if board.uart.pending < len(line):
            board.uart.write(line)
        board.uart.take()

    bench.exec("shake_bench.listen()")
    end = board.now + 8 * SEC
    for time in range(board.now, end, 20 * MS):
        board.at(time, more)
    bench.exec(f"shake_bench.run_busy({random_word})")


def measure() -> Iterator[Figure]:
    bench, cabinet = ready("make(short=False)")
    frame = bench.measure("shake_bench.shaker.chambers[0].sensor.capture()", interrupts=True)
    yield Figure(NAMES[0], frame.cycles * CYCLE_NS / MS, "ms", None, "lower")
    heap = bench.measure("shake_bench.run(77)", setup="shake_bench.run(5)", interrupts=True)
    word = 123_456

    def busy(_: object) -> int:
        busy_shake(bench, cabinet, word)
        return max(edge_deviations(cabinet, board_profile(word)).values())

    yield Figure(NAMES[1], bench.board.in_fork(busy) / US, "us", _EDGE_LIMIT_US, "lower")
    yield Figure(NAMES[2], heap.alloc_bytes, "bytes", 0, "lower")
