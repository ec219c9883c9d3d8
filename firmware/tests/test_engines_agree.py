"""Random sessions: engines give the same bytes, and money is conserved in every one of them.

Every engine is compared with the oracle; the oracle with itself, which shows that a session
replayed gives the same bytes.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from firmware.tests.engines import ORACLE, engine_run, engines
from firmware.tests.sessions import PROFILES, session

QUICK_SESSIONS, QUICK_OPS = 40, 100
SLOW_SESSIONS, SLOW_OPS = 400, 250  # 100 000 ops for each profile

Object = dict[str, Any]

CODES_EVERYWHERE = {
    "E_PARSE", "E_SEAT", "E_SPOT", "E_RANGE", "E_CLOSED", "E_PHASE", "E_NO_FLAT", "E_UNITS",
    "E_MAX", "E_ODDS", "E_TOTAL", "E_NOTHING", "E_CONTRACT", "E_TOGGLE",
}  # fmt: skip
CODES_BY_PROFILE = {
    "rws-2013": {"E_MIN"},
    "clearwater-etg": {"E_CONFLICT", "E_ODDS_FIRST"},
    "mbs-2020": {"E_MIN", "E_REPLACE"},
    "division": {"E_MIN", "E_REPLACE"},
    "home-game": {"E_MIN"},
}


def differences(engine: str, profile: str, sessions: int, ops: int) -> list[str]:
    """The first difference of each session that differs from the oracle's."""
    found = []
    for seed in range(sessions):
        lines = session(profile, seed, ops)
        due, got = engine_run(ORACLE, lines), engine_run(engine, lines)
        if due != got:
            at = next(i for i, pair in enumerate(zip(due, got, strict=True)) if len({*pair}) > 1)
            found.append(f"seed {seed} line {at}: {lines[at]}\n  due {due[at]}\n  got {got[at]}")
    return found


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("engine", engines())
def test_engines_agree(engine: str, profile: str) -> None:
    assert differences(engine, profile, QUICK_SESSIONS, QUICK_OPS) == []


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("engine", engines())
def test_engines_agree_at_length(engine: str, profile: str) -> None:
    assert differences(engine, profile, SLOW_SESSIONS, SLOW_OPS) == []


@pytest.mark.parametrize("profile", PROFILES)
def test_sessions_reach_everything(profile: str) -> None:
    """The generator is worth something: every refusal, outcome, event and op is met."""
    codes: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    events: Counter[str] = Counter()
    ops: Counter[str] = Counter()
    for seed in range(60):
        lines = session(profile, seed, 150)
        for line, answer in zip(lines, map(json.loads, engine_run(ORACLE, lines)), strict=True):
            codes[answer.get("error", "ok")] += 1
            events[answer.get("event", "none")] += 1
            outcomes.update(result["outcome"] for result in answer.get("results", ()))
            if answer["ok"]:
                ops[json.loads(line).get("op", "header")] += 1
    assert {*CODES_EVERYWHERE, *CODES_BY_PROFILE[profile]} - set(codes) == set()
    idle_odds = set() if profile == "rws-2013" else {"return"}
    assert {"win", "lose", "push", "move", *idle_odds} == set(outcomes)
    assert len(events) == 6
    own = {"mbs-2020": {"withdraw"}, "clearwater-etg": {"malfunction"}, "home-game": {"kitty"}}
    always = {"header", "bet", "take", "call", "close", "roll", "no_roll", "limits", "state"}
    if profile == "clearwater-etg":
        always -= {"call"}
    assert set(ops) == {*always, "power_fail", *own.get(profile, ())}
    assert codes["ok"] > 0.4 * codes.total()


def stakes(state: Object) -> int:
    return sum(spot["amount"] for spot in state["spots"])


def check_step(op: Object, answer: Object, before: Object, after: Object, unit: int) -> None:
    """One op between two states: where every unit went."""
    if not answer["ok"]:
        assert before == after, op
        return
    grown = stakes(after) - stakes(before)
    name = op["op"]
    if name == "bet":
        assert 0 <= answer["debit"] - grown <= answer["debit"] // 20 + unit  # the vigorish
    elif name in ("take", "withdraw"):
        assert 0 <= answer["credit"] + grown <= answer["credit"] // 20 + unit
    elif name == "roll":
        left = sum(line["credit"] for line in answer["returned"])
        for line in answer["results"]:
            check_result(line)
            if line["outcome"] in ("win", "lose", "return"):
                left += line["stake"]
        assert grown == -left
        assert answer["point"] == after["point"]
        assert not after["closed"]
    elif name in ("close", "malfunction"):
        assert grown == -sum(line["credit"] for line in answer["returned"])
        assert after["closed"] == (name == "close")
    elif name == "kitty":
        assert sum(answer["payouts"]) + answer["host"] == op["kitty"]
    elif name == "call":
        assert grown == 0
    else:
        assert before == after, op


def check_result(line: Object) -> None:
    outcome, stake, credit = line["outcome"], line["stake"], line["credit"]
    if outcome == "win":
        assert credit == stake + line["win"] - line["vig"]
    elif outcome == "return":
        assert credit == stake
    elif outcome == "lose":
        assert 0 <= credit <= stake
    else:
        assert credit == 0
    if outcome != "win":
        assert (line["win"], line["vig"]) == (0, 0)
    assert (outcome == "move") == ("to" in line)
    assert credit >= 0


@pytest.mark.parametrize("engine", engines())
@pytest.mark.parametrize("profile", PROFILES)
def test_money_is_conserved(profile: str, engine: str) -> None:
    for seed in range(1000, 1020):
        lines = session(profile, seed, 120)
        header = next(i for i, answer in enumerate(engine_run(ORACLE, lines)) if "true" in answer)
        unit = json.loads(lines[header]).get("options", {}).get("unit", 1)
        script = lines[: header + 1]
        for line in lines[header + 1 :]:
            script += ['{"op":"state"}', line]
        script.append('{"op":"state"}')
        answers = [json.loads(answer) for answer in engine_run(engine, script)]
        assert len(answers) == len(script)
        steps = list(zip(script, answers, strict=True))[header + 1 :]
        states = [answer for _, answer in steps[::2]]
        for (line, answer), (before, after) in zip(steps[1::2], pairwise(states), strict=True):
            check_step(json.loads(line) if answer["ok"] else {}, answer, before, after, unit)


@pytest.mark.parametrize("engine", engines())
@pytest.mark.parametrize("profile", PROFILES)
def test_the_order_of_the_dice_does_not_matter(profile: str, engine: str) -> None:
    for seed in range(2000, 2010):
        lines = session(profile, seed, 120, malformed=False)
        swapped = []
        for line in lines:
            op = json.loads(line)
            if op.get("op") == "roll":
                op["dice"].reverse()
            swapped.append(json.dumps(op, separators=(",", ":")))
        assert lines != swapped
        assert engine_run(engine, lines) == engine_run(engine, swapped)


@pytest.mark.parametrize("engine", engines())
@pytest.mark.parametrize("profile", PROFILES)
def test_a_no_roll_is_no_event(profile: str, engine: str) -> None:
    no_roll = '{"op":"no_roll","reason":"cocked"}'
    for seed in range(3000, 3010):
        lines = session(profile, seed, 120, malformed=False)
        woven = [lines[0]]
        for line in lines[1:]:
            woven += [no_roll, line]
        answers = engine_run(engine, woven)
        assert answers[0::2] == engine_run(engine, lines)
        assert set(answers[1::2]) == {'{"ok":true}'}
