"""How fast the host verifies a log, against the bare check of its signatures on the same core."""

from __future__ import annotations

from collections.abc import Iterator

from boxcars.bench.figure import Figure
from boxcars.record.speed import measure as measure_speed

NAMES = ("record.verify.ratio", "record.verify.per_s")

_RATIO_LIMIT = 0.5
_COUNT = 4_000


def measure() -> Iterator[Figure]:
    speed = measure_speed(_COUNT)
    yield Figure(NAMES[0], round(speed.ratio, 3), "", _RATIO_LIMIT, "higher")
    yield Figure(NAMES[1], round(speed.log_per_s), "records/s", None, "higher")
