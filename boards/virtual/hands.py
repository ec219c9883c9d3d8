"""Hands in the cabinet of a board that runs as a process: a file says what they have done.

A line is a fault, as with `--faults`, or `open SWITCH`; `;` begins another. Lines that go are
mended: empty, and everything is as it should be.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from boards.virtual.cabinet import Cabinet, Fault, FaultError, parse_faults
from boards.virtual.cabinet.switches import NAMES

_OPEN = "open "


class Hands:
    """Looks at the file when it is told to; what stands in it holds from then on."""

    def __init__(self, path: Path, cabinet: Cabinet, ordered: Sequence[Fault]) -> None:
        """`ordered` holds until the file is written for the first time."""
        self._path = path
        self._cabinet = cabinet
        self._opened: set[str] = set()
        self._seen = 0
        path.write_text("")
        self._seen = self._changed()
        cabinet.order(ordered)

    def look(self) -> None:
        """Do what is new in the file; what cannot be done is told and changes nothing."""
        changed = self._changed()
        if changed == self._seen:
            return
        self._seen = changed
        try:
            opened, faults = _read(self._path)
        except (OSError, UnicodeDecodeError):
            return  # it is being written
        except FaultError as error:
            print(f"boxcars: {self._path}: {error}", file=sys.stderr, flush=True)
            return
        self._cabinet.clear()
        for name in self._opened - opened:
            self._cabinet.close(name)
        for name in opened:
            self._cabinet.open(name)
        self._opened = opened
        self._cabinet.order(faults)

    def _changed(self) -> int:
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return self._seen


def _read(path: Path) -> tuple[set[str], tuple[Fault, ...]]:
    """Switches that are open, and faults."""
    opened, faults = set(), []
    lines = [line.partition("#")[0] for line in path.read_text().splitlines()]
    for text in map(str.strip, ";".join(lines).split(";")):
        name = text.removeprefix(_OPEN).strip()
        if not text.startswith(_OPEN):
            faults.append(text)
        elif name in NAMES:
            opened.add(name)
        else:
            raise FaultError(f"{text!r}: {name!r} is none of {', '.join(NAMES)}")
    words = "; ".join(text for text in faults if text)
    return opened, parse_faults(words) if words else ()
