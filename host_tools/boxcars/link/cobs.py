"""Consistent overhead byte stuffing on the host: no zero is left inside a frame."""

from __future__ import annotations

_BLOCK = 254


def stuff(data: bytes) -> bytes:
    """The same without zeros; one byte more for each 254, begun or not."""
    out = bytearray()
    blocks = data.split(b"\0")
    for index, block in enumerate(blocks):
        while len(block) >= _BLOCK:
            out.append(255)
            out += block[:_BLOCK]
            block = block[_BLOCK:]
            if not block and index == len(blocks) - 1:
                return bytes(out)  # a full block at the end needs no empty one behind it
        out.append(len(block) + 1)
        out += block
    return bytes(out)


def unstuff(data: bytes) -> bytes | None:
    """Undo it; None if `stuff` never made this."""
    out = bytearray()
    at = 0
    while at < len(data):
        code = data[at]
        end = at + code
        if not code or end > len(data):
            return None
        out += data[at + 1 : end]
        at = end
        if code < 255 and at < len(data):
            out.append(0)
    return bytes(out)
