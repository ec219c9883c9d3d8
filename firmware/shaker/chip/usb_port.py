"""The USB serial port as a port of the link: raw bytes, polled, without heap.

TinyUSB holds what comes while flash stops the processor, and the host waits: nothing is lost. A
write of more than there is room for would wait up to half a second for a host that has the port
open and does not read, and how much room there is cannot be asked: so each byte asks for itself.
"""

import select
import sys


class UsbPort:
    """Standard input and output of the image."""

    def __init__(self):
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._byte_buf = bytearray(1)
        self._can_read = select.poll()
        self._can_read.register(self._in, select.POLLIN)
        self._can_write = select.poll()
        self._can_write.register(self._out, select.POLLOUT)
        self._is_ready(self._can_read)  # the first call allocates
        self._is_ready(self._can_write)

    def _is_ready(self, poll):
        for _ in poll.ipoll(0):
            return True
        return False

    def read_into(self, buf, size):
        """Bytes that have come, at most `size`: how many."""
        count = 0
        while count < size and self._is_ready(self._can_read):
            self._in.readinto(self._byte_buf)
            buf[count] = self._byte_buf[0]
            count += 1
        return count

    def write(self, buf, at, size):
        """Take what there is room for: how many bytes."""
        count = 0
        while count < size and self._is_ready(self._can_write):
            self._out.write(buf, at + count, 1)
            count += 1
        return count

    def is_idle(self):
        return True

    def rate_max(self):
        return 0

    def takes_rate(self, rate):
        return False

    def set_rate(self, rate):
        pass

    def lost_bytes(self):
        return 0
