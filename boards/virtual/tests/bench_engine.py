"""The frozen core on the emulated bench kit, at its prompt: one more engine of a session.

Around each operation the emulator counts the entries into the allocator.
"""

from __future__ import annotations

from array import array
from pathlib import Path

from boards.virtual import SEC, Board
from boards.virtual.measure import PROBE
from boxcars.settle.engine import HEAD_WORDS, Engine, Reply
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.state import LINE_AT, LINE_WORDS, RESULTS, RETURNED

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
    mem32[{PROBE}] = {_START}
    _reply[0] = ops.perform(_table, RULES, _request)
    mem32[{PROBE}] = {_END}

def _step(at, words):
    for word in words:
        _request[at] = word
        at += 1
    _perform()
    result = _table.result
    lines = result[{RETURNED}] + result[{RESULTS}] if _reply[0] == {OK} else 0
    print(_reply[0], *result[:{HEAD_WORDS}], *result[{LINE_AT}:{LINE_AT} + {LINE_WORDS} * lines])
"""


class BenchEngine(Engine):
    """A virtual bench kit that settles requests of one table."""

    def __init__(self, image: Path, elf: Path, profile: str) -> None:
        self.allocation_count = 0
        self._counted = 0
        self.board = Board(image, seed=1, elf=elf)
        self.board.uart.read_until(b"\n", 5 * SEC)
        self.board.chip.add_window(PROBE, self._on_mark)
        self._counter = self.board.count_entries("gc_alloc").__enter__()
        self._exec(_SETUP.format(module=profile.replace("-", "_")))

    def perform(self, request: array[int], rules: bytes) -> Reply:
        staged = request[0] in (ops.OP_OPEN, ops.OP_LIMITS)
        words = list(request) if staged else list(request[: ops.STAGE])
        values = [int(word) for word in self._exec(f"_step(0, {words!r})").split()]
        code, rest = values[0], values[1:]
        return Reply(code, rest[:HEAD_WORDS], rest[HEAD_WORDS:])

    def _exec(self, source: str) -> str:
        return self.board.repl.exec(source, _TIMEOUT)

    def _on_mark(self, _offset: int, value: int) -> None:
        entries = self._counter["gc_alloc"]
        if value == _START:
            self._counted = entries
        else:
            self.allocation_count += entries - self._counted
