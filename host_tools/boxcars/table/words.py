"""Events and records in words, one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from boxcars.link import Event, EventsLost
from boxcars.record.view import Header
from shaker.app import bodies, book, doors, faults
from shaker.dice import reasons
from shaker.seal import record


def _word(words: Sequence[str], index: int) -> str:
    return words[index] if 0 <= index < len(words) else str(index)


def _round(fields: Mapping[str, int]) -> str:
    point = f", point {fields['point']}" if fields["point"] else ""
    return f"round {fields['round']}: {_word(book.PHASE_WORDS, fields['state'])}{point}"


def _no_more_bets(fields: Mapping[str, int]) -> str:
    back = f", {fields['returned']} wagers go back" if fields["returned"] else ""
    return f"round {fields['round']}: no more bets{back}"


def _no_roll(fields: Mapping[str, int]) -> str:
    return f"round {fields['round']}: No Roll, {reasons.word(fields['reason'])}"


def _result(fields: Mapping[str, int]) -> str:
    kind = _word(record.KIND_WORDS, fields["kind"])
    dice = f" {fields['die_a']}-{fields['die_b']}" if fields["die_a"] else ""
    return f"round {fields['round']}: record {fields['sequence']} sealed, {kind}{dice}"


def _fault(fields: Mapping[str, int]) -> str:
    did = "latched" if fields["latched"] else "cleared"
    return f"fault {_word(faults.WORDS, fields['code'])} {did}"


def _door(fields: Mapping[str, int]) -> str:
    did = "open" if fields["open"] else "closed"
    return f"{_word(doors.WORDS, fields['door'])} {did}"


def _recovery(fields: Mapping[str, int]) -> str:
    where = f" in round {fields['round']}" if fields["round"] else ""
    return f"start {fields['boot']} of the board: {_word(book.PHASE_WORDS, fields['what'])}{where}"


_EVENTS: dict[str, Callable[[Mapping[str, int]], str]] = {
    "round-event": _round,
    "no-more-bets-event": _no_more_bets,
    "no-roll-event": _no_roll,
    "result-event": _result,
    "fault-event": _fault,
    "door-event": _door,
    "recovery-event": _recovery,
}


def event_line(event: Event | EventsLost) -> str:
    """An event for people."""
    if isinstance(event, EventsLost):
        return f"events before {event.first} of boot {event.boot} were lost: records are not"
    if event.name in _EVENTS:
        return _EVENTS[event.name](event.fields)
    fields = ", ".join(f"{name} {value}" for name, value in event.fields.items())
    return f"{event.name.removesuffix('-event')}: {fields}"


def record_line(header: Header) -> str:
    """A record for people."""
    text = f"record {header.sequence}: {header.kind_word}"
    if header.kind == record.KIND_RESULT:
        point = f", point {header.point_after}" if header.point_after else ""
        return f"{text} of round {header.round}, dice {header.die_a}-{header.die_b}{point}"
    if header.kind == record.KIND_NO_ROLL:
        return f"{text} of round {header.round}, {reasons.word(header.reason)}"
    if header.kind == record.KIND_FAULT:
        did = "cleared" if header.reason == faults.CLEARED else "latched"
        return f"{text} {_word(faults.WORDS, header.detail)} {did}"
    if header.kind == record.KIND_PROGRAM:
        return f"{text}, {_word(bodies.CHANGE_WORDS, header.detail)}"
    if header.kind == record.KIND_DOOR:
        return f"{text}, {_word(doors.WORDS, header.reason)}"
    if header.kind == record.KIND_POWER_LOSS and header.reason == reasons.BROWN_OUT:
        return f"{text} of round {header.round}, {reasons.word(header.reason)}: the shake is void"
    if header.kind == record.KIND_POWER_LOSS and header.reason == bodies.ON_REQUEST:
        return f"{text}: none, the board was told to start again"
    return text
