"""Who is on a port: the identity line that a board answers a line end with."""

from __future__ import annotations

import re

from boxcars.link.ports import Clock, SerialPort, read_some, write_all

ANSWER_S = 5.0
_AGAIN_S = 1.0  # it may just have started


def ask(line: SerialPort, clock: Clock, timeout_s: float = ANSWER_S) -> bytes:
    """The line; empty if none comes in time. What came before is not looked at."""
    while read_some(line):
        pass
    heard = b""
    asked = clock.monotonic()
    deadline = asked + timeout_s
    write_all(line, b"\n")
    while clock.monotonic() < deadline:
        if clock.monotonic() - asked >= _AGAIN_S:
            asked = clock.monotonic()
            write_all(line, b"\n")
        heard += read_some(line)
        found = re.search(rb"boxcars [^\n]*\n", heard)
        if found:
            while read_some(line):
                pass
            return found[0]
    return b""
