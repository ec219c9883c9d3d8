"""Which group measures which names, and how names are asked for.

A group declares the names that it measures, so that asking for one runs that group alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from boxcars.bench import board, dice, journal, link, record, round, seal, settle, shake
from boxcars.bench.figure import Figure
from boxcars.errors import HostError, UsageError


@dataclass(frozen=True)
class Group:
    """Measurements that are made together."""

    names: tuple[str, ...]
    measure: Callable[[], Iterable[Figure]]


GROUPS: tuple[Group, ...] = (
    Group(board.NAMES, board.measure),
    Group(settle.NAMES, settle.measure),
    Group(seal.NAMES, seal.measure),
    Group(record.NAMES, record.measure),
    Group(link.NAMES, link.measure),
    Group(journal.NAMES, journal.measure),
    Group(shake.NAMES, shake.measure),
    Group(dice.NAMES, dice.measure),
    Group(round.NAMES, round.measure),
)


def select(patterns: Sequence[str], groups: Sequence[Group] = GROUPS) -> list[str]:
    """The names that fit any of the patterns (`boot.*`, or `boot` for all below it)."""
    known = [name for group in groups for name in group.names]
    if not patterns:
        return known
    chosen: set[str] = set()
    for pattern in patterns:
        fits = {n for n in known if fnmatchcase(n, pattern) or n.startswith(pattern + ".")}
        if not fits:
            raise UsageError(f"no measurement is called {pattern}: there are {', '.join(known)}")
        chosen |= fits
    return [name for name in known if name in chosen]


def run(names: Sequence[str], groups: Sequence[Group] = GROUPS) -> list[Figure]:
    """Measure those names; each group that has one of them runs once."""
    figures: list[Figure] = []
    for group in groups:
        if not set(group.names) & set(names):
            continue
        made = list(group.measure())
        if tuple(figure.name for figure in made) != group.names:
            raise HostError(f"a group measured {[f.name for f in made]}, not {group.names}")
        figures += [figure for figure in made if figure.name in names]
    return figures
