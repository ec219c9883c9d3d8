"""What is built is whole or absent: after a failure, a kill, and with two runs at once."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boxcars.build.progress import Progress
from boxcars.build.store import Digest, Store
from boxcars.errors import SetupError
from boxcars.paths import ROOT

KEY = Digest().text("one").hex()

# A run of one slow step: counts its starts, says that it is in the middle, then waits or goes on.
RUN = """
import sys
import time
from pathlib import Path
from boxcars.build.progress import Progress
from boxcars.build.store import Digest, Store

folder, wait = Path(sys.argv[1]), float(sys.argv[2])

def make(out):
    with (folder / "starts").open("a") as starts:
        starts.write("x")
    (out / "half").write_text("half")
    print("middle", flush=True)
    time.sleep(wait)
    (out / "whole").write_text("whole")

Store(folder, Progress()).ensure("step", Digest().text("one").hex(), "step", make)
print("done", flush=True)
"""


def start(folder: Path, wait: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RUN, str(folder), str(wait)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "host_tools")},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_step_is_made_once(tmp_path: Path) -> None:
    store, made = Store(tmp_path, Progress()), []
    for _ in range(2):
        kept = store.ensure("step", KEY, "step", lambda out: made.append(out))
    assert len(made) == 1
    assert (tmp_path / "out/step").resolve() == kept


def test_another_key_is_another_folder_and_out_follows(tmp_path: Path) -> None:
    store = Store(tmp_path, Progress())
    first = store.ensure("step", KEY, "step", lambda out: None)
    second = store.ensure("step", Digest().text("two").hex(), "step", lambda out: None)
    assert first != second
    assert (tmp_path / "out/step").resolve() == second


def test_a_failure_leaves_nothing_half_done(tmp_path: Path) -> None:
    store = Store(tmp_path, Progress())

    def make(out: Path) -> None:
        (out / "half").write_text("half")
        raise SetupError("no")

    with pytest.raises(SetupError):
        store.ensure("step", KEY, "step", make)
    assert not store.has("step", KEY)
    assert not list((tmp_path / "work").iterdir())


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    def make(out: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(SetupError, match="disk is full") as caught:
        Store(tmp_path, Progress()).ensure("step", KEY, "step", make)
    assert caught.value.exit_code == 3


def test_kill_9_in_the_middle_and_the_next_run_completes(tmp_path: Path) -> None:
    with start(tmp_path, 60) as first:
        assert line(first) == "middle"
        first.send_signal(signal.SIGKILL)
    assert not (tmp_path / "out/step").exists()
    with start(tmp_path, 0) as second:
        assert [line(second), line(second)] == ["middle", "done"]
    assert (tmp_path / "out/step/whole").read_text() == "whole"
    assert not list((tmp_path / "work").iterdir())


def test_two_runs_at_once_share_the_work(tmp_path: Path) -> None:
    with start(tmp_path, 1) as first:
        assert line(first) == "middle"
        with start(tmp_path, 1) as second:
            assert line(second) == "done"
        assert line(first) == "done"
    assert (tmp_path / "starts").read_text() == "x"


def test_parts_of_a_digest_do_not_run_together() -> None:
    assert Digest().text("ab", "c").hex() != Digest().text("a", "bc").hex()
