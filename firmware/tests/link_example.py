"""The worked exchange of PROTOCOL.md, played by the board's session itself."""

import hashlib

from boxcars.link.connection import Connection, Expectation
from boxcars.link.inbox import EventInbox, RecordInbox
from boxcars.link.schema import BY_NAME
from firmware.tests.link_rig import TO_BOARD, Board, Line, SimClock

_WIDTH = 28


def lines():
    """The exchange as indented lines of hex, with a word before each frame."""
    out = []
    names = iter(("hello", "its answer", "begin", "its answer", "bet", "its answer", "event"))

    def note(direction, chunk):
        arrow = "host -> board" if direction == TO_BOARD else "board -> host"
        out.append(f"    {arrow}: {next(names)}")
        for at in range(0, len(chunk), _WIDTH):
            out.append("      " + chunk[at : at + _WIDTH].hex(" "))
        return [chunk]

    clock = SimClock()
    line = Line(clock, Board(clock))
    line.faults = note
    connection = Connection(line, clock, RecordInbox(), EventInbox())
    connection.draw_nonce = lambda: hashlib.sha256(b"host").digest()[:16]
    connection.hello(Expectation(), 1.0)
    connection.begin(1, 1)
    payload = {"seat": 2, "spot": 0, "amount": 25, "craps": -1}
    message = BY_NAME["bet"]
    connection.perform([(1, message, message.fields.pack(payload))])
    connection.pump(lambda: len(connection.events) > 0, 1.0)
    return out
