"""Every message of the table with any fields at all, on both ports of the whole controller.

Frames are well formed: right CRC, tag and place among the commands. Each is answered, nothing of
it raises or latches, and what was refused has changed nothing. Both sides run in one process and
simulated time; flash and dice are stand-ins.
"""

import gc
import random

import pytest

from boxcars.link.schema import ENTRIES, MESSAGES
from boxcars.link.wire import Deframer, Frame
from firmware.tests.controller_rig import Cabinet, use_quick_signer
from shaker.app import book
from shaker.core.spots import PASS
from shaker.link import messages
from shaker.link.messages import COMMAND, HOST_PORT, NOTE, TO_BOARD
from shaker.link.sizes import ANSWER_BIT, PAYLOAD_SIZE_MAX

FRAMES = 400
_EDGES = {
    "u8": (0, 1, 2, 3, 7, 15, 16, 63, 64, 127, 128, 254, 255),
    "u16": (0, 1, 2, 255, 256, 0x7FFF, 0xFFFF),
    "u30": (0, 1, 2, 3, 100, 1 << 16, 1 << 29, (1 << 30) - 1),
    "s30": (-(1 << 30), -2, -1, 0, 1, 5, 10, 100, (1 << 30) - 1),
}
# These begin or end a session, or change its rate; end the board's life; throw dice; look through
# sensors, of which the stand-in has none.
_OTHERS = (
    messages.HELLO, messages.BEGIN, messages.BYE, messages.BAUD, messages.RETIRE, messages.ROLL,
    messages.PICTURE, messages.PART,
)  # fmt: skip
_ROWS = [row for row in MESSAGES.values() if row.direction == TO_BOARD and row.id not in _OTHERS]
_WAGERS = [MESSAGES[messages.BET], MESSAGES[messages.TAKE], MESSAGES[messages.CALL]]


def _value(dice, field):
    if field.type in _EDGES:
        return dice.choice(_EDGES[field.type])
    return dice.choice((bytes(field.size), b"mbs-2020"[: field.size], dice.randbytes(field.size)))


def _entries(dice, layout):
    """Some entries of a list, or bytes that are none."""
    if layout is None or dice.random() < 0.3:
        return dice.randbytes(dice.choice((0, 1, 4, 32, 90, 500)))
    rows = [{field.name: _value(dice, field) for field in layout.fields} for _ in range(3)]
    return b"".join(layout.pack(row) for row in rows)


def _payload(dice, row):
    values = {field.name: _value(dice, field) for field in row.fields.fields}
    if row.fields.has_rest:
        name = row.fields.fields[-1].name
        room = PAYLOAD_SIZE_MAX - row.fields.size
        values[name] = _entries(dice, ENTRIES.get((row.id, name)))[:room]
    if row in _WAGERS[:2] and dice.random() < 0.8:  # else hardly one would be taken
        values = {"seat": dice.randrange(3), "spot": dice.choice((PASS, dice.randrange(70)))}
        values |= {"amount": dice.choice((-1, 5, 10, 30)), "craps": dice.choice((-1, 0, 5))}
    return row.fields.pack(values)


class _Port:
    """One line of the board, and what a host knows of it."""

    def __init__(self, line, link, clock):
        self._line = line
        self._clock = clock
        self._deframer = Deframer()
        self._tag = link._live().tag
        self._next = link._next_command

    def send(self, dice, row):
        """Send a message; the code that it is answered with, None to a note."""
        number = self._next if row.kind == COMMAND else dice.randrange(1 << 20)
        self._line.write(Frame(row.id, self._tag, number, _payload(dice, row)).encode())
        for _ in range(100):
            self._clock.sleep(0.004)
            for frame in self._deframer.feed(self._line.read(65536)):
                if frame.number == number and frame.message == row.id | ANSWER_BIT:
                    self._next += row.kind == COMMAND
                    return frame.payload[0]
                if frame.message == messages.NAK and frame.payload[0] == row.id:
                    return frame.payload[1]
            if row.kind == NOTE:
                return None
        raise AssertionError(f"{row.name} was never answered")


def _open_again(cabinet):
    """A round that was closed is given up, and what is sealed is acknowledged."""
    board = cabinet.board
    if board.ledger.book[book.PHASE] == book.CLOSED:
        board.desk.void(0, 0)
    cabinet.clock.sleep(0.1)
    if not board.ledger.all_acknowledged():
        assert board.archive.acknowledge(board.archive.newest()) == 0


@pytest.mark.parametrize("seed", range(6))
def test_any_message_is_answered_and_a_refusal_changes_nothing(seed, monkeypatch):
    use_quick_signer(monkeypatch)
    monkeypatch.setattr(gc, "mem_free", lambda: 1000, raising=False)
    dice = random.Random(seed)
    cabinet = Cabinet()
    cabinet.provision()
    link = cabinet.link(acknowledge=True)
    link.open_table("mbs-2020", 3, minimum=5)
    ports = {
        HOST_PORT: _Port(cabinet.host, link, cabinet.clock),
        messages.USB_PORT: _Port(cabinet.usb, cabinet.technician(), cabinet.clock),
    }
    table = cabinet.board.ledger.table
    done = 0
    for index in range(FRAMES):
        if index % 10 == 0:
            _open_again(cabinet)
        row = dice.choice(_WAGERS if dice.random() < 0.4 else _ROWS)
        if row.id in (messages.LOCK, messages.REBOOT) and dice.random() < 0.9:
            continue
        before = bytes(table.state)
        place = HOST_PORT if dice.random() < 0.6 else messages.USB_PORT
        code = ports[place].send(dice, row)
        done += row.kind == COMMAND and code == 0
        if row.kind == COMMAND and code:
            assert bytes(table.state) == before, row.name
    assert done > 20
    assert cabinet.board.ledger.book[book.FAULT] == 0
    assert cabinet.board.round.fault == 0
