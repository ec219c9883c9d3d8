"""The power fails in every program and erase, and once more in the start behind it.

Each operation is cut three times: nothing of it done, a part, all. `round` has a second cut in
every operation of every start that follows; of the other scripts the suite takes one in seven of
those, and of `wrap` the part in which the ring goes round. All of them:

    MICROPYPATH=firmware micropython -X heapsize=96m \\
        firmware/tests/micropython/cut_sweep.py all stride=1 second=1
"""

from __future__ import annotations

from pathlib import Path

import pytest

from boxcars.record.logfile import LogWriter
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.verify import verify_log
from firmware.tests.unix_port import run_script
from shaker.seal.record import HEADER_SIZE, SEALED_SIZE

_TIMEOUT_S = 1800
_SHARES = 3
_EVERY = {"round": 1}  # of the second cuts; of the other scripts' every seventh
SCRIPTS = ["provision", "round", "small", "faults", "power", "sixes", "people", "retire"]


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS)
def test_state_is_the_one_before_or_behind_after_a_cut_and_a_second_one(script: str) -> None:
    every = _EVERY.get(script, 7)
    printed = run_script(
        "cut_sweep.py", script, "stride=1", f"second={every}", timeout_s=_TIMEOUT_S
    )
    name, ops, cuts, second_cuts = printed.split()
    assert name == script
    assert int(cuts) == _SHARES * int(ops)  # not one is left out
    assert int(second_cuts) >= (5 * int(cuts) if every == 1 else int(ops))


@pytest.mark.slow
def test_a_ring_that_goes_round_loses_nothing_to_a_cut() -> None:
    printed = run_script(
        "cut_sweep.py", "wrap", "first=700", "stride=1", "second=31", timeout_s=_TIMEOUT_S
    )
    _, ops, cuts, second_cuts, laps = printed.split()
    assert int(laps) >= 1
    assert int(cuts) == _SHARES * (int(ops) - 700) > 300
    assert int(second_cuts) > 100


@pytest.mark.parametrize("script", ["round", "power"])
def test_chain_verifies_on_the_host_after_a_cut(script: str, tmp_path: Path) -> None:
    log = tmp_path / "raw"
    run_script(
        "cut_sweep.py", script, "stride=13", "second=0", "seal=real", "shares=120", f"log={log}"
    )
    raws = sorted(tmp_path.glob("raw-*"))
    assert len(raws) >= 5
    for raw in raws:
        _write_log(raw.with_suffix(".log"), raw.read_bytes())
        summary = verify_log(raw.with_suffix(".log"), rule_books=known_rule_books())
        assert summary.count >= 1
        assert summary.sequence_last == summary.count - 1
        assert summary.boot_last >= summary.boot_first


def _write_log(path: Path, data: bytes) -> None:
    """From sized records to a log of the host."""
    with LogWriter(path) as log:
        at = 0
        while at < len(data):
            size = int.from_bytes(data[at : at + 4], "little")
            whole = data[at + 4 : at + 4 + size]
            log.append(whole[:HEADER_SIZE], whole[HEADER_SIZE:SEALED_SIZE], whole[SEALED_SIZE:])
            at += 4 + size
