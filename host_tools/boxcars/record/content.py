"""Whether a body is one that a record of its kind can have: quick, as every record is checked."""

from __future__ import annotations

from struct import Struct

from boxcars.record.view import LayoutError, decode_body
from shaker.seal import body as layout
from shaker.seal import record

_wager = Struct("<4B2I").iter_unpack
_return = Struct("<4BI").iter_unpack
_line = Struct("<6BHIi2I").iter_unpack
_SMALL = 1 << 30
_WAGERS = frozenset((layout.TAG_WAGER,))
_TAGS: dict[int, frozenset[int]] = {
    record.KIND_GENESIS: frozenset((layout.TAG_KEY,)),
    record.KIND_RESULT: frozenset((layout.TAG_WAGER, layout.TAG_RETURN, layout.TAG_LINE)),
    record.KIND_NO_ROLL: _WAGERS,
    record.KIND_VOID: frozenset((layout.TAG_WAGER, layout.TAG_RETURN)),
    record.KIND_WITHDRAWAL: frozenset((layout.TAG_RETURN,)),
    record.KIND_FAULT: _WAGERS,
    record.KIND_DOOR: frozenset(),
    record.KIND_PROGRAM: frozenset((layout.TAG_DIGEST,)),
    record.KIND_POWER_LOSS: _WAGERS,
    record.KIND_RETIRE: frozenset(),
}


def check_body(kind: int, body: bytes) -> None:
    """Raise LayoutError unless the body is one that a record of this kind has."""
    tags = _TAGS[kind]
    runs = _runs(body)
    if not all(tag in tags for tag in runs):
        raise LayoutError(f"tags {sorted(runs)} in a record of {record.KIND_WORDS[kind]}")
    if kind == record.KIND_GENESIS and len(body) != layout.SIZE_KEY:
        raise LayoutError("a genesis record has one key entry")
    if not (
        _are_wagers(runs.pop(layout.TAG_WAGER, b""))
        and _are_returns(runs.pop(layout.TAG_RETURN, b""))
        and _are_lines(runs.pop(layout.TAG_LINE, b""))
        and not runs
    ):
        decode_body(body)  # says where; of keys and digests there are few


def _runs(body: bytes) -> dict[int, bytes]:
    """The body cut into its groups of entries, by tag."""
    runs: dict[int, bytes] = {}
    at = 0
    end = len(body)
    while at < end:
        start = at
        tag = body[at]
        if not layout.TAG_WAGER <= tag <= layout.TAG_DIGEST:
            raise LayoutError(f"entry tag {tag} at byte {at} of the body is not known")
        if runs and tag <= max(runs):
            raise LayoutError(f"the entry at byte {at} of the body is out of order")
        size = layout.SIZES[tag]
        while at < end and body[at] == tag:
            at += size
        if at > end:
            raise LayoutError("the last entry of the body is cut")
        runs[tag] = body[start:at]
    return runs


def _are_wagers(run: bytes) -> bool:
    last = -1
    for _, seat, spot, call, stake, craps in _wager(run):
        order = seat << 8 | spot
        if order <= last or spot > layout.SPOT_MAX or call > layout.CALL_MAX:
            return False
        if stake >= _SMALL or craps >= _SMALL:
            return False
        last = order
    return True


def _are_returns(run: bytes) -> bool:
    last = -1
    for _, seat, spot, zero, credit in _return(run):
        order = seat << 8 | spot
        if order <= last or spot > layout.SPOT_MAX or zero or credit >= _SMALL:
            return False
        last = order
    return True


def _are_lines(run: bytes) -> bool:
    last = -1
    for _, seat, spot, outcome, to, zero, zeros, stake, win, vig, credit in _line(run):
        order = seat << 8 | spot
        if order <= last or spot > layout.SPOT_MAX or outcome > layout.OUTCOME_MAX:
            return False
        if zero or zeros or to > layout.NO_SPOT:
            return False
        if (to != layout.NO_SPOT) != (outcome == layout.OUTCOME_MOVE):
            return False
        if (stake | vig | credit) >= _SMALL or not -_SMALL <= win < _SMALL:
            return False
        last = order
    return True
