"""The session script (SPEC section 6): one JSON line in, one JSON line out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from firmware.tests.oracle import play
from firmware.tests.oracle.houses import HOUSES
from firmware.tests.oracle.money import MAX_STAKE, RefusalError
from firmware.tests.oracle.spots import SPOTS
from firmware.tests.oracle.table import Limits, Returned, Table

MAX_SEATS = 8
MAX_TOTAL = 10**9

Object = dict[str, Any]


class MalformedError(Exception):
    """A line that is not a well-formed op."""


def _whole(text: str) -> int:
    """Any JSON integer. Past the digits that Python converts, only "huge" matters."""
    if len(text) <= 4000:
        return int(text)
    return -(10**3999) if text.startswith("-") else 10**3999


def _not_json(name: str) -> None:
    raise MalformedError(f"{name} is not JSON")


def parse_line(line: bytes | str) -> Object:
    """The object on a line; anything else is malformed."""
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        value = json.loads(text, parse_constant=_not_json, parse_int=_whole)
    except (ValueError, RecursionError):
        raise MalformedError("not JSON") from None
    if not isinstance(value, dict):
        raise MalformedError("not an object")
    return value


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _int(op: Object, key: str) -> int:
    value = op.get(key)
    if not _is_int(value):
        raise MalformedError(key)
    assert isinstance(value, int)
    return value


def _optional_int(op: Object, key: str) -> int | None:
    return _int(op, key) if key in op else None


def _str(op: Object, key: str) -> str:
    value = op.get(key)
    if not isinstance(value, str):
        raise MalformedError(key)
    return value


def _int_within(op: Object, key: str, low: int, high: int) -> int:
    value = _int(op, key)
    if not low <= value <= high:
        raise MalformedError(key)
    return value


LIMIT_RANGES = {
    "min": (1, MAX_STAKE),
    "max": (1, MAX_STAKE),
    "max_total": (1, MAX_TOTAL),
    "min_total": (0, MAX_TOTAL),
}


def _changed_limits(op: Object) -> Object:
    """The limits named in a header's options or in a `limits` op, checked."""
    changed: Object = {}
    for key, (low, high) in LIMIT_RANGES.items():
        if key in op:
            changed[key] = _int_within(op, key, low, high)
    if "max_spot" in op:
        by_spot = op["max_spot"]
        if not isinstance(by_spot, dict) or not set(by_spot) <= set(SPOTS):
            raise MalformedError("max_spot")
        changed["max_spot"] = {spot: _int_within(by_spot, spot, 1, MAX_STAKE) for spot in by_spot}
    return changed


def open_table(header: Object) -> Table:
    """The table that a header asks for."""
    if not set(header) <= {"profile", "seats", "options"}:
        raise MalformedError("unknown field")
    profile = _str(header, "profile")
    if profile not in HOUSES:
        raise MalformedError("profile")
    house = HOUSES[profile]()
    seats = _int_within(header, "seats", 1, MAX_SEATS)
    options = header.get("options", {})
    if not isinstance(options, dict):
        raise MalformedError("options")
    if not set(options) <= {*LIMIT_RANGES, "max_spot", "unit", "odds"}:
        raise MalformedError("unknown option")
    changed = {"min": house.default_min, **_changed_limits(options)}
    unit = _int_within(options, "unit", 1, 1000) if "unit" in options else 1
    odds = house.default_odds
    if "odds" in options:
        if house.odds_option is None:
            raise MalformedError("odds")
        odds = _int_within(options, "odds", house.odds_option[0], house.odds_option[-1])
    return Table(house, seats, Limits(**changed), unit, odds)


def _returned(lines: list[Returned]) -> list[Object]:
    return [line._asdict() for line in lines]


class Oracle:
    """One session: feed it lines, it answers each."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.ops: dict[str, Callable[[Table, Object], Object]] = {
            "bet": self._bet,
            "take": self._take,
            "call": self._call,
            "close": self._close,
            "roll": self._roll,
            "no_roll": self._no_roll,
            "limits": self._limits,
            "power_fail": self._power_fail,
            "withdraw": self._withdraw,
            "malfunction": self._malfunction,
            "kitty": self._kitty,
            "state": self._state,
        }

    def answer(self, line: bytes | str) -> str:
        """The exact answer line, without its newline."""
        try:
            answer = {"ok": True, **self._handle(parse_line(line))}
        except MalformedError:
            answer = {"ok": False, "error": "E_PARSE"}
        except RefusalError as refusal:
            answer = {"ok": False, "error": refusal.code}
        return json.dumps(answer, separators=(",", ":"))

    def _handle(self, op: Object) -> Object:
        if self.table is None:
            self.table = open_table(op)
            return {}
        handler = self.ops.get(_str(op, "op"))
        if handler is None:
            raise MalformedError("op")
        return handler(self.table, op)

    def _bet(self, table: Table, op: Object) -> Object:
        seat, spot, amount = _int(op, "seat"), _str(op, "spot"), _int(op, "amount")
        craps = _optional_int(op, "craps")
        return {"debit": play.bet(table, seat, spot, amount, craps)}

    def _take(self, table: Table, op: Object) -> Object:
        seat, spot, amount = _int(op, "seat"), _str(op, "spot"), _optional_int(op, "amount")
        craps = _optional_int(op, "craps")
        return {"credit": play.take(table, seat, spot, amount, craps)}

    def _call(self, table: Table, op: Object) -> Object:
        seat, spot, state = _int(op, "seat"), _str(op, "spot"), _str(op, "state")
        only = op.get("only", False)
        if state not in ("on", "off", "default") or not isinstance(only, bool):
            raise MalformedError("state")
        play.call(table, seat, spot, state, only)
        return {}

    def _close(self, table: Table, op: Object) -> Object:
        return {"returned": _returned(table.close())}

    def _roll(self, table: Table, op: Object) -> Object:
        dice = op.get("dice")
        if not isinstance(dice, list) or len(dice) != 2:
            raise MalformedError("dice")
        if not all(_is_int(die) and 1 <= die <= 6 for die in dice):
            raise MalformedError("dice")
        event, returned, results = table.roll(*dice)
        lines = []
        for result in results:
            line = result._asdict()
            if result.outcome != "move":
                del line["to"]
            lines.append(line)
        return {
            "total": sum(dice),
            "event": event,
            "point": table.point,
            "returned": _returned(returned),
            "results": lines,
        }

    def _no_roll(self, table: Table, op: Object) -> Object:
        _str(op, "reason")
        return {}

    def _limits(self, table: Table, op: Object) -> Object:
        for key, value in _changed_limits(op).items():
            setattr(table.limits, key, value)
        return {}

    def _power_fail(self, table: Table, op: Object) -> Object:
        table.power_failed = True
        return {}

    def _withdraw(self, table: Table, op: Object) -> Object:
        return {"credit": table.withdraw(_int(op, "seat"))}

    def _malfunction(self, table: Table, op: Object) -> Object:
        return {"returned": _returned(table.malfunction())}

    def _kitty(self, table: Table, op: Object) -> Object:
        kitty, chips = _int(op, "kitty"), op.get("chips")
        if not isinstance(chips, list) or not all(_is_int(held) for held in chips):
            raise MalformedError("chips")
        payouts, host = table.distribute(kitty, chips)
        return {"payouts": payouts, "host": host}

    def _state(self, table: Table, op: Object) -> Object:
        spots = [
            {"seat": index, "spot": w.spot.name, "amount": w.stake, "call": w.call}
            for index, seat in enumerate(table.seats)
            for w in seat.in_order()
        ]
        return {"point": table.point, "closed": table.closed, "spots": spots}


def run(lines: Iterable[bytes | str]) -> list[str]:
    """A whole session: the answers to all its lines."""
    oracle = Oracle()
    return [oracle.answer(line) for line in lines]
