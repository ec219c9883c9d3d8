"""A journal under power cuts, for both Pythons: every operation, torn, and cut a second time.

A script of appends fills a small ring several times over. Before each append the flash is copied;
from that copy the append is cut in each of its operations, with several shares of its bits done,
and what a restart finds must be all records before it and either none or the whole of this one.
Then the append is made again and cut again in each of its operations (the recovery itself
has none), and in the end the record must be there exactly once.

On the unix port: `journal_cuts.py [APPENDS [STRIDE]]` prints cuts and second cuts.
"""

import sys

from fake_flash import FakeFlash, PowerCut

from shaker.journal import record
from shaker.journal.recover import recover
from shaker.journal.ring import Ring

SECTORS = 8
SHARES = (0, 40, 128, 230, 256)
SIZES = (20, 0, 7, 20, 320, 20, 21, 1500, 19, 52, 53, 3980, 20, 84, 5000, 20)


class Tail:
    """A visitor that keeps what it is given."""

    def __init__(self):
        self.records = []

    def replay(self, kind, buf, at, size, position):
        self.records.append((kind, bytes(buf[at : at + size]), position))


def content(number):
    """Kind and payload of a record of the script; every fifth is a checkpoint."""
    size = SIZES[number % len(SIZES)]
    kind = record.KIND_CHECKPOINT if number % 5 == 4 else 2 + number % 7
    return kind, bytes((number * 31 + i * 7 + (i >> 5)) & 0xFF for i in range(size))


def start(flash):
    """A restart: the ring, and the records from the last checkpoint on."""
    ring = Ring(flash, 0, flash.size)
    tail = Tail()
    code = recover(ring, tail)
    assert code <= 1, code
    assert ring.lost == 0
    return ring, tail.records


def put(ring, number):
    """Erase ahead and append, as the controller does."""
    ring.step(True)
    kind, data = content(number)
    return ring.append(kind, data, 0, len(data), True)


def expect(ring, records, written, number):
    """What was found is what was written, and maybe the record that was cut; is it there?"""
    is_there = ring.sequence == number + 2
    assert is_there or ring.sequence == number + 1, (ring.sequence, number)
    whole = list(written)
    if is_there:
        whole.append(content(number) + (records[-1][2],))
    first = 0
    for i in range(len(whole)):
        if whole[i][0] == record.KIND_CHECKPOINT:
            first = i
    assert records == whole[first:], (number, len(records), len(whole) - first)
    return is_there


def ops_of(flash, ring, number):
    """How many operations that append takes, on a copy."""
    copy = flash.copy()
    other, _ = start(copy)
    assert other.sequence == ring.sequence
    before = copy.ops
    assert put(other, number) > 0
    return copy.ops - before


def cut_once(flash, number, nth, share):
    """A copy of the flash, cut in the nth operation of the append."""
    copy = flash.copy()
    ring, _ = start(copy)
    copy.cut(nth, share, number * 101 + nth * 7 + share)
    try:
        put(ring, number)
        raise AssertionError("the cut did not come")
    except PowerCut:
        copy.power_on()
    return copy


def cut_twice(flash, written, number, share):
    """The append again, cut in each of its operations, and once more to its end."""
    count = 0
    nth = 1
    while True:
        copy = flash.copy()
        ring, records = start(copy)
        is_there = expect(ring, records, written, number)
        copy.cut(nth, share, number + nth)
        try:
            if not is_there:
                assert put(ring, number) > 0
            return count
        except PowerCut:
            copy.power_on()
        count += 1
        ring, records = start(copy)
        if not expect(ring, records, written, number):
            assert put(ring, number) > 0
        ring, records = start(copy)
        assert expect(ring, records, written, number)
        nth += 1


def run(appends, stride=1):
    """Play the script; counts of first and second cuts. With a stride only some are cut."""
    flash = FakeFlash(SECTORS * 4096)
    ring, _ = start(flash)
    written = []
    first = second = turn = 0
    for number in range(appends):
        for nth in range(1, ops_of(flash, ring, number) + 1):
            for share in SHARES:
                turn += 1
                if turn % stride:
                    continue
                copy = cut_once(flash, number, nth, share)
                assert copy.reads > 0
                first += 1
                second += cut_twice(copy, written, number, SHARES[turn % len(SHARES)])
        ring, records = start(flash)
        expect(ring, records, written, number)
        position = put(ring, number)
        assert position > 0
        written.append(content(number) + (position,))
    return first, second, ring.space.head


if __name__ == "__main__":
    arguments = [int(word) for word in sys.argv[1:]]
    print(*run(*(arguments or [80])))
