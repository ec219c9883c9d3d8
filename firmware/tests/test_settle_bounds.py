"""The highest stake on every spot of all eight seats: exact on the 32-bit build, and no heap."""

from __future__ import annotations

import pytest

from boxcars.settle.engine import PythonEngine
from boxcars.settle.session import installed_books
from firmware.tests.playing import ENGINES, play
from firmware.tests.unix_port import run_script
from shaker.core.rolling import roll
from shaker.core.rules import AT_PARTS, COL_OFFERED, COL_UNITS
from shaker.core.spots import SPOT_COUNT
from shaker.core.state import (
    CLOSED,
    CRAPS_PART,
    HEAD_SEAT,
    LINE_AT,
    LINE_WORDS,
    MAX,
    POINT,
    RESULTS,
    RUN_BOXES,
    RUN_POINT,
    SEATS,
    SUM_BITS,
    SUMS,
    UNIT,
    seat_at,
)
from shaker.limits import SEATS_MAX, SMALL_INT_MAX, STAKE_UNITS_MAX

BOXES = (4, 5, 6, 8, 9, 10)


def _expected(rules: bytes, point: int, one: int, other: int) -> tuple[int, list[int]]:
    """Lines and exact credits per seat, from the plain core on CPython."""
    table = PythonEngine().table
    table.rules = rules
    state = table.state
    state[SEATS], state[UNIT], state[MAX], state[CLOSED] = SEATS_MAX, 1, STAKE_UNITS_MAX, 1
    state[POINT] = state[RUN_POINT] = point
    state[RUN_BOXES] = 0x3F & ~(1 << BOXES.index(point)) if point else 0
    for seat in range(SEATS_MAX):
        for spot in range(SPOT_COUNT):
            chunk = rules[COL_UNITS + spot]
            if rules[COL_OFFERED + spot]:
                state[seat_at(seat) + spot] = STAKE_UNITS_MAX // chunk * chunk
        free = 1 if seat & 1 else STAKE_UNITS_MAX - 1
        state[seat_at(seat) + CRAPS_PART] = free if rules[AT_PARTS] else STAKE_UNITS_MAX // 2
    assert roll(table, one, other) == 0
    credits = [0] * SEATS_MAX
    for line in range(table.result[RESULTS]):
        at = LINE_AT + LINE_WORDS * line
        assert abs(table.result[at + 2]) <= SMALL_INT_MAX
        assert table.result[at + 4] <= SMALL_INT_MAX
        credits[table.result[at] >> HEAD_SEAT] += table.result[at + 4]
    sums = [
        table.result[SUMS + 2 * seat] + (table.result[SUMS + 2 * seat + 1] << SUM_BITS)
        for seat in range(SEATS_MAX)
    ]
    assert sums == credits
    return table.result[RESULTS], credits


def test_most_stakes_on_the_32_bit_build() -> None:
    books = installed_books()
    largest = 0
    count = 0
    for row in run_script("most_stakes.py").splitlines():
        name, *numbers = row.split()
        point, one, other, lines, *limbs = map(int, numbers)
        rules = books[name.replace("_", "-")]
        credits = [low + (high << SUM_BITS) for low, high in zip(limbs[::2], limbs[1::2])]
        assert (lines, credits) == _expected(rules, point, one, other)
        largest = max([largest, *credits])
        count += 1
    assert count == 5 * 7 * 21
    assert largest > SMALL_INT_MAX  # so two words were needed


@pytest.mark.parametrize("engine", ENGINES)
def test_most_stakes_by_script(engine: str) -> None:
    """What a session can lay out itself comes back to the unit when it is withdrawn."""
    names = [f"{family}-{box}" for family in ("place", "buy", "lay") for box in BOXES]
    names += ["hard-4", "hard-6", "hard-8", "hard-10", "field", "any-7", "horn", "c-and-e"]
    lines: list[dict[str, object]] = [{"profile": "mbs-2020", "seats": 8, "options": {}}]
    for seat in range(8):
        lines += [
            {"op": "bet", "seat": seat, "spot": name, "amount": STAKE_UNITS_MAX} for name in names
        ]
    lines += [{"op": "power_fail"}]
    lines += [{"op": "withdraw", "seat": seat} for seat in range(8)]
    answers = play(lines, engine)
    assert all(answer["ok"] for answer in answers)
    buys = 6 * STAKE_UNITS_MAX // 20  # returned for buy, not for lay
    assert [answer["credit"] for answer in answers[-8:]] == [
        len(names) * STAKE_UNITS_MAX + buys
    ] * 8
