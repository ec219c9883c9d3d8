"""Answers of a session script: from a reply in words to a line of JSON, keys in fixed order."""

from __future__ import annotations

from collections.abc import Sequence

from boxcars.settle.engine import Reply
from shaker.core import ops
from shaker.core.codes import CALL_WORDS, CODE_WORDS, EVENT_WORDS, OK, OUTCOME_WORDS
from shaker.core.spots import NAMES, NO_SPOT
from shaker.core.state import (
    CLOSED_AFTER,
    EVENT,
    HEAD_OUTCOME,
    HEAD_SEAT,
    HEAD_TO,
    LINE_WORDS,
    POINT_AFTER,
    RETURNED,
    TOTAL,
    VALUE,
)

DONE = '{"ok":true}'
MALFORMED = '{"ok":false,"error":"E_PARSE"}'


def refused(code: int) -> str:
    return f'{{"ok":false,"error":"{CODE_WORDS[code]}"}}'


def answer(op: int, reply: Reply) -> str:
    """The line that answers an operation."""
    if reply.code != OK:
        return refused(reply.code)
    if op == ops.OP_BET:
        return f'{{"ok":true,"debit":{reply.head[VALUE]}}}'
    if op in (ops.OP_TAKE, ops.OP_WITHDRAW):
        return f'{{"ok":true,"credit":{reply.head[VALUE]}}}'
    if op == ops.OP_ROLL:
        return _roll(reply)
    if op in (ops.OP_CLOSE, ops.OP_MALFUNCTION):
        return f'{{"ok":true,"returned":{_returned(reply.lines)}}}'
    if op == ops.OP_STATE:
        return _state(reply)
    return DONE


def _roll(reply: Reply) -> str:
    head = reply.head
    split = LINE_WORDS * head[RETURNED]
    results = [_result(reply.lines, at) for at in range(split, len(reply.lines), LINE_WORDS)]
    return (
        f'{{"ok":true,"total":{head[TOTAL]},"event":"{EVENT_WORDS[head[EVENT]]}",'
        f'"point":{head[POINT_AFTER]},"returned":{_returned(reply.lines[:split])},'
        f'"results":[{",".join(results)}]}}'
    )


def _result(lines: Sequence[int], at: int) -> str:
    head, stake, win, vig, credit = lines[at : at + LINE_WORDS]
    outcome = OUTCOME_WORDS[head >> HEAD_OUTCOME & 7]
    to = head >> HEAD_TO & NO_SPOT
    moved = "" if to == NO_SPOT else f',"to":"{NAMES[to]}"'
    return (
        f'{{"seat":{head >> HEAD_SEAT},"spot":"{NAMES[head & NO_SPOT]}","outcome":"{outcome}",'
        f'"stake":{stake},"win":{win},"vig":{vig},"credit":{credit}{moved}}}'
    )


def _returned(lines: Sequence[int]) -> str:
    items = []
    for at in range(0, len(lines), LINE_WORDS):
        head = lines[at]
        items.append(
            f'{{"seat":{head >> HEAD_SEAT},"spot":"{NAMES[head & NO_SPOT]}",'
            f'"credit":{lines[at + 4]}}}'
        )
    return f"[{','.join(items)}]"


def _state(reply: Reply) -> str:
    items = []
    for at in range(0, len(reply.lines), LINE_WORDS):
        head = reply.lines[at]
        items.append(
            f'{{"seat":{head >> HEAD_SEAT},"spot":"{NAMES[head & NO_SPOT]}",'
            f'"amount":{reply.lines[at + 1]},"call":"{CALL_WORDS[head >> HEAD_TO & NO_SPOT]}"}}'
        )
    closed = "true" if reply.head[CLOSED_AFTER] else "false"
    return (
        f'{{"ok":true,"point":{reply.head[POINT_AFTER]},"closed":{closed},'
        f'"spots":[{",".join(items)}]}}'
    )
