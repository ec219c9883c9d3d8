"""A serial line between two ends that do not agree on the baud rate."""

from __future__ import annotations

_DATA_BITS = 8
_FRAME_BITS = _DATA_BITS + 2


def resample(data: bytes, sent_at: int, sampled_at: int) -> bytes:
    """What a receiver at one rate makes of 8N1 characters sent back to back at another.

    The line is read as hardware does it: a falling edge starts a frame, each bit is sampled in its
    middle. A stop bit that is low is a framing error, and the character is delivered all the same.
    """
    line: list[int] = []
    for byte in data:
        line += [0, *((byte >> bit) & 1 for bit in range(_DATA_BITS)), 1]

    def level(time: float) -> int:
        index = int(time * sent_at)
        return line[index] if index < len(line) else 1

    out = bytearray()
    end = len(line) / sent_at
    time = 0.0
    step = 1 / (16 * sampled_at)
    while time < end:
        if level(time):
            time += step
            continue
        byte = 0
        for bit in range(_DATA_BITS):
            byte |= level(time + (bit + 1.5) / sampled_at) << bit
        out.append(byte)
        time += (_FRAME_BITS - 0.5) / sampled_at
        while time < end and not level(time):
            time += step
    return bytes(out)
