"""What can go wrong in a cabinet, as data: a kind, where, how much, when, in which shakes.

A fault in words: `KIND [left|right|both] [NUMBER] [at=MS] [for=MS] [shake=N|N-M]`. Times count
from the instant at which the motor is enabled. Without `shake` a fault holds in every shake.

    cocked left 30
    lid at=800 for=20 shake=2
    dead-rows right 4
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from boxcars.errors import UsageError

LEFT, RIGHT = 0, 1
_SIDES = {"left": (LEFT,), "right": (RIGHT,), "both": (LEFT, RIGHT)}


class FaultError(UsageError):
    """A fault that this cabinet does not have."""


@dataclass(frozen=True)
class Kind:
    """A kind of fault: what its number means, and what it is when none is given."""

    meaning: str
    number: float = 0.0
    timed: bool = False
    low: float = 0.0
    high: float = 100_000.0


KINDS = {
    # dice
    "cocked": Kind("rests at an angle of NUMBER degrees", 30.0, high=45.0),
    "leaning": Kind("rests against the wall at NUMBER degrees", 40.0, high=60.0),
    "missing": Kind("no die in the chamber"),
    "extra": Kind("a second die in the chamber"),
    "restless": Kind("does not come to rest"),
    "nudged": Kind("moves again NUMBER ms after it came to rest", 150.0),
    # optics
    "double": Kind("a double image, NUMBER tenths of a pixel apart", 50.0),
    "dirt": Kind("NUMBER per cent of the light is lost in a smear over the window", 60.0),
    "stuck": Kind("the sensor's data line is stuck"),
    "dead-rows": Kind("NUMBER rows of pixels are dead", 3.0, low=1.0, high=64.0),
    "frozen": Kind("the sensor gives one frame over and over"),
    "replayed": Kind("the sensor gives frames of another shake"),
    "swapped": Kind("the two chip selects are crossed"),
    "unlit": Kind("the ring light is out"),
    # motor
    "stalled": Kind("the motor is blocked", timed=True),
    "disconnected": Kind("no current through the motor", timed=True),
    "shorted": Kind("the motor takes NUMBER mA", 2_000.0, timed=True),
    "weak": Kind("the motor's supply is at NUMBER per cent", 25.0, timed=True),
    # switches and mains
    "lid": Kind("the lid opens", timed=True),
    "cabinet-door": Kind("the cabinet door opens", timed=True),
    "logic-door": Kind("the logic door opens", timed=True),
    "tilt": Kind("the cabinet is tilted", timed=True),
    "brown-out": Kind("the supply of the board fails", timed=True),
}  # fmt: skip
_FOR_MS = {"brown-out": 200.0}


@dataclass(frozen=True)
class Fault:
    """One fault to order."""

    kind: str
    sides: tuple[int, ...] = (LEFT, RIGHT)
    number: float = 0.0
    at_ms: float = 0.0
    for_ms: float | None = None
    first_shake: int = 0
    last_shake: int | None = None

    def holds_in(self, shake: int) -> bool:
        return self.first_shake <= shake and (self.last_shake is None or shake <= self.last_shake)

    @property
    def ends_ms(self) -> float | None:
        return None if self.for_ms is None else self.at_ms + self.for_ms


def make(
    kind: str,
    side: str = "both",
    number: float | None = None,
    *,
    at_ms: float = 0.0,
    for_ms: float | None = None,
    shake: int | None = None,
) -> Fault:
    """A fault from code; every value is checked."""
    known = KINDS.get(kind)
    if known is None:
        raise FaultError(f"{kind!r} is not a fault; there are {', '.join(KINDS)}")
    if side not in _SIDES:
        raise FaultError(f"{kind}: {side!r} is not left, right or both")
    value = known.number if number is None else number
    if not known.low <= value <= known.high:
        raise FaultError(f"{kind}: {value:g} is not from {known.low:g} to {known.high:g}")
    if (at_ms or for_ms is not None) and not known.timed:
        raise FaultError(f"{kind} holds for whole shakes: at= and for= do not fit it")
    if for_ms is None:
        for_ms = _FOR_MS.get(kind)
    first, last = (0, None) if shake is None else (shake, shake)
    return Fault(kind, _SIDES[side], value, at_ms, for_ms, first, last)


def parse_fault(text: str) -> Fault:
    """One fault in words."""
    words = text.split()
    kind, side, number = words[0], "both", None
    times: dict[str, float] = {}
    shakes: tuple[int, int | None] = (0, None)
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if equals and name in ("at", "for") and re.fullmatch(r"\d+(\.\d+)?", value):
            times[name] = float(value)
        elif equals and name == "shake" and re.fullmatch(r"\d+(-\d+)?", value):
            first, _, last = value.partition("-")
            shakes = (int(first), int(last or first))
        elif not equals and re.fullmatch(r"\d+(\.\d+)?", word):
            number = float(word)
        elif word in _SIDES:
            side = word
        else:
            usage = "[left|right|both] [NUMBER] [at=MS] [for=MS] [shake=N|N-M]"
            raise FaultError(f"{text.strip()!r}: {word!r} is not understood: {kind} {usage}")
    fault = make(kind, side, number, at_ms=times.get("at", 0.0), for_ms=times.get("for"))
    return Fault(
        fault.kind, fault.sides, fault.number, fault.at_ms, fault.for_ms, shakes[0], shakes[1]
    )


def parse_faults(spec: str) -> tuple[Fault, ...]:
    """Faults from a file (one a line, `#` starts a comment) or from words (`;` in between)."""
    path = Path(spec)
    lines: Iterable[str]
    if path.is_file():
        try:
            lines = [line.partition("#")[0] for line in path.read_text().splitlines()]
        except (OSError, UnicodeDecodeError) as error:
            raise FaultError(f"{spec}: cannot be read: {error}") from error
    else:
        lines = spec.split(";")
    return tuple(parse_fault(line) for line in lines if line.strip())
