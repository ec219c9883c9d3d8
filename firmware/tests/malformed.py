"""Lines that are not well-formed ops: every kind of damage, from one op that was meant."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

Object = dict[str, Any]

NO_OBJECTS = [
    "", " ", "{", "}", "{}", "[]", "null", "true", "17", '"bet"', "nonsense", "[1,2]", "-", "1e5",
    "NaN", "Infinity", "'", '{"op"', '{"op":}', '{"op":"roll","dice":[1,2}', "{'op':'state'}",
    '{"op":"state"}}', '{"op":"state"} {"op":"state"}', '{"op":"state",}', '{,"op":"state"}',
    '{"op":"state" "x":1}', '{op:"state"}', '{"op":"st\tate"}', '{"op":"\\x"}', "\ufeff{}", "\x00",
    "//", "[" * 50, '{"a":' * 50, '{"op":"state","x":NaN}', '{"op":"state","x":01}',
    '{"op":"state","x":.5}', '{"op":"state","x":+1}', '{"op":"state","x":0x10}', "🎲",
    '[{"op":"state"}]', '{"op":"state","x":-Infinity}', '{"op":"state","x":tru}',
]  # fmt: skip
WRONG = [None, True, False, 0.0, 1.0, 5.5, "", "5", "on", [], [5], {}, {"a": 1}, 1e300, -0.0]
OPS = ["", "dance", "BET", "bet ", "noroll", "no-roll", "state\n", "header", "réveil"]


def _dumps(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _no_object(chance: Random, op: Object) -> str:
    return chance.choice(NO_OBJECTS)


def _cut(chance: Random, op: Object) -> str:
    text = _dumps(op)
    return text[: chance.randrange(len(text))]


def _one_character(chance: Random, op: Object) -> str:
    text = _dumps(op)
    at = chance.randrange(len(text))
    return text[:at] + chance.choice('{}[]",:0 9x\\-.') + text[at + 1 :]


def _without_a_field(chance: Random, op: Object) -> str:
    gone = chance.choice(list(op))
    return _dumps({key: value for key, value in op.items() if key != gone})


def _wrong_type(chance: Random, op: Object) -> str:
    return _dumps(op | {chance.choice(list(op)): chance.choice(WRONG)})


def _wrong_op(chance: Random, op: Object) -> str:
    return _dumps(op | {"op": chance.choice(OPS)})


def _optional_wrong(chance: Random, op: Object) -> str:
    return _dumps(op | {chance.choice(["craps", "only", "amount"]): chance.choice(WRONG)})


def _wrong_dice(chance: Random, op: Object) -> str:
    faces = [*WRONG, 0, 7, -1, 1, 6, 10**20]
    dice = [chance.choice(faces) for _ in range(chance.choice([0, 1, 2, 2, 2, 3]))]
    return _dumps({"op": "roll", "dice": dice})


def _wrong_limit(chance: Random, op: Object) -> str:
    key = chance.choice(["min", "max", "max_total", "min_total", "max_spot", "unit", "odds"])
    value = chance.choice([*WRONG, -1, 0, 10**9 + 1, {"pass": 0}, {"x": 1}, {"pass": True}])
    return _dumps({"op": "limits", key: value})


def _wrong_kitty(chance: Random, op: Object) -> str:
    chips = chance.choice([[1, chance.choice(WRONG)], chance.choice(WRONG)])
    return _dumps({"op": "kitty", "kitty": chance.choice([*WRONG, 5]), "chips": chips})


def _a_header(chance: Random, op: Object) -> str:
    return _dumps({"profile": "rws-2013", "seats": 2, "options": {}})


# These four are well formed, in an unusual way.


def _extra_field(chance: Random, op: Object) -> str:
    extra = {"note": chance.choice(WRONG), "x" * chance.randint(0, 40): [[1], {"op": "roll"}]}
    return _dumps(extra | op) if chance.random() < 0.5 else _dumps(op | extra)


def _spaced(chance: Random, op: Object) -> str:
    return "  " + json.dumps(op, indent=None, separators=(" , ", "\t: ")) + " \r"


def _escaped(chance: Random, op: Object) -> str:
    return _dumps(op).replace("a", "\\u0061").replace("/", "\\/")


def _long_integer(chance: Random, op: Object) -> str:
    digits = chance.choice(["9", "-9"]) * 1 + "9" * chance.choice([25, 300, 5000])
    numbers = [key for key, value in op.items() if type(value) is int]
    if not numbers:
        return _dumps(op)
    marked = _dumps(op | {chance.choice(numbers): "#"})
    return marked.replace('"#"', digits)


DAMAGE: list[Callable[[Random, Object], str]] = [
    _no_object, _cut, _one_character, _without_a_field, _wrong_type, _wrong_op, _optional_wrong,
    _wrong_dice, _wrong_limit, _wrong_kitty, _a_header, _extra_field, _spaced, _escaped,
    _long_integer,
]  # fmt: skip


def malformed_line(chance: Random, op: Object) -> str:
    """A damaged (or merely odd) line, without a newline in it."""
    return chance.choice(DAMAGE)(chance, op).replace("\n", " ")
