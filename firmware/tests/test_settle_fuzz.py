"""Random sessions, legal and absurd, on both engines: the same bytes, and one answer per line."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from boxcars.settle import run
from firmware.tests.playing import PROFILES, Maker, lighthouse

OPERATIONS = 100_000
SESSION = 1_000  # operations on one table before the next is opened


def _scripts(profile: str, count: int) -> Iterator[list[str]]:
    for seed in range(count // SESSION):
        yield list(Maker(seed, profile).lines(SESSION))


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_engines_agree(profile: str) -> None:
    for lines in _scripts(profile, OPERATIONS):
        answers = list(run(lines, "python"))
        assert answers == list(run(lines, "micropython"))
        assert len(answers) == len(lines)


@pytest.mark.slow
def test_engines_agree_on_the_invented_casino() -> None:
    books = lighthouse()
    for lines in _scripts("lighthouse", OPERATIONS // 5):
        assert list(run(lines, "python", books)) == list(run(lines, "micropython", books))


def test_any_line_gets_one_answer() -> None:
    """Lines cut, spliced and spoilt byte by byte."""
    pick = random.Random(11)
    lines = [b'{"profile":"division","seats":3}']
    good = [line.encode() for line in Maker(3, "division").lines(2000)]
    for line in good:
        spoilt = bytearray(line)
        for _ in range(pick.randint(0, 3)):
            at = pick.randrange(len(spoilt))
            spoilt[at] = pick.choice(b'{}[]",:0123456789eE.-+ \\tfn\x00\x80\xff')
        cut = pick.randrange(len(spoilt)) if pick.random() < 0.2 else len(spoilt)
        lines.append(bytes(spoilt[:cut]).replace(b"\n", b" "))
    answers = list(run(lines))
    assert len(answers) == len(lines)
    for answer in answers:
        assert json.loads(answer)["ok"] in (True, False)
        assert " " not in answer.replace("off table", "")
    assert answers == list(run(lines, "micropython"))
