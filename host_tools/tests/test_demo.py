"""The demo: every casino plays on the emulated board, is verified, and leaves a log that holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from boxcars.build import artifacts
from boxcars.commands.demo import command
from boxcars.commands.verify import command as verify
from boxcars.demo import play
from boxcars.demo.board import BoardEngine, WrongImage
from boxcars.errors import UsageError
from boxcars.record import LogReader, LogWriter, decode_body, parse_header
from boxcars.record.view import Line, Return, Wager
from boxcars.settle.session import installed_books
from shaker.core.spots import NAMES

pytestmark = pytest.mark.emulator


def run(*words: str) -> dict[str, Any]:
    done = CliRunner().invoke(command, [*words, "--json"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    shown: dict[str, Any] = json.loads(done.stdout)
    return shown


@pytest.mark.parametrize("profile", sorted(installed_books()))
def test_every_casino_plays_and_the_log_says_what_was_shown(profile: str, tmp_path: Path) -> None:
    log = tmp_path / "rounds.log"
    shown = run("--profile", profile, "--rounds", "4", "--log", str(log))
    assert [one["allocations"] for one in shown["rounds"]] == [0] * 4
    assert shown["paid_in"] == shown["paid_out"] + shown["standing"] + shown["house"]
    assert shown["records"] == 5
    assert CliRunner().invoke(verify, [str(log)]).exit_code == 0
    with LogReader(log) as reader:
        records = list(reader)[1:]
    for one, record in zip(shown["rounds"], records, strict=True):
        header = parse_header(record.header)
        assert [header.die_a, header.die_b] == one["dice"]
        assert (header.point_before, header.point_after) == (one["point_before"], one["point"])
        entries = decode_body(record.body)
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
        assert stood >= sum(bet["amount"] for bet in one["wagers"])


def test_the_same_seed_is_the_same_run_to_the_cycle(tmp_path: Path) -> None:
    one = run("--rounds", "2", "--seed", "5", "--log", str(tmp_path / "one"))
    two = run("--rounds", "2", "--seed", "5", "--log", str(tmp_path / "two"))
    assert {**one, "log": ""} == {**two, "log": ""}
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_product_has_no_prompt_to_play_at() -> None:
    image = artifacts.image(artifacts.PRODUCT)
    with pytest.raises(WrongImage, match="is not a bench-kit image") as caught:
        BoardEngine(image.uf2, image.elf, 1, "rws-2013")
    assert caught.value.exit_code == 6


def test_an_unknown_casino_is_told_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="no rule book 'x': there are clearwater-etg, division"):
        CliRunner().invoke(command, ["--profile", "x"], catch_exceptions=False)


def test_a_log_is_never_written_over(tmp_path: Path) -> None:
    log = tmp_path / "kept.log"
    log.write_bytes(b"")
    with pytest.raises(UsageError, match="give another name"):
        CliRunner().invoke(command, ["--log", str(log)], catch_exceptions=False)


def test_a_board_that_answers_otherwise_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = artifacts.image(artifacts.BENCH)
    engine = BoardEngine(image.uf2, image.elf, 1, "rws-2013")
    with LogWriter(tmp_path / "log") as log:
        game = play.Game(engine, "rws-2013", 1, log)
        # One stake on the board is a unit more than it was: the next roll or look shows it.
        engine._exec("_table.state[102] += 1")
        with pytest.raises(play.Disagreement, match="the board says"):
            list(game.rounds(3))


def test_books_that_do_not_add_up_are_told() -> None:
    books = play.Books()
    books.bet(20, 21)
    books.check(20)
    books.paid_out += 1
    with pytest.raises(play.Disagreement, match="21 units came in, but 1 went out"):
        books.check(20)
