"""Say what is being done, on a terminal and in a log alike. Standard library only."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_SPINNER = "|/-\\"
_REDRAW_S = 0.1


class Progress:
    """One line per step on stderr; on a terminal the line shows what the step is doing now."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._title = ""
        self._started = 0.0
        self._drawn = 0.0
        self._turn = 0

    @contextmanager
    def step(self, title: str) -> Iterator[Progress]:
        """Show `title` while the block runs, and how long it took when it is done."""
        self._title, self._started = title, time.monotonic()
        if self._live:
            self._drawn = 0.0
            self.now("starting")
        else:
            print(f"boxcars: {title} ...", file=sys.stderr, flush=True)
        try:
            yield self
        except BaseException:
            self._clear()
            raise
        self._clear()
        took = time.monotonic() - self._started
        print(f"boxcars: {title}: done in {took:.0f} s", file=sys.stderr, flush=True)

    def now(self, doing: str) -> None:
        """Show what the running step does at this moment (a terminal only)."""
        if not self._live or time.monotonic() - self._drawn < _REDRAW_S:
            return
        self._drawn = time.monotonic()
        self._turn = (self._turn + 1) % len(_SPINNER)
        seconds = self._drawn - self._started
        line = f"{_SPINNER[self._turn]} {self._title} ({seconds:.0f} s): {doing.strip()}"
        width = shutil.get_terminal_size().columns - 1
        print(f"\r\x1b[2K{line[:width]}", end="", file=sys.stderr, flush=True)

    def note(self, text: str) -> None:
        """Say one thing that is not a step."""
        self._clear()
        print(f"boxcars: {text}", file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self._live:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
