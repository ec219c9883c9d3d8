"""The same tests on other targets: a board behind a port, a desk without a rig, a port that is not
there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tty
from collections import Counter
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from boxcars.build import artifacts
from boxcars.link import Link
from boxcars.paths import ROOT
from hil_tests import reporting
from shaker.link import messages

_HERE = "hil_tests"


def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Pytest as a person starts it, in a process of its own."""
    argv = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    argv += ["--hil-report", str(folder), f"--junitxml={folder / 'junit.xml'}", *words]
    return subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)


def test_on_a_desk_a_test_that_needs_a_rig_is_skipped_with_the_reason(tmp_path: Path) -> None:
    suite = f"{_HERE}/test_watchdog.py"
    desk = run(suite, "--target", "serial", "--port", "/dev/null", folder=tmp_path)
    assert desk.returncode == 0, desk.stdout
    assert "this bench cannot send the program into an endless loop" in desk.stdout
    words = (suite, "--target", "serial", "--port", "/dev/null", "--require-rig")
    rig = run(*words, folder=tmp_path)
    assert rig.returncode == 1
    assert "and --require-rig was given" in rig.stdout


def test_a_port_that_is_not_there_ends_the_run_and_blames_no_test(tmp_path: Path) -> None:
    suite = f"{_HERE}/test_identity.py"
    ran = run(suite, "--target", "serial", "--port", "/dev/no-such-port", folder=tmp_path)
    assert ran.returncode == 3, ran.stdout
    assert "rig fault, no port" in ran.stdout + ran.stderr
    assert "failed" not in ran.stdout


_OTHER = """
[board]
name = "SHAKER_RP2040_R1"
id = "0123456789abcdef"
image = "built"
[ports]
host = "{uart0}"
usb = "{usb}"
rig = ""
[can]
do = []
"""
_DESK = ("--target", "serial", "--port", "/dev/null")
_RIG = """
[board]
name = "SHAKER_RP2040_R1"
id = "any"
image = "built"
[ports]
host = "/dev/no-such-host"
usb = ""
rig = "/dev/no-such-rig"
[can]
do = ["power_cut", "lid", "dice"]
"""


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--port", "/dev/null"), "say so by --target serial"),
        (("--usb-port", "/dev/null"), "say so by --target serial"),
        (("--board", "RPI_PICO"), "say so by --target serial"),
        (("--target", "serial"), "needs --port"),
        ((*_DESK, "--rig", "x.toml"), "leave --target out"),
        (("--rig", "x.toml", "--port", "/dev/null"), "leave it out"),
        ((*_DESK, "-n", "2"), "leave -n out"),
        (("--rig", "no-such-file.toml"), "cannot be read"),
        (("--count", "0"), "begin with 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_words_that_do_not_fit_are_refused_before_any_board(
    tmp_path: Path, words: tuple[str, ...], text: str
) -> None:
    """A port that was named and not used would be a green run of another board."""
    ran = run(f"{_HERE}/test_watchdog.py", *words, folder=tmp_path)
    assert ran.returncode == pytest.ExitCode.USAGE_ERROR
    assert text in ran.stderr
    assert "Traceback" not in ran.stderr


def test_every_repetition_is_known_as_one(tmp_path: Path) -> None:
    """By the names that pytest gives them: the flake rate counts no other."""
    words = ("--count", "3", "--collect-only")
    ran = run(f"{_HERE}/test_power_cuts.py", *words, folder=tmp_path)
    names = [line for line in ran.stdout.splitlines() if "::" in line]
    tests = Counter(map(reporting.without_turn, names))
    assert len(tests) > 5
    assert set(tests.values()) == {3}
    assert any(name.endswith("_there_or_not[0.4]") for name in tests)


def test_in_a_rig_what_no_rig_can_do_stays_a_skip(tmp_path: Path) -> None:
    """`--require-rig` asks for the hands that a rig may have, or nothing could ever be green."""
    path = tmp_path / "half.toml"
    path.write_text(_RIG)
    timing = f"{_HERE}/test_round_timing.py::test_the_motor_does_what_the_record_says_and_stops"
    words = (timing, "--rig", str(path), "--require-rig")
    ran = run(f"{_HERE}/test_watchdog.py", *words, folder=tmp_path)
    assert ran.returncode == 1, ran.stdout
    assert "no rig can send the program into an endless loop" in ran.stdout
    assert "cannot record the edges of the motor's lines, and --require-rig" in ran.stdout


def test_a_port_at_which_nobody_answers_is_the_rigs_fault(tmp_path: Path) -> None:
    """A terminal that nobody sits at: the preflight ends the run."""
    there, here = os.openpty()
    try:
        tty.setraw(here)
        words = ("--target", "serial", "--port", os.ttyname(here))
        ran = run(f"{_HERE}/test_identity.py", *words, folder=tmp_path)
    finally:
        os.close(there)
        os.close(here)
    assert ran.returncode == 3, ran.stdout
    assert "rig fault, no echo" in ran.stdout + ran.stderr
    assert "failed" not in ran.stdout


@pytest.mark.slow
@pytest.mark.emulator
def test_a_board_behind_a_port_proves_the_same(tmp_path: Path) -> None:
    """The virtual board as a process: two serial ports, real time."""
    image = artifacts.image(artifacts.PRODUCT).uf2
    argv = [sys.executable, "-m", "boxcars", "virtual", "--json", "--image", str(image)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            ready = json.loads(process.stdout.readline())
            suites = [f"{_HERE}/test_{name}.py" for name in ("identity", "line", "seal")]
            words = ["--target", "serial", "--port", ready["uart0"], "--usb-port", ready["usb"]]
            new = run(*suites, *words[:4], folder=tmp_path)
            rig = tmp_path / "other.toml"
            rig.write_text(_OTHER.format(**ready))
            other = run(*suites, "--rig", str(rig), folder=tmp_path)
            first = run(*suites, *words, folder=tmp_path)  # it is given its key
            ran = run(*suites, *words, folder=tmp_path)  # on a board that has a history
            with Link.open(ready["usb"]) as usb:
                for authority in (messages.OPERATOR, messages.STATION):
                    public = Ed25519PrivateKey.generate().public_key()
                    usb.add_key(authority, public.public_bytes_raw())
                usb.lock()
            locked = run(suites[0], *words, folder=tmp_path / "locked")
        finally:
            process.terminate()
    assert new.returncode == other.returncode == 3, new.stdout + other.stdout
    assert "rig fault, no key" in new.stdout + new.stderr
    assert "rig fault, wrong board" in other.stdout + other.stderr
    assert locked.returncode == 3, locked.stdout
    assert "rig fault, locked board" in locked.stdout + locked.stderr
    assert first.returncode == 0, first.stdout[-4000:]
    assert ran.returncode == 0, ran.stdout[-4000:]
    assert " passed" in ran.stdout
    assert " skipped" in ran.stdout
    junit = (tmp_path / "junit.xml").read_text()
    manifest = json.loads(artifacts.image(artifacts.PRODUCT).manifest.read_text())
    for name, value in (
        ("image", manifest["image"]["sha256"]),
        ("board", artifacts.PRODUCT),
        ("rig", "desk"),
        ("seed", "1"),
    ):
        assert f'<property name="{name}" value="{value}"' in junit
    assert (tmp_path / "index.html").exists()
