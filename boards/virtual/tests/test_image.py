"""Images: UF2 and binary, whole, damaged, foreign."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.virtual import Board, load_image, uf2
from boards.virtual.errors import ImageError
from boards.virtual.flash import FLASH_SIZE, SECTOR_SIZE
from boards.virtual.image import is_startable
from boards.virtual.tests.conftest import make_uf2
from boxcars.flashing.order import safely


def test_uf2_and_binary_are_the_same_program(uf2_path: Path) -> None:
    binary = uf2_path.with_suffix(".bin").read_bytes()
    one, two = load_image(uf2_path), load_image(uf2_path.with_suffix(".bin"))
    assert one.flash()[: len(binary)] == two.flash()[: len(binary)] == binary


def test_pack_round_trips(uf2_path: Path) -> None:
    binary = uf2_path.with_suffix(".bin").read_bytes()
    receiver = uf2.Receiver(FLASH_SIZE)
    packed = make_uf2(binary)
    for at in range(0, len(packed), uf2.BLOCK_SIZE):
        receiver.feed(packed[at : at + uf2.BLOCK_SIZE])
    assert receiver.complete
    assert receiver.ignored_count == 0
    assert b"".join(receiver.pages[at] for at in sorted(receiver.pages))[: len(binary)] == binary


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("no UF2 block", lambda good: b"garbage" * 1000),
        ("no UF2 block", lambda good: b""),
        ("no UF2 block", lambda good: make_uf2(bytes(1000), family=0x12345678)),
        ("no UF2 block", lambda good: make_uf2(bytes(1000), base=0x20000000)),
        ("damaged or partial", lambda good: good[: 100 * 512]),
        ("damaged or partial", lambda good: good[:-100]),
        ("damaged or partial", lambda good: good[:600] + b"\xff" + good[601:1030] + good[1029:]),
        ("second-stage", lambda good: make_uf2(bytes(4096))),
    ],
)
def test_what_is_refused(tmp_path: Path, uf2_path: Path, name: str, make: object) -> None:
    path = tmp_path / "x.uf2"
    path.write_bytes(make(uf2_path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(ImageError, match=name):
        load_image(path)


def test_binaries_that_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    for data in (b"", bytes(FLASH_SIZE + 1), bytes(1000)):
        path.write_bytes(data)
        with pytest.raises(ImageError):
            load_image(path)
    with pytest.raises(ImageError, match="cannot read"):
        load_image(tmp_path / "missing.uf2")


def test_receiver_takes_blocks_in_any_order_and_ignores_others(uf2_path: Path) -> None:
    data = uf2_path.read_bytes()
    blocks = [data[at : at + 512] for at in range(0, len(data), 512)]
    receiver = uf2.Receiver(FLASH_SIZE)
    receiver.feed(b"\0" * 512)
    for block in reversed(blocks[1:]):
        receiver.feed(block)
        receiver.feed(block)
    assert not receiver.complete
    receiver.feed(blocks[0])
    assert receiver.complete
    assert receiver.ignored_count == 1


def test_receiver_starts_over_with_another_transfer() -> None:
    receiver = uf2.Receiver(FLASH_SIZE)
    first, second = make_uf2(bytes(1024)), make_uf2(b"\x01" * 512)
    receiver.feed(first[:512])
    for at in (0, 512):
        receiver.feed(second[at : at + 512])
    assert receiver.complete
    assert set(receiver.pages.values()) == {b"\x01" * 256}


def startable_after(old: bytes, blocks: bytes) -> list[bool]:
    """Whether the boot ROM would start what is in flash, before any block and behind each."""
    flash = bytearray(old)
    receiver = uf2.Receiver(FLASH_SIZE)
    known: dict[bytes, bool] = {}
    found = []
    for at in range(-uf2.BLOCK_SIZE, len(blocks), uf2.BLOCK_SIZE):
        if at >= 0:
            receiver.feed(blocks[at : at + uf2.BLOCK_SIZE])
        for write in receiver.take():
            if write.erase is not None:
                flash[write.erase : write.erase + SECTOR_SIZE] = b"\xff" * SECTOR_SIZE
            flash[write.offset : write.offset + len(write.page)] = write.page
        stage = bytes(flash[:256])
        if stage not in known:
            known[stage] = is_startable(stage)
        found.append(known[stage])
    assert receiver.complete
    return found


def test_a_cut_anywhere_in_what_is_flashed_leaves_a_board_in_bootsel(uf2_path: Path) -> None:
    """From the first block to the one before the last; the file's own order does not."""
    image = uf2_path.with_suffix(".bin").read_bytes()
    old = image.ljust(FLASH_SIZE, b"\xff")
    first, *between, last = startable_after(old, safely(image))
    assert (first, any(between), last) == (True, False, True)
    assert all(startable_after(old, uf2_path.read_bytes()))
    receiver = uf2.Receiver(FLASH_SIZE)
    data = safely(image)
    for at in range(0, len(data), uf2.BLOCK_SIZE):
        receiver.feed(data[at : at + uf2.BLOCK_SIZE])
    assert receiver.pages == load_image(uf2_path).pages


@pytest.mark.emulator
def test_bootsel_flashes_and_starts(board: Board, uf2_path: Path) -> None:
    board.repl.exec("open('/kept', 'w').close()")
    board.repl.start("import machine\nmachine.bootloader()")
    board.run_until(lambda: board.state == "bootsel")
    assert board.events[-1].kind == "bootsel"
    receiver = uf2.Receiver(FLASH_SIZE)
    data = uf2_path.read_bytes()
    for at in range(0, len(data), 512):
        receiver.feed(data[at : at + 512])
    board.receive_uf2(receiver)
    assert board.state == "running"
    board.repl.forget()
    assert "kept" in board.repl.exec("import os\nprint(os.listdir())")


@pytest.mark.emulator
def test_an_empty_flash_shows_the_drive() -> None:
    board = Board()
    assert board.state == "bootsel"
    assert [event.kind for event in board.events] == ["power-on", "bootsel"]


@pytest.mark.emulator
def test_the_button_at_power_on(board: Board) -> None:
    board.power_off()
    board.power_on(bootsel=True)
    assert board.state == "bootsel"
