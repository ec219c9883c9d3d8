"""The log file of RECORD.md: append-only frames, synced before anything is acknowledged."""

from __future__ import annotations

import fcntl
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from boxcars.errors import SetupError
from boxcars.record.findings import FindingError, FindingKind, LogBusyError
from shaker.seal.record import HEADER_SIZE, SEALED_SIZE, SIGNATURE_SIZE

FILE_HEAD = b"BOXCARS LOG 1\r\n\x1a"
FRAME_MARK = b"BXRF"
BODY_SIZE_MAX = 1 << 20
_FRAME_HEAD = 8
_CRC = 4
_BUFFER = 1 << 20

assert len(FILE_HEAD) == 16


@dataclass(frozen=True, slots=True)
class SealedRecord:
    """One record as it lies in the log, and where."""

    index: int
    offset: int
    header: bytes
    signature: bytes
    body: bytes


def frame(header: bytes, signature: bytes, body: bytes) -> bytes:
    """The frame of one record."""
    assert len(header) == HEADER_SIZE
    assert len(signature) == SIGNATURE_SIZE
    assert len(body) <= BODY_SIZE_MAX
    payload = header + signature + body
    size = len(payload).to_bytes(4, "little")
    return FRAME_MARK + size + payload + zlib.crc32(payload).to_bytes(4, "little")


class LogReader:
    """Iterates over the records of a log; a FindingError says where they stop being records."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.offset = len(FILE_HEAD)
        self.index = 0
        try:
            self.size = path.stat().st_size
            self._file: BinaryIO = path.open("rb", buffering=_BUFFER)
        except OSError as error:
            raise SetupError(f"{path}: cannot read the log: {error.strerror}") from error
        head = self._file.read(len(FILE_HEAD))
        if head != FILE_HEAD:
            self.close()
            cut = FILE_HEAD.startswith(head)
            kind = FindingKind.TRUNCATED if cut else FindingKind.GARBAGE
            finding = FindingError(kind, "this is no log", index=0, offset=0, sequence=None)
            finding.path = str(path)
            raise finding

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def _wrong(self, kind: FindingKind, text: str) -> FindingError:
        return FindingError(kind, text, index=self.index, offset=self.offset, sequence=None)

    def __iter__(self) -> Iterator[SealedRecord]:
        read = self._file.read
        while head := read(_FRAME_HEAD):
            if head[:4] != FRAME_MARK[: len(head)]:
                raise self._wrong(FindingKind.GARBAGE, "no frame begins here")
            size = int.from_bytes(head[4:], "little")
            if len(head) < _FRAME_HEAD:
                raise self._wrong(FindingKind.TRUNCATED, "the log ends within this frame")
            if not SEALED_SIZE <= size <= SEALED_SIZE + BODY_SIZE_MAX:
                raise self._wrong(FindingKind.GARBAGE, f"a frame of {size} bytes cannot be")
            payload = read(size)
            crc = read(_CRC)
            if len(crc) < _CRC:
                raise self._wrong(FindingKind.TRUNCATED, "the log ends within this frame")
            if zlib.crc32(payload) != int.from_bytes(crc, "little"):
                raise self._wrong(FindingKind.GARBAGE, "the frame's CRC-32 does not match")
            yield SealedRecord(
                self.index,
                self.offset,
                payload[:HEADER_SIZE],
                payload[HEADER_SIZE:SEALED_SIZE],
                payload[SEALED_SIZE:],
            )
            self.offset += _FRAME_HEAD + size + _CRC
            self.index += 1


class LogWriter:
    """Appends records; when `append` returns, the record is on disk and may be acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise SetupError(f"{path}: cannot write the log: {error.strerror}") from error
        try:
            self._lock()
            self._recover()
        except BaseException:
            os.close(self._fd)
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise LogBusyError(f"{self.path}: another program writes this log") from error

    def _recover(self) -> None:
        """Begin a new log, or cut off a frame whose writing was cut: it was never acknowledged."""
        size = os.fstat(self._fd).st_size
        if size < len(FILE_HEAD):
            if not FILE_HEAD.startswith(os.pread(self._fd, size, 0)):
                raise SetupError(f"{self.path}: is no log of Boxcars; give another name")
            os.ftruncate(self._fd, 0)
            self._write(FILE_HEAD)
            folder = os.open(self.path.resolve().parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
            return
        with LogReader(self.path) as reader:
            try:
                for _ in reader:
                    pass
            except FindingError as finding:
                if finding.kind is not FindingKind.TRUNCATED:
                    finding.path = str(self.path)
                    raise
                os.ftruncate(self._fd, reader.offset)
                os.fsync(self._fd)

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._fd, view) :]
        os.fsync(self._fd)

    def append(self, header: bytes, signature: bytes, body: bytes) -> None:
        """Write one record and sync it."""
        self._write(frame(header, signature, body))

    def close(self) -> None:
        os.close(self._fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()
