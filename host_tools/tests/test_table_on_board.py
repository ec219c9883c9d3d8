"""The shipped image in its cabinet, over its link: what it says of what it sees."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boxcars.optics.chambers import chamber_frames
from boxcars.optics.picture import explain
from boxcars.table.virtual import VirtualTable

pytestmark = [pytest.mark.emulator, pytest.mark.slow]


@pytest.fixture(scope="module")
def table() -> Iterator[VirtualTable]:
    with VirtualTable(seed=5) as made:
        made.cabinet.place(4, 6)
        yield made


def test_both_chambers_are_seen_as_they_lie(table: VirtualTable) -> None:
    frames = chamber_frames(table.link)
    assert frames.shape == (2, 30, 30)
    assert [explain(frame).verdict.face for frame in frames] == [4, 6]
    assert chamber_frames(table.link, light=False).max() < 16
