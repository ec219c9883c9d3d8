"""`boxcars fairness`: fair dice pass, dice with a known bias do not, and the sizes hold true."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from boards.virtual.tests.documents import checked
from boxcars.commands.fairness import command
from boxcars.fairness import checks, power
from boxcars.fairness.rolls import Rolls, thrown
from boxcars.record.logfile import LogWriter
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.sample import SampleBoard
from shaker.seal import record

_BOOK = next(iter(known_rule_books()))


def biased_names(rolls: Rolls) -> set[str]:
    return {check.name for check in checks.judge(rolls) if check.verdict == checks.BIASED}


def rolls_of(left: list[int], right: list[int]) -> Rolls:
    return Rolls("made up", np.array(left), np.array(right))


def draws(seed: int, count: int, weights: tuple[float, ...]) -> list[int]:
    return random.Random(seed).choices(range(1, 7), weights, k=count)


_FAIR = (1.0,) * 6


def write_log(path: Path, count: int, weights: tuple[float, ...]) -> None:
    board = SampleBoard(3)
    left, right = draws(1, count, weights), draws(2, count, _FAIR)
    with LogWriter(path) as log:
        sealed = [board.seal(record.KIND_GENESIS)]
        for number in range(count):
            dice = {"die_a": left[number], "die_b": right[number]}
            sealed.append(board.seal(record.KIND_RESULT, rule_book=_BOOK, round=number, **dice))
        for item in sealed:
            log.append(item.header, item.signature, item.body)


@pytest.fixture(scope="module")
def fair_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fairness") / "fair.log"
    write_log(path, 200, _FAIR)
    return path


def test_fair_dice_are_called_biased_in_one_case_of_a_hundred_at_most() -> None:
    alarms = 0
    for seed in range(100):
        generator = np.random.default_rng(seed)
        faces = generator.integers(1, 7, (2, 600))
        alarms += bool(biased_names(Rolls("made up", faces[0], faces[1])))
    assert alarms <= 4  # 1 is expected at most; more than 4 come in 0.4 % of such runs


BIASES = [
    # name, left die, right die: what is wrong, and the test that must see it
    ("faces", draws(1, 6000, (1, 1, 1, 1, 1, 1.3)), draws(2, 6000, _FAIR)),
    ("opposite faces, side", draws(1, 6000, (0.8, 1, 1, 1, 1, 1.2)), draws(2, 6000, _FAIR)),
    ("opposite faces, axis", draws(1, 6000, (1.2, 1, 0.8, 0.8, 1, 1.2)), draws(2, 6000, _FAIR)),
    ("runs", [1, 4, 2, 5, 3, 6] * 1000, draws(2, 6000, _FAIR)),
    ("serial correlation", [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6] * 500, draws(2, 6000, _FAIR)),
    ("pairs", draws(1, 6000, _FAIR), draws(1, 6000, _FAIR)),
]


@pytest.mark.parametrize("case", BIASES, ids=lambda case: case[0])
def test_each_test_sees_its_bias(case: tuple[str, list[int], list[int]]) -> None:
    name, left, right = case
    assert name in biased_names(rolls_of(left, right))


def test_a_bias_is_seen_as_often_as_the_size_promises() -> None:
    kind, bias = power.KINDS[0], 0.3
    count = power.rolls_needed(kind, bias)
    assert power.power(kind, bias, count) >= power.POWER > power.power(kind, bias, count - 1)
    assert power.bias_seen(kind, count) == pytest.approx(bias, rel=0.01)
    limit = checks.ALPHA / 11
    weights = np.array([1 + bias] + [1 - bias / 5] * 5) / 6
    generator = np.random.default_rng(1)
    seen = 0
    for _ in range(400):
        faces = generator.choice(np.arange(1, 7), count, p=weights)
        found = checks._chi_squared("faces", "left", checks.face_counts(faces))
        seen += found.p <= limit
    assert 0.85 <= seen / 400 <= 0.95


def test_a_log_of_fair_dice_is_fair(fair_log: Path, tmp_path: Path) -> None:
    plot = tmp_path / "plot.png"
    done = CliRunner().invoke(command, [str(fair_log), "--plot", str(plot), "--json"])
    assert done.exit_code == 0, done.output
    told = checked(done.stdout, "fairness/1")
    assert told["fair"]
    assert told["rolls"] == 200
    assert sum(map(sum, told["pairs"])) == 200
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert "200 rolls" in CliRunner().invoke(command, [str(fair_log)]).stdout


def test_a_log_of_loaded_dice_is_told(tmp_path: Path) -> None:
    write_log(tmp_path / "log", 180, (1, 1, 1, 1, 1, 4))
    done = CliRunner().invoke(command, [str(tmp_path / "log"), "--json"])
    assert getattr(done.exception, "exit_code", None) == 1
    assert "take this dice set out of play" in str(done.exception)
    told = checked(done.stdout, "fairness/1")
    assert not told["fair"]


def test_dice_that_show_high_faces_alone_are_told_in_json_as_well(tmp_path: Path) -> None:
    """There are no runs to count: no number that JSON does not have."""
    write_log(tmp_path / "log", 180, (0, 0, 0, 1, 1, 1))
    done = CliRunner().invoke(command, [str(tmp_path / "log"), "--json"])
    assert getattr(done.exception, "exit_code", None) == 1
    told = checked(done.stdout, "fairness/1")
    runs = next(row for row in told["checks"] if (row["name"], row["die"]) == ("runs", "left"))
    assert (runs["statistic"], runs["p"], runs["verdict"]) == (None, 0, "biased")
    assert "runs" in CliRunner().invoke(command, [str(tmp_path / "log")]).stdout


WRONG = [
    # id, words, exit code, what the line says
    ("neither", [], 2, "either a LOG or --rolls"),
    ("both", ["x", "--rolls", "9"], 2, "either a LOG or --rolls"),
    ("few", ["--rolls", "100"], 1, "the tests need 180"),
    ("missing", ["nowhere.log"], 3, "cannot read the log"),
    ("plot", ["--rolls", "200", "--plot", "x.doc"], 2, "a plot is one of"),
]


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case[0])
def test_what_cannot_be_judged_is_refused(case: tuple[str, list[str], int, str]) -> None:
    _, words, code, text = case
    done = CliRunner().invoke(command, [*words, "--json"])
    assert getattr(done.exception, "exit_code", None) == code
    assert text in str(done.exception)
    assert text in checked(done.stdout, "error/1")["text"]


def test_a_forged_result_ends_it(fair_log: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    data = bytearray(fair_log.read_bytes())
    at = data.index(b"BXSR", 5000) + record.AT_DIE_A
    data[at] = 1 + data[at] % 6
    log.write_bytes(data)
    done = CliRunner().invoke(command, [str(log)])
    assert 70 <= getattr(done.exception, "exit_code", 0) <= 81


def test_throws_follow_their_seed() -> None:
    one, same, other = thrown(300, 5), thrown(300, 5), thrown(300, 6)
    assert (one.left == same.left).all()
    assert (one.left != other.left).any()
