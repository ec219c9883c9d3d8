"""What this machine knows of boards that it sent to BOOTSEL, by their place on the bus.

A board in BOOTSEL says nothing of itself. So that a run which goes on after a cut still refuses
what the first one would have refused, the place is noted until the board is back.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from boxcars.errors import SetupError
from boxcars.usb.probe import Card

_KEPT_S = 24 * 3600  # whoever comes back later may have plugged in another one
_FIELDS = ("kind", "board", "version", "device")


def remember(location: str, card: Card) -> None:
    """That board is about to go to BOOTSEL."""
    with _notes() as notes:
        notes[location] = {"time": time.time(), **{name: getattr(card, name) for name in _FIELDS}}


def forget(location: str) -> None:
    """It is back, or another one is."""
    with _notes() as notes:
        notes.pop(location, None)


def recall(location: str) -> Card | None:
    """What was in that place before it went to BOOTSEL."""
    with _notes() as notes:
        note = notes.get(location)
    if note is None:
        return None
    return replace(Card("unknown"), **{name: note[name] for name in _FIELDS})


def _path() -> Path:
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if base else Path.home() / ".local/state") / "boxcars" / "bootsel.json"


@contextmanager
def _notes() -> Iterator[dict[str, dict[str, Any]]]:
    """All that are not too old; what is changed in them is kept."""
    path = _path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            notes = _whole(file.read())
            before = dict(notes)
            yield notes
            if notes != before:
                file.truncate(0)
                file.write(json.dumps(notes))
    except OSError as error:
        raise SetupError(f"{path}: cannot keep a note: {error.strerror}") from error


def _whole(text: str) -> dict[str, dict[str, Any]]:
    """Notes that are whole and not too old; a file that was cut has none."""
    try:
        found = json.loads(text or "{}")
        recent = time.time() - _KEPT_S
        return {
            str(place): note
            for place, note in found.items()
            if note["time"] > recent and set(_FIELDS) <= note.keys()
        }
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}
