"""Is the table of a plan open on a board? "rule-book" is what the rule book says, nothing else."""

from __future__ import annotations

from boxcars.errors import HostError
from boxcars.link import Link
from boxcars.link.answers import TableInfo
from boxcars.station.plan import TablePlan
from shaker.app import rulebooks
from shaker.core import state
from shaker.core.codes import OK
from shaker.core.table import (
    STAGE_MAX,
    STAGE_MAX_TOTAL,
    STAGE_MIN,
    STAGE_MIN_TOTAL,
    STAGE_ODDS,
    STAGE_UNIT,
    Table,
    open_table,
)

_WORDS = (
    # of the plan and of what a board tells, staged as, found as
    ("unit", STAGE_UNIT, state.UNIT),
    ("odds", STAGE_ODDS, state.ODDS),
    ("min", STAGE_MIN, state.MIN),
    ("max", STAGE_MAX, state.MAX),
    ("max_total", STAGE_MAX_TOTAL, state.MAX_TOTAL),
    ("min_total", STAGE_MIN_TOTAL, state.MIN_TOTAL),
)


def is_open(found: TableInfo, plan: TablePlan) -> bool:
    """To the last limit: the board's own code is asked what the plan comes to."""
    same = (found.profile, found.seats, found.course) == (plan.profile, plan.seats, plan.course)
    if not same or found.spots != plan.spots:
        return False
    table = Table()
    for name, stage, _ in _WORDS:
        table.stage[stage] = getattr(plan, name)
    rules = rulebooks.BOOKS[rulebooks.NAMES.index(plan.profile)]
    if open_table(table, rules, plan.seats) != OK:
        raise HostError(f"the plan's table does not fit {plan.profile}: 'boxcars rules show'")
    return all(getattr(found, name) == table.state[word] for name, _, word in _WORDS)


def open_planned(link: Link, plan: TablePlan) -> None:
    link.open_table(
        plan.profile,
        plan.seats,
        unit=plan.unit,
        odds=plan.odds,
        minimum=plan.min,
        maximum=plan.max,
        max_total=plan.max_total,
        min_total=plan.min_total,
        max_spot=plan.spots,
        course=plan.course,
    )
