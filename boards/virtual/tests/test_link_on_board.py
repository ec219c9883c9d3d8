"""The frozen link on the emulated board: host library and board over UART0, by DMA, with no heap.

Flash is erased meanwhile, with the busy time of the chip: the processor stands still, its
interrupts are off, and not one byte of the line is lost.
"""

from __future__ import annotations

import random
import zlib

import pytest

from boards.virtual import MS, SEC, Board, FlashTiming
from boards.virtual.chip import UART0_BLOCK
from boards.virtual.measure import Bench
from boxcars.bench.link import connect, goodput, ready, start
from boxcars.link import Event
from boxcars.link.client import Command
from firmware.bench.link_ledger import record_bytes
from shaker.link.messages import HOST_PORT
from shaker.link.sizes import PAYLOAD_SIZE_MAX

pytestmark = pytest.mark.emulator


def expected(sequence: int) -> bytes:
    return bytes(record_bytes(sequence))  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def bench() -> Bench:
    return ready()


def _erasing(board: Board, erase_ms: int) -> None:
    board.flash.timing = FlashTiming(sector_erase_ns=erase_ms * MS)


@pytest.mark.parametrize("baud", [115_200, 460_800, 921_600])
def test_commands_events_and_records_at_every_rate(bench: Bench, baud: int) -> None:
    def play(board: Board) -> None:
        start(board, "server.records.count = 12")
        link = connect(board, baud=baud, acknowledge=True)
        with board.count_entries("gc_alloc", "gc_realloc") as entries:
            for amount in range(1, 6):
                assert link.bet(2, 7, 10).total == 10 * amount
            for number in range(5):
                fields = {"what": 2, "value": 10 * (number + 1)}
                assert link.next_event(5.0) == Event("diagnostic-event", number, fields)
            link.follow()
            for sequence in range(12):
                record = link.next_record(5.0)
                assert record is not None
                assert record.data == expected(sequence)
                link.commit(record)
            assert link.state().stakes[0].amount == 50
        assert (entries["gc_alloc"], entries["gc_realloc"]) == (0, 0)
        errors = link.link_errors(HOST_PORT)
        assert (errors.damaged, errors.lost_bytes, errors.refused) == (0, 0, 0)
        assert link.reconnect_count == 0
        link.close()
        board.run_for(50 * MS)
        assert board.chip.uart_baud == pytest.approx(115_200, rel=0.01)

    bench.board.in_fork(play)


def test_the_rate_is_changed_while_the_uart_is_off(bench: Bench) -> None:
    """Silicon asks for it: in the middle of a character, or switched on, a PL011 may go astray."""

    def change(board: Board) -> None:
        start(board)
        off: list[int] = []  # when something was written while it was off
        rates: list[tuple[int, bool]] = [(board.chip.uart_baud, False)]

        def look() -> None:
            is_on = board.chip.uart_listening
            if not is_on:
                off.append(board.now)
            if board.chip.uart_baud != rates[-1][0]:
                rates.append((board.chip.uart_baud, is_on))

        board.chip.listen(look, UART0_BLOCK)
        link = connect(board, baud=921_600)
        assert link.bet(0, 0, 5).total == 5
        assert rates[-1][0] == pytest.approx(921_600, rel=0.01)
        assert not any(is_on for _, is_on in rates)
        assert 130_000 < off[-1] - off[0] < 300_000  # 15 bits at 115 200 baud

    bench.board.in_fork(change)


@pytest.mark.parametrize(
    ("baud", "erase_ms", "size"),
    [(115_200, 45, 20_000), (115_200, 400, 20_000), (921_600, 45, 24_000)],
)
def test_no_byte_of_a_saturated_line_is_lost(
    bench: Bench, baud: int, erase_ms: int, size: int
) -> None:
    """The host sends without a pause; the board erases and programs one sector after the other."""

    def send(board: Board) -> None:
        _erasing(board, erase_ms)
        board.repl.exec(f"gc.collect()\ninto = bytearray({size})")
        setup = f"server.port.set_rate({baud})"
        pause_ms = 150 if erase_ms == 400 else 30
        serve = f"print(server.drain(into, {pause_ms}), server.erase_count, server.program_count)"
        start(board, setup, serve)
        board.uart.baud = baud
        data = random.Random(baud).randbytes(size)
        board.uart.write(data)
        board.run_until(lambda: board.uart.pending == 0, timeout=30 * SEC)
        out = board.cdc.read_until(b"\x04", 10 * SEC)
        count, erases, programs = map(int, out[:-1].split())
        board.cdc.read_until(b">", SEC)
        assert board.uart.overrun_count == 0
        assert erases >= 3
        assert programs == 6 * erases
        assert board.flash.timing.page_program_ns == 700_000
        assert count == size
        assert board.repl.exec("print(server.port.lost_bytes())") == "0\n"
        found = board.repl.exec("import binascii\nprint(binascii.crc32(into))")
        assert int(found) == zlib.crc32(data)

    bench.board.in_fork(send)


@pytest.mark.parametrize(("baud", "erase_ms"), [(115_200, 400), (921_600, 45), (921_600, 400)])
def test_a_busy_flash_costs_no_frame(bench: Bench, baud: int, erase_ms: int) -> None:
    """As many commands under way as the window has, records the other way, erases in between."""

    def play(board: Board) -> None:
        _erasing(board, erase_ms)
        start(board, "server.records.count = 20", f"server.serve(600, {erase_ms // 2 + 40})")
        link = connect(board, baud=baud, acknowledge=True)
        link.follow()
        value = random.Random(1).randbytes(PAYLOAD_SIZE_MAX - 1)  # the longest frame there is
        count = 24 if baud == 115_200 else 120
        command: Command = ("setting", {"setting": 1, "value": value})
        before = board.flash.op_count
        for answer in link.perform_all([command] * count):
            assert answer == {}
        assert board.flash.op_count - before >= 2
        for sequence in range(20):
            record = link.next_record(10.0)
            assert record is not None
            assert record.data == expected(sequence)
            link.commit(record)
        errors = link.link_errors(HOST_PORT)
        assert (errors.damaged, errors.lost_bytes, errors.too_long) == (0, 0, 0)
        assert board.uart.overrun_count == 0
        assert link.reconnect_count == 0

    bench.board.in_fork(play)


def test_a_lap_of_the_ring_is_seen_and_survived(bench: Bench) -> None:
    """A host that ignores the window at the highest rate loses bytes: counted, then healed."""

    def flood(board: Board) -> None:
        _erasing(board, 400)
        start(board, "", "server.serve(600, 300)")
        link = connect(board, baud=921_600)
        board.uart.write(bytes(range(1, 256)) * 300)
        board.run_until(lambda: board.uart.pending == 0, timeout=30 * SEC)
        board.run_for(SEC)
        assert link.bet(0, 0, 5).total == 5
        assert link.link_errors(HOST_PORT).lost_bytes > 8192

    bench.board.in_fork(flood)


def test_the_line_is_used_well(bench: Bench) -> None:
    ratio, heap = bench.board.in_fork(lambda board: goodput(board, 921_600, records=20))
    assert ratio >= 0.85
    assert heap == 0
