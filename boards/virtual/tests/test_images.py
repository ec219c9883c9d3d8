"""The two images on the emulated board: what they say of themselves, and what cannot get in.

The product runs nothing that a person can put on flash, and has no prompt to fall to. The bench
kit, given the very same files, does run them: so the files are good, and it is the product that
does not look.
"""

from __future__ import annotations

import hashlib

import pytest

from boards.virtual import MS, SEC, Board
from boxcars.build import artifacts, uf2
from shaker.app import identity

pytestmark = pytest.mark.emulator

FILES_OFFSET = 0x10_0000  # where both images' storage begins in flash
FILES_SIZE = 393_216  # the bench kit's share of it, in wiring.toml
PLANTED = {
    "boot.py": "print('PLANTED boot')\n",
    "main.py": "print('PLANTED main')\n",
    "shaker/__init__.py": "print('PLANTED shaker')\n",
    "shaker/app/__init__.py": "print('PLANTED app')\n",
    "wiring.py": "print('PLANTED wiring')\n",
}


def identity_line(board: str) -> bytes:
    image = artifacts.image(board)
    kind = "product" if board == artifacts.PRODUCT else "bench"
    digest = hashlib.sha256(image.bin.read_bytes()).hexdigest()
    return f"boxcars {kind} 0.1.0 {board} sha256:{digest}\r\n".encode()


def planted() -> bytes:
    """A file system made by the bench kit itself, with code in it that gives itself away."""
    board = board_with(artifacts.BENCH)
    board.run_for(SEC)
    for name, text in PLANTED.items():
        folders = name.split("/")[:-1]
        for depth in range(len(folders)):
            folder = "/".join(folders[: depth + 1])
            board.repl.exec(
                f"import os\nif {folders[depth]!r} not in os.listdir("
                f"{'/'.join(folders[:depth]) or '/'!r}): os.mkdir({folder!r})"
            )
        board.repl.exec(f"with open({name!r}, 'w') as file: file.write({text!r})")
    return board.flash.read(FILES_OFFSET, FILES_SIZE)


def board_with(image: str, storage: bytes = b"") -> Board:
    board = Board(artifacts.image(image).uf2, powered=False)
    board.flash.write_raw(FILES_OFFSET, storage)
    board.power_on()
    return board


@pytest.mark.parametrize("name", artifacts.SHAKERS)
def test_both_ports_say_who_it_is_with_the_digest_of_the_uf2(name: str) -> None:
    board = board_with(name)
    board.run_for(2 * SEC)
    assert board.uart.take() == identity_line(name)
    assert board.cdc.take().startswith(identity_line(name))
    flashed = uf2.decode(artifacts.image(name).uf2.read_bytes())
    assert identity.measure(flashed).encode() in identity_line(name)


def test_the_digest_is_measured_not_stored() -> None:
    board = Board(artifacts.image(artifacts.PRODUCT).uf2, powered=False)
    text = board.flash.read(0, FILES_OFFSET).index(b"Boxcars SHAKER_RP2040_R1")
    board.flash.write_raw(text, b"b")
    board.power_on()
    board.run_for(SEC)
    said = board.uart.take()
    assert said.startswith(b"boxcars product 0.1.0 SHAKER_RP2040_R1 sha256:")
    assert said != identity_line(artifacts.PRODUCT)


def test_what_is_planted_on_a_product_is_dead() -> None:
    board = board_with(artifacts.PRODUCT, planted())
    board.run_for(2 * SEC)
    assert board.uart.take() == identity_line(artifacts.PRODUCT)
    assert board.cdc.take() == identity_line(artifacts.PRODUCT)


def test_the_same_files_live_on_a_bench_kit() -> None:
    board = board_with(artifacts.BENCH, planted())
    board.run_for(2 * SEC)
    assert b"PLANTED shaker" in board.cdc.take()


HOSTILE = {
    "interrupt": b"\x03\x03",
    "raw-repl": b"\r\x03\x03\x01print(1)\x04",
    "soft-reset": b"\x04",
    "paste": b"\x05import os\x04",
    "repl": b"import machine\r\nmachine.bootloader()\r\n",
    "every-byte": bytes(range(256)) * 4,
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_product_answers_line_ends_and_nothing_else(data: bytes) -> None:
    board = board_with(artifacts.PRODUCT)
    board.run_for(3 * SEC)  # the journal has erased what it wants to have ready
    before = board.flash.contents()
    for port in (board.uart, board.cdc):
        port.take()
        port.write(data)
        board.run_for(SEC)
        ends = data.count(b"\r") + data.count(b"\n")
        said = port.take()
        if 0 in data:  # a zero begins a frame, and what lies in it is no line
            ends = said.count(b"\r\n")
        assert said == identity_line(artifacts.PRODUCT) * ends
    assert board.state == "running"
    assert [event.kind for event in board.events] == ["power-on"]
    assert board.flash.contents() == before


def test_a_product_at_rest_takes_nothing_from_the_heap() -> None:
    image = artifacts.image(artifacts.PRODUCT)
    board = Board(image.uf2, elf=image.elf)
    board.run_for(2 * SEC)
    with board.count_entries("gc_alloc") as counter:
        board.cdc.write(b"\n\n")
        board.uart.write(b"\n")
        board.run_for(10 * SEC)
        assert counter["gc_alloc"] == 0
    assert board.uart.take().count(b"\r\n") == 2


def test_the_motor_is_off_before_anything_else_runs() -> None:
    board = board_with(artifacts.PRODUCT)
    board.run_for(300 * MS)
    for gpio in (11, 12, 14):  # enable, PWM and brake of this board's pins.csv
        assert board.pins.level(gpio) is False
