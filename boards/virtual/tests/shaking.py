"""A bench kit in a cabinet with a shaker made on it, ready to shake."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from boards.virtual import SEC, Board
from boards.virtual.cabinet import Cabinet
from boxcars.build import artifacts, wiring
from boxcars.paths import BOARDS, FIRMWARE

SOURCE = FIRMWARE / "bench" / "shake_bench.py"
Evidence = dict[str, Any]


class Rig:
    """A board in its cabinet. `shake()` runs one shake and gives its evidence."""

    def __init__(self, seed: int = 1, *, make: str = "make()", image: Path | None = None) -> None:
        built = artifacts.image(artifacts.BENCH)
        self.board = Board(image or built.uf2, seed=seed, elf=built.elf)
        self.cabinet = Cabinet(self.board, wiring.load(BOARDS / artifacts.BENCH))
        self.board.run_until(lambda: self.board.ready)
        self.exec(SOURCE.read_text() + "\n" + make)
        for side in (0, 1):
            golden = self.cabinet.golden_floor(side)
            self.exec(f"shaker.chambers[{side}].golden_floor = {golden!r}")

    def exec(self, source: str, timeout: int = 60 * SEC) -> str:
        return self.board.repl.exec(source, timeout)

    def shake(self, word: int = 0, *, faults: str = "") -> Evidence:
        if faults:
            self.cabinet.order(faults)
        return self.report(f"run({word})")

    def report(self, call: str) -> Evidence:
        evidence: Evidence = ast.literal_eval(self.exec(f"{call}\nreport()"))
        return evidence
