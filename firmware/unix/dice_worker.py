"""Reading frames on the unix port: frames on stdin, verdicts on stdout, three bytes each.

First width, height and die_px (0: estimate) as three bytes, then frame after frame. Every reading
runs twice: with the heap open, when `mem_total` must stay as it was, and with the heap locked. A
verdict is reason, face, margin; a reason from 254 on is a fault, and the host stops the run.
"""

import sys

import micropython
from shaker.dice.reader import Reader

FAULT_HEAP = 254
FAULT_RAISED = 255


def gated(reader, frame_buf, out):
    """Read one frame behind both gates."""
    try:
        total = micropython.mem_total()
        reader.read(frame_buf)
        if micropython.mem_total() != total:
            out[0] = FAULT_HEAP
            return
        micropython.heap_lock()
        try:
            out[0] = reader.read(frame_buf)
        finally:
            micropython.heap_unlock()
    except Exception as error:
        sys.print_exception(error, sys.stderr)
        out[0] = FAULT_RAISED
        return
    out[1] = reader.face
    out[2] = reader.margin


def serve(source, sink):
    head = source.read(3)
    reader = Reader(head[0], head[1], head[2])
    frame_buf = bytearray(head[0] * head[1])
    out = bytearray(3)
    reader.read(frame_buf)  # MicroPython's lookup caches are warm from here on
    while source.readinto(frame_buf) == len(frame_buf):
        gated(reader, frame_buf, out)
        sink.write(out)


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
