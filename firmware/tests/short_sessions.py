"""Small sessions written short, and how they are run and compared.

A case is a name with its clause, a casino, options, and operations with what they answer: `None`
for plain success, a text for a refusal, a number for units debited or credited, and for a roll or
a close the lines as short tuples.
"""

from __future__ import annotations

from typing import Any

from firmware.tests.playing import play

Case = tuple[str, str, dict[str, Any], list[tuple[str, object]]]

CLW, DIV, HOME, MBS, RWS = "clearwater-etg", "division", "home-game", "mbs-2020", "rws-2013"


def _operation(text: str) -> dict[str, Any]:
    word, *rest = text.split()
    if word in ("bet", "take"):
        op: dict[str, Any] = {"op": word, "seat": 0, "spot": rest[0]}
        if len(rest) > 1:
            op["amount"] = int(rest[1])
        if "craps" in rest:
            op["craps"] = int(rest[3])
        return op
    if word == "call":
        op = {"op": "call", "seat": 0, "spot": rest[0], "state": rest[1]}
        return op | ({"only": True} if "only" in rest else {})
    if word == "roll":
        return {"op": "roll", "dice": [int(rest[0]), int(rest[1])]}
    if word == "limits":
        op = {"op": "limits"}
        while rest:
            if rest[0] == "max_spot":
                op.setdefault("max_spot", {})[rest[1]] = int(rest[2])
                rest = rest[3:]
            else:
                op[rest[0]] = int(rest[1])
                rest = rest[2:]
        return op
    if word == "withdraw":
        return {"op": "withdraw", "seat": 0}
    if word == "no_roll":
        return {"op": "no_roll", "reason": "cocked"}
    return {"op": "state" if word == "point" else word}


def _short(line: dict[str, Any]) -> tuple[object, ...]:
    return tuple(value for key, value in line.items() if key != "seat")


def _check(expected: object, answer: dict[str, Any]) -> None:
    if isinstance(expected, str):
        assert answer == {"ok": False, "error": expected}
        return
    assert answer["ok"], answer
    if "spots" in answer:
        if isinstance(expected, int):
            assert answer["point"] == expected
            return
        calls = {row["spot"]: row["call"] for row in answer["spots"]}
        assert isinstance(expected, dict)
        assert {spot: calls.get(spot) for spot in expected} == expected
    elif isinstance(expected, dict):
        for key, lines in expected.items():
            assert [_short(line) for line in answer[key]] == lines
    elif isinstance(expected, list):
        key = "results" if "results" in answer else "returned"
        assert [_short(line) for line in answer[key]] == expected
        if key == "results":
            assert answer["returned"] == []
    elif expected is None:
        assert answer == {"ok": True}
    else:
        assert answer.get("debit", answer.get("credit")) == expected


def run_case(case: Case, engine: str) -> None:
    """Play a case and compare every answer."""
    _, profile, options, steps = case
    header = {"profile": profile, "seats": 1, "options": options}
    answers = play([header, *(_operation(text) for text, _ in steps)], engine)
    assert answers[0] == {"ok": True}
    for (text, expected), answer in zip(steps, answers[1:], strict=True):
        try:
            _check(expected, answer)
        except AssertionError as error:
            raise AssertionError(f"{text}: {answer}") from error
