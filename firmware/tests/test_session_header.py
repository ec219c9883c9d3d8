"""The header of a session script: what it may hold, and what follows a bad one."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import PROFILE_OF
from firmware.tests.engines import engine_run, engines

E_PARSE = '{"ok":false,"error":"E_PARSE"}'
OK = '{"ok":true}'

HEADERS = [
    # slug, header, accepted
    ("seats-1", '{"profile":"%s","seats":1,"options":{}}', True),
    ("seats-8", '{"profile":"%s","seats":8,"options":{}}', True),
    ("any-key-order", '{"options":{},"seats":1,"profile":"%s"}', True),
    ("no-options", '{"profile":"%s","seats":1}', True),
    ("seats-0", '{"profile":"%s","seats":0,"options":{}}', False),
    ("seats-9", '{"profile":"%s","seats":9,"options":{}}', False),
    ("seats-missing", '{"profile":"%s","options":{}}', False),
    ("seats-true", '{"profile":"%s","seats":true,"options":{}}', False),
    ("seats-float", '{"profile":"%s","seats":2.0,"options":{}}', False),
    ("seats-text", '{"profile":"%s","seats":"2","options":{}}', False),
    ("profile-missing", '{"seats":1,"options":{}}', False),
    ("profile-unknown", '{"profile":"%s-x","seats":1,"options":{}}', False),
    ("profile-number", '{"profile":5,"seats":1,"options":{}}', False),
    ("options-list", '{"profile":"%s","seats":1,"options":[]}', False),
    ("options-null", '{"profile":"%s","seats":1,"options":null}', False),
    ("unknown-field", '{"profile":"%s","seats":1,"options":{},"min":5}', False),
    ("unknown-option", '{"profile":"%s","seats":1,"options":{"minimum":5}}', False),
    ("not-json", '{"profile":"%s","seats":1', False),
    ("an-op", '{"op":"state"}', False),
    ("blank", "", False),
]
OPTIONS = [
    ('"min":1', True),
    ('"min":2000000', True),
    ('"min":0', False),
    ('"min":2000001', False),
    ('"min":5.0', False),
    ('"min":"5"', False),
    ('"min":null', False),
    ('"min":true', False),
    ('"max":1', True),
    ('"max":2000000', True),
    ('"max":0', False),
    ('"max":2000001', False),
    ('"max_total":1', True),
    ('"max_total":1000000000', True),
    ('"max_total":0', False),
    ('"max_total":1000000001', False),
    ('"max_total":null', False),
    ('"min_total":0', True),
    ('"min_total":1000000000', True),
    ('"min_total":-1', False),
    ('"min_total":1000000001', False),
    ('"unit":1', True),
    ('"unit":1000', True),
    ('"unit":0', False),
    ('"unit":1001', False),
    ('"unit":1.0', False),
    ('"max_spot":{}', True),
    ('"max_spot":{"pass":1,"place-6":2000000}', True),
    ('"max_spot":{"world":5}', True),
    ('"max_spot":{"pass":0}', False),
    ('"max_spot":{"pass":2000001}', False),
    ('"max_spot":{"nowhere":5}', False),
    ('"max_spot":{"place-across":5}', False),
    ('"max_spot":{"pass":5.5}', False),
    ('"max_spot":[]', False),
    ('"max_spot":5', False),
    ('"min":10,"max":5', True),
]
ODDS_RANGES = {"clearwater-etg": range(1, 101), "division": range(1, 3)}


def _headers() -> list[tuple[str, str, bool]]:
    cases = []
    for profile in PROFILE_OF.values():
        for slug, header, good in HEADERS:
            text = header % profile if "%s" in header else header
            cases.append((f"{profile}-{slug}", text, good))
        for option, good in OPTIONS:
            text = f'{{"profile":"{profile}","seats":1,"options":{{{option}}}}}'
            cases.append((f"{profile}-{option}", text, good))
        for odds in (-1, 0, 1, 2, 3, 100, 101):
            text = f'{{"profile":"{profile}","seats":1,"options":{{"odds":{odds}}}}}'
            cases.append((f"{profile}-odds-{odds}", text, odds in ODDS_RANGES.get(profile, ())))
    return cases


@pytest.mark.parametrize("engine", engines())
@pytest.mark.parametrize(
    ("header", "good"),
    [pytest.param(text, good, id=f"SPEC-6-header-{slug}") for slug, text, good in _headers()],
)
def test_header(engine: str, header: str, good: bool) -> None:
    answers = engine_run(engine, [header, '{"op":"power_fail"}'])
    assert answers == ([OK, OK] if good else [E_PARSE, E_PARSE])


@pytest.mark.parametrize("engine", engines(), ids=lambda name: f"SPEC-6-header-retry-{name}")
def test_header_is_tried_again(engine: str) -> None:
    lines = [
        '{"op":"bet","seat":0,"spot":"pass","amount":5}',
        "",
        '{"profile":"nowhere","seats":1,"options":{}}',
        '{"profile":"mbs-2020","seats":1,"options":{"max":7}}',
        '{"profile":"mbs-2020","seats":1,"options":{"max":9}}',
        '{"op":"bet","seat":0,"spot":"field","amount":8}',
        '{"op":"state"}',
    ]
    assert engine_run(engine, lines) == [
        E_PARSE,
        E_PARSE,
        E_PARSE,
        OK,
        E_PARSE,
        '{"ok":false,"error":"E_MAX"}',
        '{"ok":true,"point":0,"closed":false,"spots":[]}',
    ]
