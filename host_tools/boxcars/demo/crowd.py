"""A seeded crowd of eight: who bets what. Their dice are the cabinet's.

They go through the spots of the casino one behind the other, each as soon as it may be laid, and
back what moves to a number with odds: in time every wager that there is has stood on the table.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterator

from shaker.core.rules import (
    COL_FLAT,
    COL_OFFERED,
    COL_PHASE,
    PHASE_MORE,
    PHASE_NEVER,
    PHASE_OFF_OR_MORE,
    PHASE_POINT_OFF,
    PHASE_POINT_ON,
)
from shaker.core.spots import NAMES, NO_SPOT

SEATS = 8
_WAGERS_A_ROUND = 4
_AMOUNTS = (20, 40, 60, 100)  # each a multiple of the chips of every spot
_ODDS = (30, 60)  # within the limits of every casino on the least of these, in both directions
_BACKS = 0.8  # the chance that a seat takes odds that it may take


class Crowd:
    """Makes up each round's lines of a session script."""

    def __init__(self, rules: bytes, seed: int) -> None:
        self._random = random.Random(seed)
        self._phase = {name: rules[COL_PHASE + spot] for spot, name in enumerate(NAMES)}
        offered = [spot for spot in range(len(NAMES)) if rules[COL_OFFERED + spot]]
        flats = {spot: rules[COL_FLAT + spot] for spot in offered}
        self._odds = [
            (NAMES[spot], NAMES[flat]) for spot, flat in flats.items() if flat != NO_SPOT
        ]
        names = [NAMES[spot] for spot in offered if flats[spot] == NO_SPOT]
        names = [name for name in names if self._phase[name] != PHASE_NEVER]
        self._queue = self._random.sample(names, len(names))

    def wagers(self, point: int, stands: Collection[tuple[int, str]] = ()) -> Iterator[str]:
        """Bets of one round: line or come, odds behind what stands, then the queue."""
        first = ("come", "come", "dont-come") if point else ("pass", "pass", "dont-pass")
        for seat in range(SEATS):
            yield self._bet(seat, self._random.choice(first))
            for spot, flat in self._odds:
                backed = (seat, flat) in stands and (seat, spot) not in stands
                if backed and self._may(spot, point) and self._random.random() < _BACKS:
                    yield self._bet(seat, spot, _ODDS)
            for _ in range(_WAGERS_A_ROUND):
                yield self._bet(seat, self._next(point))

    def _next(self, point: int) -> str:
        """The first spot of the queue that may be laid now; then it is the last."""
        spot = next(spot for spot in self._queue if self._may(spot, point))
        self._queue.remove(spot)
        self._queue.append(spot)
        return spot

    def _may(self, spot: str, point: int) -> bool:
        phase = self._phase[spot]
        if phase in (PHASE_POINT_OFF, PHASE_OFF_OR_MORE):
            return not point
        return bool(point) if phase == PHASE_POINT_ON else phase != PHASE_MORE

    def _bet(self, seat: int, spot: str, amounts: tuple[int, ...] = _AMOUNTS) -> str:
        amount = self._random.choice(amounts)
        return json.dumps({"op": "bet", "seat": seat, "spot": spot, "amount": amount})
