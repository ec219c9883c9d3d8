"""A log survives what happens to files: cut writes, two writers, other files under its name."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from boxcars.errors import SetupError
from boxcars.record import FindingError, FindingKind, LogBusyError, LogReader, LogWriter
from boxcars.record.logfile import FILE_HEAD, frame
from boxcars.record.sample import SampleBoard


def _write(path: Path, count: int) -> list[bytes]:
    frames = []
    with LogWriter(path) as log:
        for item in SampleBoard().records(count):
            log.append(item.header, item.signature, item.body)
            frames.append(frame(item.header, item.signature, item.body))
    return frames


def test_what_was_appended_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    with LogWriter(path) as log:
        items = list(SampleBoard().records(6))
        for item in items:
            log.append(item.header, item.signature, item.body)
    with LogReader(path) as reader:
        assert list(reader) == items


def test_a_log_is_its_head_and_its_frames(tmp_path: Path) -> None:
    frames = _write(tmp_path / "a.log", 3)
    assert (tmp_path / "a.log").read_bytes() == FILE_HEAD + b"".join(frames)


def test_appending_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    board = SampleBoard()
    items = list(board.records(5))
    for item in items:
        with LogWriter(path) as log:
            log.append(item.header, item.signature, item.body)
    with LogReader(path) as reader:
        assert list(reader) == items


def test_a_cut_at_every_byte_of_the_last_frame_is_cut_off_by_the_next_writer(
    tmp_path: Path,
) -> None:
    frames = _write(tmp_path / "whole.log", 2)
    whole = (tmp_path / "whole.log").read_bytes()
    keep = len(whole) - len(frames[-1])
    for size in range(keep, len(whole)):
        path = tmp_path / "cut.log"
        path.write_bytes(whole[:size])
        if size > keep:
            with LogReader(path) as reader, pytest.raises(FindingError) as caught:
                list(reader)
            assert caught.value.kind is FindingKind.TRUNCATED
            assert caught.value.offset == keep
        LogWriter(path).close()
        assert path.read_bytes() == whole[:keep]
        saved = sorted(tmp_path.glob("cut.log.cut-*"))
        assert [one.read_bytes() for one in saved] == [whole[keep:size]] * (size > keep)
        for one in saved:
            one.unlink()


@pytest.mark.parametrize("at", [0, 1, 5, 10])
@pytest.mark.parametrize("bit", range(32))
def test_a_damaged_size_costs_no_acknowledged_record(tmp_path: Path, at: int, bit: int) -> None:
    """Whatever the size of a frame has become, the records behind it were acknowledged."""
    path = tmp_path / "a.log"
    frames = _write(path, 12)
    data = bytearray(path.read_bytes())
    start = len(FILE_HEAD) + sum(map(len, frames[:at]))
    data[start + 4 + bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
    with pytest.raises(FindingError) as caught:
        LogWriter(path)
    assert (caught.value.kind, caught.value.index) == (FindingKind.GARBAGE, at)
    assert path.read_bytes() == data
    assert [one.name for one in tmp_path.iterdir()] == ["a.log"]


@pytest.mark.parametrize("left", [4, 8, 12, 100])
def test_a_damaged_frame_before_a_torn_one_is_kept(tmp_path: Path, left: int) -> None:
    """No good frame is left, but the second shows that the first was acknowledged."""
    path = tmp_path / "a.log"
    first, second = _write(path, 2)
    data = bytearray(FILE_HEAD + first + second[:left])
    data[len(FILE_HEAD) + 6] ^= 8
    path.write_bytes(data)
    with pytest.raises(FindingError) as caught:
        LogWriter(path)
    assert caught.value.kind is FindingKind.GARBAGE
    assert path.read_bytes() == data


@pytest.mark.parametrize("fill", [b"\0", b"\xff"])
def test_a_torn_last_frame_of_full_length_is_cut_off(tmp_path: Path, fill: bytes) -> None:
    """The file had its length when the power went, the data had not been written."""
    frames = _write(tmp_path / "whole.log", 3)
    whole = (tmp_path / "whole.log").read_bytes()
    keep = len(whole) - len(frames[-1])
    for written in range(0 if fill == b"\0" else 8, len(frames[-1]), 3):
        path = tmp_path / "torn.log"
        torn = frames[-1][:written] + fill * (len(frames[-1]) - written)
        path.write_bytes(whole[:keep] + torn)
        with LogReader(path) as reader, pytest.raises(FindingError):
            list(reader)
        LogWriter(path).close()
        assert path.read_bytes() == whole[:keep]
        saved = tmp_path / "torn.log.cut-1"
        assert saved.read_bytes() == torn
        saved.unlink()


def test_each_cut_has_its_own_file(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    (frame_0,) = _write(path, 1)
    for number in (1, 2, 3):
        with path.open("ab") as file:
            file.write(frame_0[: 50 * number])
        LogWriter(path).close()
        assert (tmp_path / f"a.log.cut-{number}").read_bytes() == frame_0[: 50 * number]
    assert path.read_bytes() == FILE_HEAD + frame_0


def test_a_cut_that_cannot_be_saved_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.log"
    (frame_0,) = _write(path, 1)
    data = FILE_HEAD + frame_0 + frame_0[:70]
    path.write_bytes(data)
    monkeypatch.setattr(os, "write", _full_disk_after(0))
    with pytest.raises(SetupError):
        LogWriter(path)
    assert path.read_bytes() == data


def _full_disk_after(room: int) -> Callable[[int, bytes], int]:
    """`os.write` with room for some bytes: a short write first, then ENOSPC."""
    write = os.write
    left = [room]

    def limited(file: int, data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        done = write(file, bytes(data)[: left[0]])
        left[0] -= done
        return done

    return limited


@pytest.mark.parametrize("room", [0, 1, 7, 100, 340])
def test_an_append_that_fails_leaves_the_log_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    path = tmp_path / "a.log"
    items = list(SampleBoard().records(3))
    with LogWriter(path) as log:
        log.append(items[0].header, items[0].signature, items[0].body)
        before = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", _full_disk_after(room))
            with pytest.raises(SetupError, match="No space left"):
                log.append(items[1].header, items[1].signature, items[1].body)
        assert path.read_bytes() == before
        for item in items[1:]:
            log.append(item.header, item.signature, item.body)
    with LogReader(path) as reader:
        assert list(reader) == items


def test_a_log_that_cannot_be_put_back_takes_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    item = next(SampleBoard().records(1))
    with LogWriter(tmp_path / "a.log") as log:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", _full_disk_after(40))
            patch.setattr(os, "ftruncate", fails)
            with pytest.raises(SetupError):
                log.append(item.header, item.signature, item.body)
        with pytest.raises(SetupError, match="open it again"):
            log.append(item.header, item.signature, item.body)


@pytest.mark.parametrize("size", range(len(FILE_HEAD)))
def test_a_cut_within_the_head_of_the_file_begins_again(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(FILE_HEAD[:size])
    with pytest.raises(FindingError) as caught:
        LogReader(path)
    assert caught.value.kind is FindingKind.TRUNCATED
    LogWriter(path).close()
    assert path.read_bytes() == FILE_HEAD


def test_a_writer_does_not_touch_another_kind_of_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    for text in (b"short", b"longer than the head of a log"):
        path.write_bytes(text)
        with pytest.raises((SetupError, FindingError)):
            LogWriter(path)
        assert path.read_bytes() == text


def test_a_writer_does_not_repair_garbage(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    _write(path, 3)
    data = bytearray(path.read_bytes())
    data[700] ^= 1
    path.write_bytes(data)
    with pytest.raises(FindingError) as caught:
        LogWriter(path)
    assert caught.value.kind is FindingKind.GARBAGE
    assert path.read_bytes() == data


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    with LogWriter(path), pytest.raises(LogBusyError):
        LogWriter(path)
    LogWriter(path).close()


def test_a_missing_log_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SetupError):
        LogReader(tmp_path / "none.log")
    with pytest.raises(SetupError):
        LogReader(tmp_path)
    with pytest.raises(SetupError):
        LogWriter(tmp_path / "none" / "a.log")
