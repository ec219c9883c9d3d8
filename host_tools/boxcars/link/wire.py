"""Frames as the host sends and finds them: 00, stuffed header, payload and CRC-32, 00."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from boxcars.link.cobs import stuff, unstuff
from shaker.link.sizes import CRC_SIZE, FRAME_SIZE_MAX, FRAME_SIZE_MIN, STUFFED_SIZE_MAX

_HEAD = struct.Struct("<B4sI")
NO_TAG = bytes(4)


@dataclass(frozen=True)
class Frame:
    """One frame off the line or for it."""

    message: int
    tag: bytes
    number: int
    payload: bytes

    def encode(self) -> bytes:
        """The bytes on the line, delimiters included."""
        data = _HEAD.pack(self.message, self.tag, self.number) + self.payload
        assert len(data) + CRC_SIZE <= FRAME_SIZE_MAX
        return b"\0" + stuff(data + struct.pack("<I", zlib.crc32(data))) + b"\0"


def decode(stuffed: bytes) -> Frame | None:
    """The frame between two delimiters; None if it is damaged."""
    if len(stuffed) > STUFFED_SIZE_MAX:
        return None
    data = unstuff(stuffed)
    if data is None or not FRAME_SIZE_MIN <= len(data) <= FRAME_SIZE_MAX:
        return None
    content, crc = data[:-CRC_SIZE], data[-CRC_SIZE:]
    if struct.pack("<I", zlib.crc32(content)) != crc:
        return None
    message, tag, number = _HEAD.unpack_from(content)
    return Frame(message, tag, number, content[_HEAD.size :])


class Deframer:
    """Finds frames in whatever comes off a line."""

    def __init__(self) -> None:
        self.damaged_count = 0
        self._kept = bytearray()
        self._dropping = False

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that these bytes complete."""
        frames: list[Frame] = []
        pieces = data.split(b"\0")
        for piece in pieces[:-1]:
            self._keep(piece)
            if self._kept or self._dropping:
                frame = None if self._dropping else decode(bytes(self._kept))
                if frame is None:
                    self.damaged_count += 1
                else:
                    frames.append(frame)
            self.clear()
        self._keep(pieces[-1])
        return frames

    def _keep(self, piece: bytes) -> None:
        if len(self._kept) + len(piece) > STUFFED_SIZE_MAX:
            self._dropping = True
        else:
            self._kept += piece

    def clear(self) -> None:
        """Forget what was begun."""
        self._kept.clear()
        self._dropping = False
