"""Exact cycles and allocations of code on the emulated board.

A `Bench` is a booted board at its raw REPL. The code to measure runs between two writes to a
register of the test bench, which lies at an address where RP2040 has nothing; simulated time is
read at both, and what an empty call costs is taken off. Interrupts are off in between unless asked
for, and each call runs on a forked copy of the board: the figure is that of the code alone, the
same on every machine, in every run and in any order. Silicon is somewhat slower: misses of the
flash cache are not modelled.
"""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from boards.virtual.board import Board
from boards.virtual.errors import GuestError
from boards.virtual.image import Image
from boards.virtual.pcwatch import EntryCounter
from boards.virtual.simtime import SEC
from boxcars.build import artifacts

_PROBE = 0x4007_0000
_CHUNK_SIZE = 1024
_FUNCTION = """
def _measured(_probe, _off, _on):
    {before}
    try:
        _probe[{probe}] = 1
        _result = {call}
        _probe[{probe}] = 2
    finally:
        {after}
    return _result
"""


@dataclass(frozen=True)
class Measurement:
    """One call: cycles at 125 MHz from entry to return, and what it asked of the heap."""

    cycles: int
    alloc_count: int
    alloc_bytes: int
    realloc_count: int
    result: str


def bench_kit() -> Bench:
    """A bench of the built bench-kit image: it has `shaker` frozen, a prompt and a file system."""
    built = artifacts.image(artifacts.BENCH)
    return Bench(built.uf2, built.elf)


class Bench:
    """A booted board that runs source and measures calls."""

    def __init__(
        self, program: Image | Path, elf: Path, *, seed: int = 0, timeout: int = 120 * SEC
    ) -> None:
        self.board = Board(program, seed=seed, elf=elf)
        self._timeout = timeout
        self._marks: list[tuple[int, int, int, int]] = []
        self._counter: EntryCounter | None = None
        self._overheads: dict[bool, int] = {}
        self.board.chip.add_window(_PROBE, self._on_mark)
        _ = self.board.symbols  # read once, not in every forked copy
        self.board.run_until(lambda: self.board.ready)
        self.exec("import gc, machine")

    def exec(self, source: str) -> str:
        """Run source in the board's `__main__`; give what it printed."""
        return self.board.repl.exec(source, self._timeout)

    def install(self, module: str, source: Path) -> None:
        """Compile a source file as on the build machine and put it on the board's file system.

        `module` is its dotted name; it is found before a frozen module of the same name.
        """
        with tempfile.TemporaryDirectory() as folder:
            compiled = Path(folder) / "module.mpy"
            command = [str(artifacts.mpy_cross()), "-march=armv6m", "-s", source.name]
            command += ["-o", str(compiled), str(source)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise GuestError(f"mpy-cross: {done.stderr.strip()}")
            data = compiled.read_bytes()
        self.upload("/" + module.replace(".", "/") + ".mpy", data)

    def upload(self, path: str, data: bytes) -> None:
        """Write a file of the board's file system, with the folders on the way to it."""
        parts = path.strip("/").split("/")
        folders = ["/" + "/".join(parts[: end + 1]) for end in range(len(parts) - 1)]
        self.exec(
            "import os\n"
            f"for _folder in {folders!r}:\n"
            "    try:\n        os.mkdir(_folder)\n    except OSError:\n        pass\n"
            f"_file = open({path!r}, 'wb')"
        )
        for at in range(0, len(data), _CHUNK_SIZE):
            self.exec(f"_file.write({data[at : at + _CHUNK_SIZE]!r})")
        self.exec("_file.close()")

    def measure(self, call: str, setup: str = "", *, interrupts: bool = False) -> Measurement:
        """Run `setup`, then measure the one expression `call` in the same namespace.

        Looking up the names in `call` is part of it. Its effects end with the measurement, those
        of `setup` stay. With `interrupts` they stay on: for code that sleeps or waits.
        """
        if setup:
            self.exec(setup)
        if interrupts not in self._overheads:
            empty = self.board.in_fork(lambda _: self._run("None", interrupts))
            self._overheads[interrupts] = empty.cycles
        raw = self.board.in_fork(lambda _: self._run(call, interrupts))
        return Measurement(
            raw.cycles - self._overheads[interrupts],
            raw.alloc_count,
            raw.alloc_bytes,
            raw.realloc_count,
            raw.result,
        )

    def _run(self, call: str, interrupts: bool) -> Measurement:
        before, after = ("_state = _off()", "_on(_state)") if not interrupts else ("pass", "pass")
        self.exec(_FUNCTION.format(probe=_PROBE, call=call, before=before, after=after))
        self.exec("gc.collect()")
        self._marks.clear()
        with self.board.count_entries("gc_alloc", "gc_realloc") as counter:
            self._counter = counter
            result = self.exec(
                "print(repr(_measured"
                "(machine.mem32, machine.disable_irq, machine.enable_irq)), end='')"
            )
        self._counter = None
        if [mark[0] for mark in self._marks] != [1, 2]:
            raise GuestError(f"{call!r} did not return: markers {[m[0] for m in self._marks]}")
        (_, start, first, grown), (_, end, last, grown_last) = self._marks
        sizes = counter.arguments("gc_alloc")[first:last]
        return Measurement(end - start, last - first, sum(sizes), grown_last - grown, result)

    def _on_mark(self, _offset: int, value: int) -> None:
        counter = self._counter
        if counter is not None:
            cycles = self.board.cycles
            self._marks.append((value, cycles, counter["gc_alloc"], counter["gc_realloc"]))
