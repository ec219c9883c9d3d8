"""From a reason in a record to the clause of the rule book in force.

The board stores the reason and the digest of its rule book; the words of a clause are the host's.
"""

from __future__ import annotations

from pathlib import Path

from boxcars.rulebook import library
from shaker.dice import reasons


def clause_of(rule_book: bytes, reason: int, folder: Path = library.RULES) -> str | None:
    """The clause of a refusal under the book with that digest; None if the book is not ours."""
    if reason == reasons.NONE or reason not in reasons.ALL:
        return None
    for book in library.load_all(folder).values():
        if book.digest == rule_book:
            return book.no_rolls[reasons.word(reason)].clause
    return None
