"""A plain verdict for each part of a board, and what to do next where it is not good."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from boxcars.link.answers import Reading
from boxcars.optics import picture
from shaker.app import doors, faults
from shaker.app.selftest import WORDS as TEST_WORDS
from shaker.app.service_commands import WORDS
from shaker.dice import reasons, states

GOOD, LOOK, BAD = "good", "look", "bad"
VERDICTS = (GOOD, LOOK, BAD)
_DAMAGED_PERCENT_MAX = 1
_IDLE_MA_MAX = 60  # as the board's own self test has it
_CLOCK_OFF_S = 120
_FREE_MIN = 64 * 1024  # of the journal: below twice what a round needs
_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
_SET_FROM_S = 5 * 365 * 24 * 3600  # no board has run so long: a clock that says more was set
_SWITCHES = frozenset(doors.WORDS[1:])
_SENSORS = ("sensor-left", "sensor-right")

# What to do about a part that is not good.
ACTIONS = {
    "self-test": "switch it off and on; if it stays, replace the part that is named",
    "noise": "switch it off and on; if it stays, replace the board",
    "memory-rebuilt": "a bit of RAM has changed: if it comes again, replace the board",
    "lid": "close the lid",
    "cabinet-door": "close the cabinet door",
    "logic-door": "close the logic door",
    "tilt": "set the cabinet upright",
    "flash-bad": "places in flash have failed: plan a new board",
    "flash-used-permille": "the flash is nearly worn: plan a new board",
    "sensor-left": "check the left sensor's cable, then the sensor",
    "sensor-right": "check the right sensor's cable, then the sensor",
    "alarm": "too many No Rolls: clean the optics, look at the dice, then 'boxcars dice'",
}
_UNITS = {"memory-rebuilt": "times", "flash-bad": "places"}
_FAULT_ACTION = "mend what it names, then 'boxcars clear' with an operator's or technician's key"
_SHAKE_ACTIONS = {
    reasons.NO_EFFORT: "check the motor's mount and supply, then 'boxcars diag --exercise'",
    reasons.LID_OPEN: "close the lid",
    reasons.MOTOR_STALL: "free the plate, then 'boxcars diag --exercise'",
    reasons.OVER_CURRENT: "check the motor's cable for a short, then 'boxcars diag --exercise'",
    reasons.TILT: "set the cabinet upright",
    reasons.MOTOR_OPEN: "check the motor's cable, then 'boxcars diag --exercise'",
    reasons.SENSOR_FAULT: "check the cable of the sensor, then the sensor",
    reasons.SENSOR_SWAPPED: "swap the cables of the two sensors back",
}
_CHAMBER_ACTIONS = {
    reasons.MISSING: "no die is seen: look into the chamber; if one is there, check the light",
    reasons.COCKED: "lay the die flat, or shake again",
    reasons.FOREIGN: "take out what does not belong into the chamber",
}
_CHAMBER_ACTION = "clean the window, look at the die, then 'boxcars optics live'"


@dataclass(frozen=True)
class Part:
    """One part: what was measured, the verdict, and what to do next."""

    name: str
    verdict: str
    value: str
    action: str = ""


def part(name: str, verdict: str, value: str, action: str) -> Part:
    """A part that is good needs no action."""
    return Part(name, verdict, value, "" if verdict == GOOD else action)


def when(seconds: int) -> str:
    """The time of a record: of the clock once it was set, else since the start."""
    if seconds < _SET_FROM_S:
        return f"{seconds} s after the start"
    return (_EPOCH + timedelta(seconds=seconds)).strftime("%Y-%m-%d %H:%M:%SZ")


def of_readings(readings: list[Reading]) -> list[Part]:
    """What the board itself has a verdict of, then what its numbers say together."""
    values = {WORDS[row.what]: row.value for row in readings}
    found = [_reading(row, values) for row in readings if WORDS[row.what] in ACTIONS]
    return [*found, _current(values["motor-ma"]), _last_shake(values), _journal(values)]


def _reading(row: Reading, values: dict[str, int]) -> Part:
    name, value = WORDS[row.what], row.value
    text = f"{value} {_UNITS[name]}" if name in _UNITS else str(value)
    if name == "self-test":
        failed = [word for bit, word in enumerate(TEST_WORDS) if value >> bit & 1]
        text = ", ".join(failed) or "passed"
    elif name in _SWITCHES:
        text = "open" if value else "closed"
    elif name in _SENSORS:
        text = f"error {value}" if value else "answers"
    elif name == "noise":
        text = f"failed its test {value}" if value else "healthy"
    elif name == "alarm":
        text = f"{values['no-rolls-of-hundred']} No Rolls in the last hundred shakes"
    elif name == "flash-used-permille":
        worn = f"{value / 10:.1f} % of its life used, {values['flash-erases-max']} erases"
        text = f"{worn}, {values['rounds-left']} rounds left"
    return part(name, VERDICTS[row.verdict], text, ACTIONS[name])


def _current(milliampere: int) -> Part:
    verdict = BAD if milliampere > _IDLE_MA_MAX else GOOD
    action = "the motor takes current at rest: check the bridge, replace the board"
    return part("motor-idle", verdict, f"{milliampere} mA", action)


def _last_shake(values: dict[str, int]) -> Part:
    state, reason = values["shake-state"], values["shake-reason"]
    if state not in (states.DONE, states.NO_ROLL, states.FAULT):
        return Part("last-shake", GOOD, "none since the start")
    work = f"{values['shake-tach']} pulses, {values['shake-work-mj']} mJ"
    if state == states.DONE:
        return Part("last-shake", GOOD, f"{work}, at rest after {values['shake-settle-ms']} ms")
    verdict = BAD if state == states.FAULT else LOOK
    action = _SHAKE_ACTIONS.get(reason, _CHAMBER_ACTIONS.get(reason, _CHAMBER_ACTION))
    return part("last-shake", verdict, f"{reasons.word(reason)}: {work}", action)


def _journal(values: dict[str, int]) -> Part:
    free = values["journal-free"]
    verdict = LOOK if free < _FREE_MIN else GOOD
    action = "connect the host terminal: it collects the records, or no round will open"
    return part("journal", verdict, f"{free // 1024} KiB free", action)


def of_fault(code: int) -> Part:
    if code == faults.NONE:
        return Part("fault", GOOD, "none is latched")
    return Part("fault", BAD, faults.WORDS[code], _FAULT_ACTION)


def of_faults(rows: list[dict[str, Any]], boot: int) -> Part:
    """The newest of the last faults; one of this start is worth a look."""
    if not rows:
        return Part("last-faults", GOOD, "none")
    newest = rows[-1]
    verdict = LOOK if newest["boot"] == boot else GOOD
    value = f"{len(rows)}, the last: {newest['what']}, {when(newest['time_s'])}"
    return part("last-faults", verdict, value, "'boxcars recall' shows what came before it")


def of_clock(seconds: int, now: datetime) -> Part:
    if seconds < _SET_FROM_S:
        value = f"not set, {seconds} s since the start"
        return Part("clock", LOOK, value, "connect the host terminal: it sets the clock")
    off = round((now - _EPOCH).total_seconds()) - seconds
    verdict = LOOK if abs(off) > _CLOCK_OFF_S else GOOD
    action = f"it is {abs(off)} s {'slow' if off > 0 else 'fast'}: check the host terminal's clock"
    return part("clock", verdict, when(seconds), action)


def of_line(name: str, counts: dict[str, int]) -> Part:
    wrong = counts["damaged"] + counts["too_long"]
    total = counts["received"] + wrong
    value = f"{wrong} of {total} frames damaged, {counts['lost_bytes']} bytes lost"
    bad = counts["lost_bytes"] or 100 * wrong > _DAMAGED_PERCENT_MAX * max(total, 100)
    action = "check cable, plugs and ground of this line"
    return part(f"link {name}", LOOK if bad else GOOD, value, action)


def of_picture(side: str, findings: picture.Findings) -> Part:
    reason = findings.verdict.reason
    verdict = GOOD if reason == reasons.NONE else LOOK
    action = _CHAMBER_ACTIONS.get(reason, _CHAMBER_ACTION)
    return part(f"chamber {side}", verdict, picture.caption(findings), action)


def of_no_picture(side: str, word: str) -> Part:
    """The board has refused to take one."""
    if word == "E_SELF_TEST":
        return Part(f"chamber {side}", BAD, "no picture", ACTIONS[f"sensor-{side}"])
    return Part(f"chamber {side}", LOOK, f"no picture: {word}", "ask again between rounds")


def of_optics(kept: bool) -> Part:
    value = "golden frames are kept" if kept else "no golden frames"
    action = "'boxcars optics calibrate': swapped sensors would not be found"
    return part("optics", GOOD if kept else LOOK, value, action)
