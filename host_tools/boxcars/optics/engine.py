"""What reads frames: the reader in this process, or on the unix port with its heap locked.

An engine takes frames of one size, in order, and gives a `Verdict` for each. Both run the same
source and give the same bytes.
"""

from __future__ import annotations

import contextlib
import subprocess
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from boxcars.build import artifacts
from boxcars.errors import HostError
from boxcars.optics.raycast import Frames
from boxcars.paths import FIRMWARE
from shaker.dice import reasons
from shaker.dice.reader import Reader

WORKER = FIRMWARE / "unix" / "dice_worker.py"
_FAULT_HEAP = 254
_VERDICT_SIZE = 3
_BATCH = 64  # frames on their way at once


class EngineFaultError(HostError):
    """The reader broke a promise: it raised or it allocated. No verdict of this run counts."""


@dataclass(frozen=True)
class Verdict:
    """One frame's outcome: a face from 1 on with reason 0, or face 0 with the reason."""

    reason: int
    face: int
    margin: int

    @property
    def word(self) -> str:
        return str(reasons.word(self.reason))

    def line(self) -> str:
        """The JSON of the frame format's contract."""
        if self.face:
            return f'{{"face":{self.face},"margin":{self.margin}}}'
        return f'{{"refused":"{self.word}","margin":{self.margin}}}'


class Engine(ABC):
    """Reads frames of one width and height. `die_px` 0 takes the die's size from the frame."""

    def __init__(self, width: int, height: int, die_px: int = 0) -> None:
        self.width, self.height, self.die_px = width, height, die_px

    @abstractmethod
    def read(self, frames: Frames) -> Iterator[Verdict]:
        """A verdict for each of the (n, height, width) frames."""

    def close(self) -> None:  # noqa: B027 - one engine has nothing to let go of
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
    """The reader, imported."""

    def __init__(self, width: int, height: int, die_px: int = 0) -> None:
        super().__init__(width, height, die_px)
        self.reader = Reader(width, height, die_px)

    def read(self, frames: Frames) -> Iterator[Verdict]:
        for frame in frames:
            self.reader.read(frame.tobytes())
            yield Verdict(self.reader.reason, self.reader.face, self.reader.margin)


class MicropythonEngine(Engine):
    """The reader on the 32-bit unix port: each frame read behind both heap gates."""

    def __init__(self, width: int, height: int, die_px: int = 0) -> None:
        super().__init__(width, height, die_px)
        self._process = subprocess.Popen(
            [str(artifacts.unix_micropython()), "-X", "heapsize=4m", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"MICROPYPATH": str(FIRMWARE)},
        )
        self._send(bytes((width, height, die_px)))

    def read(self, frames: Frames) -> Iterator[Verdict]:
        for at in range(0, len(frames), _BATCH):
            batch = frames[at : at + _BATCH]
            sender = threading.Thread(target=self._send, args=(batch.tobytes(),))
            sender.start()
            for _ in range(len(batch)):
                yield self._receive()
            sender.join()

    def _send(self, data: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # the answer that is missing tells
            self._process.stdin.write(data)
            self._process.stdin.flush()

    def _receive(self) -> Verdict:
        assert self._process.stdout is not None
        data = self._process.stdout.read(_VERDICT_SIZE)
        if len(data) != _VERDICT_SIZE:
            raise EngineFaultError("the MicroPython worker has stopped: see its message above")
        if data[0] >= _FAULT_HEAP:
            what = "allocated" if data[0] == _FAULT_HEAP else "raised an exception"
            raise EngineFaultError(f"the reader {what}: no verdict of this run counts")
        return Verdict(*data)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


ENGINES: dict[str, Callable[[int, int, int], Engine]] = {
    "python": PythonEngine,
    "micropython": MicropythonEngine,
}
