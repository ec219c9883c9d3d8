"""The real mpremote on the virtual board's USB port, unmodified."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boards.virtual.tests.virtual_process import Virtual, running

pytestmark = pytest.mark.emulator

_CAUSE = "import machine; print(machine.reset_cause())"


@pytest.fixture
def virtual() -> Iterator[Virtual]:
    with running() as virtual:
        yield virtual


def test_exec(virtual: Virtual) -> None:
    assert virtual.mpremote("exec", "print(6 * 7)") == "42\n"


def test_files_go_there_and_back(virtual: Virtual, tmp_path: Path) -> None:
    there, back = tmp_path / "there.bin", tmp_path / "back.bin"
    there.write_bytes(bytes(range(256)) * 40)
    virtual.mpremote("fs", "cp", there, ":kept.bin")
    assert "10240 kept.bin" in virtual.mpremote("fs", "ls")
    virtual.mpremote("fs", "cp", ":kept.bin", back)
    assert back.read_bytes() == there.read_bytes()


def test_run(virtual: Virtual, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import sys\nprint(sys.platform, 1 << 40)\n")
    assert virtual.mpremote("run", script) == "rp2 1099511627776\n"


def test_hard_reset_and_reconnect(virtual: Virtual) -> None:
    virtual.mpremote("exec", "f = open('/kept', 'w'); f.write('x'); f.close(); gone = 1")
    assert virtual.mpremote("exec", _CAUSE) == "1\n"
    for _ in range(3):
        virtual.mpremote("reset")
        assert virtual.mpremote("exec", _CAUSE) == "3\n"
    assert virtual.mpremote("exec", "print('gone' in globals(), open('/kept').read())") == (
        "False x\n"
    )


def test_soft_reset(virtual: Virtual) -> None:
    virtual.mpremote("exec", "x = 1")
    assert virtual.mpremote("resume", "exec", "print(x)") == "1\n"
    virtual.mpremote("soft-reset")
    assert virtual.mpremote("resume", "exec", "print('x' in globals())") == "False\n"


def test_an_error_on_the_board_is_an_error_here(virtual: Virtual) -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        virtual.mpremote("exec", "1 / 0")
    assert virtual.mpremote("exec", "print('alive')") == "alive\n"
