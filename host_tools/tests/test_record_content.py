"""What a board signed may still be nonsense: numbers out of range, bodies of another kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from boxcars.record import FindingError, FindingKind, verify_log, view
from boxcars.record.content import check_body
from boxcars.record.logfile import FILE_HEAD, frame
from boxcars.record.sample import SAMPLE_RULE_BOOK, SampleBoard
from shaker.seal import record
from shaker.seal.record import AT_KIND


def _kind(path: Path, changes: dict[int, bytes], body: bytes | None = None) -> FindingKind | None:
    """What is found in a log whose last record its own board signed with these changes."""
    board = SampleBoard()
    *before, item = board.records(3)
    header = bytearray(item.header)
    for at, value in changes.items():
        header[at : at + len(value)] = value
    signature = bytearray(64)
    board.signer.sign_into(signature, bytes(header), len(header))
    frames = [frame(one.header, one.signature, one.body) for one in before]
    frames.append(frame(bytes(header), bytes(signature), item.body if body is None else body))
    path.write_bytes(FILE_HEAD + b"".join(frames))
    try:
        verify_log(path, rule_books=[SAMPLE_RULE_BOOK])
    except FindingError as finding:
        return finding.kind
    return None


def test_what_is_in_range_verifies(tmp_path: Path) -> None:
    changes = {record.AT_DIE_A: b"\x06\x01\x0a\x00", record.AT_TIME_MS: b"\xe7\x03\x01"}
    assert _kind(tmp_path / "a.log", changes) is None
    body = WAGER + RETURN + LINE
    changes |= {record.AT_BODY_SIZE: bytes((len(body),)) + bytes(3)}
    assert _kind(tmp_path / "a.log", changes | {record.AT_BODY: view.digest(body)}, body) is None


def test_the_quick_check_agrees_with_the_decoder() -> None:
    """One changed byte anywhere in a body of each group: both take it, or both refuse it."""
    groups = [
        [entry[:1] + bytes(place) + entry[3:] for place in ((0, 4), (0, 9), (3, 1))]
        for entry in (WAGER, RETURN, LINE)
    ]
    whole = b"".join(entry for group in groups for entry in group)
    assert _takes(partial(check_body, record.KIND_RESULT, whole))
    for at in range(len(whole)):
        for value in (0, 1, 2, 3, 4, 5, 63, 64, 126, 127, 128, 191, 192, 255):
            body = whole[:at] + bytes([value]) + whole[at + 1 :]
            assert _takes(partial(check_body, record.KIND_RESULT, body)) == _takes(
                partial(view.decode_body, body)
            ), (at, value)


def test_the_quick_check_agrees_about_what_is_missing_or_moved() -> None:
    whole = WAGER + RETURN + LINE
    for at in range(len(whole) + 1):
        for body in (whole[:at], whole[at:], whole[at:] + whole[:at], whole[:at] + whole):
            assert _takes(partial(check_body, record.KIND_RESULT, body)) == _takes(
                partial(view.decode_body, body)
            ), at


def _takes(check: Callable[[], object]) -> bool:
    try:
        check()
    except view.LayoutError:
        return False
    return True


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (record.AT_DIE_A, b"\x07"),
        (record.AT_DIE_B, b"\xff"),
        (record.AT_POINT_BEFORE, b"\x07"),
        (record.AT_POINT_AFTER, b"\x0b"),
        (record.AT_TIME_MS, b"\xe8\x03"),
        (record.AT_TIME_SOURCE, b"\x02"),
        (record.AT_TIME_S + 3, b"\x40"),
        (record.AT_BOOT + 3, b"\x40"),
        (record.AT_MOTOR_WORK_MJ + 3, b"\x80"),
        (record.AT_ROUND + 3, b"\x40"),
        (record.AT_DETAIL + 3, b"\xff"),
    ],
)
def test_signed_nonsense_in_a_header(tmp_path: Path, at: int, value: bytes) -> None:
    assert _kind(tmp_path / "a.log", {at: value}) is FindingKind.CONTENT


WAGER = bytes((1, 0, 4, 0, 5, 0, 0, 0, 0, 0, 0, 0))
RETURN = bytes((2, 0, 4, 0, 5, 0, 0, 0))
LINE = bytes((3, 0, 4, 0, 127, *bytes(19)))
DIGEST = bytes((5, 1, 0, 0, *bytes(32)))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (record.KIND_RESULT, b"\x09"),
        (record.KIND_RESULT, WAGER + WAGER),
        (record.KIND_RESULT, RETURN + WAGER),
        (record.KIND_RESULT, WAGER[:-1]),
        (record.KIND_RESULT, WAGER[:3] + b"\x03" + WAGER[4:]),
        (record.KIND_RESULT, WAGER[:2] + b"\x7f" + WAGER[3:]),
        (record.KIND_RESULT, WAGER[:7] + b"\x40" + WAGER[8:]),
        (record.KIND_RESULT, RETURN[:3] + b"\x01" + RETURN[4:]),
        (record.KIND_RESULT, LINE[:4] + b"\x05" + LINE[5:]),
        (record.KIND_RESULT, LINE[:15] + b"\x40" + LINE[16:]),
        (record.KIND_RESULT, DIGEST),
        (record.KIND_NO_ROLL, RETURN),
        (record.KIND_VOID, LINE),
        (record.KIND_WITHDRAWAL, WAGER),
        (record.KIND_DOOR, WAGER),
        (record.KIND_PROGRAM, WAGER),
        (record.KIND_PROGRAM, DIGEST[:1] + b"\x05" + DIGEST[2:]),
        (record.KIND_POWER_LOSS, LINE),
        (record.KIND_RETIRE, WAGER),
    ],
)
def test_signed_nonsense_in_a_body(tmp_path: Path, kind: int, body: bytes) -> None:
    changes = {
        AT_KIND: bytes([kind]),
        record.AT_BODY_SIZE: len(body).to_bytes(4, "little"),
        record.AT_BODY: view.digest(body),
    }
    assert _kind(tmp_path / "a.log", changes, body) is FindingKind.CONTENT
