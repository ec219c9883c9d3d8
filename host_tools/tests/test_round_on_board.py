"""A round of the shipped image in its cabinet: no heap, nobody to tell it its dice, power cuts.

The cuts are a spread sample, each followed by a second one in what the board does when it is back:
`firmware/tests/test_table_cuts.py` has all of them on the unix port.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boards.virtual.board import Event
from boards.virtual.fork import run_forked
from boards.virtual.simtime import SEC
from boxcars.link import LinkError, RefusedError
from boxcars.link.answers import Course
from boxcars.link.errors import AnswerLostError
from boxcars.link.schema import BY_NAME
from boxcars.record.live import LiveLog
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.view import Header
from boxcars.table.keeper import Keeper, Kept
from boxcars.table.virtual import VirtualTable
from shaker.core.spots import NAMES
from shaker.link import messages
from shaker.seal import record as layout

pytestmark = [pytest.mark.emulator, pytest.mark.slow]

_SHOWN = (2, 5)
_WAGERS = ((0, "pass", 25), (1, "dont-pass", 30), (2, "field", 5), (3, "place-6", 12))
_LATE = (5, "hard-8", 4)  # laid where the power may go
_CUTS = ((1, 0.4), (5, 0.9), (9, 0.5), (12, 0.2), (16, 0.7))
_RECORD_S = 20.0
_NOT_FACES = ("hello", "begin", "bye", "baud", "reboot")


@pytest.fixture(scope="module")
def table() -> Iterator[VirtualTable]:
    """Betting is open, and wagers stand."""
    with VirtualTable(seed=11) as made:
        made.link.open_table("rws-2013", 8, minimum=1, course=Course(reshake_ms=100))
        for seat, spot, amount in _WAGERS:
            made.link.bet(seat, NAMES.index(spot), amount)
        yield made


@pytest.fixture(scope="module")
def whole(table: VirtualTable, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The result of the round that nobody disturbs."""
    folder = tmp_path_factory.mktemp("whole")
    return run_forked(lambda: _ended(Player(table, folder))[0])


class Player:
    """One host with its own log of everything from the first record on."""

    def __init__(self, table: VirtualTable, folder: Path) -> None:
        self.table = table
        self.link = table.link
        log = LiveLog(folder / "log", rule_books=known_rule_books())
        self.keeper = Keeper(self.link, log)
        self.keeper.begin()
        self.headers: list[Header] = []

    def bet_once(self, seat: int, spot: str, amount: int) -> None:
        """Lay a wager; if nobody can say whether it was, the state does."""
        try:
            self.link.bet(seat, NAMES.index(spot), amount)
        except AnswerLostError:
            stakes = {(stake.seat, stake.spot) for stake in self.link.state().stakes}
            if (seat, NAMES.index(spot)) not in stakes:
                self.link.bet(seat, NAMES.index(spot), amount)

    def roll(self) -> Kept:
        """Ask for a roll until there is a result."""
        while True:
            try:
                self.link.roll()
            except (AnswerLostError, RefusedError):
                self.link.idle(0.1)
            kept = self.result()
            if kept is not None:
                return kept

    def result(self) -> Kept | None:
        while (kept := self.keeper.take(_RECORD_S)) is not None:
            self.headers.append(kept.header)
            if kept.header.kind == layout.KIND_RESULT:
                return kept
        return None


def _go_dark(table: VirtualTable, nth: int, fraction: float) -> None:
    """Mains off in the nth flash operation from now, on again, off in the second after that."""
    board = table.board

    def restart(event: Event) -> None:
        table.show(*_SHOWN)  # should the dice have been in the air
        if event.kind == "power-off":
            board.at(event.time + SEC, board.power_on)
        elif sum(event.kind == "power-off" for event in board.events) == 1:
            board.cut_power_in_flash_op(2, 1 - fraction)

    board.on_event.append(restart)
    board.cut_power_in_flash_op(nth, fraction)


def _ended(player: Player) -> tuple[bytes, int]:
    """Lay the late wager and roll: what the record says, and how many records there were."""
    player.table.show(*_SHOWN)
    player.bet_once(*_LATE)
    kept = player.roll()
    assert (kept.header.die_a, kept.header.die_b) == _SHOWN
    assert kept.acknowledged
    return kept.record.body, sum(header.kind == layout.KIND_RESULT for header in player.headers)


def test_nothing_is_allocated_from_betting_open_to_result_acknowledged(
    table: VirtualTable, tmp_path: Path
) -> None:
    def play() -> list[int]:
        player = Player(table, tmp_path)
        counts = []
        for _ in range(2):
            with table.board.count_entries("gc_alloc", "gc_realloc") as entries:
                _ended(player)
            counts.append(entries.total)
        return counts

    assert run_forked(play) == [0, 0]


def test_no_message_to_the_board_has_room_for_a_face() -> None:
    """What is called dice is the id of a set, a number on a label."""
    named = {
        (name, field.name)
        for name, message in BY_NAME.items()
        if message.kind in (messages.COMMAND, messages.QUERY, messages.NOTE)
        for field in message.fields.fields
        if any(word in field.name for word in ("face", "dice", "die", "roll", "outcome", "total"))
    }
    assert named == {
        ("limits", "max_total"),
        ("limits", "min_total"),
        ("open", "max_total"),
        ("open", "min_total"),
        ("open", "no_rolls_max"),
    }


def test_a_host_that_tells_the_board_its_dice_is_not_heard(
    table: VirtualTable, tmp_path: Path
) -> None:
    """Every message, filled with sixes, while the dice tumble; they show something else."""

    def play() -> tuple[int, int]:
        player = Player(table, tmp_path)
        table.show(*_SHOWN)
        player.link.roll()
        for name, message in BY_NAME.items():
            if message.kind not in (messages.COMMAND, messages.QUERY) or name in _NOT_FACES:
                continue
            values: dict[str, int | bytes] = {
                field.name: b"\x06" * (field.size or 8) if field.type[0] in "br" else 6
                for field in message.fields.fields
            }
            try:
                if message.kind == messages.COMMAND:
                    player.link.perform(name, **values)
                else:
                    player.link.ask(name, **values)
            except LinkError:
                continue
        kept = player.result()
        assert kept is not None
        return kept.header.die_a, kept.header.die_b

    assert run_forked(play) == _SHOWN


@pytest.mark.parametrize(("nth", "fraction"), _CUTS)
def test_a_cut_in_a_round_and_one_in_what_follows_change_nothing(
    table: VirtualTable, whole: bytes, tmp_path: Path, nth: int, fraction: float
) -> None:
    def play() -> tuple[bytes, int, int]:
        player = Player(table, tmp_path)
        _go_dark(table, nth, fraction)
        body, results = _ended(player)
        return body, results, sum(event.kind == "power-off" for event in table.board.events)

    assert run_forked(play) == (whole, 1, 2)
