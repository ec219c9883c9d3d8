"""What holds for every session: money is conserved, refusals change nothing, dice have no order."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxcars.settle import run
from boxcars.settle.engine import PythonEngine
from boxcars.settle.session import Session, installed_books
from firmware.tests.playing import PROFILES, Ledger, Maker

BOOKS = installed_books()
SEEDS = st.integers(0, 2**32)
COUNTS = st.integers(1, 150)


class Watched:
    """A session whose table can be looked at between two lines."""

    def __init__(self) -> None:
        self.engine = PythonEngine()
        self._session = Session(self.engine, BOOKS)

    def answer(self, op: object) -> dict[str, object]:
        reply: dict[str, object] = json.loads(self._session.answer(json.dumps(op)))
        return reply

    def state(self) -> bytes:
        return bytes(self.engine.table.state)


@pytest.mark.parametrize("profile", PROFILES)
@given(seed=SEEDS, count=COUNTS)
@settings(deadline=None, max_examples=60)
def test_money_is_conserved(profile: str, seed: int, count: int) -> None:
    maker = Maker(seed, profile, absurd=False)
    watched = Watched()
    assert watched.answer(maker.header()) == {"ok": True}
    ledger = Ledger()
    for _ in range(count):
        op = maker.operation()
        ledger.note(op, watched.answer(op))
        assert ledger.debits == ledger.credits + sum(ledger.stakes.values()) + ledger.house
    stands = watched.answer({"op": "state"})["spots"]
    assert isinstance(stands, list)
    assert [(row["seat"], row["spot"], row["amount"]) for row in stands] == ledger.standing()


@pytest.mark.parametrize("profile", PROFILES)
@given(seed=SEEDS, count=COUNTS)
@settings(deadline=None, max_examples=60)
def test_a_refusal_changes_nothing(profile: str, seed: int, count: int) -> None:
    maker = Maker(seed, profile)
    watched = Watched()
    watched.answer(maker.header())
    for _ in range(count):
        before = watched.state()
        if not watched.answer(maker.operation())["ok"]:
            assert watched.state() == before


@pytest.mark.parametrize("profile", PROFILES)
@given(seed=SEEDS, count=COUNTS)
@settings(deadline=None, max_examples=30)
def test_the_order_of_the_dice_never_matters(profile: str, seed: int, count: int) -> None:
    lines = [json.loads(line) for line in Maker(seed, profile, absurd=False).lines(count)]
    turned = [line | {"dice": line["dice"][::-1]} if "dice" in line else line for line in lines]
    assert list(run(map(json.dumps, lines))) == list(run(map(json.dumps, turned)))


@pytest.mark.parametrize("profile", PROFILES)
@given(seed=SEEDS, count=COUNTS)
@settings(deadline=None, max_examples=30)
def test_no_roll_is_the_identity(profile: str, seed: int, count: int) -> None:
    maker = Maker(seed, profile, absurd=False)
    watched = Watched()
    watched.answer(maker.header())
    for _ in range(count):
        watched.answer(maker.operation())
        before = watched.state()
        assert watched.answer({"op": "no_roll", "reason": "cocked"}) == {"ok": True}
        assert watched.state() == before


@pytest.mark.parametrize("profile", PROFILES)
@given(seed=SEEDS, count=COUNTS)
@settings(deadline=None, max_examples=30)
def test_a_session_replayed_gives_the_same_bytes(profile: str, seed: int, count: int) -> None:
    lines = list(Maker(seed, profile).lines(count))
    assert list(run(lines)) == list(run(lines))
