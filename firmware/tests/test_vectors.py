"""The worked sessions in `vectors/`, byte for byte, on every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.tests.engines import engine_run, engines

VECTORS = Path(__file__).with_name("vectors")
NAMES = sorted(
    path.stem for path in VECTORS.glob("*.jsonl") if not path.stem.endswith(".expected")
)


def lines_of(name: str) -> list[str]:
    return (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]


def test_there_are_eight_for_each_profile() -> None:
    assert len(NAMES) == 40


@pytest.mark.parametrize("engine", engines())
@pytest.mark.parametrize("name", NAMES)
def test_vector(engine: str, name: str) -> None:
    assert engine_run(engine, lines_of(name)) == lines_of(f"{name}.expected")
