"""Records of a board go to the log: checked, synced, and only then acknowledged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner

from boxcars.commands.monitor import command, follow
from boxcars.commands.settle import command as settle
from boxcars.errors import UsageError
from boxcars.link import Event, EventsLost, Expectation, Link, Record
from boxcars.link.answers import Begun
from boxcars.link.errors import NoDeviceError
from boxcars.record.findings import FindingError, FindingKind, KeyFileError
from boxcars.record.keys import PublicKey
from boxcars.record.live import LiveLog
from boxcars.record.logfile import LogReader, SealedRecord
from boxcars.record.sample import SAMPLE_RULE_BOOK, SampleBoard
from boxcars.table.keeper import Keeper, Kept, expectation
from boxcars.table.rig import PortRig
from boxcars.table.words import event_line, record_line
from shaker.link.sizes import ROLE_ACKNOWLEDGE
from shaker.seal import record

_BOOKS = (SAMPLE_RULE_BOOK,)


class Board:
    """A link to a board that has these records; it notes what it is told, and when."""

    def __init__(
        self,
        sealed: Sequence[SealedRecord],
        log: LiveLog,
        *,
        oldest: int = 0,
        acknowledged: int = -1,
    ) -> None:
        self.records = [
            Record(item.index, item.header + item.signature + item.body) for item in sealed
        ]
        self.begun = Begun(ROLE_ACKNOWLEDGE, 1, 0, 0, oldest, len(sealed) - 1, acknowledged)
        self.may_acknowledge = True
        self.told: list[int] = []
        self.held: list[int] = []  # records on disk when each acknowledgement came
        self.events: list[Event] = []
        self._log = log
        self._next = 0

    def follow(self, first: int) -> None:
        self._next = first

    def next_record(self, timeout_s: float) -> Record | None:
        if self._next >= len(self.records):
            return None
        self._next += 1
        return self.records[self._next - 1]

    def commit(self, sealed: Record) -> None:
        with LogReader(self._log.path) as reader:
            self.held.append(len(list(reader)))
        self.told.append(sealed.sequence)

    def acknowledge(self, sequence: int) -> None:
        self.told.append(sequence)

    def next_event(self, timeout_s: float) -> Event | EventsLost | None:
        return self.events.pop(0)

    def finish_event(self) -> None:
        pass


def chain(count: int = 4) -> tuple[list[SealedRecord], PublicKey]:
    board = SampleBoard()
    kinds = [record.KIND_GENESIS, *[record.KIND_RESULT] * (count - 1)]
    return [board.seal(kind) for kind in kinds], PublicKey(board.signer.public)


def keep_all(board: Board, log: LiveLog) -> list[Kept]:
    keeper = Keeper(cast(Link, board), log)
    keeper.begin()
    kept = []
    while one := keeper.take(1.0):
        kept.append(one)
    return kept


def test_each_record_is_on_disk_before_it_is_acknowledged(tmp_path: Path) -> None:
    sealed, key = chain()
    with LiveLog(tmp_path / "log", rule_books=_BOOKS) as log:
        board = Board(sealed, log)
        kept = keep_all(board, log)
        assert [one.acknowledged for one in kept] == [True] * 4
        assert board.told == [0, 1, 2, 3]
        assert board.held == [1, 2, 3, 4]
        assert log.summary is not None
        assert log.summary.key == key


def test_a_record_that_does_not_hold_is_neither_kept_nor_acknowledged(tmp_path: Path) -> None:
    sealed, _ = chain()
    forged = bytearray(sealed[2].header)
    forged[record.AT_DIE_A] = 1 + forged[record.AT_DIE_A] % 6
    sealed[2] = replace(sealed[2], header=bytes(forged))
    with LiveLog(tmp_path / "log", rule_books=_BOOKS) as log:
        board = Board(sealed, log)
        with pytest.raises(FindingError) as caught:
            keep_all(board, log)
    assert caught.value.kind is FindingKind.SIGNATURE
    assert board.told == [0, 1]
    with LogReader(tmp_path / "log") as reader:
        assert len(list(reader)) == 2


def test_a_log_goes_on_and_tells_the_board_what_it_had_kept(tmp_path: Path) -> None:
    sealed, _ = chain()
    with LiveLog(tmp_path / "log", rule_books=_BOOKS) as log:
        for item in sealed[:2]:
            log.keep(item.header, item.signature, item.body)
    with LiveLog(tmp_path / "log", rule_books=_BOOKS) as log:
        memory = expectation(log).memory
        assert memory is not None
        assert memory.sequence == 1
        board = Board(sealed, log, acknowledged=0)  # it was cut before it heard of record 1
        assert [one.header.sequence for one in keep_all(board, log)] == [2, 3]
        assert board.told == [1, 2, 3]


def test_a_listener_keeps_and_does_not_acknowledge(tmp_path: Path) -> None:
    sealed, _ = chain()
    with LiveLog(tmp_path / "log", rule_books=_BOOKS) as log:
        board = Board(sealed, log)
        board.may_acknowledge = False
        assert [one.acknowledged for one in keep_all(board, log)] == [False] * 4
        assert board.told == []


def test_without_the_first_record_the_key_is_needed(tmp_path: Path) -> None:
    sealed, key = chain()
    with (
        LiveLog(tmp_path / "log", rule_books=_BOOKS) as log,
        pytest.raises(KeyFileError, match="give the key with --key"),
    ):
        keep_all(Board(sealed, log, oldest=2), log)
    with LiveLog(tmp_path / "log", key, rule_books=_BOOKS) as log:
        kept = keep_all(Board(sealed, log, oldest=2), log)
    assert [one.header.sequence for one in kept] == [2, 3]


def test_the_monitor_ends_after_so_many_records_and_says_all(tmp_path: Path) -> None:
    sealed, _ = chain()
    said: list[Any] = []
    with LiveLog(tmp_path / "log", rule_books=_BOOKS) as log:
        board = Board(sealed, log)
        board.events = [Event("door-event", 0, {"door": 1, "open": 1})]
        assert follow(cast(Link, board), Keeper(cast(Link, board), log), said.append, 2) == 2
    assert event_line(said[0]) == "lid open"
    assert record_line(said[1].header) == "record 0: genesis"
    assert len(said) == 3


@pytest.mark.parametrize(
    ("name", "fields", "line"),
    [
        ("fault-event", {"code": 1, "latched": 1, "detail": 0}, "fault no-rolls latched"),
        ("fault-event", {"code": 1, "latched": 0, "detail": 0}, "fault no-rolls cleared"),
        ("fault-event", {"code": 99, "latched": 1, "detail": 0}, "fault 99 latched"),
        ("no-roll-event", {"round": 3, "reason": 2}, "round 3: No Roll, cocked"),
        ("recovery-event", {"what": 1, "round": 0, "boot": 4}, "start 4 of the board: betting"),
        ("gap-event", {"what": 1, "boot": 4}, "gap: what 1, boot 4"),
    ],
)
def test_events_are_told_in_words(name: str, fields: dict[str, int], line: str) -> None:
    assert event_line(Event(name, 0, fields)) == line


def test_a_port_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    words = ["--port", str(tmp_path / "none"), "--log", str(tmp_path / "log")]
    with pytest.raises(NoDeviceError, match="is the board plugged in") as caught:
        CliRunner().invoke(command, words, catch_exceptions=False)
    assert caught.value.exit_code == 4


def test_nobody_tells_a_real_board_its_dice() -> None:
    rig = PortRig("/dev/none", Expectation())
    actions: list[Callable[[], None]] = [lambda: rig.show(3, 4), rig.cock, rig.cut_power]
    for action in actions:
        with pytest.raises(UsageError, match="takes a rig at the board"):
            action()


def test_a_real_board_is_not_settled_on_without_a_log() -> None:
    for words in (["--port", "x"], ["--log", "x"], ["--port", "x", "--log", "y"]):
        with pytest.raises(UsageError, match="go together"):
            CliRunner().invoke(settle, ["-", *words], catch_exceptions=False, input=b"")
