"""Settlement on the unix port of MicroPython: requests on stdin, replies on stdout, as words.

Every operation must leave `mem_total` as it was, and runs with the heap locked: an exception or
an allocation is reported as a code that no operation has, and the host stops the run.
"""

import sys
from array import array

import micropython
from shaker.core.ops import OP_LIMITS, OP_OPEN, STAGE, perform
from shaker.core.rules import RULES_SIZE
from shaker.core.state import LINE_AT, LINE_WORDS, RESULTS, RETURNED, STATE_WORDS
from shaker.core.table import STAGE_WORDS, Table

FAULT_HEAP = -1  # followed by the bytes that were allocated
FAULT_RAISED = -2

REQUEST_BYTES = 4 * STAGE
STAGE_BYTES = 4 * STAGE_WORDS
HEAD_WORDS = 9  # code, then the first eight words of the result


def performed(table, rules, request, head):
    """Perform one request; leave its code and what it allocated in `head`; False if it raised."""
    try:
        total = micropython.mem_total()
        head[0] = perform(table, rules, request)
        head[1] = micropython.mem_total() - total
    except Exception as error:
        sys.print_exception(error, sys.stderr)
        head[0] = FAULT_RAISED
        return False
    return True


def gated(table, rules, request, head, before):
    """Perform one request behind both gates; leave its code, or a fault, in `head`.

    With the heap open, so that whatever it allocates shows in `mem_total`, big frames and caught
    raises too; then, from the same state, with the heap locked. The second run is the one that
    counts. A locked heap alone would hide what falls back to the stack.
    """
    before[:] = table.state
    if not performed(table, rules, request, head):
        return
    if head[1]:
        head[0] = FAULT_HEAP
        return
    table.state[:] = before
    micropython.heap_lock()
    good = performed(table, rules, request, head)
    micropython.heap_unlock()
    if not good:
        return
    for index in range(HEAD_WORDS - 1):
        head[1 + index] = table.result[index]


def serve(source, sink):
    table = Table()
    words = array("i", bytes(REQUEST_BYTES + STAGE_BYTES))
    short = memoryview(words)[:STAGE]
    stage = memoryview(words)[STAGE:]
    head = array("i", bytes(4 * HEAD_WORDS))
    before = array("i", bytes(4 * STATE_WORDS))
    rules = table.rules
    while source.readinto(short) == REQUEST_BYTES:
        if words[0] == OP_OPEN or words[0] == OP_LIMITS:
            source.readinto(stage)
        if words[0] == OP_OPEN:
            rules = source.read(RULES_SIZE)
        gated(table, rules, words, head, before)
        sink.write(head)
        if head[0] == 0:
            lines = table.result[RETURNED] + table.result[RESULTS]
            if lines:
                sink.write(table.result, 4 * LINE_AT, 4 * LINE_WORDS * lines)


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
