"""The steps of a round in words, as the journal has them."""

from __future__ import annotations

from typing import Any

from boxcars.link.answers import RecalledStep
from boxcars.record.view import parse_header
from boxcars.table.words import record_line
from shaker.app import book, changes, steps
from shaker.app.bodies import CHANGE_WORDS
from shaker.core import ops
from shaker.core.spots import NAMES
from shaker.seal import record

_CAUSES = {1: "power on", 3: "the program hung", 4: "asked for"}
_OPS = {ops.OP_BET: "bet", ops.OP_TAKE: "take", ops.OP_CALL: "call", ops.OP_CLOSE: "close"}


def _u16(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "little")


def _i32(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little", signed=True)


def _op(data: bytes) -> str:
    op = data[steps.AT_OP]
    word = _OPS.get(op, f"operation {op}")
    if op == ops.OP_CLOSE:
        return "no more bets"
    spot = data[steps.AT_SPOT]
    place = f"seat {data[steps.AT_SEAT]}, {NAMES[spot] if spot < len(NAMES) else spot}"
    if op == ops.OP_CALL:
        return f"{word}: {place}, {data[steps.AT_FLAGS]}"
    amount = _i32(data, steps.AT_AMOUNT)
    return f"{word}: {place}, {'all' if amount < 0 else amount}"


def _rest(data: bytes) -> str:
    phases = "+".join(str(_u16(data, steps.AT_PHASES + 2 * index)) for index in range(4))
    refused = "; does not count" if data[steps.AT_REFUSED] else ""
    work = _i32(data, steps.AT_WORK)
    return f"motor stopped: {phases} ms, {_u16(data, steps.AT_TACH)} pulses, {work} mJ{refused}"


def _word(data: bytes) -> str:
    word, value = _i32(data, steps.AT_WORD), _i32(data, steps.AT_VALUE)
    if word == book.LOCKED:
        return "locked" if value else "not locked"
    if word == book.CHANGED:
        what = CHANGE_WORDS[changes.detail_of(value)]
        return f"about to change: {what}" if value else "the change was not made"
    return f"dice set {value}" if word == book.DICE_SET else f"word {word} is {value}"


def words_of(step: RecalledStep) -> str:
    """One step for people."""
    kind, data = step.kind, step.entry
    if kind == steps.STEP_OP:
        return _op(data)
    if kind == steps.STEP_REST:
        return _rest(data)
    if kind == steps.STEP_CAPTURE:
        header = parse_header(data[steps.AT_HEADER : steps.AT_HEADER + record.HEADER_SIZE])
        return f"captured {record_line(header)}"
    if kind == steps.STEP_SEALED:
        return f"sealed {record_line(parse_header(data[: record.HEADER_SIZE]))}"
    if kind == steps.STEP_BOOT:
        cause = _CAUSES.get(data[steps.AT_CAUSE], f"cause {data[steps.AT_CAUSE]}")
        return f"start: boot {_i32(data, steps.AT_BOOT)}, {cause}"
    if kind == steps.STEP_OPEN:
        return f"table opened: {data[steps.AT_SEATS]} seats"
    if kind == steps.STEP_ACK:
        return f"acknowledged up to record {_i32(data, steps.AT_VALUE)}"
    if kind == steps.STEP_WORD:
        return _word(data)
    if kind == steps.STEP_SHAKE:
        return f"motor starts, retry {_i32(data, steps.AT_VALUE)}"
    return str(steps.STEP_WORDS[kind]) if kind < len(steps.STEP_WORDS) else f"step {kind}"


def as_dict(step: RecalledStep) -> dict[str, Any]:
    known = step.kind < len(steps.STEP_WORDS)
    word = steps.STEP_WORDS[step.kind] if known else str(step.kind)
    return {"step": step.step, "kind": word, "text": words_of(step), "data": step.entry.hex()}
