"""Run on the unix port: appending, reading, finding and erasing ahead take no heap, by both gates.

Prints one line for each call that was gated; stops with an assertion at the first that allocates.
"""

from fake_flash import FakeFlash

import micropython
from shaker.journal.reader import Reader
from shaker.journal.recover import recover
from shaker.journal.ring import Ring


class Nobody:
    """A visitor that takes no notice."""

    def replay(self, kind, buf, at, size, position):
        pass


flash = FakeFlash(10 * 4096)
ring = Ring(flash, 0, flash.size)
recover(ring, Nobody())
reader = Reader(ring)
data = bytearray(8192)
out = bytearray(8192)
mark = bytearray(16)


def wager():
    assert ring.append(2, data, 0, 20) > 0
    ring.step(True)


def sealed():
    assert ring.append(3, data, 5, 320) > 0
    ring.step(True)


def checkpoint():
    assert ring.append(1, data, 0, 5000, True) > 0
    ring.step(True)


def refused():
    ring.append(2, data, 0, 9000)
    ring.free_bytes()
    ring.bytes_since_checkpoint()


def marks():
    mark[0] = min(mark[0] + 1, 255)
    ring.set_mark(mark)
    ring.find(mark[0])
    ring.find(7, 1)
    ring.set_floor(ring.checkpoint)
    ring.set_floor(0)


def walk():
    reader.open_at(ring.oldest)
    while reader.next() >= 0:
        reader.read_into(out, 0, 0, reader.size)
    reader.read_at(ring.checkpoint)


def full_ring():
    ring.set_floor(ring.end)
    while ring.append(2, data, 0, 300) >= 0:
        ring.step(True)
    ring.set_floor(0)


def gate(call):
    for _ in range(60):  # over several sectors, so that every way through it is warm
        call()
    before = micropython.mem_total()
    for _ in range(60):
        call()
    assert micropython.mem_total() == before, call.__name__
    micropython.heap_lock()
    try:
        for _ in range(60):
            call()
    finally:
        micropython.heap_unlock()
    print(call.__name__, "0")


ring.step(True)
ring.step(True)
for call in (wager, sealed, checkpoint, refused, marks, walk, full_ring):
    gate(call)
