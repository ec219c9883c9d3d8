"""Power cuts at a time and inside flash operations, resets and their causes."""

from __future__ import annotations

import pytest

from boards.virtual import MS, SEC, Board, ResetKind
from boards.virtual.errors import BoardStateError
from boards.virtual.tests.conftest import TEST_BLOCK, TEST_OFFSET, MakeBoard

pytestmark = pytest.mark.emulator

_CAUSE = "import machine\nprint(machine.reset_cause())"
_PWRON, _WDT = "1\n", "3\n"


def _kinds(board: Board) -> list[str]:
    return [event.kind for event in board.events]


def _cause(board: Board) -> str:
    board.repl.forget()
    return board.repl.exec(_CAUSE)


def _block(board: Board) -> bytes:
    return board.flash.read(TEST_OFFSET, 4096)


def test_power_on_cause(board: Board) -> None:
    assert _cause(board) == _PWRON


def test_machine_reset(board: Board) -> None:
    board.repl.start("import machine\nmachine.reset()")
    board.run_for(SEC)
    assert _kinds(board) == ["power-on", "software"]
    assert _cause(board) == _WDT


def test_watchdog_resets_once_and_is_off_afterwards(board: Board) -> None:
    board.repl.exec("import machine, time")
    start = board.now
    board.repl.start("machine.WDT(timeout=500)\ntime.sleep(5)")
    board.run_for(10 * SEC)
    assert _kinds(board) == ["power-on", "watchdog"]
    assert board.events[-1].time - start == pytest.approx(500 * MS, abs=20 * MS)
    assert _cause(board) == _WDT


def test_a_fed_watchdog_stays_quiet(board: Board) -> None:
    board.repl.exec(
        "import machine, time\nw = machine.WDT(timeout=500)\n"
        "for _ in range(20):\n    time.sleep_ms(200)\n    w.feed()"
    )
    assert _kinds(board) == ["power-on"]


def test_run_pin_is_a_power_on_to_micropython(board: Board) -> None:
    """RP2040 tells them apart; MicroPython's `reset_cause()` knows power-on and watchdog only."""
    board.run_for(200 * MS)
    board.reset()
    assert _kinds(board) == ["power-on", "run-pin"]
    assert _cause(board) == _PWRON
    assert board.chip.peek32(0x40064008) & 0x10000  # CHIP_RESET.HAD_RUN


def test_soft_reset_is_no_reset_of_the_board(board: Board) -> None:
    board.repl.exec("x = 1")
    board.repl.leave()
    board.cdc.read_until(b">>> ")
    board.cdc.write(b"\x04")
    board.cdc.read_until(b"soft reboot")
    board.cdc.read_until(b">>> ")
    assert _kinds(board) == ["power-on"]
    assert "x" not in board.repl.exec("print(dir())")


def test_files_survive_every_reset_and_a_cut(board: Board) -> None:
    board.repl.exec("with open('/kept.txt', 'w') as f:\n    f.write('kept')")
    read = "print(open('/kept.txt').read())"
    for restart in (ResetKind.RUN_PIN, ResetKind.SOFTWARE, ResetKind.POWER_ON):
        if restart is ResetKind.POWER_ON:
            board.power_off()
            board.power_on()
        else:
            board.reset(restart)
        board.repl.forget()
        assert board.repl.exec(read) == "kept\n"


def test_a_cut_at_a_time(board: Board) -> None:
    board.cut_power_at(77 * MS)
    assert not board.run_for(SEC)
    assert board.state == "off"
    assert board.events[-1].time == pytest.approx(77 * MS, abs=1000)
    board.run_for(SEC)  # time passes without power
    assert board.now >= 77 * MS + SEC
    board.power_on()
    assert _cause(board) == _PWRON


def test_ram_does_not_survive_a_cut(board: Board) -> None:
    address = 0x2003_0000
    board.repl.exec(f"import machine\nmachine.mem32[{address}] = 0x12345678")
    board.power_off()
    board.power_on()
    assert board.chip.peek32(address) != 0x12345678


def _write_block(board: Board, cut_at: int, fraction: float) -> None:
    board.repl.exec("import rp2\nf = rp2.Flash()\nold = b'\\xaa' * 4096")
    board.repl.exec(f"f.writeblocks({TEST_BLOCK}, old)")
    board.cut_power_in_flash_op(cut_at, fraction)
    board.repl.start(f"f.writeblocks({TEST_BLOCK}, bytes(4096))")
    assert not board.run_for(5 * SEC)
    assert board.state == "off"


def test_a_cut_in_the_erase(board: Board) -> None:
    _write_block(board, 1, 0.5)
    assert board.torn[-1].op.kind == "erase"
    assert board.torn[-1].fraction == 0.5
    block = _block(board)
    assert all(byte & 0xAA == 0xAA for byte in block)
    assert len(set(block)) > 2


@pytest.mark.parametrize("page", [1, 7, 16])
def test_a_cut_in_a_page_program(board: Board, page: int) -> None:
    """The pages before are whole, the one in progress is torn, those after are erased."""
    _write_block(board, 1 + page, 0.5)
    start = (page - 1) * 256
    block = _block(board)
    assert board.torn[-1].op.kind == "program"
    assert block[:start] == bytes(start)
    assert len(set(block[start : start + 256])) > 2
    assert block[start + 256 :] == b"\xff" * (4096 - start - 256)
    board.power_on()
    assert _cause(board) == _PWRON


@pytest.mark.parametrize(("fraction", "expected"), [(0.0, b"\xff"), (1.0, b"\0")])
def test_the_ends_of_an_operation_are_not_torn(
    board: Board, fraction: float, expected: bytes
) -> None:
    _write_block(board, 2, fraction)
    assert _block(board)[:256] == expected * 256


def test_the_same_cut_tears_the_same_bits(make_board: MakeBoard) -> None:
    def torn() -> bytes:
        board = make_board(seed=3)
        _write_block(board, 4, 0.3)
        return _block(board)

    assert torn() == torn()


def test_state_errors(board: Board) -> None:
    with pytest.raises(BoardStateError):
        board.power_on()
    board.power_off()
    board.power_off()
    with pytest.raises(BoardStateError):
        board.reset()
