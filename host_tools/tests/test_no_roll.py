"""Every refusal of the shaker falls under a clause of every rule book, and the clause is found."""

from __future__ import annotations

import pytest

from boxcars.rulebook import library, noroll
from boxcars.rulebook.rows import RuleError
from firmware.tests.clauses.inventory import documents
from shaker.dice import reasons

BOOKS = library.load_all()

# The clauses as the documents have them.
NO_ROLL = [
    # profile         reason                    clause
    ("rws-2013", reasons.NO_EFFORT, "RWS 3.10.ii"),
    ("rws-2013", reasons.MISSING, "RWS 3.10.iv"),
    ("rws-2013", reasons.COCKED, "RWS 3.10.x"),
    ("rws-2013", reasons.DISTURBED, "RWS 3.10.xii"),
    ("mbs-2020", reasons.NO_EFFORT, "MBS 5.3.2"),
    ("mbs-2020", reasons.LID_OPEN, "MBS 5.3.3"),
    ("mbs-2020", reasons.MISSING, "MBS 5.4.2"),
    ("mbs-2020", reasons.COCKED, "MBS 5.5"),
    ("division", reasons.COCKED, "DIV 6.4"),
    ("division", reasons.TILT, "DIV 6.5"),
    ("clearwater-etg", reasons.SENSOR_FAULT, "CLW 24, decision"),
    ("home-game", reasons.COCKED, "HOME"),
]


@pytest.mark.parametrize("case", NO_ROLL, ids=lambda case: f"{case[0]}-{reasons.word(case[1])}")
def test_the_clause_of_a_refusal(case: tuple[str, int, str]) -> None:
    profile, reason, clause = case
    assert noroll.clause_of(BOOKS[profile].digest, reason) == clause


@pytest.mark.parametrize("profile", sorted(BOOKS))
def test_every_reason_has_a_clause(profile: str) -> None:
    for reason in reasons.ALL:
        found = noroll.clause_of(BOOKS[profile].digest, reason)
        assert (found is None) == (reason == reasons.NONE)


def test_a_book_that_is_not_ours_says_nothing() -> None:
    assert noroll.clause_of(bytes(32), reasons.COCKED) is None
    assert noroll.clause_of(BOOKS["division"].digest, 255) is None


def test_cited_clauses_are_in_the_documents() -> None:
    known = {clause.id for document in documents().values() for clause in document}
    for book in BOOKS.values():
        if not book.source.numbered:
            continue
        for row in book.no_rolls.values():
            for piece in row.clause.split(", "):
                assert piece == "decision" or piece.replace(" ", "-") in known, row


def test_a_missing_reason_is_an_error() -> None:
    from boxcars.rulebook.parse import parse

    text = (library.RULES / "division.toml").read_text()
    line = next(line for line in text.splitlines() if 'reason = "tilt"' in line)
    with pytest.raises(RuleError, match="no_roll: the row for 'tilt' is missing"):
        parse(text.replace(line + "\n", ""), "division.toml")
    with pytest.raises(RuleError, match="is not one of"):
        parse(text.replace('reason = "tilt"', 'reason = "tilted"'), "division.toml")
