"""A casino may leave out any family of wagers: its book still builds, the rest still settles."""

from __future__ import annotations

import re

import pytest

from boxcars.paths import FIRMWARE
from boxcars.rulebook.encode import encode
from boxcars.rulebook.parse import parse
from boxcars.rulebook.rows import RuleError
from boxcars.settle import run

BOOK = (FIRMWARE / "rules/division.toml").read_text()
FAMILIES = (
    "come-odds",
    "dont-come-odds",
    "pass-odds",
    "dont-pass-odds",
    "place",
    "buy",
    "lay",
    "hard",
)


def without(family: str) -> str:
    """The division's rules with every wager of a family no longer offered."""
    row = re.compile(
        rf'^  {{ spot = "({family}(?:-\d+)?)", .*clause = ("[^"]*") }},\n', re.MULTILINE
    )
    seen: set[str] = set()

    def turned(found: re.Match[str]) -> str:
        if found[1] in seen:  # a line spot that is not offered has one row for all points
            return ""
        seen.add(found[1])
        return f'  {{ spot = "{found[1]}", offered = "no", clause = {found[2]} }},\n'

    return row.sub(turned, BOOK)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_can_be_left_out(family: str) -> None:
    text = without(family)
    assert text != BOOK
    books = {"division": encode(parse(text, "division.toml"))}
    spot = family if family.startswith(("pass", "dont-pass")) else f"{family}-4"
    lines = [
        '{"profile":"division","seats":1}',
        f'{{"op":"bet","seat":0,"spot":"{spot}","amount":20}}',
        '{"op":"bet","seat":0,"spot":"field","amount":20}',
        '{"op":"roll","dice":[5,6]}',
    ]
    answers = list(run(lines, "python", books))
    assert answers[1] == '{"ok":false,"error":"E_SPOT"}'
    assert '"spot":"field","outcome":"win","stake":20,"win":20' in answers[3]
    assert answers == list(run(lines, "micropython", books))


def test_a_wager_that_never_wins_is_refused() -> None:
    text = BOOK.replace('win = [["hard-4", "7:1"]], lose', "lose")
    assert text != BOOK
    with pytest.raises(RuleError, match=r"division.toml DIV .*hard-4.*must win"):
        parse(text, "division.toml")


@pytest.mark.parametrize("name", ["../../x", "div_ision", "Division", "", "a--b"])
def test_a_profile_has_a_plain_name(name: str) -> None:
    with pytest.raises(RuleError, match=r"division.toml \[casino\]"):
        parse(BOOK.replace('profile = "division"', f'profile = "{name}"'), "division.toml")


def test_a_prefix_is_no_pattern() -> None:
    with pytest.raises(RuleError, match="a clause is"):
        parse(re.sub(r'prefix(\s*)= "DIV"', 'prefix = "DIV("', BOOK), "division.toml")


def test_toml_nested_for_ever_is_refused() -> None:
    with pytest.raises(RuleError, match="nested too deeply"):
        parse("a = " + "[" * 5000, "deep.toml")
