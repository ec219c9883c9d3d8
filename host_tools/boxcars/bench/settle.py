"""What settlement costs: cycles and heap on the emulated board, and speed beside crapssim.

Cycles are of settling a closed table, the worst of all casinos, of every fall of the dice, with
and without a point, and with the maximum lowered under every wager (MBS 5.7). The ratio times the
core on CPython against PyPI's crapssim on the same layout in the same run.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Protocol

from boards.virtual.measure import Bench, bench_kit
from boxcars.bench.figure import Figure
from boxcars.errors import SetupError
from boxcars.paths import FIRMWARE
from boxcars.settle.session import installed_books
from shaker.core import spots
from shaker.core.betting import seat_total
from shaker.core.rolling import roll
from shaker.core.state import CLOSED, MAX, POINT, SEATS, SUM_BITS, SUMS, UNIT, seat_at
from shaker.core.table import Table
from shaker.limits import SEATS_MAX, STAKE_UNITS_MAX

NAMES = (
    "settle.full_table.cycles",
    "settle.one_seat.cycles",
    "settle.heap.bytes",
    "settle.vs_crapssim.ratio",
)

_POINTS = (0, 6)  # a come-out roll, and a point on
_PAIRS = tuple((one, other) for one in range(1, 7) for other in range(one, 7))


def measure() -> Iterator[Figure]:
    """The figures of this group."""
    full, one_seat, heap = measure_board(bench_kit())
    yield Figure("settle.full_table.cycles", full, "cycles", 500_000, "lower")
    yield Figure("settle.one_seat.cycles", one_seat, "cycles", 40_000, "lower")
    yield Figure("settle.heap.bytes", heap, "bytes", 0, "lower")
    yield Figure("settle.vs_crapssim.ratio", round(measure_ratio(), 2), "ratio", 5, "higher")


def measure_board(bench: Bench) -> tuple[int, int, int]:
    """Cycles of a full table and of one seat, worst of all casinos and falls, and heap bytes.

    The core is the one frozen into the bench kit's image, the same as the product's.
    """
    bench.install("settle_bench", FIRMWARE / "bench" / "settle_bench.py")
    bench.exec("import settle_bench as _b")
    worst = {"full": 0, "capped": 0, "one_seat": 0}
    heap = 0
    for profile in installed_books():
        bench.exec(f"from shaker.profiles.{profile.replace('-', '_')} import RULES as _rules")
        for layout in worst:
            for point in _POINTS:
                bench.exec(f"_b.lay_{layout}(_rules, {point})")
                for one, other in _PAIRS:
                    figure = bench.measure(f"_b.settle({one}, {other})", "_b.again()")
                    worst[layout] = max(worst[layout], figure.cycles)
                    heap = max(heap, figure.alloc_bytes, figure.realloc_count)
    return max(worst["full"], worst["capped"]), worst["one_seat"], heap


# ---- beside crapssim: pass and odds, come and odds, place 6 and 8, hardways, field, horn
_LAYOUT = (
    "pass",
    "pass-odds",
    "come-5",
    "come-odds-5",
    "place-6",
    "place-8",
    "hard-4",
    "hard-6",
    "hard-8",
    "hard-10",
    "field",
    "horn",
)
_STAKE = 60
_TABLE_POINT = 4
_ROUNDS = 100


class Rival(Protocol):
    """A table with the layout on it that can settle a roll."""

    def lay(self, one: int, other: int) -> None:
        """Put the layout back and the dice down: not timed."""

    def settle(self) -> None:
        """Settle the roll: timed."""

    def held(self) -> float:
        """What all seats have after the roll: given back, or still on the table."""


class Boxcars:
    """The core on CPython, by the rules nearest to crapssim's own."""

    def __init__(self) -> None:
        self._table = Table()
        self._table.rules = installed_books()["rws-2013"]
        state = self._table.state
        state[SEATS], state[UNIT], state[MAX] = SEATS_MAX, 1, STAKE_UNITS_MAX
        state[POINT], state[CLOSED] = _TABLE_POINT, 1
        for seat in range(SEATS_MAX):
            for name in _LAYOUT:
                state[seat_at(seat) + spots.NAMES.index(name)] = _STAKE
        self._laid = state[:]
        self._dice = (1, 1)

    def lay(self, one: int, other: int) -> None:
        self._table.state[:] = self._laid
        self._dice = (one, other)

    def settle(self) -> None:
        roll(self._table, *self._dice)

    def held(self) -> float:
        sums = self._table.result[SUMS : SUMS + 2 * SEATS_MAX]
        stakes = sum(seat_total(self._table.state, seat_at(seat)) for seat in range(SEATS_MAX))
        return float(stakes + sum(sums[::2]) + (sum(sums[1::2]) << SUM_BITS))


class Crapssim:
    """PyPI's crapssim: of its round, the settlement alone."""

    def __init__(self) -> None:
        try:
            from crapssim import bet
            from crapssim.table import Table as SimTable
            from crapssim.table import TableUpdate
        except ImportError as error:
            raise SetupError("crapssim is not installed: pip install 'boxcars[bench]'") from error
        self._update = TableUpdate.update_bets
        self._table: Any = SimTable()
        self._table.point.number = _TABLE_POINT
        self._layout = [
            bet.PassLine(_STAKE),
            bet.Odds(bet.PassLine, _TABLE_POINT, _STAKE),
            bet.Come(_STAKE, 5),
            bet.Odds(bet.Come, 5, _STAKE),
            *(bet.Place(number, _STAKE) for number in (6, 8)),
            *(bet.HardWay(number, _STAKE) for number in (4, 6, 8, 10)),
            bet.Field(_STAKE),
            bet.Horn(_STAKE),
        ]
        assert len(self._layout) == len(_LAYOUT)
        for _ in range(SEATS_MAX):
            self._table.add_player()

    def lay(self, one: int, other: int) -> None:
        for player in self._table.players:
            player.bets = list(self._layout)
            player.bankroll = 0.0
        self._table.dice.fixed_roll((one, other))

    def settle(self) -> None:
        self._update(self._table)

    def held(self) -> float:
        return float(
            sum(
                player.bankroll + sum(bet.amount for bet in player.bets)
                for player in self._table.players
            )
        )


def wagers_per_second() -> tuple[float, float]:
    """Settled wagers per second of the core on CPython and of crapssim.

    All 36 rolls on eight seats with the same twelve wagers, each roll at its best of many, the two
    in turns. Laying the table out again is not timed, nor is anything of crapssim but its
    settlement; the core's time is its whole roll.
    """
    rivals: tuple[Rival, Rival] = (Boxcars(), Crapssim())
    best: dict[tuple[int, int, int], int] = {}
    for _ in range(_ROUNDS):
        for one in range(1, 7):
            for other in range(1, 7):
                for index, rival in enumerate(rivals):
                    rival.lay(one, other)
                    start = time.perf_counter_ns()
                    rival.settle()
                    spent = time.perf_counter_ns() - start
                    key = (index, one, other)
                    best[key] = min(best.get(key, spent), spent)
    wagers = 36 * SEATS_MAX * len(_LAYOUT)
    ours, theirs = (
        sum(spent for key, spent in best.items() if key[0] == index) for index in (0, 1)
    )
    return wagers * 1e9 / ours, wagers * 1e9 / theirs


def measure_ratio() -> float:
    """How many times as fast as crapssim the core settles on CPython."""
    ours, theirs = wagers_per_second()
    return ours / theirs
