"""The flash chip: commands, busy time, torn operations."""

from __future__ import annotations

import random

import pytest

from boards.virtual import MS, US, Board, FlashTiming
from boards.virtual.flash import FLASH_SIZE, SECTOR_SIZE, NorFlash
from boards.virtual.tests.conftest import TEST_BLOCK, MakeBoard


class _Rig:
    """A flash chip on a bus of its own, with a clock that the test moves."""

    def __init__(self) -> None:
        self.time = 0
        self.flash = NorFlash(
            memoryview(bytearray(b"\xff" * FLASH_SIZE)), lambda: self.time, b"12345678"
        )

    def command(self, *out: int) -> bytes:
        self.flash.select()
        answer = bytes(self.flash.shift(byte) for byte in out)
        self.flash.deselect()
        return answer

    def program(self, address: int, data: bytes, wait: bool = True) -> None:
        self.command(0x06)
        self.command(0x02, *address.to_bytes(3, "big"), *data)
        if wait:
            self.time += self.flash.timing.page_program_ns

    def erase(self, address: int) -> None:
        self.command(0x06)
        self.command(0x20, *address.to_bytes(3, "big"))


@pytest.fixture
def rig() -> _Rig:
    return _Rig()


def test_identity(rig: _Rig) -> None:
    assert rig.command(0x9F, 0, 0, 0)[1:] == bytes((0xEF, 0x40, 0x15))
    assert rig.command(0x4B, *bytes(12))[5:] == b"12345678"


def test_program_takes_its_time_and_clears_bits_only(rig: _Rig) -> None:
    rig.program(0x1000, b"\xf0", wait=False)
    assert rig.command(0x05, 0)[1] & 1
    assert rig.flash.read(0x1000, 1) == b"\xff"
    rig.time += rig.flash.timing.page_program_ns
    assert rig.command(0x05, 0)[1] == 0
    assert rig.flash.read(0x1000, 1) == b"\xf0"
    rig.program(0x1000, b"\x0f")
    assert rig.command(0x03, 0, 0x10, 0, 0)[4] == 0


def test_program_wraps_in_its_page(rig: _Rig) -> None:
    rig.program(0x10FE, b"\x01\x02\x03\x04")
    assert rig.flash.busy_until is None
    assert rig.flash.read(0x10FE, 2) == b"\x01\x02"
    assert rig.flash.read(0x1000, 2) == b"\x03\x04"
    assert rig.flash.read(0x1100, 2) == b"\xff\xff"


def test_nothing_happens_without_write_enable(rig: _Rig) -> None:
    rig.command(0x02, 0, 0x10, 0, 0)
    rig.command(0x06)
    rig.command(0x04)
    rig.command(0x20, 0, 0x10, 0)
    assert rig.flash.op_count == 0


def test_a_busy_chip_takes_no_other_operation(rig: _Rig) -> None:
    rig.erase(0x1000)
    rig.program(0x2000, b"\0", wait=False)
    assert rig.flash.op_count == 1


def test_erase_covers_its_sector(rig: _Rig) -> None:
    rig.program(0x1000, bytes(256))
    rig.program(0x2000, bytes(256))
    rig.erase(0x1234)
    rig.time += rig.flash.timing.sector_erase_ns
    assert rig.flash.busy_until is None
    assert rig.flash.read(0x1000, SECTOR_SIZE) == b"\xff" * SECTOR_SIZE
    assert rig.flash.read(0x2000, 256) == bytes(256)


@pytest.mark.parametrize("percent", [0, 1, 50, 99, 100])
def test_a_cut_leaves_that_part_of_the_bits(rig: _Rig, percent: int) -> None:
    rig.program(0x1000, bytes(256), wait=False)
    torn = rig.flash.cut(rig.flash.timing.page_program_ns * percent // 100, random.Random(1))
    cleared = sum(8 - byte.bit_count() for byte in rig.flash.read(0x1000, 256))
    assert cleared == pytest.approx(2048 * percent / 100, abs=120 if percent % 100 else 0)
    assert (torn is None) == (percent == 100)


def test_a_torn_erase_only_sets_bits(rig: _Rig) -> None:
    rig.program(0x1000, bytes(range(256)))
    before = rig.flash.read(0x1000, SECTOR_SIZE)
    rig.erase(0x1000)
    rig.flash.cut(rig.time + 20 * MS, random.Random(2))
    after = rig.flash.read(0x1000, SECTOR_SIZE)
    assert before != after != b"\xff" * SECTOR_SIZE
    assert all(old & new == old for old, new in zip(before, after, strict=True))


@pytest.mark.emulator
@pytest.mark.parametrize(
    ("timing", "least_ms", "most_ms"),
    [(FlashTiming(), 45, 47), (FlashTiming(sector_erase_ns=400 * MS), 400, 402)],
    ids=["typical", "worst"],
)
def test_the_board_sees_the_busy_time(
    make_board: MakeBoard, timing: FlashTiming, least_ms: int, most_ms: int
) -> None:
    board = make_board(timing=timing)
    board.repl.exec("import rp2, time\nf = rp2.Flash()")
    out = board.repl.exec(
        f"t = time.ticks_us()\nf.ioctl(6, {TEST_BLOCK})\n"
        "print(time.ticks_diff(time.ticks_us(), t))"
    )
    assert least_ms <= int(out) / 1000 <= most_ms


@pytest.mark.emulator
def test_the_uart_goes_on_while_flash_is_busy(board: Board) -> None:
    """The interrupt-driven UART loses what does not fit its FIFO during an erase."""
    board.repl.exec("from machine import UART\nimport rp2\nu = UART(0, 115200, rxbuf=2048)")
    board.repl.exec("f = rp2.Flash()")
    board.repl.start(f"f.ioctl(6, {TEST_BLOCK})")
    board.uart.write(bytes(300))
    board.run_for(60 * MS)
    assert 0 < board.uart.overrun_count < 300
    assert board.flash.op_count > 0


@pytest.mark.emulator
@pytest.mark.parametrize("step", [100 * US, 1 * MS, 7 * MS])
def test_a_run_that_ends_while_flash_is_busy_changes_nothing(board: Board, step: int) -> None:
    """The core reads back through XIP what it has just written, wherever the runs end."""
    board.repl.exec("import rp2\nf = rp2.Flash()\nb = bytearray(4096)")
    board.repl.start(
        f"f.writeblocks({TEST_BLOCK}, bytes(range(256)) * 16)\n"
        f"f.readblocks({TEST_BLOCK}, b)\nprint(b == bytes(range(256)) * 16)"
    )
    board.run_until(lambda: board.cdc.waiting >= 6, step=step)
    assert board.cdc.take().startswith(b"True")
