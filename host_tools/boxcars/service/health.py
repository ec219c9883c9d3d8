"""Everything that a board tells of itself, read-only, with a plain verdict for each part."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np

from boxcars.link import Link, RefusedError
from boxcars.link.answers import LogEntry
from boxcars.optics import picture
from boxcars.optics.calibration import SIDES, STEP_DIE, STEP_FLOOR, is_kept
from boxcars.optics.chambers import chamber_frame
from boxcars.optics.raycast import Frames
from boxcars.service import verdicts
from boxcars.service.verdicts import VERDICTS, Part
from shaker.app import book, doors, faults, logbook, meters, vault
from shaker.app.bodies import CHANGE_WORDS, ON_REQUEST, OUTCOME
from shaker.app.desk import MALFUNCTION
from shaker.app.service_commands import WORDS
from shaker.dice import reasons
from shaker.dice.trace import SAMPLE_SIZE
from shaker.link import messages
from shaker.seal.record import KIND_WITHDRAWAL

_PORTS = {"host": messages.HOST_PORT, "usb": messages.USB_PORT}
_REASON_BITS = 20
_LOST = {
    OUTCOME: "power lost behind an outcome or between rounds",
    ON_REQUEST: "started again on request",
    reasons.BROWN_OUT: "power lost in a shake",
}


@dataclass(frozen=True)
class Health:
    """`facts` are plain values for JSON; the frames and the trace are for the eye as well."""

    facts: dict[str, Any]
    parts: list[Part]
    frames: dict[str, Frames]  # by chamber, of those that gave one
    trace: list[tuple[int, int, int]]

    @property
    def verdict(self) -> str:
        return max((part.verdict for part in self.parts), key=VERDICTS.index)


def gather(link: Link) -> Health:
    """Ask for everything; nothing is moved or changed."""
    told, welcome, state, pong = link.identity(), link.welcome, link.state(), link.ping()
    readings = link.diagnostics()
    frames, seen, chambers = _chambers(link)
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
    parts = [verdicts.of_fault(state.fault)]
    parts += [verdicts.of_faults(facts["logs"]["faults"], welcome.boot)]
    parts += verdicts.of_readings(readings)
    parts += [verdicts.of_line(name, counts) for name, counts in lines.items()]
    parts += [verdicts.of_clock(facts["clock_s"], datetime.now(UTC)), *chambers, _optics(link)]
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
    if log in (logbook.PROGRAMS, logbook.SERVICE):
        return _word(CHANGE_WORDS, detail) or "genesis"
    if log == logbook.POWER_LOSSES:
        return _LOST.get(reason, "power lost while betting")
    if detail >> logbook.KIND_SHIFT == KIND_WITHDRAWAL:
        return f"seat {detail & (1 << logbook.KIND_SHIFT) - 1} withdrawn"
    return "malfunction: the round is void" if reason == MALFUNCTION else "round void"


def _word(words: tuple[str, ...], index: int) -> str:
    return words[index] if index < len(words) else str(index)


def _text(link: Link, setting: int) -> str:
    return link.read_setting(setting).decode(errors="replace")


def _chambers(link: Link) -> tuple[dict[str, Frames], dict[str, str], list[Part]]:
    """The frames that there are, what each chamber shows in a line, and the verdicts."""
    frames, seen, parts = {}, {}, []
    for chamber, side in enumerate(SIDES):
        try:
            frame = chamber_frame(link, chamber)
        except RefusedError as error:
            found = verdicts.of_no_picture(side, error.word)
        else:
            frames[side] = frame
            found = verdicts.of_picture(side, picture.explain(frame))
        seen[side] = found.value
        parts.append(found)
    return frames, seen, parts


def _optics(link: Link) -> Part:
    steps = (STEP_FLOOR, STEP_DIE)
    return verdicts.of_optics(all(is_kept(link, side, step) for side in (0, 1) for step in steps))
