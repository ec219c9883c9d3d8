"""REQUIREMENTS.md is true: each row is proved where it says, and its clauses exist."""

from __future__ import annotations

from firmware.tests.clauses.inventory import documents
from hil_tests import requirements

_OURS = {
    "STD", "RULES", "ID", "FAIR", "TIME", "NOROLL", "FAULT", "LINK", "POWER", "DOG", "RECALL",
    "METER", "SEAL", "LAST", "FLASH", "DIAG", "RIG",
}  # fmt: skip


def test_the_table_and_the_marks_are_the_same() -> None:
    assert requirements.marks() == requirements.table()


def test_every_test_on_the_bench_names_what_it_proves() -> None:
    assert requirements.unmarked() == []


def test_clauses_are_in_the_rule_documents() -> None:
    known = {clause.id for document in documents().values() for clause in document}
    clauses = [name for name in requirements.table() if name.partition("-")[0] not in _OURS]
    assert clauses
    wrong = [name for name in clauses if not any(it.startswith(name) for it in known)]
    assert not wrong


def test_the_five_of_the_standards_are_there() -> None:
    assert {f"STD-{number}" for number in range(1, 6)} <= set(requirements.table())
