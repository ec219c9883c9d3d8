"""The journal on the emulated board: raw flash, torn by power cuts, and the chain over it.

A spread of the cuts that the unix port tries one by one, here through `chip.flash` and the flash
chip's own busy time.
"""

import re
from pathlib import Path

import pytest

from boards.virtual.board import Board
from boards.virtual.measure import bench_kit
from boards.virtual.simtime import SEC
from boxcars.bench import journal
from boxcars.record.verify import verify_log
from firmware.tests.test_journal_port import write_log

pytestmark = pytest.mark.emulator

_SCRIPTS = Path(__file__).parent / "micropython"
_DEVICE = """
import wiring
from shaker.chip.flash import Device
device = Device(wiring.FLASH_SIZE_BYTES, wiring.FLASH_FILES_BYTES, wiring.FLASH_JOURNAL_BYTES)
"""
_REFUSED = (
    "device.erase(device.size)",
    "device.program(-256, page)",
    "device.program(0, page[:32])",
    "device.read_into(got, 0, device.size - 4, 8)",
)
_UNTIL = 4
_LIVE = (
    _DEVICE
    + f"""
import sealed_life
def _tell(sequence, data):
    print('sealed', sequence, data.hex())
for _row in sealed_life.live(device, {_UNTIL}, _tell):
    print('log', _row.hex())
"""
)


@pytest.fixture(scope="module")
def bench():
    a_bench = bench_kit()
    a_bench.install("sealed_life", _SCRIPTS / "sealed_life.py")
    return a_bench


def _rows(text, word):
    return [
        bytes.fromhex(row)
        for row in re.findall(rf"^{word} (?:\d+ )?([0-9a-f]{{640}})\r?$", text, re.M)
    ]


def _start(board: Board) -> None:
    board.power_on()
    board.run_until(lambda: board.ready)


def test_the_device_reads_programs_and_erases_its_own_part(bench):
    def check(board: Board) -> None:
        before = board.flash.contents()
        size = int(board.repl.exec(_DEVICE + "print(device.size)"))
        start = len(before) - size
        board.repl.exec(
            "page = bytearray(b'\\xff' * 256); page[5] = 0x5a\n"
            "device.erase(4096)\ndevice.program(4096 + 512, page)\n"
            "device.erase(device.size - 4096)\ndevice.program(device.size - 256, page)"
        )
        out = board.repl.exec(
            "got = bytearray(8)\ndevice.read_into(got, 1, 4096 + 512 + 4, 3)\nprint(bytes(got))"
        )
        assert out.strip() == repr(b"\0\xff\x5a\xff\0\0\0\0")
        after = board.flash.contents()
        assert after[: start + 4096] == before[: start + 4096]
        assert after[start + 4096 + 512 + 5] == after[len(after) - 256 + 5] == 0x5A
        for bad in _REFUSED:
            out = board.repl.exec(f"try:\n    {bad}\nexcept AssertionError:\n    print('refused')")
            assert out.strip() == "refused", bad

    bench.board.in_fork(check)


@pytest.mark.parametrize(
    ("nth", "fraction"),
    [
        (1, 0.5),
        (4, 0.3),
        (6, 0.5),
        (9, 0.02),
        (12, 0.5),
        (15, 0.97),
        (24, 0.6),
    ],
)
def test_the_chain_survives_cuts(bench, tmp_path, nth, fraction):
    """Cut in one operation and in one of the next start: what was signed stays as it is."""

    def run(board: Board) -> str:
        said = b""
        for op, part in ((nth, fraction), (1 + nth % 4, 0.5)):
            board.cut_power_in_flash_op(op, part)
            board.repl.start(_LIVE)
            board.run_for(60 * SEC)
            said += board.cdc.take()
            assert board.state == "off"
            assert board.torn
            _start(board)
        return said.decode(errors="replace") + board.repl.exec(_LIVE, 60 * SEC)

    text = bench.board.in_fork(run)
    log = _rows(text, "log")
    assert len(log) >= _UNTIL
    for data in _rows(text, "sealed"):
        assert data in log
    path = tmp_path / "board.log"
    write_log(path, log)
    summary = verify_log(path, rule_books=(), last=len(log) - 1)
    assert summary.count == len(log)
    assert summary.boot_last <= 3


@pytest.mark.slow
def test_appending_takes_no_heap_and_a_full_ring_is_recovered():
    figures = {figure.name: figure.value for figure in journal.measure()}
    assert figures["journal.heap.bytes"] == 0
    assert figures["journal.append.cycles"] > 87_500  # the flash is busy for as long
    assert figures["recovery.scan.cycles"] < 125_000_000 // 2
