"""`boxcars demo --port` over a real pseudo-terminal, at the shipped image behind its lock."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.virtual.tests.documents import checked
from boards.virtual.tests.virtual_process import run, running
from boxcars.build import artifacts
from boxcars.console.session import read_private_key
from boxcars.link import Link
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.verify import verify_log
from shaker.link.messages import TECHNICIAN

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

_HELLO_S = 60.0


def test_a_locked_board_is_played_with_a_technicians_key(tmp_path: Path) -> None:
    key, log = tmp_path / "technician", tmp_path / "played.log"
    assert run("key", "make", key).returncode == 0
    public = read_private_key(key).public_key().public_bytes_raw()
    with running(board=artifacts.PRODUCT) as virtual:
        with Link.open(virtual.facts["usb"], hello_s=_HELLO_S) as station:
            station.provision()
            station.add_key(TECHNICIAN, public)
            station.lock()
        words = ["demo", "--port", virtual.facts["uart0"], "--log", log, "--rounds", "1"]
        bare = run(*words)
        assert bare.returncode == 8
        assert "give your private key with --key" in bare.stderr
        done = run(*words, "--key", key, "--json", limit_s=600)
        assert done.returncode == 0, done.stderr
        told = checked(done.stdout, "demo/2")
        assert len(told["rounds"]) == told["meters"]["rounds"] == 1
        with Link.open(virtual.facts["uart0"], hello_s=_HELLO_S) as host:
            state = host.state()
        assert not state.stakes
        assert state.round == 3  # one was played, and one is void
    summary = verify_log(log, rule_books=known_rule_books())
    assert summary.count == told["records"]
