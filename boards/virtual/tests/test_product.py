"""The product image on the virtual board: it says who it is on both ports, and stays up."""

from __future__ import annotations

import pytest

from boards.virtual import SEC, Board
from boxcars.build import artifacts

pytestmark = pytest.mark.emulator


def test_identity_on_both_ports() -> None:
    image = artifacts.image(artifacts.PRODUCT)
    board = Board(image.uf2)
    uart, usb = board.uart.read_until(b"\n"), board.cdc.read_until(b"\n")
    assert uart == usb
    assert uart.startswith(b"boxcars product ")
    assert artifacts.PRODUCT.encode() in uart
    board.run_for(30 * SEC)
    assert [event.kind for event in board.events] == ["power-on"]
