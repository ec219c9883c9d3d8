"""The bench of settlement measures what it says: the same layout, and a board script that runs."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from boxcars.build import artifacts
from boxcars.paths import FIRMWARE
from boxcars.settle import bench

ROLLS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


@pytest.mark.parametrize(("one", "other"), ROLLS)
def test_both_settle_the_same_layout_to_the_same_sum(one: int, other: int) -> None:
    rivals: list[bench.Rival] = [bench.Boxcars(), bench.Crapssim()]
    for rival in rivals:
        rival.lay(one, other)
        rival.settle()
    assert rivals[0].held() == pytest.approx(rivals[1].held())


@dataclass(frozen=True)
class Figure:
    cycles: int
    alloc_bytes: int
    realloc_count: int


class UnixBench:
    """Stands in for the board: keeps a script, and runs it on the unix port at the end."""

    def __init__(self) -> None:
        self.installed: dict[str, Path] = {}
        self.lines = ["import sys", f"sys.path.append({str(FIRMWARE / 'bench')!r})"]
        self.calls = 0

    def install(self, module: str, source: Path) -> None:
        assert source.exists()
        self.installed[module] = source

    def exec(self, source: str) -> str:
        self.lines.append(source)
        return ""

    def measure(self, call: str, setup: str = "") -> Figure:
        self.lines += [setup, f"assert {call} == 0", "assert _b.lines()"]
        self.calls += 1
        return Figure(self.calls, 0, 0)


def test_the_board_script_runs_for_every_casino() -> None:
    stand_in = UnixBench()
    figures = bench.measure_board(stand_in)
    assert {"shaker.core.settle_fast", "shaker.profiles.home_game"} <= set(stand_in.installed)
    assert stand_in.calls == 5 * 2 * 21
    assert figures.metrics()[bench.HEAP_BYTES] == 0
    assert figures.one_seat_case == "rws-2013 6-6"
    subprocess.run(
        [str(artifacts.unix_micropython()), "-c", "\n".join(stand_in.lines)],
        env={"MICROPYPATH": str(FIRMWARE)},
        timeout=60,
        check=True,
    )
