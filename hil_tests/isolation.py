"""Each test on a copy of its own: the prepared virtual bench is forked, the test runs in the copy.

What fails there leaves a bundle and comes back as the test's failure.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from boards.virtual.fork import run_forked
from hil_tests.bench import Bench
from hil_tests.virtual_bench import VirtualBench


def run(bench: Bench, action: Callable[[], object], test: str, turn: int, path: Path) -> float:
    """Run a test on the bench; the board's seconds. A failure leaves its bundle at `path`."""

    def on_bench() -> float:
        began = bench.clock.monotonic()
        bench.turn = turn
        if isinstance(bench, VirtualBench) and turn:
            bench.stir(turn)
        try:
            action()
        except pytest.skip.Exception:
            raise
        except BaseException as error:
            text = "".join(traceback.format_exception(error))
            bench.bundle(test, text).write(path)
            raise
        return bench.clock.monotonic() - began

    path.unlink(missing_ok=True)
    if isinstance(bench, VirtualBench):
        return run_forked(on_bench)
    return on_bench()
