"""The technician's line: USB serial, as raw bytes, without heap."""

import select
import sys

from micropython import const
from shaker.octets.kernels import move

_CHUNK = const(64)


class UsbPort:
    """The console of the image as a port of the link; the product has no prompt on it."""

    def __init__(self):
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(self._in, select.POLLIN)
        self._byte_buf = bytearray(1)
        self._chunk_buf = bytearray(_CHUNK)
        self._views = [memoryview(self._chunk_buf)[:size] for size in range(_CHUNK + 1)]

    def read_into(self, buf, size):
        """Take what has come; how many bytes."""
        count = 0
        while count < size and self._is_waiting():
            self._in.readinto(self._byte_buf)
            buf[count] = self._byte_buf[0]
            count += 1
        return count

    def _is_waiting(self):
        for _ in self._poll.ipoll(0):
            return True
        return False

    def write(self, buf, at, size):
        """Hand bytes to the host; nobody there is as good as taken."""
        done = 0
        while done < size:
            piece = size - done if size - done < _CHUNK else _CHUNK
            move(self._chunk_buf, 0, buf, at + done, piece)
            self._out.write(self._views[piece])
            done += piece
        return done

    def is_idle(self):
        return True

    def rate_max(self):
        return 0

    def takes_rate(self, rate):
        return False

    def set_rate(self, rate):
        """USB has no rate."""

    def lost_bytes(self):
        return 0
