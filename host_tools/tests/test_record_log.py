"""A log survives what happens to files: cut writes, two writers, other files under its name."""

from __future__ import annotations

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
