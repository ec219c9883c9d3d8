"""The same tests on other targets: a board behind a port, a desk without a rig, a port that is not
there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from boxcars.build import artifacts
from boxcars.link import Link
from boxcars.paths import ROOT

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
            with Link.open(ready["usb"]) as usb:
                usb.provision()
            words = [f"{_HERE}/test_identity.py", f"{_HERE}/test_diagnostics.py"]
            words += ["--target", "serial", "--port", ready["uart0"], "--usb-port", ready["usb"]]
            ran = run(*words, folder=tmp_path)
        finally:
            process.terminate()
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
