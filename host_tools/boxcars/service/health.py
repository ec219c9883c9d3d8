"""Everything that a board tells of itself, read-only, with a plain verdict for each part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boxcars.link import Link, RefusedError
from boxcars.link.answers import LogEntry, Reading
from boxcars.optics import picture
from boxcars.optics.chambers import chamber_frames
from boxcars.optics.raycast import Frames
from shaker.app import book, doors, faults, logbook, meters, vault
from shaker.app.bodies import CHANGE_WORDS
from shaker.app.selftest import WORDS as TEST_WORDS
from shaker.app.service_commands import WORDS
from shaker.dice import reasons
from shaker.dice.trace import SAMPLE_SIZE
from shaker.link import messages

GOOD, LOOK, BAD = "good", "look", "bad"
_VERDICTS = (GOOD, LOOK, BAD)
_PORTS = {"host": messages.HOST_PORT, "usb": messages.USB_PORT}
_DAMAGED_PERCENT_MAX = 1
_REASON_BITS = 20

# What to do about a part that is not good.
_ACTIONS = {
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


@dataclass(frozen=True)
class Part:
    """One part: what was measured, the verdict, and what to do next."""

    name: str
    verdict: str
    value: str
    action: str = ""


@dataclass(frozen=True)
class Health:
    """`facts` are plain values for JSON; the frames and the trace are for the eye as well."""

    facts: dict[str, Any]
    parts: list[Part]
    frames: Frames | None
    trace: list[tuple[int, int, int]]

    @property
    def verdict(self) -> str:
        return max((part.verdict for part in self.parts), key=_VERDICTS.index)


def gather(link: Link) -> Health:
    """Ask for everything; nothing is moved or changed."""
    told, welcome, state, pong = link.identity(), link.welcome, link.state(), link.ping()
    readings = link.diagnostics()
    frames, seen = _chambers(link)
    lines = {name: vars(link.link_errors(port)) for name, port in _PORTS.items()}
    facts: dict[str, Any] = {
        "device": told.device.hex(),
        "board": told.board,
        "version": told.version,
        "image": told.image.hex(),
        "locked": bool(told.locked),
        "label": _text(link, vault.SETTING_LABEL),
        "site": _text(link, vault.SETTING_SITE),
        "boot": welcome.boot,
        "clock_s": next(row.value for row in readings if WORDS[row.what] == "uptime-s"),
        "round": state.round,
        "phase": book.PHASE_WORDS[state.state],
        "fault": faults.WORDS[state.fault],
        "stakes": len(state.stakes),
        "records": {"newest": pong.newest, "acknowledged": pong.acknowledged},
        "values": {WORDS[row.what]: row.value for row in readings},
        "meters": named_meters(link),
        "link": lines,
        "logs": {word: [entry(log, row) for row in link.log(log)] for log, word in _logs()},
        "chambers": seen,
    }
    parts = [_fault(state.fault), *(_part(row) for row in readings if _is_part(row))]
    parts += [_line(name, counts) for name, counts in lines.items()]
    parts += [_chamber(name, text) for name, text in seen.items()]
    return Health(facts, parts, frames, trace_of(link))


def named_meters(link: Link) -> dict[str, int]:
    """Meters by their names; No Rolls by their reasons."""
    names = {word: name for name, word, _ in meters.NAMES}
    rows = {row.meter: row.value for row in link.meters()}
    found = {name: rows[word] for word, name in names.items() if word in rows}
    for reason in [*range(1, 8), *range(32, 48)]:
        count = rows.get(meters.no_roll_meter(reason), 0)
        if count:
            found[f"no_rolls_{reasons.word(reason)}"] = count
    return found


def trace_of(link: Link) -> list[tuple[int, int, int]]:
    """Milliseconds, milliampere and tach pulses of the last shake of this start."""
    data = link.part(messages.PART_TRACE)
    words = np.frombuffer(data[: len(data) // SAMPLE_SIZE * SAMPLE_SIZE], "<u2").reshape(-1, 3)
    return [(int(ms), int(ma), int(tach)) for ms, ma, tach in words]


def _logs() -> list[tuple[int, str]]:
    return list(enumerate(logbook.WORDS))


def entry(log: int, row: LogEntry) -> dict[str, Any]:
    """An entry of a logbook in words."""
    reason, detail = row.detail >> _REASON_BITS, row.detail & (1 << _REASON_BITS) - 1
    sequence = int.from_bytes(row.entry[:4], "little")
    return {
        "sequence": sequence,
        "boot": row.boot,
        "time_s": row.time_s,
        "what": _event(log, reason, detail),
    }


def _event(log: int, reason: int, detail: int) -> str:
    if log == logbook.DOORS:
        return f"{_word(doors.WORDS, reason)} opened"
    if log == logbook.FAULTS:
        did = "cleared" if reason == faults.CLEARED else "latched"
        return f"{_word(faults.WORDS, detail)} {did}"
    if log == logbook.PROGRAMS:
        return _word(CHANGE_WORDS, detail) or "genesis"
    return f"reason {reason}, detail {detail}"


def _word(words: tuple[str, ...], index: int) -> str:
    return words[index] if index < len(words) else str(index)


def _text(link: Link, setting: int) -> str:
    return link.read_setting(setting).decode(errors="replace")


def _chambers(link: Link) -> tuple[Frames | None, dict[str, str]]:
    try:
        frames = chamber_frames(link)
    except RefusedError as error:
        return None, dict.fromkeys(("left", "right"), f"no picture: {error.word}")
    captions = [picture.caption(picture.explain(frame)) for frame in frames]
    return frames, dict(zip(("left", "right"), captions, strict=True))


def _is_part(row: Reading) -> bool:
    return WORDS[row.what] in _ACTIONS


def _part(row: Reading) -> Part:
    name, verdict = WORDS[row.what], _VERDICTS[row.verdict]
    value = str(row.value)
    if name == "self-test":
        failed = [word for bit, word in enumerate(TEST_WORDS) if row.value >> bit & 1]
        value = ", ".join(failed) or "passed"
    elif name in ("lid", "cabinet-door", "logic-door", "tilt"):
        value = "open" if row.value else "closed"
    return Part(name, verdict, value, "" if verdict == GOOD else _ACTIONS[name])


def _fault(code: int) -> Part:
    if code == faults.NONE:
        return Part("fault", GOOD, "none is latched")
    action = "mend what it names, then 'boxcars clear' with an operator's or technician's key"
    return Part("fault", BAD, faults.WORDS[code], action)


def _line(name: str, counts: dict[str, int]) -> Part:
    wrong = counts["damaged"] + counts["too_long"]
    total = counts["received"] + wrong
    value = f"{wrong} of {total} frames damaged, {counts['lost_bytes']} bytes lost"
    if counts["lost_bytes"] or 100 * wrong > _DAMAGED_PERCENT_MAX * max(total, 100):
        return Part(f"link {name}", LOOK, value, "check cable, plugs and ground of this line")
    return Part(f"link {name}", GOOD, value)


def _chamber(name: str, caption: str) -> Part:
    if "no picture" in caption:
        return Part(f"chamber {name}", LOOK, caption, "ask again between rounds")
    return Part(f"chamber {name}", GOOD, caption)
