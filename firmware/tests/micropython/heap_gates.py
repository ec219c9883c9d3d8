"""Run on the unix port: the two gates that show "no heap" elsewhere, on what does allocate.

Prints sys.maxsize; then a line for each thing that takes heap: its name, and by which gate it is
seen: `lock` if heap_lock() refuses it, `total` if mem_total() counts it.
"""

import sys

import micropython

_one = 1


def nothing():
    return _one + 1


def bytes_of_one():
    return bytearray(_one)


def number_of_31_bits():
    return _one << 30


def tuple_of_two():
    return _one, _one + 1


def frame_of_many_locals():
    a = b = c = d = e = f = g = h = i = j = k = m = n = o = p = q = _one
    return a + b + c + d + e + f + g + h + i + j + k + m + n + o + p + q


def raised_and_caught():
    try:
        raise ValueError
    except ValueError:
        return 0


def gates(call):
    call()
    before = micropython.mem_total()
    call()
    seen = ["total"] if micropython.mem_total() != before else []
    micropython.heap_lock()
    try:
        call()
        micropython.heap_unlock()
    except MemoryError:
        micropython.heap_unlock()
        seen.append("lock")
    return seen


print(sys.maxsize)
for call in (
    nothing,
    bytes_of_one,
    number_of_31_bits,
    tuple_of_two,
    frame_of_many_locals,
    raised_and_caught,
):
    print(call.__name__, *gates(call))
