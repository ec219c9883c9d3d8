"""From the table to the body of a signed record: wagers before the roll, lines after it."""

from shaker.core.spots import C_AND_E, NO_SPOT, SPOT_COUNT
from shaker.core.state import (
    CALL_SHIFT,
    CRAPS_PART,
    HEAD_OUTCOME,
    HEAD_SEAT,
    HEAD_TO,
    LINE_AT,
    LINE_WORDS,
    RESULTS,
    RETURNED,
    SEATS,
    STAKE_MASK,
    seat_at,
)


def add_wagers(stream, state):
    """Every standing wager, by seat and canonical spot."""
    for seat in range(state[SEATS]):
        at = seat_at(seat)
        for spot in range(SPOT_COUNT):
            word = state[at + spot]
            if word:
                craps = state[at + CRAPS_PART] if spot == C_AND_E else 0
                stream.add_wager(seat, spot, word >> CALL_SHIFT, word & STAKE_MASK, craps)


def add_returned(stream, result):
    """What the close gave back."""
    for index in range(result[RETURNED]):
        line = LINE_AT + LINE_WORDS * index
        head = result[line]
        stream.add_return(head >> HEAD_SEAT, head & NO_SPOT, result[line + 4])


def add_lines(stream, result):
    """What the roll did."""
    for index in range(result[RETURNED], result[RETURNED] + result[RESULTS]):
        line = LINE_AT + LINE_WORDS * index
        head = result[line]
        outcome, to = head >> HEAD_OUTCOME & 7, head >> HEAD_TO & NO_SPOT
        stream.begin_line(head >> HEAD_SEAT, head & NO_SPOT, outcome, to)
        stream.end_line(result[line + 1], result[line + 2], result[line + 3], result[line + 4])
