"""The demo: a crowd plays on the shipped image, is verified, and leaves a log that holds."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner

from boards.virtual.tests.documents import checked
from boxcars.build import artifacts
from boxcars.commands.demo import command
from boxcars.commands.verify import command as verify
from boxcars.demo.books import Books, Disagreement
from boxcars.demo.crowd import SEATS, Crowd
from boxcars.demo.play import Game
from boxcars.errors import UsageError
from boxcars.link import Link, RefusedError
from boxcars.link.answers import Meter
from boxcars.record import LogReader, decode_body, parse_header
from boxcars.record.view import Line, Return, Wager
from boxcars.settle.engine import PythonEngine
from boxcars.settle.session import Session, installed_books
from boxcars.table.keeper import Keeper
from boxcars.table.virtual import NoTableError
from shaker.app import book, meters
from shaker.core import codes as core_codes
from shaker.core.rules import COL_OFFERED
from shaker.core.spots import NAMES
from shaker.seal.record import KIND_RESULT

_FAULT_NO_ROLLS = 1


def run(*words: str) -> dict[str, Any]:
    done = CliRunner().invoke(command, [*words, "--json"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return checked(done.stdout, "demo/2")


@pytest.mark.emulator
@pytest.mark.slow
def test_the_table_plays_and_the_log_says_what_was_shown(tmp_path: Path) -> None:
    log = tmp_path / "rounds.log"
    shown = run("--rounds", "2", "--log", str(log))
    assert shown["paid_in"] == shown["paid_out"] + shown["standing"] + shown["house"]
    assert shown["meters"]["money_in"] == shown["paid_in"] > 0
    assert shown["meters"]["money_out"] == shown["paid_out"]
    assert shown["meters"]["rounds"] == 2
    assert CliRunner().invoke(verify, [str(log)]).exit_code == 0
    with LogReader(log) as reader:
        records = [(parse_header(item.header), item.body) for item in reader]
    assert len(records) == shown["records"]
    results = [item for item in records if item[0].kind == KIND_RESULT]
    for one, (header, body) in zip(shown["rounds"], results, strict=True):
        assert [header.die_a, header.die_b] == one["dice"]
        assert (header.point_before, header.point_after) == (one["point_before"], one["point"])
        entries = decode_body(body)
        lines = [entry for entry in entries if isinstance(entry, Line)]
        assert [(e.seat, NAMES[e.spot], e.stake, e.win, e.vig, e.credit) for e in lines] == [
            (r["seat"], r["spot"], r["stake"], r["win"], r["vig"], r["credit"])
            for r in one["results"]
        ]
        returned = [entry for entry in entries if isinstance(entry, Return)]
        assert [(e.seat, NAMES[e.spot], e.credit) for e in returned] == [
            (r["seat"], r["spot"], r["credit"]) for r in one["returned"]
        ]
        stood = sum(entry.stake for entry in entries if isinstance(entry, Wager))
        assert stood >= sum(bet["amount"] for bet in one["wagers"]) > 0


@pytest.mark.emulator
def test_a_bench_kit_has_no_table_to_play_at(tmp_path: Path) -> None:
    image = artifacts.image(artifacts.BENCH)
    words = ["--image", str(image.uf2), "--log", str(tmp_path / "log")]
    with pytest.raises(NoTableError, match="no table to play at: boxcars bench") as caught:
        CliRunner().invoke(command, words, catch_exceptions=False)
    assert caught.value.exit_code == 6


def test_an_unknown_casino_is_told_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="no rule book 'x': there are clearwater-etg, division"):
        CliRunner().invoke(command, ["--profile", "x"], catch_exceptions=False)


def test_a_log_is_never_written_over(tmp_path: Path) -> None:
    log = tmp_path / "kept.log"
    log.write_bytes(b"")
    with pytest.raises(UsageError, match="give another name"):
        CliRunner().invoke(command, ["--log", str(log)], catch_exceptions=False)


def test_a_real_board_needs_a_log_of_its_own() -> None:
    with pytest.raises(UsageError, match="--port needs --log"):
        CliRunner().invoke(command, ["--port", "/dev/none"], catch_exceptions=False)


@pytest.mark.parametrize("profile", sorted(installed_books()))
def test_the_crowd_plays_all_of_the_wagers(profile: str) -> None:
    """Each spot that the casino offers is laid, or comes to stand by a move."""
    rules = installed_books()
    table = Session(PythonEngine(), rules)
    table.answer(json.dumps({"profile": profile, "seats": SEATS, "options": {"min": 5}}))
    crowd, dice = Crowd(rules[profile], 1), random.Random(1)
    point = refused = count = 0
    stands: set[tuple[int, str]] = set()
    seen: set[str] = set()
    for _ in range(120):
        for line in crowd.wagers(point, stands):
            count += 1
            if json.loads(table.answer(line))["ok"]:
                seen.add(json.loads(line)["spot"])
            else:
                refused += 1
        roll = {"op": "roll", "dice": [dice.randint(1, 6), dice.randint(1, 6)]}
        point = json.loads(table.answer(json.dumps(roll)))["point"]
        standing = json.loads(table.answer('{"op":"state"}'))["spots"]
        stands = {(spot["seat"], spot["spot"]) for spot in standing}
        seen |= {spot for _, spot in stands}
    assert seen == {n for spot, n in enumerate(NAMES) if rules[profile][COL_OFFERED + spot]}
    assert refused < count // 10


class Table:
    """A link to a table that settles on CPython, and adds `lie` to what it says a bet cost."""

    def __init__(self, lie: int = 0, refusal: int = 0, fault: int = 0) -> None:
        self.lie = lie
        self.refusal = refusal
        self.fault = fault
        self._core = Session(PythonEngine(), installed_books())
        self._core.answer('{"profile":"rws-2013","seats":8,"options":{"min":5}}')

    def open_table(self, *words: object, **options: object) -> None:
        pass

    def meters(self) -> list[Meter]:
        return [Meter(word, 0) for _, word, _ in meters.NAMES]

    def state(self) -> SimpleNamespace:
        return SimpleNamespace(state=book.BETTING, fault=self.fault)

    def perform_all(self, commands: list[tuple[str, dict[str, int]]]) -> list[object]:
        return [self._bet(values) for _, values in commands]

    def _bet(self, values: dict[str, int]) -> object:
        if self.refusal:
            return RefusedError("bet", self.refusal)
        if values["spot"] >= len(NAMES):
            return RefusedError("bet", core_codes.E_SPOT)
        line = {"op": "bet", **values, "spot": NAMES[values["spot"]]}
        del line["craps"]
        said = json.loads(self._core.answer(json.dumps(line)))
        if not said["ok"]:
            return RefusedError("bet", core_codes.CODE_WORDS.index(said["error"]))
        return {"debit": said["debit"] + self.lie}

    def roll(self) -> int:
        raise EOFError


def game(table: Table) -> Game:
    keeper = cast(Keeper, SimpleNamespace(catch_up=lambda timeout_s: None))
    return Game(cast(Link, table), keeper, "rws-2013", 1)


def test_a_table_that_answers_as_the_host_does_is_believed() -> None:
    with pytest.raises(EOFError):  # all wagers agreed, and a shake was asked for
        next(game(Table()).rounds(1))


def test_a_board_that_answers_otherwise_is_found() -> None:
    with pytest.raises(Disagreement, match="the board says"):
        next(game(Table(lie=1)).rounds(1))
    with pytest.raises(Disagreement, match="the board says"):
        next(game(Table(refusal=core_codes.E_PHASE)).rounds(1))


def test_a_fault_of_the_board_is_told_by_its_word() -> None:
    with pytest.raises(Disagreement, match="latched the fault no-rolls"):
        next(game(Table(fault=_FAULT_NO_ROLLS)).rounds(1))


def test_books_that_do_not_add_up_are_told() -> None:
    books = Books()
    books.bet(20, 21)
    books.check(20)
    books.check_meters({"money_in": 21, "money_out": 0})
    with pytest.raises(Disagreement, match="meter money_in went up by 20, not by 21"):
        books.check_meters({"money_in": 20, "money_out": 0})
    books.paid_out += 1
    with pytest.raises(Disagreement, match="21 units came in, but 1 went out"):
        books.check(20)
