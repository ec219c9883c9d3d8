"""`boxcars flash --all`: several boards at once, a bar each, each with its own end; and a cut."""

from __future__ import annotations

import contextlib
import os
import pty
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boards.virtual.tests.documents import checked, invoke
from boards.virtual.tests.virtual_process import COMMAND, ENVIRONMENT, ROOT, Virtual, start
from boxcars.build import artifacts
from boxcars.flashing.mpremote import run as mpremote
from boxcars.flashing.order import safely
from boxcars.link import Link
from shaker.link.messages import REBOOT_BOOTSEL

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

_LIMIT_S = 120
_BLANK = b"\xff" * (2 << 20)


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Virtual]]:
    """A product that runs, one that was never flashed, and a bench kit."""
    folder = tmp_path_factory.mktemp("run")
    blank = folder / "blank.flash"
    blank.write_bytes(_BLANK)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        found = [
            start(board=artifacts.PRODUCT),
            start("--seed", "2", board=artifacts.BENCH),
        ]
        found.append(start_blank(blank, folder))
        try:
            yield found
        finally:
            for virtual in found:
                virtual.process.terminate()
                virtual.process.communicate(timeout=_LIMIT_S)


def start_blank(flash: Path, folder: Path) -> Virtual:
    """It waits in BOOTSEL and says nothing until it has a program."""
    words = ["virtual", "--json", "--flash", str(flash), "--seed", "3"]
    process = subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**ENVIRONMENT, **os.environ},
    )
    drive = folder / f"boxcars-virtual-{process.pid}" / "RPI-RP2"
    wait_for(lambda: (drive / "INFO_UF2.TXT").exists())
    return Virtual({"bootsel": str(drive), "links": str(drive.parent)}, process)


def test_a_power_cut_in_the_middle_of_the_file_is_gone_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board comes back in BOOTSEL: it does not start the half that it has."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    flash, image = tmp_path / "board.flash", artifacts.image(artifacts.PRODUCT)
    virtual = start("--flash", flash, "--seed", "4", board=artifacts.PRODUCT)
    with Link.open(virtual.facts["usb"]) as link:
        link.reboot(REBOOT_BOOTSEL)
    drive = Path(virtual.facts["bootsel"])
    wait_for(lambda: (drive / "INFO_UF2.TXT").exists())
    changed = bytearray(image.bin.read_bytes())
    half = len(changed) // 2 & ~4095
    changed[half:] = bytes(len(changed) - half)  # of which this half never comes
    data = safely(bytes(changed))
    (drive / "firmware.uf2").write_bytes(data[: half // 256 * 512])
    wait_for(lambda: flash.read_bytes()[:4096] == b"\xff" * 4096)
    virtual.process.kill()  # the flash file is as the mains left it
    virtual.process.communicate(timeout=_LIMIT_S)
    shutil.rmtree(virtual.facts["links"], ignore_errors=True)
    again = start_blank(flash, tmp_path)
    try:
        told = checked(invoke("list", "--json").out, "list/1")
        assert [row["kind"] for row in told["boards"]] == ["bootsel"]
        done = invoke("flash", "--yes", "--json")
        assert done.code == 0, done.text
        assert checked(done.out, "flash/1")["boards"][0]["ok"]
        assert flash.read_bytes().startswith(image.bin.read_bytes())
    finally:
        again.process.terminate()
        again.process.communicate(timeout=_LIMIT_S)


def wait_for(done: Callable[[], bool]) -> None:
    end = time.monotonic() + _LIMIT_S
    while not done():
        assert time.monotonic() < end
        time.sleep(0.1)


def _hear_interrupts() -> None:
    """Who runs in the background of a shell is deaf to Ctrl-C, and so are those that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def place(virtual: Virtual) -> str:
    return str(virtual.facts["links"]).rpartition("boxcars-")[2]


def test_a_cut_in_the_middle_is_gone_on_from(boards: list[Virtual]) -> None:
    """Ctrl-C while the file is copied slowly, then the same command again."""
    blank = boards[2]
    words = ["flash", "--yes", "--port", place(blank), "--drive", str(Path(blank.facts["links"]))]
    process = subprocess.Popen(
        [*COMMAND, *words],  # to a folder that is no drive: it waits for the board to come back
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**ENVIRONMENT, **os.environ},
        preexec_fn=_hear_interrupts,
    )
    wait_for(lambda: (Path(blank.facts["links"]) / "firmware.uf2").exists())
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=_LIMIT_S)
    assert process.returncode == 130, errors
    assert errors.strip().endswith("boxcars: interrupted")
    assert "Traceback" not in errors
    assert out == ""
    assert checked(invoke("list", "--json").out, "list/1")  # nothing is worse than before


def test_several_at_once_with_a_bar_each(boards: list[Virtual]) -> None:
    product, bench, blank = boards
    assert invoke("flash", "--yes").code == 2  # between them nothing is guessed
    shown, code = on_terminal("flash", "--all", "--yes")
    assert code == 6
    for name in (product.facts["usb"], bench.facts["usb"], place(blank)):
        assert name in shown
    assert "━" in shown  # bars
    assert "1 of 3 boards not flashed" in shown
    told = checked(invoke("flash", "--all", "--yes", "--json").out, "flash/1")
    rows = {row["location"]: row for row in told["boards"]}
    assert rows[place(product)]["text"] == rows[place(blank)]["text"] == "runs 0.1.0, verified"
    assert rows[place(bench)]["exit_code"] == 6
    assert "is for SHAKER_RP2040_R1, this is RPI_PICO" in rows[place(bench)]["text"]


def on_terminal(*words: str) -> tuple[str, int]:
    """What a command shows on a terminal, and its code."""
    board_fd, client_fd = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *words],
        stdin=client_fd,
        stdout=client_fd,
        stderr=client_fd,
        cwd=ROOT,
        env={**ENVIRONMENT, **os.environ, "TERM": "xterm"},
    )
    os.close(client_fd)
    shown = b""
    with contextlib.suppress(OSError):  # the terminal goes with its last user
        while data := os.read(board_fd, 4096):
            shown += data
    os.close(board_fd)
    return shown.decode(errors="replace"), process.wait(timeout=_LIMIT_S)


def test_a_bench_kit_is_flashed_and_measured_over_a_nonce(boards: list[Virtual]) -> None:
    bench = boards[1]
    port = "--port", bench.facts["usb"]
    told = checked(invoke("measure", *port, "--json").out, "measure/1")
    assert (told["same"], told["board"]) == (True, artifacts.BENCH)
    assert told["device"] == bench.facts["unique_id"]
    product = artifacts.image(artifacts.PRODUCT).uf2
    assert invoke("measure", *port, "--image", product).code == 7
    mpremote(bench.facts["usb"], "bootloader")
    wait_for(lambda: (Path(bench.facts["bootsel"]) / "INFO_UF2.TXT").exists())
    image = artifacts.image(artifacts.BENCH).uf2
    done = invoke("flash", "--yes", "--port", place(bench), "--image", image, "--json")
    assert done.code == 0, done.text
    assert checked(done.out, "flash/1")["boards"][0]["text"] == "runs 0.1.0, verified"
