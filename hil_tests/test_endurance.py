"""Round after round (`--rounds N`): money adds up, no heap is asked for, every record verifies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hil_tests.bench import Bench
from shaker.core.spots import ANY_7, FIELD

pytestmark = [
    pytest.mark.emulator,
    pytest.mark.needs("dice"),
    pytest.mark.proves("LAST-1", "RULES-1", "SEAL-1"),
]

_FIELD = {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2}  # the units that one unit wins (MBS)


def test_rounds_in_a_row(bench: Bench, pytestconfig: pytest.Config) -> None:
    rounds = pytestconfig.getoption("--rounds")
    rng, reconnects = bench.rng(), bench.link.reconnect_count
    before, heap = bench.meters(), bench.diagnostics()["heap-free"]
    paid = 0
    for number in range(rounds):
        left, right = rng.randint(1, 6), rng.randint(1, 6)
        with _no_heap(bench, number):
            bench.link.bet(0, FIELD, 100)
            bench.link.bet(1, ANY_7, 20)
            header = bench.roll(left, right)
            bench.link.idle(0.05)  # the acknowledgement arrives, and the next round opens
        assert (header.die_a, header.die_b) == (left, right)
        total = left + right
        paid += 100 * (1 + _FIELD[total]) if total in _FIELD else 0
        paid += 20 * 5 if total == 7 else 0
    after = bench.meters()
    assert after["money_in"] - before["money_in"] == 120 * rounds
    assert after["money_out"] - before["money_out"] == paid
    assert after["rounds"] - before["rounds"] == after["shakes"] - before["shakes"] == rounds
    assert bench.diagnostics()["heap-free"] >= heap - 4096  # nothing grows with the rounds
    assert bench.link.reconnect_count == reconnects
    assert bench.verified().sequence_last == bench.records[-1].sequence


@contextmanager
def _no_heap(bench: Bench, number: int) -> Iterator[None]:
    """From the first wager to the acknowledgement, where the bench can count."""
    if "allocator" not in bench.capabilities:
        yield
        return
    with bench.allocations() as counted:
        yield
    assert counted.total == 0, f"round {number} asked {counted.total} times"
