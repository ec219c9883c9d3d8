"""The board is the one, and runs the image, that the host expects; a host refuses any other."""

from __future__ import annotations

import hashlib

import pytest

from boxcars.build import artifacts
from boxcars.link import Expectation, Link
from boxcars.link.errors import WrongDeviceError
from hil_tests import preflight
from hil_tests.bench import Bench

pytestmark = [pytest.mark.emulator, pytest.mark.proves("ID-1")]


def expected_line(built_image: dict[str, object], board: str) -> str:
    image = built_image["image"]
    assert isinstance(image, dict)
    kind, version = built_image["kind"], built_image["version"]
    return f"boxcars {kind} {version} {board} sha256:{image['sha256']}"


@pytest.mark.parametrize("port", ["host", pytest.param("usb", marks=pytest.mark.needs("usb"))])
def test_a_line_end_is_answered_with_the_identity(
    bench: Bench, built_image: dict[str, object], port: str
) -> None:
    line = preflight.ask_line(bench, port).decode().strip()
    assert line == expected_line(built_image, bench.board)


@pytest.mark.usefixtures("built_image")
def test_the_image_is_measured_over_a_nonce_of_the_host(bench: Bench) -> None:
    image = artifacts.image(bench.board).bin.read_bytes()
    nonce = hashlib.sha256(b"asked now").digest()
    assert bench.link.measure(nonce) == hashlib.sha256(nonce + image).digest()
    assert bench.link.identity().image == hashlib.sha256(image).digest()


@pytest.mark.proves("ID-2")
@pytest.mark.parametrize("wrong", ["image", "device", "rules"])
def test_a_host_that_expects_another_board_is_refused(bench: Bench, wrong: str) -> None:
    other = bytes(range(1, 9 if wrong == "device" else 33))
    expect = Expectation(
        device=other if wrong == "device" else None,
        image=other if wrong == "image" else None,
        rules=other if wrong == "rules" else None,
    )
    bench.link.close()
    link = Link(lambda: bench.raw("host"), clock=bench.clock, expect=expect)
    with pytest.raises(WrongDeviceError, match=wrong if wrong != "rules" else "rule"):
        link.connect()


@pytest.mark.proves("ID-2")
def test_a_wrong_image_is_the_boards_fault_and_not_the_rigs(bench: Bench) -> None:
    right = bench.link.welcome.image.hex()
    assert preflight.check_line(bench, right) is None
    found = preflight.check_line(bench, "ab" * 32)
    assert found is not None
    assert (found.side, found.what) == (preflight.BOARD, "wrong image")
