"""Run on the 32-bit unix port: from betting open to result acknowledged a round takes no heap.

    table_heap.py [rounds=12]

Both gates, around every call that the loop or a host makes: `mem_total` unchanged with the heap
open, then the same under `heap_lock`. Prints each call and 0; stops at the first that allocates.
With a real key: signing is in it.
"""

import sys

from fake_flash import FakeFlash
from fake_parts import World
from fake_table import Table, size_of

import micropython
from shaker.app import book
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.spots import DONT_PASS, FIELD, PASS
from shaker.dice import reasons
from shaker.link import codes, messages
from shaker.link.request import Request
from shaker.octets.kernels import equal, move

_FALLS = ((2, 2), reasons.COCKED, (3, 4), (1, 1), (6, 5), reasons.LID_OPEN, (4, 4), (5, 2))
_NAMES = (
    "bet", "call", "take", "limits", "close", "roll", "step", "read", "ack",
    "message", "again", "ask",
)  # fmt: skip

# Seat 1 on the field, as a host sends it, and a wager that is refused.
_WAGERS = (
    (messages.BET, b"\x01" + bytes((FIELD,)) + b"\x0a\x00\x00\x00\xff\xff\xff\xff"),
    (messages.TAKE, b"\x01" + bytes((FIELD,)) + b"\x05\x00\x00\x00\xff\xff\xff\xff"),
    (messages.BET, b"\x09" + bytes((FIELD,)) + b"\x0a\x00\x00\x00\xff\xff\xff\xff"),
    (messages.CALL, b"\x00" + bytes((PASS,)) + b"\x00\x00"),
)
_INDEX = b"\x00\x00"
_QUERIES = (messages.STATE, messages.RETURNED, messages.TABLE_INFO)


class SteadyWorld(World):
    """Dice that fall in a circle, without heap."""

    def __init__(self):
        super().__init__(())
        self.at = 0

    def throw(self):
        self.throw_count += 1
        self.lying = _FALLS[self.at]
        self.at = self.at + 1 if self.at + 1 < len(_FALLS) else 0


class SteadySource:
    """Noise enough for a test, within the small ints."""

    code = 0

    def __init__(self):
        self._state = 1

    def draw_into(self, out, at):
        for index in range(64):
            self._state = self._state * 75 % 65537
            out[at + index] = self._state & 255
        return 0


class Gate:
    """Counts what each kind of call takes."""

    def __init__(self):
        self.taken = [0] * len(_NAMES)
        self.calls = [0] * len(_NAMES)
        self._before = 0

    def enter(self):
        self._before = micropython.mem_total()

    def leave(self, kind):
        self.taken[kind] += micropython.mem_total() - self._before
        self.calls[kind] += 1


def play(table, gate, buf, speaker):
    """One round, each call gated."""
    board, words = table.board, table.board.ledger.book
    desk = board.desk
    wager(table, gate, ops.OP_BET, 0, PASS, 10)
    wager(table, gate, ops.OP_BET, 1, DONT_PASS, 10)
    wager(table, gate, ops.OP_BET, 0, FIELD, 10)
    wager(table, gate, ops.OP_TAKE, 0, FIELD, 10)
    wager(table, gate, ops.OP_BET, 1, FIELD, 30)
    number = table.next_command()
    gate.enter()
    desk.call(number, 1, FIELD, 2, 0)
    gate.leave(1)
    speaker.speak()
    number = table.next_command()
    gate.enter()
    desk.close(number)
    gate.leave(4)
    number = table.next_command()
    gate.enter()
    code = desk.roll(number)
    gate.leave(5)
    assert code == OK
    while words[book.PHASE] != book.WAITING:
        step(table, gate)
    finish(table, gate, buf)


class Speaker:
    """The host's messages: performed, asked for again, and questions beside them."""

    def __init__(self, table, gate):
        handler = table.board.handler
        self.gate = gate
        self._table = table
        self._request = Request(messages.HOST_PORT)
        self._out_buf = bytearray(627)
        self._said_buf = bytearray(627)
        self._perform_ref = handler.perform
        self._again_ref = handler.answer_again
        self._ask_ref = handler.ask

    def speak(self):
        for message, payload in _WAGERS:
            self._request.number = self._table.next_command()
            first = self._tell(self._perform_ref, message, payload, 9)
            size = self._request.reply.size()
            move(self._said_buf, 0, self._out_buf, 0, size)
            again = self._tell(self._again_ref, message, payload, 10)
            if first != OK:
                assert again == codes.E_REFUSAL_LOST
            else:
                assert again == OK
                assert self._request.reply.size() == size
                assert equal(self._said_buf, 0, self._out_buf, 0, size)
        for message in _QUERIES:
            assert self._tell(self._ask_ref, message, _INDEX, 11) == OK

    def _tell(self, act, message, payload, kind):
        request = self._request
        request.message = message
        request.fields.set(payload, 0, len(payload))
        request.reply.set(self._out_buf, 0, len(self._out_buf))
        self.gate.enter()
        code = act(request)
        self.gate.leave(kind)
        return code


def wager(table, gate, op, seat, spot, amount):
    number = table.next_command()
    gate.enter()
    table.board.desk.bet(number, op, seat, spot, amount, 0)  # some are refused: also without heap
    gate.leave(0 if op == ops.OP_BET else 2)


def step(table, gate):
    table.time.now_ms += 5
    gate.enter()
    table.board.step()
    gate.leave(6)


def finish(table, gate, buf):
    """Read the newest record and the one before it, which is rebuilt; acknowledge."""
    archive = table.board.archive
    gate.enter()
    newest = archive.newest()
    size = archive.size_of(newest)
    read = archive.read_into(newest, 0, buf, 0, size)
    before = size_of(archive, newest - 1)
    rebuilt = archive.read_into(newest - 1, 100, buf, 0, 256)
    archive.oldest()
    archive.acknowledged()
    gate.leave(7)
    assert read == size
    assert rebuilt == min(256, before - 100)
    step(table, gate)
    gate.enter()
    code = archive.acknowledge(newest)
    gate.leave(8)
    assert code == OK
    step(table, gate)
    step(table, gate)


def main(arguments):
    rounds = 12
    for argument in arguments:
        rounds = int(argument.split("=")[1])
    table = Table(FakeFlash(30 * 4096), SteadyWorld())
    table.start()
    table.provision()
    table.board.noise.source = SteadySource()
    buf = bytearray(32 * 1024)
    gate = Gate()
    speaker = Speaker(table, gate)
    for _ in range(8):  # warm: bound methods, caches
        play(table, gate, buf, speaker)
    gate = speaker.gate = Gate()
    for _ in range(rounds):
        play(table, gate, buf, speaker)
    for kind in range(len(_NAMES)):
        if gate.calls[kind]:
            print(_NAMES[kind], gate.calls[kind], gate.taken[kind])
    assert not any(gate.taken)
    micropython.heap_lock()
    try:
        for _ in range(rounds):
            play(table, gate, buf, speaker)
    finally:
        micropython.heap_unlock()
    print("locked", rounds)


main(sys.argv[1:])
