"""`boxcars monitor` over a real pseudo-terminal, at the shipped image in `boxcars virtual`."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.virtual.tests.documents import checked
from boards.virtual.tests.virtual_process import run, running
from boxcars.build import artifacts
from boxcars.link import Link
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.verify import verify_log

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

_HELLO_S = 60.0


def test_a_log_is_begun_and_continued(tmp_path: Path) -> None:
    log = tmp_path / "board.log"
    with running(board=artifacts.PRODUCT) as virtual:
        with Link.open(virtual.facts["usb"], hello_s=_HELLO_S) as station:
            key = station.provision()
        words = ["monitor", "--port", virtual.facts["uart0"], "--log", log, "--count", "1"]
        first = run(*words)
        assert first.returncode == 0, first.stderr
        assert "record 0: genesis; signature good, on disk, acknowledged" in first.stdout
        second = run(*words, "--json")
        assert second.returncode == 0, second.stderr
        told = [checked(line, "monitor/1") for line in second.stdout.splitlines()]
        assert [one["sequence"] for one in told if one["type"] == "record"] == [1]
        with Link.open(virtual.facts["uart0"], hello_s=_HELLO_S) as link:
            assert link.ping().acknowledged == 1
    summary = verify_log(log, rule_books=known_rule_books(), last=1)
    assert summary.key.raw == key
    assert summary.device.hex() == virtual.facts["unique_id"]
