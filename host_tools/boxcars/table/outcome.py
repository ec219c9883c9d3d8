"""What a roll did, from its signed record to the reply that every engine gives."""

from __future__ import annotations

from collections.abc import Sequence

from boxcars.link.answers import TableState
from boxcars.record.view import Entry, Header, Line, Return
from boxcars.settle.engine import HEAD_WORDS, Reply
from shaker.core.codes import (
    EVENT_CRAPS,
    EVENT_NATURAL,
    EVENT_NONE,
    EVENT_POINT,
    EVENT_POINT_MADE,
    EVENT_SEVEN_OUT,
    OK,
    OUTCOME_RETURN,
    OUTCOME_STANDS,
)
from shaker.core.spots import NO_SPOT
from shaker.core.state import (
    CLOSED_AFTER,
    EVENT,
    HEAD_OUTCOME,
    HEAD_SEAT,
    HEAD_TO,
    POINT_AFTER,
    RESULTS,
    RETURNED,
    TOTAL,
)


def rolled(header: Header, entries: Sequence[Entry], *, told: bool) -> Reply:
    """The reply to a roll; `told` if what came back was told when betting closed."""
    returned = [] if told else [entry for entry in entries if isinstance(entry, Return)]
    results = [entry for entry in entries if isinstance(entry, Line)]
    total = header.die_a + header.die_b
    head = {
        RETURNED: len(returned),
        RESULTS: len(results),
        TOTAL: total,
        EVENT: event_of(header.point_before, total),
        POINT_AFTER: header.point_after,
    }
    return done(return_lines(returned) + result_lines(results), head)


def standing(state: TableState) -> Reply:
    """The reply to a look at the table."""
    lines: list[int] = []
    for stake in state.stakes:
        head = stake.spot | stake.call << HEAD_TO | OUTCOME_STANDS << HEAD_OUTCOME
        lines += [head | stake.seat << HEAD_SEAT, stake.amount, 0, 0, 0]
    count = len(state.stakes)
    return done(lines, {RESULTS: count, POINT_AFTER: state.point, CLOSED_AFTER: state.closed})


def done(lines: Sequence[int] = (), head: dict[int, int] | None = None) -> Reply:
    words = [0] * HEAD_WORDS
    for index, value in (head or {}).items():
        words[index] = value
    return Reply(OK, words, list(lines))


def return_lines(entries: Sequence[Return]) -> list[int]:
    words: list[int] = []
    for entry in entries:
        head = entry.spot | NO_SPOT << HEAD_TO | OUTCOME_RETURN << HEAD_OUTCOME
        words += [head | entry.seat << HEAD_SEAT, entry.credit, 0, 0, entry.credit]
    return words


def result_lines(entries: Sequence[Line]) -> list[int]:
    words: list[int] = []
    for entry in entries:
        to = NO_SPOT if entry.to is None else entry.to
        head = entry.spot | to << HEAD_TO | entry.outcome << HEAD_OUTCOME
        head |= entry.seat << HEAD_SEAT
        words += [head, entry.stake, entry.win, entry.vig, entry.credit]
    return words


def event_of(point: int, total: int) -> int:
    if not point:
        if total in (7, 11):
            return EVENT_NATURAL
        return EVENT_CRAPS if total in (2, 3, 12) else EVENT_POINT
    if total == point:
        return EVENT_POINT_MADE
    return EVENT_SEVEN_OUT if total == 7 else EVENT_NONE
