"""Settlement on the unix port of MicroPython: requests on stdin, replies on stdout, as words.

Every operation runs with the heap locked and must leave `mem_total` as it was: an exception or an
allocation is reported as a code that no operation has, and the host stops the run.
"""

import sys
from array import array

import micropython
from shaker.core.ops import OP_LIMITS, OP_OPEN, STAGE, perform
from shaker.core.rules import RULES_SIZE
from shaker.core.state import LINE_AT, LINE_WORDS, RESULTS, RETURNED
from shaker.core.table import STAGE_WORDS, Table

FAULT_HEAP = -1  # followed by the bytes that were allocated
FAULT_RAISED = -2

REQUEST_BYTES = 4 * STAGE
STAGE_BYTES = 4 * STAGE_WORDS
HEAD_WORDS = 9  # code, then the first eight words of the result


def locked(table, rules, request, head):
    """Perform one request with the heap locked; leave its code, or a fault, in `head`."""
    before = micropython.mem_total()
    micropython.heap_lock()
    try:
        head[0] = perform(table, rules, request)
    except Exception as error:
        micropython.heap_unlock()
        sys.print_exception(error, sys.stderr)
        head[0] = FAULT_RAISED
        return
    micropython.heap_unlock()
    grown = micropython.mem_total() - before
    if grown:
        head[0] = FAULT_HEAP
        head[1] = grown
        return
    for index in range(HEAD_WORDS - 1):
        head[1 + index] = table.result[index]


def serve(source, sink):
    table = Table()
    words = array("i", bytes(REQUEST_BYTES + STAGE_BYTES))
    short = memoryview(words)[:STAGE]
    stage = memoryview(words)[STAGE:]
    head = array("i", bytes(4 * HEAD_WORDS))
    rules = table.rules
    while source.readinto(short) == REQUEST_BYTES:
        if words[0] == OP_OPEN or words[0] == OP_LIMITS:
            source.readinto(stage)
        if words[0] == OP_OPEN:
            rules = source.read(RULES_SIZE)
        locked(table, rules, words, head)
        sink.write(head)
        if head[0] == 0:
            lines = table.result[RETURNED] + table.result[RESULTS]
            if lines:
                sink.write(table.result, 4 * LINE_AT, 4 * LINE_WORDS * lines)


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
