"""The settlement core on the emulated bench kit, as one more engine of a session.

The core that runs is the one frozen into the image. Its prompt hands it the requests; around each
operation the emulator counts the cycles and the entries into the allocator.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path

from boards.virtual import SEC, Board
from boards.virtual.pcwatch import EntryCounter
from boxcars.build import uf2
from boxcars.errors import HostError
from boxcars.settle.engine import HEAD_WORDS, Reply
from shaker.app import identity
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.state import LINE_AT, LINE_WORDS, RESULTS, RETURNED

_PROBE = 0x4007_0000  # an address where RP2040 has nothing: the bench listens there
_START, _END = 1, 2
_TIMEOUT = 60 * SEC
_SETUP = f"""
from array import array
from machine import mem32
from shaker.core import ops
from shaker.core.table import Table
from shaker.profiles.{{module}} import RULES
_table = Table()
_request = array("i", bytes(4 * ops.REQUEST_WORDS))
_reply = array("i", [0])

def _perform():
    mem32[{_PROBE}] = {_START}
    _reply[0] = ops.perform(_table, RULES, _request)
    mem32[{_PROBE}] = {_END}

def _step(at, words):
    for word in words:
        _request[at] = word
        at += 1
    _perform()
    result = _table.result
    lines = result[{RETURNED}] + result[{RESULTS}] if _reply[0] == {OK} else 0
    print(_reply[0], *result[:{HEAD_WORDS}], *result[{LINE_AT}:{LINE_AT} + {LINE_WORDS} * lines])
"""


class WrongImage(HostError):
    """The image cannot play the demo."""

    exit_code = 6


@dataclass
class Cost:
    """What the operations since the last look took on the board."""

    cycles: int = 0
    allocations: int = 0


class BoardEngine:
    """A virtual bench kit that settles requests of one table."""

    def __init__(self, image: Path, elf: Path | None, seed: int, profile: str) -> None:
        self.cost = Cost()
        self.board = Board(image, seed=seed, elf=elf)
        self.identity = self._boot(image)
        self._marked = 0
        self._counter: EntryCounter | None = None
        self._counted = 0
        self.board.chip.add_window(_PROBE, self._on_mark)
        self._counter = self.board.count_entries("gc_alloc").__enter__() if elf else None
        self._exec(_SETUP.format(module=profile.replace("-", "_")))

    @property
    def counts(self) -> bool:
        """Whether entries into the allocator are counted: that takes the image's ELF."""
        return self._counter is not None

    def perform(self, request: array[int], rules: bytes) -> Reply:
        """Hand the board one request and read back what it answers."""
        staged = request[0] in (ops.OP_OPEN, ops.OP_LIMITS)
        words = list(request) if staged else list(request[: ops.STAGE])
        values = [int(word) for word in self._exec(f"_step(0, {words!r})").split()]
        code, rest = values[0], values[1:]
        return Reply(code, rest[:HEAD_WORDS], rest[HEAD_WORDS:])

    def take_cost(self) -> Cost:
        """The cost so far; starts counting anew."""
        taken, self.cost = self.cost, Cost()
        return taken

    def _boot(self, image: Path) -> str:
        line = self.board.uart.read_until(b"\n", 5 * SEC).decode(errors="replace").strip()
        if not line.startswith("boxcars bench "):
            raise WrongImage(f"{image.name} is not a bench-kit image: it has no prompt to play at")
        flashed = uf2.decode(image.read_bytes()) if image.suffix == ".uf2" else image.read_bytes()
        if f"sha256:{identity.measure(flashed)}" not in line:
            raise WrongImage(f"the board measures another image than {image.name}: {line}")
        return line

    def _exec(self, source: str) -> str:
        return self.board.repl.exec(source, _TIMEOUT)

    def _on_mark(self, _offset: int, value: int) -> None:
        entries = self._counter["gc_alloc"] if self._counter is not None else 0
        if value == _START:
            self._marked, self._counted = self.board.cycles, entries
        else:
            self.cost.cycles += self.board.cycles - self._marked
            self.cost.allocations += entries - self._counted
