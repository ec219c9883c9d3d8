"""The exact expectation of a wager: its Markov chain, rolled through the core, in fractions.

A state is the whole state of a table and the spot on which the wager stands; a wager that moves is
followed. Every one of the 36 rolls is settled by the core; the wager is over when it wins, loses,
pushes or comes back.
"""

from __future__ import annotations

from array import array
from collections import Counter
from fractions import Fraction

from boxcars.settle.engine import PythonEngine
from shaker.core import ops
from shaker.core.betting import bet
from shaker.core.codes import OUTCOME_MOVE, OUTCOME_PUSH
from shaker.core.rolling import roll
from shaker.core.spots import LUCKY, NAMES, NO_SPOT
from shaker.core.state import (
    HEAD_OUTCOME,
    HEAD_TO,
    LINE_AT,
    POINT,
    RESULTS,
    RUN_BOXES,
    RUN_POINT,
    VALUE,
    seat_at,
)
from shaker.core.table import STAGE_SPOTS, UNCHANGED

Place = tuple[bytes, int]  # the table, and where on it the wager is
ROLLS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


class Chain:
    """All states that a wager passes through, and what it comes back with from each."""

    def __init__(self, rules: bytes, spot: str, *, push_is_over: bool = True) -> None:
        self._table = PythonEngine().table
        self._spot = NAMES.index(spot)
        self._push_is_over = push_is_over
        self._next: dict[Place, tuple[Fraction, Counter[Place]]] = {}
        request = array("i", bytes(4 * ops.REQUEST_WORDS))
        for index in range(ops.STAGE, ops.REQUEST_WORDS):
            request[index] = UNCHANGED
        request[ops.STAGE + STAGE_SPOTS] = 0
        request[0], request[1] = ops.OP_OPEN, 1
        assert ops.perform(self._table, rules, request) == 0

    def place(self, units: int, point: int = 0, flat: str | None = None) -> int:
        """Lay the wager on an empty table with this point; give what it cost.

        With `flat`, that wager is put there first; it is no part of what is reckoned.
        """
        self._table.state[POINT] = point
        if flat is not None:
            self._table.state[seat_at(0) + NAMES.index(flat)] = units
        code = bet(self._table, 0, self._spot, units, -1)
        assert code == 0, code
        return int(self._table.result[VALUE])

    def returns(self) -> Fraction:
        """The exact mean of all that comes back, from the state at hand."""
        start = (bytes(self._table.state), self._spot)
        self._explore(start)
        return _solve(self._next)[start]

    def _explore(self, start: Place) -> None:
        todo = [start]
        while todo:
            place = todo.pop()
            if place in self._next:
                continue
            paid = Fraction(0)
            follows: Counter[Place] = Counter()
            for one, other in ROLLS:
                credit, after = self._roll(place, one, other)
                paid += Fraction(credit, 36)
                if after is not None:
                    follows[after] += 1
                    todo.append(after)
            self._next[place] = (paid, follows)

    def _roll(self, place: Place, one: int, other: int) -> tuple[int, Place | None]:
        table = self._table
        state, spot = place
        table.state[:] = array("i", state)
        assert roll(table, one, other) == 0
        for line in range(table.result[RESULTS]):
            head, stake, _, _, credit = table.result[LINE_AT + 5 * line : LINE_AT + 5 * line + 5]
            outcome = head >> HEAD_OUTCOME & 7
            if head & NO_SPOT != place[1]:
                continue
            if outcome == OUTCOME_MOVE:
                spot = head >> HEAD_TO & NO_SPOT
            elif outcome != OUTCOME_PUSH:
                return credit, None
            elif self._push_is_over:
                return stake, None
        if spot != LUCKY:  # the run is nothing to other wagers
            table.state[RUN_POINT] = table.state[RUN_BOXES] = 0
        return 0, (bytes(table.state), spot)


def _solve(
    equations: dict[Place, tuple[Fraction, Counter[Place]]],
) -> dict[Place, Fraction]:
    """Solve value = paid + sum of count/36 * value by elimination, sparsely."""
    names = list(equations)
    rows: dict[Place, tuple[dict[Place, Fraction], Fraction]] = {}
    for name in reversed(names):
        paid, follows = equations[name]
        terms = {after: Fraction(count, 36) for after, count in follows.items()}
        while known := [after for after in terms if after in rows]:
            weight = terms.pop(known[0])
            inner, constant = rows[known[0]]
            paid += weight * constant
            for after, share in inner.items():
                terms[after] = terms.get(after, Fraction(0)) + weight * share
        loop = 1 - terms.pop(name, Fraction(0))
        rows[name] = ({after: share / loop for after, share in terms.items()}, paid / loop)
    values: dict[Place, Fraction] = {}
    for name in names:
        terms, constant = rows[name]
        values[name] = constant + sum(
            (share * values[after] for after, share in terms.items()), Fraction(0)
        )
    return values
