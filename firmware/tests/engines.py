"""The engines that settle session scripts, by name: the one place where they are plugged in.

An engine takes all lines of one session (the header first) and returns one answer for each.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from boxcars import settle
from firmware.tests import oracle

Engine = Callable[[Sequence[str]], list[str]]

ORACLE = "oracle"


@functools.cache
def engines() -> dict[str, Engine]:
    """Every engine under test, the oracle first."""
    settlers = {name: _boxcars(name) for name in ("python", "micropython")}
    return {ORACLE: oracle.run, **settlers}


def _boxcars(name: str) -> Engine:
    return lambda lines: list(settle.run(lines, name))


def engine_run(name: str, lines: Sequence[str]) -> list[str]:
    """Run one session on the engine of that name."""
    return engines()[name](lines)
