"""Counting entries into functions: exact, invisible to the guest, free of cycles."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from boards.virtual import SEC, Board
from boards.virtual.errors import SymbolError
from boards.virtual.tests.conftest import TEST_BLOCK, MakeBoard

pytestmark = pytest.mark.emulator

_ALLOCATE = "for i in range(50):\n    x = bytearray(100 + i)"


def test_counts_what_single_steps_count(board: Board) -> None:
    """The reference: step one instruction at a time and compare the program counter."""
    address = board.symbols.function("gc_alloc").address
    board.repl.enter()

    def stepped(copy: Board) -> int:
        copy.cdc.write(_ALLOCATE.encode() + b"\x04")
        count = 0
        seen = copy.cdc.received_count
        while copy.cdc.received_count < seen + 5:
            count += copy.chip.step() == address
        return count

    def watched(copy: Board) -> int:
        with copy.count_entries("gc_alloc") as counter:
            copy.repl.exec(_ALLOCATE)
        return counter["gc_alloc"]

    exact = board.in_fork(stepped)
    assert exact > 50
    assert board.in_fork(watched) == exact


def test_the_watch_costs_no_cycle_and_changes_no_byte(make_board: MakeBoard) -> None:
    plain, watched = make_board(), make_board()
    plain.repl.exec(_ALLOCATE)
    with watched.count_entries("gc_alloc", "mp_execute_bytecode") as counter:
        watched.repl.exec(_ALLOCATE)
    assert counter["gc_alloc"] > 50
    assert counter["mp_execute_bytecode"] > 0
    assert (plain.cycles, plain.chip.executed) == (watched.cycles, watched.chip.executed)


def test_the_image_measures_itself_the_same_under_watch(board: Board, uf2_path: Path) -> None:
    source = (
        "import hashlib, uctypes\n"
        "print(hashlib.sha256(uctypes.bytearray_at(0x10000000, 65536)).digest().hex())"
    )
    plain = board.repl.exec(source)
    with board.count_entries("gc_alloc"):
        assert board.repl.exec(source) == plain
    assert plain.strip() == hashlib.sha256(board.flash.read(0, 65536)).hexdigest()


def test_arguments_are_the_sizes(board: Board) -> None:
    board.repl.exec("import gc")
    with board.count_entries("gc_alloc") as counter:
        board.repl.exec("x = bytearray(1000)")
    assert 1000 in counter.arguments("gc_alloc")
    assert len(counter.arguments("gc_alloc")) == counter["gc_alloc"]


def test_zero_when_nothing_is_allocated(board: Board) -> None:
    """A spinning function with small integers: no entry while it runs."""
    board.repl.exec("def spin():\n    n = 0\n    while n < 100000000:\n        n += 1")
    board.repl.start("spin()")
    board.run_for(SEC // 10)
    with board.count_entries("gc_alloc") as counter:
        board.run_for(SEC // 10)
    assert counter["gc_alloc"] == 0


def test_a_function_in_ram_is_seen(board: Board) -> None:
    """`flash_range_erase` is copied to RAM at start: the ELF says where it runs."""
    assert board.symbols.function("flash_range_erase").address >> 28 == 2
    board.repl.exec("import rp2\nf = rp2.Flash()")
    with board.count_entries("flash_range_erase") as counter:
        board.repl.exec(f"f.ioctl(6, {TEST_BLOCK})")
    assert counter["flash_range_erase"] == 1


def test_watches_nest_and_survive_a_reset(board: Board) -> None:
    with board.count_entries("gc_alloc") as outer:
        board.run_for(SEC)
        first = outer["gc_alloc"]
        with board.count_entries("gc_alloc", "gc_free") as inner:
            board.reset()
            board.run_for(SEC)
        assert 0 < inner["gc_alloc"] == outer["gc_alloc"] - first
    counted = outer["gc_alloc"]
    board.reset()
    board.run_for(SEC)
    assert outer["gc_alloc"] == counted


def test_unknown_and_unreadable(board: Board, uf2_path: Path, tmp_path: Path) -> None:
    with pytest.raises(SymbolError, match="no function no_such"):
        board.count_entries("no_such")
    with pytest.raises(SymbolError, match="without an ELF"):
        Board(uf2_path).count_entries("gc_alloc")
    with pytest.raises(SymbolError, match="is no ELF"):
        Board(uf2_path, elf=uf2_path).count_entries("gc_alloc")
    with pytest.raises(SymbolError, match="cannot read"):
        Board(uf2_path, elf=tmp_path / "missing.elf").count_entries("gc_alloc")
