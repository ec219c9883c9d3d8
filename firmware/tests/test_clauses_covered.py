"""Nothing is left out: every clause with a rule in it has a case, and every case cites a clause.

The inventory is held against the documents' own numbering, so that a clause cannot drop out of it.
"""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from firmware.tests.clauses.inventory import KINDS, Clause, documents
from firmware.tests.clauses.scenario import PROFILE_OF, Case

TESTS = sorted(Path(__file__).parent.glob("test_settle_*.py"))
TESTS.append(Path(__file__).with_name("test_session_script.py"))

DOCUMENTS = documents()
CLAUSES = [clause for document in DOCUMENTS.values() for clause in document]

# Proved by tests of their own beside the tables, in test_session_header.py.
PROVED_APART = {
    "SPEC-6-header": "test_header",
    "SPEC-6-header-retry": "test_header_is_tried_again",
}


def cases() -> list[Case]:
    found: list[Case] = []
    for path in TESTS:
        module = importlib.import_module(f"firmware.tests.{path.stem}")
        found += [case for case in getattr(module, "CASES", ()) if isinstance(case, Case)]
    return found


CASES = cases()
CITED = {clause for case in CASES for clause in case.cites}


@pytest.mark.parametrize("clause", [c for c in CLAUSES if c.kind == "rule"], ids=lambda c: c.id)
def test_every_rule_has_a_case(clause: Clause) -> None:
    assert clause.id in CITED or clause.id in PROVED_APART


def test_what_is_proved_apart_is_there() -> None:
    module = importlib.import_module("firmware.tests.test_session_header")
    for name in PROVED_APART.values():
        assert callable(getattr(module, name))


def test_no_case_cites_what_is_not_there() -> None:
    assert CITED - {clause.id for clause in CLAUSES} == set()


def test_no_case_cites_what_is_not_a_rule() -> None:
    assert CITED - {clause.id for clause in CLAUSES if clause.kind == "rule"} == set()


def test_clauses_are_listed_once_with_a_kind_and_words() -> None:
    assert len({clause.id for clause in CLAUSES}) == len(CLAUSES)
    for clause in CLAUSES:
        assert clause.kind in KINDS, clause
        assert clause.says.endswith((".", ",", ":", ")", "before")), clause


def test_each_document_has_its_own_prefix() -> None:
    prefixes = {profile: prefix for prefix, profile in PROFILE_OF.items()} | {"SPEC": "SPEC"}
    assert set(DOCUMENTS) == set(prefixes)
    for name, document in DOCUMENTS.items():
        for clause in document:
            assert clause.id.startswith(prefixes[name] + "-")


def numbers(prefix: str, *parts: tuple[str, int]) -> set[str]:
    return {f"{prefix}-{head}{n}" for head, last in parts for n in range(1, last + 1)}


# The documents' top numbering, counted in the documents.
NUMBERING = {
    "rws-2013": numbers("RWS", ("3.", 9), ("5.", 2), ("D.", 12)) | {"RWS-3.11", "RWS-3.12"},
    "clearwater-etg": numbers("CLW", ("", 11)) | {"CLW-21", "CLW-22", "CLW-24", "CLW-27"},
    "mbs-2020": numbers(
        "MBS", ("1.1.", 17), ("3.4.", 22), ("3.", 17), ("4.", 10), ("5.", 9), ("6.", 2)
    )
    - {"MBS-4.1"},
    "division": numbers("DIV", ("3.", 4), ("4.", 17), ("5.", 11), ("6.", 10))
    - {"DIV-4.1", "DIV-4.14"}
    | {f"DIV-4.1.{letter}" for letter in "abcdefghijklmnopqrstuvwxy"},
}


@pytest.mark.parametrize("document", NUMBERING)
def test_no_number_of_a_document_is_missing(document: str) -> None:
    listed = {clause.id for clause in DOCUMENTS[document]}
    assert NUMBERING[document] - listed == set()


def test_cases_have_their_own_names() -> None:
    seen: set[tuple[str, str, str]] = set()
    for case in CASES:
        for profile in case.profiles():
            key = ("+".join(case.cites_in(profile)), profile, case.name)
            assert key not in seen
            seen.add(key)
