"""How fast a log verifies against the bare signature check: the ratio is the benchmark.

Both are timed in one process on one core, alternating in slices, so that the load of the machine
falls on both alike.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from boxcars.record.keys import PublicKey
from boxcars.record.logfile import FILE_HEAD, LogReader, frame
from boxcars.record.sample import SAMPLE_RULE_BOOK, SampleBoard
from boxcars.record.verify import verify_log

_SLICES = 5


@dataclass(frozen=True)
class Speed:
    """Records a second of CPU time: bare checks of signatures, and whole verification."""

    count: int
    bare_per_s: float
    log_per_s: float

    @property
    def ratio(self) -> float:
        return self.log_per_s / self.bare_per_s


def measure(count: int) -> Speed:
    """Make a log of `count` records and verify it both ways."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.log"
        board = SampleBoard()
        with path.open("wb") as file:
            file.write(FILE_HEAD)
            for item in board.records(count):
                file.write(frame(item.header, item.signature, item.body))
        check = PublicKey(board.signer.public).loaded().verify
        with LogReader(path) as reader:
            pairs = [(item.signature, item.header) for item in reader]
        bare = whole = 0.0
        for _ in range(_SLICES):
            begin = time.process_time()
            for signature, header in pairs:
                check(signature, header)
            middle = time.process_time()
            verify_log(path, rule_books=[SAMPLE_RULE_BOOK])
            bare += middle - begin
            whole += time.process_time() - middle
    return Speed(count, _SLICES * count / bare, _SLICES * count / whole)
