"""A bench kit in its cabinet with a shaker made on it, and one shake as a call."""

from __future__ import annotations

import ast
from typing import Any

from boards.virtual import SEC, Board
from boxcars.bench import shake

Evidence = dict[str, Any]


class Rig:
    """`shake` runs one shake with the short profile of `shake_bench` and gives its evidence."""

    def __init__(self, make: str = "make()") -> None:
        self.bench, self.cabinet = shake.ready(make)
        self.board: Board = self.bench.board

    def exec(self, source: str, timeout: int = 60 * SEC) -> str:
        return self.board.repl.exec(source, timeout)

    def shake(self, faults: str = "", word: int = 7) -> Evidence:
        if faults:
            self.cabinet.order(faults)
        return self.report(f"run({word})")

    def report(self, call: str) -> Evidence:
        evidence: Evidence = ast.literal_eval(self.exec(f"{call}\nreport()"))
        return evidence
