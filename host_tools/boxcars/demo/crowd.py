"""A seeded crowd of eight: who bets what. Their dice are the cabinet's."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from shaker.core.rules import COL_OFFERED
from shaker.core.spots import NAMES

SEATS = 8
_WAGERS_A_ROUND = 4
_AMOUNTS = (20, 40, 60, 100)  # each a multiple of the chips of every spot


class Crowd:
    """Makes up each round's lines of a session script, and goes through every spot in time."""

    def __init__(self, rules: bytes, seed: int) -> None:
        self._random = random.Random(seed)
        offered = [name for spot, name in enumerate(NAMES) if rules[COL_OFFERED + spot]]
        self._queues = [self._random.sample(offered, len(offered)) for _ in range(SEATS)]

    def wagers(self, point: int) -> Iterator[str]:
        """Bets of one round: the line first, then the next few spots each seat has in mind."""
        for seat, queue in enumerate(self._queues):
            if not point:
                yield self._bet(seat, self._random.choice(("pass", "pass", "dont-pass")))
            elif self._random.random() < 0.5:
                yield self._bet(seat, "pass-odds")
            for _ in range(_WAGERS_A_ROUND):
                spot = queue.pop(0)
                queue.append(spot)
                yield self._bet(seat, spot)

    def _bet(self, seat: int, spot: str) -> str:
        bet = {"op": "bet", "seat": seat, "spot": spot, "amount": self._random.choice(_AMOUNTS)}
        return json.dumps(bet)
