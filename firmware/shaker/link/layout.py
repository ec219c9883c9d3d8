"""A message table made ready for checking: bytes made from it at build, read without heap."""

from micropython import const
from shaker.link.codes import E_SIZE, E_UNKNOWN, E_VALUE, OK

_IDS = const(128)
_KIND_MASK = const(7)
FLAG_FAULTED = const(8)
FLAG_FROM_HOST = const(16)
FLAG_KNOWN = const(32)
FLAG_REST = const(64)
NUMBER_U30 = const(1)
NUMBER_S30 = const(2)


class Layout:
    """For each id: what it is, who may send it, how long it is, where its numbers lie.

    `data` is the generated module of the table, `digest` what hello compares.
    """

    def __init__(self, data, digest):
        self.digest = digest
        self._flags = data.FLAGS
        self._ports = data.PORTS
        self._authorities = data.AUTHORITIES
        self._sizes = data.SIZES
        self._answers = data.ANSWERS
        self._numbers = data.NUMBERS

    def check(self, message, buf, at, size):
        """Whether a payload is one that a host may send, by structure alone: a code."""
        if message >= _IDS:
            return E_UNKNOWN
        if not self._flags[message] & FLAG_FROM_HOST:
            return E_UNKNOWN
        if not self._fits(message, size):
            return E_SIZE
        return self._check_numbers(self._numbers[message], buf, at)

    def _fits(self, message, size):
        fixed = self._sizes[2 * message] | self._sizes[2 * message + 1] << 8
        return size == fixed or (size > fixed and self._flags[message] & FLAG_REST)

    def _check_numbers(self, numbers, buf, at):
        """Whether each is a small int: pairs of where it lies and what it is."""
        index = 0
        while index < len(numbers):
            high = buf[at + numbers[index] + 3] >> 6
            if high and (numbers[index + 1] == NUMBER_U30 or high != 3):
                return E_VALUE
            index += 2
        return OK

    def is_from_host(self, message):
        """Whether it is one that a host may send."""
        return message < _IDS and self._flags[message] & FLAG_FROM_HOST

    def is_event(self, message):
        """Whether it is one that the board sends."""
        return self._flags[message] & (FLAG_KNOWN | FLAG_FROM_HOST) == FLAG_KNOWN

    def kind(self, message):
        return self._flags[message] & _KIND_MASK

    def ports(self, message):
        return self._ports[message]

    def authorities(self, message):
        return self._authorities[message]

    def allowed_while_faulted(self, message):
        return self._flags[message] & FLAG_FAULTED

    def size(self, message):
        """Bytes of its fields, without a `rest`."""
        return self._sizes[2 * message] | self._sizes[2 * message + 1] << 8

    def answer_size(self, message):
        """Bytes of the code and the fields of its answer, without a `rest`."""
        return self._answers[2 * message] | self._answers[2 * message + 1] << 8
