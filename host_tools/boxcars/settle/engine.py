"""What settles a session: the core in this process, or in the unix port with the heap locked.

An engine takes a request as words (`shaker.core.ops`) and gives back a `Reply`. A board behind a
serial link is one more engine with the same two methods.
"""

from __future__ import annotations

import contextlib
import subprocess
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from boxcars.build import artifacts
from boxcars.errors import HostError
from boxcars.paths import FIRMWARE
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.state import LINE_AT, LINE_WORDS, RESULTS, RETURNED
from shaker.core.table import Table

HEAD_WORDS = 8  # of the result, ahead of its lines
WORKER = FIRMWARE / "unix" / "settle_worker.py"


class EngineFaultError(HostError):
    """The core broke a promise: it raised or it allocated. No answer of this run counts."""


@dataclass(frozen=True)
class Reply:
    """Code, head words and lines of one operation."""

    code: int
    head: Sequence[int]
    lines: Sequence[int]  # LINE_WORDS for each


class Engine(ABC):
    """Settles requests of one table, in order."""

    @abstractmethod
    def perform(self, request: array[int], rules: bytes) -> Reply:
        """Do one request; `rules` is the rule book of the session."""

    def close(self) -> None:  # noqa: B027 - most engines have nothing to let go of
        """Let go of what the engine holds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class PythonEngine(Engine):
    """The core, imported."""

    def __init__(self) -> None:
        self.table = Table()

    def perform(self, request: array[int], rules: bytes) -> Reply:
        code = ops.perform(self.table, rules, request)
        result = self.table.result
        count = result[RETURNED] + result[RESULTS] if code == OK else 0
        return Reply(code, result[:HEAD_WORDS], result[LINE_AT : LINE_AT + LINE_WORDS * count])


class MicropythonEngine(Engine):
    """The core on the 32-bit unix port: heap locked in every operation, and nothing allocated."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [str(artifacts.unix_micropython()), "-X", "heapsize=4m", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"MICROPYPATH": str(FIRMWARE)},
        )

    def perform(self, request: array[int], rules: bytes) -> Reply:
        assert self._process.stdin is not None
        words = request if request[0] in (ops.OP_OPEN, ops.OP_LIMITS) else request[: ops.STAGE]
        message = words.tobytes()
        if request[0] == ops.OP_OPEN:
            message += rules
        try:
            self._process.stdin.write(message)
            self._process.stdin.flush()
        except BrokenPipeError:
            raise EngineFaultError(
                "the MicroPython worker has stopped: see its message above"
            ) from None
        head = self._read(1 + HEAD_WORDS)
        code = head[0]
        if code < 0:
            what = f"allocated {head[1]} bytes" if code == -1 else "raised an exception"
            raise EngineFaultError(f"the core {what} in operation {list(request[: ops.STAGE])}")
        count = head[1 + RETURNED] + head[1 + RESULTS] if code == OK else 0
        return Reply(code, head[1:], self._read(LINE_WORDS * count))

    def _read(self, count: int) -> array[int]:
        assert self._process.stdout is not None
        words = array("i")
        data = self._process.stdout.read(4 * count)
        if len(data) != 4 * count:
            raise EngineFaultError("the MicroPython worker has stopped: see its message above")
        words.frombytes(data)
        return words

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def _board() -> Engine:
    """The shipped image in the virtual cabinet; the emulator is loaded only for this one."""
    from boxcars.table.engine import BoardEngine

    return BoardEngine()


ENGINES: dict[str, Callable[[], Engine]] = {
    "python": PythonEngine,
    "micropython": MicropythonEngine,
    "board": _board,
}
