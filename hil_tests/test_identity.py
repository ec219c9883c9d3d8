"""The board runs the image that was built: each port tells its measured digest when asked."""

from __future__ import annotations

import json

import pytest
import serial

from boxcars.build import artifacts
from hil_tests.conftest import Target

TIMEOUT_S = 20.0
QUIET_S = 1.0


def expected(board: str) -> str:
    manifest = json.loads(artifacts.image(board).manifest.read_text())
    digest = manifest["image"]["sha256"]
    return f"boxcars {manifest['kind']} {manifest['version']} {board} sha256:{digest}"


@pytest.mark.emulator
@pytest.mark.parametrize("port", ["host_port", "usb_port"])
def test_a_line_end_is_answered_with_the_identity(target: Target, port: str) -> None:
    with serial.Serial(getattr(target, port), 115_200, timeout=QUIET_S) as line:
        while line.read(4096):  # what it says at its start may be under way
            pass
        line.timeout = TIMEOUT_S
        line.write(b"\n")
        answer = line.readline().decode().strip()
    assert answer == expected(target.board)
