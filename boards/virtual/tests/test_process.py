"""`boxcars virtual` as a process: ports, time, flash file, the ways it ends."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from boards.virtual.tests.virtual_process import COMMAND, ENVIRONMENT, ROOT, run, running, start

pytestmark = pytest.mark.emulator

_LIMIT_S = 30.0
_KEEP = "f = open('/name', 'w'); f.write('kept'); f.close()"
_READ = "print(open('/name').read())"
_ECHO = (
    "from machine import UART\nu = UART(0, 115200, rxbuf=8192)\n"
    "while True:\n    if u.any():\n        u.write(u.read())\n"
)


@contextlib.contextmanager
def _port(name: str, baud: int = 115_200) -> Iterator[serial.Serial]:
    with serial.Serial(name, baud, timeout=_LIMIT_S) as port:
        yield port


def _start_on_usb(port: serial.Serial, source: str) -> None:
    port.write(b"\r\x03\x03\x01")
    port.read_until(b"raw REPL; CTRL-B to exit\r\n>")
    port.write(source.encode() + b"\x04")
    assert port.read(2) == b"OK"


def _gone(pid: int) -> bool:
    """Wait for the end of a process that is not a child of this one."""
    deadline = time.monotonic() + _LIMIT_S
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def test_json_names_the_ports_and_the_process() -> None:
    with running("--seed", "3") as virtual:
        assert virtual.facts["pid"] == virtual.process.pid
        for name in ("uart0", "usb"):
            assert Path(virtual.facts[name]).is_char_device()
            assert (Path(virtual.facts["links"]) / name).samefile(virtual.facts[name])
        assert (
            virtual.mpremote("exec", "import machine; print(machine.unique_id().hex())").strip()
            == virtual.facts["unique_id"]
        )
    assert not Path(virtual.facts["links"]).exists()


def test_pyserial_on_both_ports() -> None:
    with running() as virtual, _port(virtual.facts["usb"]) as usb:
        _start_on_usb(usb, _ECHO)
        with _port(virtual.facts["uart0"]) as uart:
            for size in (1, 100, 5000):
                data = bytes(i % 251 for i in range(size))
                uart.write(data)
                assert uart.read(size) == data
        with _port(virtual.facts["uart0"], 9600) as uart:
            uart.timeout = 1
            uart.write(b"hello")
            assert uart.read(5) != b"hello"


def test_idle_time_is_skipped_on_usb_and_not_in_realtime() -> None:
    sleep = "import time; time.sleep({})"
    with running() as virtual:
        start_s = time.monotonic()
        virtual.mpremote("exec", sleep.format(200))
        assert time.monotonic() - start_s < 100
    with running("--realtime") as virtual:
        start_s = time.monotonic()
        virtual.mpremote("exec", sleep.format(5))
        assert time.monotonic() - start_s >= 3  # it may make up for 2 s that this machine cost it


def test_a_uart_client_gets_wall_time() -> None:
    with (
        running() as virtual,
        _port(virtual.facts["usb"]) as usb,
        _port(virtual.facts["uart0"]),
    ):
        start_s = time.monotonic()
        _start_on_usb(usb, "import time\ntime.sleep(2)\nprint('done')")
        usb.read_until(b"done")
        assert time.monotonic() - start_s >= 1.9


def test_an_idle_board_leaves_the_processor_alone() -> None:
    def cpu_s(pid: int) -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    with running() as virtual:
        pid = virtual.process.pid
        virtual.mpremote("exec", "pass")
        before = cpu_s(pid)
        time.sleep(3)
        assert cpu_s(pid) - before < 0.9


def test_flash_file_over_runs(tmp_path: Path) -> None:
    flash = tmp_path / "board.flash"
    with running("--flash", flash) as virtual:
        virtual.mpremote("exec", _KEEP)
        refused = run("virtual", "--board", "RPI_PICO", "--flash", flash)
        assert refused.returncode == 5
        assert refused.stderr.count("\n") == 1
    with running("--flash", flash) as virtual:
        assert virtual.mpremote("exec", _READ) == "kept\n"
        virtual.process.kill()
        virtual.process.wait()
        virtual.process.returncode = 0
    with running("--flash", flash) as virtual:
        assert virtual.mpremote("exec", _READ) == "kept\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_it_cleanly(number: signal.Signals, tmp_path: Path) -> None:
    virtual = start("--flash", tmp_path / "board.flash")
    virtual.mpremote("exec", _KEEP)
    virtual.process.send_signal(number)
    out, errors = virtual.process.communicate(timeout=_LIMIT_S)
    assert (virtual.process.returncode, out, errors) == (0, "", "")
    assert not Path(virtual.facts["links"]).exists()
    assert b"kept" in (tmp_path / "board.flash").read_bytes()


def test_a_signal_ends_a_busy_board() -> None:
    virtual = start()
    with _port(virtual.facts["usb"]) as usb:
        _start_on_usb(usb, "while True:\n    pass")
        virtual.process.terminate()
        virtual.process.communicate(timeout=_LIMIT_S)
    assert virtual.process.returncode == 0


_PARENT = """
import subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
print(child.stdout.readline(), end="", flush=True)
sys.stdin.read()
"""


def test_it_ends_with_its_parent(tmp_path: Path) -> None:
    command = [*COMMAND, "virtual", "--json", "--board", "RPI_PICO"]
    command += ["--flash", str(tmp_path / "board.flash")]
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=ENVIRONMENT,
    )
    assert parent.stdout is not None
    assert parent.stdin is not None
    facts = json.loads(parent.stdout.readline())
    parent.kill()
    parent.wait()
    assert _gone(facts["pid"])
    assert not Path(facts["links"]).exists()
    parent.stdout.close()
    parent.stdin.close()


def test_no_image_is_one_clear_line(tmp_path: Path) -> None:
    for name, data in (("missing.uf2", None), ("bad.uf2", b"x" * 600)):
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        done = run("virtual", "--image", path)
        assert done.returncode == 3
        assert done.stderr.count("\n") == 1
        assert name in done.stderr


def test_an_explicit_image_is_flashed_over_a_flash_file(tmp_path: Path, uf2_path: Path) -> None:
    flash = tmp_path / "board.flash"
    with running("--flash", flash) as virtual:
        virtual.mpremote("exec", _KEEP)
    contents = bytearray(flash.read_bytes())
    contents[0x1000:0x2000] = bytes(0x1000)
    flash.write_bytes(contents)
    with running("--flash", flash, "--image", uf2_path) as virtual:
        assert virtual.mpremote("exec", _READ) == "kept\n"
