"""The frozen core on the emulated board answers whole sessions as the worked examples say.

This is the image as it is flashed: what only the chip's own machine code can get wrong shows here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.virtual.tests.bench_engine import BenchEngine
from boxcars.build import artifacts
from boxcars.paths import FIRMWARE
from boxcars.settle.session import Session, installed_books

pytestmark = pytest.mark.emulator

VECTORS = sorted(
    path
    for path in (FIRMWARE / "tests/vectors").glob("*.jsonl")
    if not path.name.endswith(".expected.jsonl")
)


@pytest.mark.parametrize("script", VECTORS, ids=lambda path: path.stem)
def test_a_worked_session(script: Path) -> None:
    profile = script.stem.rpartition("-")[0]
    image = artifacts.image(artifacts.BENCH)
    engine = BenchEngine(image.uf2, image.elf, profile)
    session = Session(engine, installed_books())
    answers = [session.answer(line) for line in script.read_bytes().splitlines()]
    wanted = script.with_suffix(".expected.jsonl").read_text().splitlines()
    assert answers == wanted
    assert engine.allocation_count == 0
