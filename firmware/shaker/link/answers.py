"""Answers to the last commands of a port, so that a repeat gets the same and has no effect."""

from shaker.link.sizes import ANSWER_KEPT_MAX, COMMAND_WINDOW
from shaker.octets.kernels import move
from shaker.octets.words import get_u32, put_u32

_HEAD = 6  # number, message, size
_SLOT = _HEAD + ANSWER_KEPT_MAX


class Answers:
    """A ring by command number."""

    def __init__(self):
        self._slots_buf = bytearray(COMMAND_WINDOW * _SLOT)

    def keep(self, number, message, reply):
        """Keep what was answered."""
        assert reply.size() <= ANSWER_KEPT_MAX
        slot = number % COMMAND_WINDOW * _SLOT
        put_u32(self._slots_buf, slot, number)
        self._slots_buf[slot + 4] = message
        self._slots_buf[slot + 5] = reply.size()
        self._copy(slot + _HEAD, reply, reply.size())

    def _copy(self, at, reply, size):
        move(self._slots_buf, at, reply.buf, reply.start, size)

    def message_of(self, number):
        """Which message was answered under that number; 0 if the answer is not kept."""
        slot = number % COMMAND_WINDOW * _SLOT
        if get_u32(self._slots_buf, slot) != number:
            return 0
        return self._slots_buf[slot + 4]

    def write_into(self, writer, number):
        """The answer again: code and fields."""
        slot = number % COMMAND_WINDOW * _SLOT
        writer.copy(self._slots_buf, slot + _HEAD, self._slots_buf[slot + 5])
