"""Session scripts: from a line of JSON to a request in words, or to nothing if it is malformed.

Malformed is decided here and before anything else; whether a well-formed operation is allowed is
the core's business. Numbers out of any sensible range are passed on as the nearest refused one.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from shaker.core import ops, spots
from shaker.core.betting import HALF
from shaker.core.codes import CALL_WORDS
from shaker.core.rules import AT_ODDS_HIGH, AT_ODDS_LOW
from shaker.core.table import (
    STAGE_MAX,
    STAGE_MAX_TOTAL,
    STAGE_MIN,
    STAGE_MIN_TOTAL,
    STAGE_ODDS,
    STAGE_SPOT,
    STAGE_SPOTS,
    STAGE_UNIT,
    STAGE_WORDS,
    UNCHANGED,
)
from shaker.core.taking import ALL
from shaker.limits import SEATS_MAX, STAKE_UNITS_MAX, TOTAL_UNITS_MAX, UNIT_MAX

NESTING_MAX = 400  # deeper JSON is refused whole, wherever it stands
_DIGITS_MAX = 20  # a longer number is out of every range, and as good as this one
_HUGE: int = 10**20

_SPOT_INDEX = {name: index for index, name in enumerate(spots.NAMES)}
_BET_INDEX = _SPOT_INDEX | {
    name: spots.SPOT_COUNT + index for index, name in enumerate(spots.GROUP_NAMES)
}
_UNKNOWN_SPOT = spots.SPOT_COUNT + spots.GROUP_COUNT
_NO_SEAT = SEATS_MAX
_TOO_MUCH = STAKE_UNITS_MAX + 1

_LIMITS = {
    "min": (STAGE_MIN, 1, STAKE_UNITS_MAX),
    "max": (STAGE_MAX, 1, STAKE_UNITS_MAX),
    "max_total": (STAGE_MAX_TOTAL, 1, TOTAL_UNITS_MAX),
    "min_total": (STAGE_MIN_TOTAL, 0, TOTAL_UNITS_MAX),
}


class MalformedError(Exception):
    """The line is not an operation."""


@dataclass(frozen=True)
class Header:
    """The first good line: whose rules, and the request that opens the table."""

    profile: str
    request: array[int]


@dataclass(frozen=True)
class Kitty:
    """Sharing out the kitty never reaches the core: it is reckoned on the host."""

    kitty: int
    chips: tuple[int, ...]


def _constant(name: str) -> None:
    raise MalformedError(name)  # NaN and Infinity are not JSON


def _integer(text: str) -> int:
    if len(text) > _DIGITS_MAX:
        return -_HUGE if text.startswith("-") else _HUGE
    return int(text)


_DECODER = json.JSONDecoder(parse_int=_integer, parse_constant=_constant)


def read_object(line: bytes | str) -> dict[str, Any]:
    """Decode one line; anything but a JSON object is malformed."""
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        if text.count("[") + text.count("{") > NESTING_MAX and _depth(text) > NESTING_MAX:
            raise MalformedError("nested too deeply")
        value = _DECODER.decode(text)
    except ValueError as error:  # bad UTF-8, bad JSON
        raise MalformedError(str(error)) from None
    if not isinstance(value, dict):
        raise MalformedError("not an object")
    return value


def _depth(text: str) -> int:
    """How deeply brackets nest outside strings."""
    depth = deepest = 0
    in_string = escaped = False
    for char in text:
        if in_string:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                in_string = False
        elif char == '"':
            in_string = True
        elif char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    return deepest


def _int(value: object) -> int:
    if type(value) is not int:  # a bool is no integer here
        raise MalformedError("not an integer")
    return value


def _field(fields: Mapping[str, Any], key: str) -> Any:
    if key not in fields:
        raise MalformedError(f"no {key}")
    return fields[key]


def _seat(fields: Mapping[str, Any]) -> int:
    seat = _int(_field(fields, "seat"))
    return seat if 0 <= seat < SEATS_MAX else _NO_SEAT


def _spot(fields: Mapping[str, Any], index: Mapping[str, int]) -> int:
    spot = _field(fields, "spot")
    if not isinstance(spot, str):
        raise MalformedError("spot is a text")
    return index.get(spot, _UNKNOWN_SPOT)


def _units(value: object) -> int:
    return min(max(_int(value), 0), _TOO_MUCH)


def _craps(fields: Mapping[str, Any]) -> int:
    if "craps" not in fields:
        return HALF
    craps = _int(fields["craps"])
    return craps if 0 <= craps <= STAKE_UNITS_MAX else _TOO_MUCH


def _request(op: int, *args: int) -> array[int]:
    words = array("i", bytes(4 * ops.REQUEST_WORDS))
    words[0] = op
    for index, value in enumerate(args):
        words[ops.ARGS + index] = value
    return words


def _within(value: object, low: int, high: int) -> int:
    if not low <= _int(value) <= high:
        raise MalformedError("out of range")
    return _int(value)


def _stage(request: array[int], limits: Mapping[str, Any]) -> None:
    """Stage the limits that are there; every other word stays as it is."""
    for index in range(STAGE_WORDS):
        request[ops.STAGE + index] = UNCHANGED
    request[ops.STAGE + STAGE_SPOTS] = 0
    for key, (index, low, high) in _LIMITS.items():
        if key in limits:
            request[ops.STAGE + index] = _within(limits[key], low, high)
    if "max_spot" in limits:
        _stage_spots(request, limits["max_spot"])


def _stage_spots(request: array[int], most: object) -> None:
    if not isinstance(most, dict):
        raise MalformedError("max_spot is an object")
    first = ops.STAGE + STAGE_SPOT
    request[ops.STAGE + STAGE_SPOTS] = 1
    for index in range(spots.SPOT_COUNT):
        request[first + index] = 0
    for name, value in most.items():
        if name not in _SPOT_INDEX:
            raise MalformedError("unknown spot")
        request[first + _SPOT_INDEX[name]] = _within(value, 1, STAKE_UNITS_MAX)


def read_header(line: bytes | str, books: Mapping[str, bytes]) -> Header:
    """Read the line that opens a session."""
    fields = read_object(line)
    if not {"profile", "seats"} <= set(fields) <= {"profile", "seats", "options"}:
        raise MalformedError("not a header")
    profile = fields["profile"]
    if not isinstance(profile, str) or profile not in books:
        raise MalformedError("unknown profile")
    options = fields.get("options", {})
    if not isinstance(options, dict):
        raise MalformedError("options is an object")
    rules = books[profile]
    if not set(options) <= {*_LIMITS, "max_spot", "unit", "odds"}:
        raise MalformedError("unknown option")
    request = _request(ops.OP_OPEN, _within(fields["seats"], 1, SEATS_MAX))
    _stage(request, options)
    if "unit" in options:
        request[ops.STAGE + STAGE_UNIT] = _within(options["unit"], 1, UNIT_MAX)
    if "odds" in options:
        if not rules[AT_ODDS_HIGH]:
            raise MalformedError("this casino has no option odds")
        odds = _within(options["odds"], rules[AT_ODDS_LOW], rules[AT_ODDS_HIGH])
        request[ops.STAGE + STAGE_ODDS] = odds
    return Header(profile, request)


def _bet(fields: Mapping[str, Any]) -> array[int]:
    spot = _spot(fields, _BET_INDEX)
    amount = _units(_field(fields, "amount"))
    return _request(ops.OP_BET, _seat(fields), spot, amount, _craps(fields))


def _take(fields: Mapping[str, Any]) -> array[int]:
    amount = _units(fields["amount"]) if "amount" in fields else ALL
    spot = _spot(fields, _SPOT_INDEX)
    return _request(ops.OP_TAKE, _seat(fields), spot, amount, _craps(fields))


def _call(fields: Mapping[str, Any]) -> array[int]:
    state = _field(fields, "state")
    only = fields.get("only", False)
    if not isinstance(state, str) or state not in CALL_WORDS or not isinstance(only, bool):
        raise MalformedError("not a call")
    spot = _spot(fields, _SPOT_INDEX)
    return _request(ops.OP_CALL, _seat(fields), spot, CALL_WORDS.index(state), int(only))


def _roll(fields: Mapping[str, Any]) -> array[int]:
    dice = _field(fields, "dice")
    if not isinstance(dice, list) or len(dice) != 2:
        raise MalformedError("dice is a list of two")
    return _request(ops.OP_ROLL, *(_within(face, 1, 6) for face in dice))


def _no_roll(fields: Mapping[str, Any]) -> array[int]:
    if not isinstance(_field(fields, "reason"), str):
        raise MalformedError("reason is a text")
    return _request(ops.OP_NO_ROLL)


def _limits(fields: Mapping[str, Any]) -> array[int]:
    request = _request(ops.OP_LIMITS)
    _stage(request, fields)
    return request


def _kitty(fields: Mapping[str, Any]) -> Kitty:
    chips = _field(fields, "chips")
    if not isinstance(chips, list):
        raise MalformedError("chips is a list")
    return Kitty(_int(_field(fields, "kitty")), tuple(_int(count) for count in chips))


_READERS: dict[str, Callable[[Mapping[str, Any]], array[int] | Kitty]] = {
    "bet": _bet,
    "take": _take,
    "call": _call,
    "close": lambda fields: _request(ops.OP_CLOSE),
    "roll": _roll,
    "no_roll": _no_roll,
    "limits": _limits,
    "power_fail": lambda fields: _request(ops.OP_POWER_FAIL),
    "withdraw": lambda fields: _request(ops.OP_WITHDRAW, _seat(fields)),
    "malfunction": lambda fields: _request(ops.OP_MALFUNCTION),
    "kitty": _kitty,
    "state": lambda fields: _request(ops.OP_STATE),
}


def read_operation(line: bytes | str) -> array[int] | Kitty:
    """Read any line after the header."""
    fields = read_object(line)
    op = _field(fields, "op")
    if not isinstance(op, str) or op not in _READERS:
        raise MalformedError("unknown op")
    return _READERS[op](fields)
