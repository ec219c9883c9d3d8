"""Cycle and heap figures: exact, repeatable, in any order."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.virtual.errors import GuestError
from boards.virtual.measure import Bench

pytestmark = pytest.mark.emulator

_MODULE = """
import micropython

@micropython.viper
def turns(n: int) -> int:
    total = 0
    i = 0
    while i < n:
        total += i * 3
        i += 1
    return total

def fails():
    raise ValueError("here")
"""


@pytest.fixture
def bench(uf2_path: Path, elf_path: Path, tmp_path: Path) -> Bench:
    source = tmp_path / "work.py"
    source.write_text(_MODULE)
    made = Bench(uf2_path, elf_path)
    made.install("package.work", source)
    made.exec("from package.work import turns, fails")
    return made


def test_an_empty_call_costs_nothing(bench: Bench) -> None:
    assert bench.measure("None").cycles == 0


def test_cycles_are_exact(bench: Bench) -> None:
    """A loop of constant cost: the difference of two counts is a multiple, to the cycle."""
    one, two, eight = (bench.measure(f"turns({n})").cycles for n in (1000, 2000, 8000))
    per_turn, rest = divmod(two - one, 1000)
    assert rest == 0
    assert eight - one == 7000 * per_turn
    assert bench.measure("turns(1000)").result == str(3 * sum(range(1000)))


def test_order_and_repetition_do_not_matter(bench: Bench, uf2_path: Path, elf_path: Path) -> None:
    first = bench.measure("turns(100)")
    bench.measure("sorted(list(range(50)))")
    assert bench.measure("turns(100)") == first


def test_heap_is_counted(bench: Bench) -> None:
    assert bench.measure("turns(100)").alloc_count == 0
    made = bench.measure("bytearray(500)")
    assert made.alloc_count == 2
    assert made.alloc_bytes >= 500


def test_effects_end_with_the_measurement(bench: Bench) -> None:
    bench.exec("seen = []")
    bench.measure("seen.append(1)")
    assert bench.exec("print(seen)") == "[]\n"


def test_sleep_with_interrupts(bench: Bench) -> None:
    figure = bench.measure("time.sleep_ms(10)", "import time", interrupts=True)
    assert figure.cycles == pytest.approx(1_250_000, rel=0.01)


def test_a_call_that_raises_is_an_error(bench: Bench) -> None:
    with pytest.raises(GuestError, match="ValueError: here"):
        bench.measure("fails()")


def test_source_that_does_not_compile_is_an_error(bench: Bench, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def f(:\n")
    with pytest.raises(GuestError, match="mpy-cross"):
        bench.install("bad", bad)
