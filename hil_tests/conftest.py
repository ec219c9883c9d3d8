"""Which board the tests talk to: a virtual one of their own, or a real one on two ports."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from boxcars.build import artifacts


@dataclass(frozen=True)
class Target:
    """A board in the loop: its name and its two ports."""

    board: str
    host_port: str
    usb_port: str


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("boxcars")
    group.addoption("--target", choices=("virtual", "serial"), default="virtual")
    group.addoption("--host-port", help="UART of a real board")
    group.addoption("--usb-port", help="USB port of a real board")
    group.addoption("--board", choices=artifacts.BOARD_NAMES, default=artifacts.PRODUCT)


@pytest.fixture(scope="session")
def target(pytestconfig: pytest.Config) -> Iterator[Target]:
    board = pytestconfig.getoption("--board")
    if pytestconfig.getoption("--target") == "serial":
        ports = pytestconfig.getoption("--host-port"), pytestconfig.getoption("--usb-port")
        if None in ports:
            pytest.exit("--target serial needs --host-port and --usb-port", returncode=2)
        yield Target(board, *ports)
        return
    command = [sys.executable, "-m", "boxcars", "virtual", "--json"]
    command += ["--image", str(artifacts.image(board).uf2)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        yield Target(board, ready["uart"], ready["usb"])
        process.terminate()
