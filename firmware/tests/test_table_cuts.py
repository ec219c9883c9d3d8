"""The power fails in any program or erase of a round, and once more in the start behind it.

The default is every third first cut and a spread of second ones with a cheap seal; all of them:

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

SCRIPTS = ["provision", "round", "small", "faults", "power", "sixes"]


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS)
def test_state_is_the_one_before_or_behind_after_a_cut_and_a_second_one(script: str) -> None:
    printed = run_script("cut_sweep.py", script, "stride=3", "second=13", timeout_s=600)
    name, ops, cuts, second_cuts = printed.split()
    assert name == script
    assert int(cuts) >= int(ops) - 2  # three shares of every third
    assert int(second_cuts) >= 20


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
