"""The log file of RECORD.md: append-only frames, synced before anything is acknowledged."""

from __future__ import annotations

import fcntl
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from boxcars.errors import SetupError
from boxcars.record.findings import FindingError, FindingKind, LogBusyError
from shaker.seal.record import HEADER_SIZE, MAGIC, SEALED_SIZE, SIGNATURE_SIZE

FILE_HEAD = b"BOXCARS LOG 1\r\n\x1a"
FRAME_MARK = b"BXRF"
BODY_SIZE_MAX = 1 << 20
_FRAME_HEAD = 8
_CRC = 4
_BUFFER = 1 << 20
FRAME_SIZE_MAX = _FRAME_HEAD + SEALED_SIZE + BODY_SIZE_MAX + _CRC

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
            if not _is_payload_size(size):
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
        self._broken = False
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise SetupError(f"{path}: cannot write the log: {error.strerror}") from error
        try:
            self._lock()
            self._recover()
        except OSError as error:
            os.close(self._fd)
            raise SetupError(f"{path}: cannot open the log again: {error.strerror}") from error
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
            _write_all(self._fd, FILE_HEAD)
            _sync_folder(self.path)
            return
        with LogReader(self.path) as reader:
            try:
                for _ in reader:
                    pass
            except FindingError as finding:
                self._cut(finding, reader.offset, size)

    def _cut(self, finding: FindingError, offset: int, size: int) -> None:
        """Cut the tail if it can only be one torn write, and keep its bytes beside the log."""
        finding.path = str(self.path)
        if size - offset > FRAME_SIZE_MAX:
            raise finding
        tail = os.pread(self._fd, size - offset, offset)
        if not is_torn_write(tail):
            if finding.kind is FindingKind.TRUNCATED:
                text = "this frame is damaged, and others follow it: nothing was changed"
                found = FindingError(
                    FindingKind.GARBAGE, text, index=finding.index, offset=offset, sequence=None
                )
                found.path = finding.path
                raise found from finding
            raise finding
        _save_cut(self.path, tail)
        os.ftruncate(self._fd, offset)
        os.fsync(self._fd)

    def append(self, header: bytes, signature: bytes, body: bytes) -> None:
        """Write one record and sync it; if that fails, the log is as it was before."""
        if self._broken:
            raise SetupError(f"{self.path}: a write failed and could not be undone; open it again")
        size = os.fstat(self._fd).st_size
        try:
            _write_all(self._fd, frame(header, signature, body))
        except BaseException as error:
            self._undo(size)
            if isinstance(error, OSError):
                text = f"{self.path}: cannot append to the log: {error.strerror}"
                raise SetupError(text) from error
            raise

    def _undo(self, size: int) -> None:
        try:
            os.ftruncate(self._fd, size)
            os.fsync(self._fd)
        except OSError:
            self._broken = True

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


def is_torn_write(tail: bytes) -> bool:
    """Whether the bytes behind the last good record can only be one frame that was not synced.

    A frame is begun when the one before is synced: a second frame in the tail means that the first
    was acknowledged, whatever has become of it since. A power cut may leave a frame short, or at
    its length with zeros, or with other bytes, where data was still to be written.
    """
    at = tail.find(FRAME_MARK, 1)
    while at >= 0:
        if _may_begin_frame(tail[at : at + _FRAME_HEAD + len(MAGIC)]):
            return False
        at = tail.find(FRAME_MARK, at + 1)
    written = tail.rstrip(b"\0")
    if len(written) <= _FRAME_HEAD:
        return written[:4] == FRAME_MARK[: len(written)]
    if tail[:4] != FRAME_MARK:
        return False
    size = int.from_bytes(tail[4:_FRAME_HEAD], "little")
    return _is_payload_size(size) and len(tail) <= _FRAME_HEAD + size + _CRC


def _may_begin_frame(data: bytes) -> bool:
    """Whether a frame could begin with these bytes, or with as many of them as there are."""
    size, magic = data[4:_FRAME_HEAD], data[_FRAME_HEAD:]
    if len(size) == 4 and not _is_payload_size(int.from_bytes(size, "little")):
        return False
    return MAGIC.startswith(magic)


def _is_payload_size(size: int) -> bool:
    return SEALED_SIZE <= size <= SEALED_SIZE + BODY_SIZE_MAX


def _save_cut(path: Path, tail: bytes) -> None:
    """Keep what is cut off a log in LOG.cut-1, LOG.cut-2 and so on."""
    for number in count(1):
        try:
            name = path.with_name(f"{path.name}.cut-{number}")
            file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError:
            continue
        try:
            _write_all(file, tail)
        finally:
            os.close(file)
        _sync_folder(path)
        return


def _write_all(file: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]
    os.fsync(file)


def _sync_folder(path: Path) -> None:
    folder = os.open(path.resolve().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
