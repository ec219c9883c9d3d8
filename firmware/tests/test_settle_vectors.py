"""The worked sessions, byte for byte, on both engines."""

from __future__ import annotations

import pytest

from boxcars.settle import run
from firmware.tests.playing import ENGINES, VECTORS

NAMES = sorted(path.stem for path in VECTORS.glob("*[0-9].jsonl"))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", NAMES)
def test_session(name: str, engine: str) -> None:
    expected = (VECTORS / f"{name}.expected.jsonl").read_text().splitlines()
    with (VECTORS / f"{name}.jsonl").open("rb") as script:
        answers = list(run(script, engine))
    assert answers == expected


def test_all_sessions_are_here() -> None:
    assert len(NAMES) == 40
