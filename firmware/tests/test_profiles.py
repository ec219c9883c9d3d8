"""The generated profiles are what the rule files say, and hold nothing but bytes."""

from __future__ import annotations

import ast
import zlib
from pathlib import Path

import pytest

from boxcars.rulebook import library
from boxcars.rulebook.encode import module_text
from shaker.app import rulebooks, selftest
from shaker.core import rules
from shaker.limits import PAY_NUM_MAX, SMALL_INT_MAX, STAKE_UNITS_MAX

MODULES = sorted(library.PROFILES.glob("[a-z]*.py"))


def test_every_rule_file_has_its_module() -> None:
    stems = [path.stem for path in MODULES]
    assert stems == [path.stem for path in library.rule_files()]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_rebuild_gives_the_same_bytes(path: Path) -> None:
    book = library.load_profile(path.stem.replace("_", "-"))
    assert path.read_text() == module_text(book, f"{path.stem}.toml")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_module_is_one_literal(path: Path) -> None:
    (statement,) = ast.parse(path.read_text()).body
    assert isinstance(statement, ast.Assign)
    assert isinstance(statement.value, ast.Constant)
    blob = statement.value.value
    assert isinstance(blob, bytes)
    assert len(blob) == rules.RULES_SIZE
    assert blob.startswith(rules.MAGIC)


def test_highest_payout_stays_a_small_int() -> None:
    assert STAKE_UNITS_MAX * (PAY_NUM_MAX + 1) <= SMALL_INT_MAX


def test_self_test_finds_one_changed_bit_of_any_book(monkeypatch: pytest.MonkeyPatch) -> None:
    sums = b"".join(zlib.crc32(book).to_bytes(4, "little") for book in rulebooks.BOOKS[1:])
    assert rulebooks.SUMS[4:] == sums
    assert selftest.are_books_whole()
    for number in range(1, len(rulebooks.BOOKS)):
        books = [bytearray(book) for book in rulebooks.BOOKS]
        books[number][2000 + number] ^= 16
        monkeypatch.setattr(rulebooks, "BOOKS", books)
        assert not selftest.are_books_whole()
        monkeypatch.undo()
