"""What a run leaves behind: bundles that play again, the page, flake rates, locks, rig files."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from boards.virtual.tests.documents import checked
from boxcars.commands.replay import command as replay
from boxcars.errors import UsageError
from boxcars.link.errors import PortBusyError
from boxcars.link.ports import WallClock
from boxcars.link.schema import BY_NAME
from boxcars.link.wire import Frame
from boxcars.replay.bundle import Bundle, BundleError
from boxcars.replay.tape import PORTS, Heard
from boxcars.replay.timeline import TO_BOARD, moments, phases
from hil_tests import isolation, page, reporting, rigfile
from hil_tests.bench import Bench
from hil_tests.portlock import PortLock
from hil_tests.serial_bench import Capture, SerialBench
from hil_tests.virtual_bench import VirtualBench
from shaker.core.spots import PASS

RIG = """
[board]
name = "SHAKER_RP2040_R1"
id = "any"
image = "built"
[ports]
host = "/dev/null"
usb = ""
rig = ""
[can]
do = []
"""


@pytest.mark.emulator
def test_a_failure_leaves_a_bundle_that_plays_again_to_the_byte(
    shared_bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not isinstance(shared_bench, VirtualBench):
        pytest.skip("a real board keeps no tape")
    path = tmp_path / "failed.zip"
    began = shared_bench.table.board.now

    def fails() -> None:
        shared_bench.roll(3, 4)
        shared_bench.link.bet(0, PASS, 25)
        shared_bench.open("lid")
        shared_bench.link.picture(0)
        shared_bench.restart(0.2)
        assert shared_bench.link.state().stakes[0].amount == 26, "it is 25"

    with pytest.raises(AssertionError, match="it is 25"):
        isolation.run(shared_bench, fails, "hil_tests/test_x.py::test_y", 0, path)
    kept = Bundle.read(path)
    assert kept.facts["test"] == "hil_tests/test_x.py::test_y"
    assert "it is 25" in kept.failure
    assert len(kept.flash) == 2 << 20
    assert {seen.side for seen in kept.frames if seen.time > began} == {0, 1}
    assert kept.frames[-1].side == 0
    told = [phase.word for phase in phases(kept) if phase.time > began]
    assert told[:2] == ["closed", "shaking"]
    assert told[-2:] == ["waiting", "betting"]
    assert told.count("shaking") == 1  # what comes again after the restart is not another
    row = page.Row("test_y", "failed", 1.0, "STD-1", path)
    page.write(tmp_path / "index.html", {"seed": "1"}, [row])
    shown = (tmp_path / "index.html").read_text()
    assert shown.count("<svg") == 2  # the round in time, and the motor
    assert "<title>shaking</title>" in shown
    assert shown.count("<polyline") == 3
    assert "data:image/png" in shown
    assert "open lid" in shown
    assert "bet answered" in shown
    assert (
        kept.facts["image"] == hashlib.sha256(kept.flash[: kept.facts["image_size"]]).hexdigest()
    )
    monkeypatch.setattr("boxcars.replay.player._built_digest", lambda: "another build")
    ran = CliRunner().invoke(replay, [str(path)])
    assert ran.exit_code == 0, ran.output
    assert "the program is the bundle's own" in ran.output
    assert "the board did the same, to the byte" in ran.output
    monkeypatch.undo()
    other = Bundle(kept.facts, tape=kept.tape, heard=kept.heard[:-1])
    other.write(path)
    ran = CliRunner().invoke(replay, [str(path), "--json"])
    assert type(ran.exception).__name__ == "AnotherWayError"
    assert checked(ran.stdout, "replay/1")["differs"] in PORTS


def test_a_file_that_is_no_bundle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(b"PK\3\4 and so on")
    with pytest.raises(BundleError, match="no failure bundle"):
        Bundle.read(path)


def _report(test: str, outcome: str, when: str = "call") -> pytest.TestReport:
    place = ("hil_tests/test_x.py", 1, "test_y")
    return pytest.TestReport(test, place, {}, outcome, None, when)  # type: ignore[arg-type]


def test_the_flake_rate_counts_repetitions() -> None:
    name = "hil_tests/test_x.py::test_y"
    reports = [_report(f"{name}[turn{turn}-a]", "passed") for turn in range(3)]
    reports += [_report(f"{name}[turn3-a]", "failed"), _report(f"{name}[turn0]", "passed")]
    assert reporting.flake_lines(reports) == [
        f"{name}[a]: 1 of 4 failed, 25.0 %",
        "flake rate: 1 of 5 runs failed, 20.00 %",
    ]
    assert reporting.flake_lines([_report(name, "failed")]) == []
    reports = [_report(f"{name}[turn{turn}]", "passed", "setup") for turn in range(2)]
    reports += [_report(f"{name}[turn0]", "passed"), _report(f"{name}[turn2]", "failed", "setup")]
    assert reporting.flake_lines(reports)[-1] == "flake rate: 1 of 2 runs failed, 50.00 %"


def test_a_bundle_without_a_tape_runs_its_test_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    code = 0

    def run(argv: list[str], **_options: object) -> subprocess.CompletedProcess[str]:
        started.append(argv)
        return subprocess.CompletedProcess(argv, code)

    monkeypatch.setattr("boxcars.commands.replay.subprocess.run", run)
    path = tmp_path / "failed.zip"
    Bundle({"test": "hil_tests/test_x.py::test_y[turn3-a]", "seed": 7}, "it was so").write(path)
    assert CliRunner().invoke(replay, [str(path)]).exit_code == 0
    assert started[-1][6:] == [
        "hil_tests/test_x.py::test_y[turn3-a]", "--seed", "7", "--count", "4"
    ]  # fmt: skip
    code = 1
    ran = CliRunner().invoke(replay, [str(path)])
    assert "fails on the virtual cabinet as well" in str(ran.exception)
    code = 4  # no such test
    assert isinstance(CliRunner().invoke(replay, [str(path)]).exception, BundleError)
    Bundle({"test": "--rootdir=elsewhere"}, "").write(path)
    assert isinstance(CliRunner().invoke(replay, [str(path)]).exception, BundleError)
    assert len(started) == 3


def test_a_bundle_keeps_what_a_port_was_sent(tmp_path: Path) -> None:
    """A board on a port has no tape: both ways of its line are there all the same."""
    ping = Frame(BY_NAME["ping"].id, bytes(4), 9, b"").encode()
    kept = Bundle({}, heard=[Heard(5, "usb", b"said")], sent=[Heard(3, "uart0", ping)])
    kept.write(tmp_path / "x.zip")
    again = Bundle.read(tmp_path / "x.zip")
    assert (again.heard, again.sent) == (kept.heard, kept.sent)
    assert [(it.time, it.lane, it.text) for it in moments(again)] == [(3, TO_BOARD, "ping")]
    with zipfile.ZipFile(tmp_path / "x.zip") as file:
        assert file.read("uart0-sent.bin") == ping


def test_a_capture_keeps_the_last_of_a_long_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hil_tests.serial_bench._CAPTURE_MAX", 10)
    capture = Capture(WallClock())
    for number in range(9):
        capture.add("usb", bytes((number,)) * 4)
    assert [row.data[0] for row in capture.rows] == [7, 8]
    capture.clear()
    assert not capture.rows


def test_a_port_has_one_user_at_a_time(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib\nfrom hil_tests.portlock import PortLock\n"
        "with PortLock('/dev/ttyX', pathlib.Path(sys.argv[1])): print('got', flush=True); input()"
    )
    argv = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "got\n"
        with pytest.raises(PortBusyError, match=str(other.pid)), PortLock("/dev/ttyX", tmp_path):
            pass
        other.stdin.close()
        other.wait()
        with PortLock("/dev/ttyX", tmp_path), PortLock("/dev/ttyY", tmp_path):
            pass


def test_a_lock_is_for_every_user_of_the_machine(tmp_path: Path) -> None:
    """Whatever the umask of the first."""
    folder = tmp_path / "locks"
    before = os.umask(0o077)
    try:
        with PortLock("/dev/ttyX", folder):
            pass
    finally:
        os.umask(before)
    (lock,) = folder.iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o1777
    assert stat.S_IMODE(lock.stat().st_mode) == 0o666


def test_a_rig_that_promises_what_nobody_can_do_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rig.toml"
    path.write_text(RIG.replace("do = []", 'do = ["flash_copy"]'))
    with pytest.raises(UsageError, match="take flash_copy out of"):
        SerialBench(rigfile.load(path), seed=1)


def test_a_rig_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "desk.toml"
    path.write_text(RIG.replace('usb = ""', 'usb = "/dev/zero"'))
    rig = rigfile.load(path)
    assert (rig.name, rig.device, rig.capabilities) == ("desk", None, frozenset({"usb"}))


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('id = "any"', 'id = "12"', "16 hex digits"),
        ('image = "built"', 'image = "new"', "64 hex digits"),
        ("SHAKER_RP2040_R1", "SHAKER", "not one of SHAKER_RP2040_R1"),
        ("do = []", 'do = ["fly"]', "not one of power_cut"),
        ("do = []", 'do = ["lid"]', "ports.rig is empty"),
        ("do = []", "do = []\nmore = 1", "can.more is not one of do"),
        ('usb = ""', "", "ports.usb is missing"),
        ("[can]", "[could]", "not one of board, ports, can"),
        ('host = "/dev/null"', 'host = ""', "ports.host is empty"),
        ('host = "/dev/null"', "host = 3", "not a text"),
    ],
)
def test_a_rig_file_that_is_wrong_is_refused_by_name(
    tmp_path: Path, old: str, new: str, text: str
) -> None:
    path = tmp_path / "rig.toml"
    path.write_text(RIG.replace(old, new))
    with pytest.raises(rigfile.RigFileError, match=text):
        rigfile.load(path)
