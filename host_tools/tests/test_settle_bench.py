"""The bench of settlement: both rivals settle the same layout, and the board keeps its limits."""

from __future__ import annotations

import pytest

from boards.virtual.measure import bench_kit
from boxcars.bench import settle as bench

ROLLS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


@pytest.mark.parametrize(("one", "other"), ROLLS)
def test_both_settle_the_same_layout_to_the_same_sum(one: int, other: int) -> None:
    rivals: list[bench.Rival] = [bench.Boxcars(), bench.Crapssim()]
    for rival in rivals:
        rival.lay(one, other)
        rival.settle()
    assert rivals[0].held() == pytest.approx(rivals[1].held())


@pytest.mark.emulator
@pytest.mark.slow
def test_the_board_settles_within_its_limits_and_without_heap() -> None:
    full, one_seat, heap = bench.measure_board(bench_kit())
    assert 0 < one_seat <= 40_000
    assert one_seat < full <= 500_000
    assert heap == 0
