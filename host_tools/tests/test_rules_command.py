"""`boxcars rules`: what people see of a rule book, and what a bad one is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from boards.virtual.tests.documents import checked, checked_rows
from boxcars.cli import group
from boxcars.rulebook import library
from boxcars.rulebook.check import check
from boxcars.rulebook.parse import parse
from boxcars.rulebook.rows import RuleError

RWS = (library.RULES / "rws_2013.toml").read_text()
CLW = (library.RULES / "clearwater_etg.toml").read_text()


def _rules(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["rules", *arguments], terminal_width=200)


def test_list() -> None:
    rows = checked_rows(_rules("list", "--json").output, "rules-list/1")
    names = [row["profile"] for row in rows]
    assert names == ["clearwater-etg", "division", "home-game", "mbs-2020", "rws-2013"]
    for name in names:
        assert name in _rules("list").output


def test_show_prints_pays_and_working_with_clauses() -> None:
    book = checked(_rules("show", "mbs-2020", "--json").output, "rules-show/1")
    place = next(row for row in book["pay"] if row["spot"] == "place-6")
    assert place["wins"] == "6 pays 7:6"
    assert place["clause"] == "MBS 4.6, MBS 3.4.9"
    hard = next(row for row in book["working"] if row["family"] == "hard")
    assert (hard["works"], hard["may be called"]) == ("point-on", "yes")
    assert hard["clause"] == "MBS 3.4.12, MBS 3.17"
    text = _rules("show", "mbs-2020").output
    for title in ("Pay table", "Working table", "Vigorish", "Odds limits", "Group bets"):
        assert title in text
    assert "7:6" in text


def test_show_names_falls_that_are_not_whole_totals() -> None:
    book = json.loads(_rules("show", "home-game", "--json").output)
    rows = {row["spot"]: row for row in book["pay"]}
    assert rows["hard-6"]["wins"] == "3-3 pays 9:1"  # ten for one
    assert rows["hard-6"]["loses"] == "7 1-5 2-4"
    assert rows["hop-12"]["wins"] == "3 pays 15:1"
    assert rows["c-and-e"]["wins"] == ("craps part: 2 3 12 pays 7:1; eleven part: 11 pays 15:1")


def test_diff_says_what_differs() -> None:
    found = checked_rows(_rules("diff", "rws-2013", "mbs-2020", "--json").output, "rules-diff/1")
    facts = {
        (row["sheet"], row["row"], row["column"]): (row["one"], row["other"]) for row in found
    }
    assert facts["working", "lay", "works"] == ("point-on", "always")
    assert facts["vigorish", "buy", "refund"] == ("no", "yes")
    assert facts["policy", "above-maximum", "is"] == ("settle-whole", "settle-maximum")
    assert not any(key[0] == "pay" for key in facts)
    assert json.loads(_rules("diff", "division", "division", "--json").output) == []
    assert "MBS 5.7" in _rules("diff", "rws-2013", "mbs-2020").output


def test_diff_shows_rows_that_only_one_has() -> None:
    found = json.loads(_rules("diff", "rws-2013", "clearwater-etg", "--json").output)
    rows = {row["row"]: (row["one"], row["other"]) for row in found if row["sheet"] == "conflict"}
    assert rows["pass @ dont-pass"] == ("no", "yes")


def test_check_a_good_file() -> None:
    path = str(library.RULES / "division.toml")
    output = _rules("check", path).output
    assert output == "division.toml: division is complete, 68 spots offered\n"
    told = checked(_rules("check", path, "--json").output, "rules-check/1")
    assert (told["profile"], told["offered"]) == ("division", 68)


def test_unknown_profile() -> None:
    error = _rules("show", "reno").exception
    assert str(error).startswith("no profile 'reno': there are clearwater-etg")


def test_build_leaves_good_profiles_alone_and_writes_missing_ones(tmp_path: Path) -> None:
    assert _rules("build").output == "all profiles are up to date\n"
    rules, profiles = tmp_path / "rules", tmp_path / "profiles"
    rules.mkdir()
    profiles.mkdir()
    (rules / "rws_2013.toml").write_text(RWS)
    assert library.build(rules, profiles) == [profiles / "rws_2013.py"]
    assert library.build(rules, profiles) == []
    generated = (profiles / "rws_2013.py").read_bytes()
    assert generated == (library.PROFILES / "rws_2013.py").read_bytes()


def test_a_file_is_named_like_its_profile(tmp_path: Path) -> None:
    (tmp_path / "reno.toml").write_text(RWS)
    with pytest.raises(RuleError, match=r"reno.toml .* belongs in rws_2013.toml"):
        library.load_all(tmp_path)


def _row(text: str, start: str) -> str:
    """The line of a rule file that starts with this."""
    (line,) = [line for line in text.splitlines() if line.startswith(f"  {{ {start}")]
    return line


PLACE_6 = _row(RWS, 'spot = "place-6"')
PASS_8 = _row(RWS, 'spot = "pass", point = "8"')
COME_ODDS_6 = _row(RWS, 'spot = "come-odds-6"')
WORK_LAY = _row(RWS, 'family = "lay", works')
WORK_COME_6 = _row(RWS, 'family = "come-number", works')
LIMIT_COME = _row(RWS, 'family = "come-odds", option')
OPTION_ODDS = _row(RWS, 'name = "odds"')

BAD = [
    # name, the line that is changed, what in it, into what, and what is said about it
    (
        "unknown word",
        WORK_LAY,
        "point-on",
        "sometimes",
        r"RWS D.12 \(working row \d+\): works='sometimes' is not one of always",
    ),
    ("unknown family", WORK_LAY, '"lay"', '"lei"', r"RWS D.12 .*: family='lei' is not one of"),
    (
        "unknown fall",
        PLACE_6,
        '[["6"',
        '[["13"',
        r"RWS D.9 .*: win=.* is not \[fall, odds\] with a known fall",
    ),
    ("bad odds", PLACE_6, "7:6", "7:0", r"RWS 4.1, RWS D.9 .*: win='7:0' is not odds"),
    (
        "bad clause",
        PLACE_6,
        "RWS 4.1, RWS D.9",
        "MBS 4.6",
        r"'MBS 4.6': a clause is 'RWS <number>' or 'decision'",
    ),
    (
        "no clause",
        PLACE_6,
        ', clause = "RWS 4.1, RWS D.9"',
        "",
        r"wager row \d+: 'clause' is missing",
    ),
    ("missing row", PLACE_6, PLACE_6, "", r"wager: the row for 'place-6' is missing"),
    ("missing point", PASS_8, PASS_8, "", r"wager: the row for 'pass@8' is missing"),
    ("missing family", WORK_LAY, WORK_LAY, "", r"working: the row for 'lay' is missing"),
    ("missing table", "conflict = []", "conflict = []", "", r"conflict: the table is missing"),
    ("missing key", WORK_LAY, ', calls = "yes"', "", r"RWS D.12 .*: 'calls' is missing"),
    (
        "duplicate row",
        PLACE_6,
        PLACE_6,
        f"{PLACE_6}\n{PLACE_6}",
        r"RWS 4.1, RWS D.9: wager has a second row for 'place-6'",
    ),
    (
        "duplicate fall",
        PLACE_6,
        'lose = ["7"]',
        'lose = ["7", "3-3"]',
        r"RWS D.9 .*: lose='3-3' names a fall of the dice a second",
    ),
    ("unknown key", PLACE_6, "lose =", "loses =", r"RWS 4.1, RWS D.9 .*: unknown key 'loses'"),
    ("unknown table", "policy = [", "policy", "tips = []\npolicy", r"tips: unknown table"),
    (
        "product over 2^30",
        PLACE_6,
        "7:6",
        "536:1",
        r"RWS D.9 .*: win='536:1': 2000000 units times 536 reach 2\^30",
    ),
    (
        "odds apart from the flat",
        COME_ODDS_6,
        'lose = ["7"]',
        'lose = ["2"]',
        r"'come-odds-6' must win and lose with 'come-6'",
    ),
    ("not TOML", "wager = [", "[", "[[", r"rws_2013.toml: not TOML"),
    ("a number for a word", WORK_LAY, '"yes"', "1", r"RWS D.12 .*: 'calls' is a text"),
    (
        "a row that is no row",
        "lucky_run = [",
        "[",
        "[ 7,",
        r"lucky_run row 1: a row is a table of keys and values",
    ),
    (
        "a flat wager that rests",
        WORK_COME_6,
        "always",
        "point-on",
        r"'come-number' works on every roll and is never called",
    ),
    ("a move to nowhere", PLACE_6, "lose =", 'move = ["4"], lose =', r"'place-6' cannot move"),
    ("parts of a whole", PLACE_6, "win =", "craps_win =", r"'place-6' has no parts"),
    (
        "a missing odds limit",
        LIMIT_COME,
        "0, 0",
        "1, 1",
        r"odds_limit: the row for 'come-odds' at option 0 is missing",
    ),
    (
        "a default out of range",
        OPTION_ODDS,
        "default = 0",
        "default = 9",
        r"default=9 is not a number from 0 to 0",
    ),
]


@pytest.mark.parametrize("case", BAD, ids=lambda case: case[0])
def test_bad_file_is_told_where_and_what(case: tuple[str, str, str, str, str]) -> None:
    _, line, old, new, complaint = case
    assert RWS.count(line) == 1
    assert old in line
    text = RWS.replace(line, line.replace(old, new, 1))
    with pytest.raises(RuleError, match=complaint) as caught:
        check(parse(text, "rws_2013.toml"))
    assert str(caught.value).startswith("rws_2013.toml")
    assert "\n" not in str(caught.value)


def test_vigorish_product_is_bounded() -> None:
    """A rate of 255 on winnings of nine times the stake would not fit."""
    text = RWS.replace('"lay", rate = "5:100"', '"lay", rate = "255:255"')
    lay = _row(RWS, 'spot = "lay-6"')
    text = text.replace(lay, lay.replace("5:6", "9:1"))
    with pytest.raises(RuleError, match=r"18000000 units times a rate of 255 reach 2\^30"):
        check(parse(text, "rws_2013.toml"))


def test_too_many_payouts() -> None:
    text = CLW
    for number, line in enumerate(row for row in CLW.splitlines() if '"15:1"' in row):
        text = text.replace(line, line.replace("15:1", f"{200 + number}:7"))
    for number, line in enumerate(row for row in text.splitlines() if '"1:1"' in row):
        text = text.replace(line, line.replace("1:1", f"{300 + number}:7"))
    with pytest.raises(RuleError, match="more than 64 different payouts"):
        check(parse(text, "clearwater_etg.toml"))


def test_check_command_fails_with_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(RWS.replace("7:6", "7:x", 1))
    result = _rules("check", str(path))
    assert isinstance(result.exception, RuleError)
    assert result.exception.exit_code == 1
