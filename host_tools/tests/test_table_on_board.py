"""The shipped image in its cabinet, over its link: what it says of what it sees."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from boxcars.optics.chambers import chamber_frames
from boxcars.optics.picture import explain
from boxcars.table.virtual import VirtualTable
from shaker.dice.calibration import SIZE as CALIBRATION_SIZE
from shaker.link import messages

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


def test_the_golden_frame_is_the_empty_chamber(table: VirtualTable) -> None:
    """As the darkest of a few frames it is no lighter than a fresh one, and close to it."""
    with table.cabinet.emptied():
        fresh = chamber_frames(table.link)
    for chamber, frame in enumerate(fresh):
        data = table.link.part(messages.PART_GOLDEN, chamber)[CALIBRATION_SIZE:]
        golden = np.frombuffer(data, np.uint8).reshape(frame.shape).astype(int)
        assert abs(golden - frame).mean() < 2
        assert golden.mean() <= frame.mean()
    data = table.link.part(messages.PART_GOLDEN, 1)[CALIBRATION_SIZE:]
    other = np.frombuffer(data, np.uint8)
    assert abs(other.astype(int) - fresh[0].ravel()).mean() > abs(golden - fresh[1]).mean()
