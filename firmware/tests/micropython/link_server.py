"""Runs on MicroPython's unix port: the board's session, a poll for a line, with no heap.

lock | open           -> -            how polls are gated from here on; always by mem_total()
records COUNT         -> -            so many records exist
poll MS HEX           -> HEAP HEX     time, what has come on the line; what the board says
kernel NAME ARGUMENT  -> VALUE HEX    a kernel over a buffer: numbers, or hex after a colon

HEAP is the difference of micropython.mem_total() over the poll.
"""

import sys
from binascii import hexlify, unhexlify

from link_ledger import Ledger, Records

import micropython
from shaker.link import cobs_fast, cobs_plain
from shaker.link.hub import Hub
from shaker.link.messages import HOST_PORT
from shaker.link.session import Session
from shaker.octets.kernels import move


class Clock:
    """Time as the lines tell it."""

    def __init__(self):
        self.ms = 0

    def ticks_ms(self):
        return self.ms

    def ticks_diff(self, one, other):
        return (one - other + 0x20000000 & 0x3FFFFFFF) - 0x20000000


class Port:
    """Buffers that are there from the start."""

    def __init__(self):
        self.incoming = b""
        self.at = 0
        self.outgoing = bytearray(1 << 16)
        self.filled = 0

    def read_into(self, buf, size):
        size = min(size, len(self.incoming) - self.at)
        move(buf, 0, self.incoming, self.at, size)
        self.at += size
        return size

    def write(self, buf, at, size):
        move(self.outgoing, self.filled, buf, at, size)
        self.filled += size
        return size

    def is_idle(self):
        return self.filled == 0

    def rate_max(self):
        return 921600

    def takes_rate(self, rate):
        return rate == 115200 or rate == 460800 or rate == 921600

    def set_rate(self, rate):
        pass

    def lost_bytes(self):
        return 0


_clock = Clock()
_port = Port()
_ledger = Ledger()
_records = Records()
_hub = Hub(_ledger, _records, _clock)
_session = Session(_hub, _port, HOST_PORT)
_ledger.events = _hub.events
_locked = [True]


def _poll(words):
    _clock.ms = int(words[0])
    rest = _port.incoming[_port.at :]
    _port.incoming = rest + unhexlify(words[1]) if len(words) > 1 else rest
    _port.at = 0
    _port.filled = 0
    before = micropython.mem_total()
    if _locked[0]:
        micropython.heap_lock()
        _session.poll()
        micropython.heap_unlock()
    else:
        _session.poll()
    heap = micropython.mem_total() - before
    return str(heap) + " " + hexlify(_port.outgoing[: _port.filled]).decode()


def _kernel(words):
    answers = []
    for module in (cobs_plain, cobs_fast):
        args = [bytearray(unhexlify(w[1:])) if w[0] == ":" else int(w) for w in words[1:]]
        value = getattr(module, words[0])(*args)
        answers.append(str(value) + " " + hexlify(args[0]).decode())
    assert answers[0] == answers[1], words
    return answers[0]


for line in sys.stdin:
    words = line[:-1].split(" ")
    if words[0] == "poll":
        print(_poll(words[1:]))
    elif words[0] == "kernel":
        print(_kernel(words[1:]))
    elif words[0] == "records":
        _records.count = int(words[1])
        print("-")
    else:
        _locked[0] = words[0] == "lock"
        print("-")
