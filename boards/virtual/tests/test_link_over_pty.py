"""The host library over a real pseudo-terminal, to the image in `boxcars virtual`."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.virtual.tests.virtual_process import running
from boxcars.link import Event, Link, Record
from boxcars.paths import FIRMWARE
from boxcars.record.logfile import LogReader, LogWriter
from firmware.bench.link_ledger import record_bytes

pytestmark = pytest.mark.emulator

_RECORDS = 6
_SERVE = f"""
import link_bench
server = link_bench.Server(0, 1)
server.records.count = {_RECORDS}
server.serve(600)
"""


def test_records_reach_the_log_and_are_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "board.log"
    with running() as virtual:
        for name in ("link_ledger.py", "link_bench.py"):
            virtual.mpremote("fs", "cp", FIRMWARE / "bench" / name, ":")
        virtual.mpremote("exec", "--no-follow", _SERVE)
        with (
            Link.open(virtual.facts["uart0"], acknowledge=True) as link,
            LogWriter(path) as log,
        ):
            assert link.bet(3, 4, 25).total == 25
            assert link.next_event(20.0) == Event("diagnostic-event", 0, {"what": 3, "value": 25})

            def commit(record: Record) -> None:
                log.append(record.header, record.signature, record.body)

            link.follow()
            for sequence in range(_RECORDS):
                record = link.next_record(20.0)
                assert record is not None
                assert record.sequence == sequence
                commit(record)
                link.commit(record)
            assert link.ping().acknowledged == _RECORDS - 1
    with LogReader(path) as reader:
        logged = [item.header + item.signature + item.body for item in reader]
    expected = [record_bytes(n) for n in range(_RECORDS)]  # type: ignore[no-untyped-call]
    assert logged == expected
