"""Cases in a short notation: steps of a session with their exact answers, by clause.

A case is a text of `STEP -> ANSWER` lines, played after a header for each profile it cites:

    bet 0 pass 10                    -> debit 10            take 0 pass [AMOUNT]  -> credit 10
    bet 1 c-and-e 10 craps 4         -> E_UNITS             withdraw 0            -> credit 35
    call 0 place-6 off [only]        -> ok                  no_roll cocked        -> ok
    limits min=5 max_spot.horn=8     -> ok                  power_fail            -> ok
    close                            -> back 0 field 3; back 0 horn 4     (or: ok)
    malfunction                      -> back 0 pass 10                    (or: ok)
    roll 3 3                         -> point 6; back 0 field 3; 0 come move 10 to come-6
    roll 4 2                         -> point-made 0; 0 buy-6 win 20 +24 -1 =43; 0 lay-6 lose 6
    kitty 120 532 84                 -> paid 103 16 host 1
    state                            -> open 6; 0 pass 10; 0 place-6 12 off   (or: closed 6; ...)
    | {"op":"dance"}                 -> E_PARSE             (a line as it is, after the bar)

A line that begins with a semicolon goes on with the answer above it.

A roll's answer is its event, the point after it, what the close returned (`back`), then results:
a win states stake, win, vigorish if any, and credit; a loss its stake, and its credit (=N) if that
is not 0; a return its stake and credit. A case is played in the profile of every clause it cites,
and in those named by `on`, for the clauses of the SPEC.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from firmware.tests.engines import engine_run, engines

PROFILE_OF = {
    "RWS": "rws-2013",
    "CLW": "clearwater-etg",
    "MBS": "mbs-2020",
    "DIV": "division",
    "HOME": "home-game",
}
EVERYWHERE = " ".join(PROFILE_OF.values())
EVENTS = ("natural", "craps", "point", "point-made", "seven-out", "none")

Object = dict[str, Any]


def dumps(value: Object) -> str:
    return json.dumps(value, separators=(",", ":"))


@dataclass(frozen=True)
class Case:
    """A worked session: the clauses it proves, its name, its steps with their answers."""

    cites: tuple[str, ...]
    name: str
    steps: str
    seats: int = 1
    options: Mapping[str, object] = field(default_factory=dict)
    on: tuple[str, ...] = ()

    def profiles(self) -> list[str]:
        named = [PROFILE_OF[c.split("-")[0]] for c in self.cites if not c.startswith("SPEC-")]
        profiles = list(dict.fromkeys([*named, *self.on]))
        assert profiles, f"{self.name} is played nowhere"
        return profiles

    def cites_in(self, profile: str) -> list[str]:
        """The clauses that the session proves when it is played in `profile`."""
        return [c for c in self.cites if PROFILE_OF.get(c.split("-")[0], profile) == profile]


@dataclass(frozen=True)
class Play:
    """One case in one profile: script lines and the answers due."""

    lines: tuple[str, ...]
    answers: tuple[str, ...]


def case(
    cites: str, name: str, steps: str, *, seats: int = 1, on: str = "", **options: object
) -> Case:
    return Case(tuple(cites.split()), name, steps, seats, options, tuple(on.split()))


def play(one: Case, profile: str) -> Play:
    """The session of a case in one profile."""
    header: Object = {"profile": profile, "seats": one.seats, "options": dict(one.options)}
    lines, answers = [dumps(header)], ['{"ok":true}']
    for step in re.sub(r"\n\s*;", ";", one.steps).splitlines():
        if not step.strip():
            continue
        left, arrow, right = step.rpartition("->")
        assert arrow, f"{one.name}: no answer in {step!r}"
        op: Object = {}
        if left.lstrip().startswith("|"):
            lines.append(left.split("|", 1)[1].strip())
        else:
            op = _op(left.split())
            lines.append(dumps(op))
        answers.append(dumps(_answer(op, right.strip())))
    return Play(tuple(lines), tuple(answers))


# Left of the arrow


def _op(words: list[str]) -> Object:
    name, *rest = words
    op: Object = {"op": name}
    if name in ("bet", "take"):
        op |= {"seat": int(rest[0]), "spot": rest[1]}
        tail = rest[2:]
        if tail and tail[0] != "craps":
            op["amount"] = int(tail.pop(0))
        if tail:
            word, craps = tail
            assert word == "craps"
            op["craps"] = int(craps)
    elif name == "call":
        op |= {"seat": int(rest[0]), "spot": rest[1], "state": rest[2]}
        if len(rest) > 3:
            op["only"] = {"only": True, "all": False}[rest[3]]
    elif name == "roll":
        op["dice"] = [int(die) for die in rest]
    elif name == "no_roll":
        op["reason"] = " ".join(rest)
    elif name == "limits":
        op |= _limits(rest)
    elif name == "withdraw":
        op["seat"] = int(rest[0])
    elif name == "kitty":
        op |= {"kitty": int(rest[0]), "chips": [int(held) for held in rest[1:]]}
    else:
        assert name in ("close", "power_fail", "malfunction", "state"), name
        assert not rest, words
    return op


def _limits(words: list[str]) -> Object:
    changed: Object = {}
    for word in words:
        key, value = word.split("=")
        if key == "max_spot":  # the empty map
            changed["max_spot"] = {}
        elif key.startswith("max_spot."):
            changed.setdefault("max_spot", {})[key.split(".", 1)[1]] = int(value)
        else:
            changed[key] = int(value)
    return changed


# Right of the arrow


def _answer(op: Object, text: str) -> Object:
    if text.startswith("E_"):
        return {"ok": False, "error": text}
    answer: Object = {"ok": True}
    head, *parts = [part.split() for part in text.split(";")]
    name = op.get("op")
    if name == "roll":
        event, point = head
        assert event in EVENTS, event
        results = [part for part in parts if part[0] != "back"]
        return answer | {
            "total": sum(op["dice"]),
            "event": event,
            "point": int(point),
            "returned": _backs([part for part in parts if part[0] == "back"]),
            "results": [_result(part) for part in results],
        }
    if name in ("close", "malfunction"):
        return answer | {"returned": _backs([] if head == ["ok"] else [head, *parts])}
    if name == "state":
        return answer | {
            "point": int(head[1]),
            "closed": {"open": False, "closed": True}[head[0]],
            "spots": [_standing(part) for part in parts],
        }
    assert not parts, text
    if name == "kitty":
        host = head.index("host")
        paid = [int(word) for word in head[1:host]]
        return answer | {"payouts": paid, "host": int(head[host + 1])}
    if head == ["ok"]:
        return answer
    key, value = head
    assert key in ("debit", "credit"), text
    return answer | {key: int(value)}


def _backs(parts: list[list[str]]) -> list[Object]:
    for part in parts:
        assert part[0] == "back", part
    return [{"seat": int(p[1]), "spot": p[2], "credit": int(p[3])} for p in parts]


def _standing(part: list[str]) -> Object:
    seat, spot, amount, *call = part
    return {
        "seat": int(seat),
        "spot": spot,
        "amount": int(amount),
        "call": (call or ["default"])[0],
    }


def _result(part: list[str]) -> Object:
    seat, spot, outcome, stake, *rest = part
    numbers = {"+": 0, "-": 0, "=": 0}
    if outcome != "move":
        for word in rest:
            numbers[word[0]] = int(word[1:])
    line: Object = {
        "seat": int(seat),
        "spot": spot,
        "outcome": outcome,
        "stake": int(stake),
        "win": numbers["+"],
        "vig": numbers["-"],
        "credit": numbers["="],
    }
    if outcome == "move":
        line["to"] = rest[1]
    else:
        given = "".join(word[0] for word in rest)
        allowed = {"win": ("+=", "+-="), "lose": ("", "="), "push": ("",), "return": ("=",)}
        assert given in allowed[outcome], part
    return line


# For the tests


def plays(cases: Sequence[Case]) -> list[Any]:
    """Parameters `engine, session`: every case, profile and engine, named by its clauses."""
    parameters = []
    for one in cases:
        for profile in one.profiles():
            session = play(one, profile)
            cites = "+".join(one.cites_in(profile))
            for engine in engines():
                identity = f"{cites}-{profile}-{one.name}-{engine}"
                parameters.append(pytest.param(engine, session, id=identity))
    return parameters


def check(engine: str, session: Play) -> None:
    """Play it, and show the first step that differs."""
    answers = engine_run(engine, session.lines)
    for number, (line, due, got) in enumerate(
        zip(session.lines, session.answers, answers, strict=True)
    ):
        assert got == due, f"step {number}: {line}"
