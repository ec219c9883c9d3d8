"""The journal under a table: it wraps, fills, has bad sectors and rots, and nothing is lost.

The soak is ten thousand rounds, two thousand by each rule book. A failure prints its seed and
round, and the same seed plays the same game again:

    MICROPYPATH=firmware micropython -X heapsize=96m \\
        firmware/tests/micropython/table_soak.py rounds=2000 seed=3
"""

from __future__ import annotations

import pytest

from firmware.tests.unix_port import run_script


def test_rounds_go_on_while_the_ring_goes_round() -> None:
    assert "laps" in run_script("table_ring.py", "wrap", "rounds=280")


def test_unacknowledged_records_stay_and_bets_are_refused_before_they_would_go() -> None:
    assert run_script("table_ring.py", "full").startswith("full")


def test_acknowledgement_comes_through_when_starts_have_filled_the_ring() -> None:
    assert run_script("table_ring.py", "brim").startswith("brim")


def test_rounds_go_on_over_bad_sectors_and_stuck_bits() -> None:
    assert run_script("table_ring.py", "bad", "sectors=44", "rounds=120").startswith("bad")


def test_rotten_record_is_gone_and_never_another() -> None:
    assert run_script("table_ring.py", "rot", "sectors=40", "rounds=40").startswith("rot")


def test_last_fifty_rounds_are_recalled_with_every_step() -> None:
    """Fifty wagers for each of eight seats, round after round, until the ring has gone round."""
    printed = run_script("table_ring.py", "recall", "sectors=256", "rounds=80", "bets=400")
    words = printed.split()
    assert words[:2] == ["recall", "50"]
    assert int(words[3]) > 50 * 400
    assert int(words[-1]) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])  # one for each rule book
def test_soak(seed: int) -> None:
    printed = run_script("table_soak.py", "rounds=2000", f"seed={seed}", timeout_s=1800)
    assert printed.splitlines()[0] == f"seed {seed}"
    counts = dict(line.rsplit(" ", 1) for line in printed.splitlines()[2:])
    assert printed.splitlines()[1].startswith("rounds 2000 ")
    for trouble in ("cuts", "second cuts", "faults", "voids", "doors", "host away"):
        assert int(counts[trouble]) > 10, trouble
