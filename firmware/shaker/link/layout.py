"""The message table made ready for checking: built once at start, read without heap."""

from micropython import const
from shaker.link.codes import E_SIZE, E_UNKNOWN, E_VALUE, OK
from shaker.link.messages import (
    COL_ANSWER,
    COL_AUTHORITIES,
    COL_DIRECTION,
    COL_FAULTED,
    COL_FIELDS,
    COL_ID,
    COL_KIND,
    COL_PORTS,
    TABLE,
    TO_BOARD,
)

_IDS = const(128)
_KIND_MASK = const(7)
_FAULTED = const(8)
_FROM_HOST = const(16)
_KNOWN = const(32)
_REST = const(64)
_U30 = const(1)
_S30 = const(2)


def field_size(kind):
    """Bytes of a field type; 0 for `rest`."""
    if kind == "rest":
        return 0
    if kind[0] == "b":
        return int(kind[1:])
    return {"u8": 1, "u16": 2, "u30": 4, "s30": 4}[kind]


def field_words(text):
    """The `name:type` words of a column."""
    return [] if text == "-" else text.split(" ")


class Layout:
    """For each id: what it is, who may send it, how long it is, where its numbers lie."""

    def __init__(self):
        self._flags = bytearray(_IDS)
        self._ports = bytearray(_IDS)
        self._authorities = bytearray(_IDS)
        self._sizes = bytearray(2 * _IDS)
        self._answers = bytearray(2 * _IDS)
        self._numbers = [b""] * _IDS
        for row in TABLE:
            self._add(row)

    def _add(self, row):
        message = row[COL_ID]
        flags = _KNOWN | row[COL_KIND]
        if row[COL_FAULTED]:
            flags |= _FAULTED
        if row[COL_DIRECTION] == TO_BOARD:
            flags |= _FROM_HOST
        size = 0
        numbers = bytearray()
        for word in field_words(row[COL_FIELDS]):
            kind = word.split(":")[1]
            if kind == "rest":
                flags |= _REST
            if kind[1:] == "30":
                numbers.append(size)
                numbers.append(_U30 if kind[0] == "u" else _S30)
            size += field_size(kind)
        self._numbers[message] = bytes(numbers)
        self._flags[message] = flags
        self._ports[message] = row[COL_PORTS]
        self._authorities[message] = row[COL_AUTHORITIES]
        self._sizes[2 * message] = size & 255
        self._sizes[2 * message + 1] = size >> 8
        answer = 1
        for word in field_words(row[COL_ANSWER]):
            answer += field_size(word.split(":")[1])
        self._answers[2 * message] = answer & 255
        self._answers[2 * message + 1] = answer >> 8

    def check(self, message, buf, at, size):
        """Whether a payload is one that a host may send, by structure alone: a code."""
        if message >= _IDS:
            return E_UNKNOWN
        if not self._flags[message] & _FROM_HOST:
            return E_UNKNOWN
        if not self._fits(message, size):
            return E_SIZE
        return self._check_numbers(self._numbers[message], buf, at)

    def _fits(self, message, size):
        fixed = self._sizes[2 * message] | self._sizes[2 * message + 1] << 8
        return size == fixed or (size > fixed and self._flags[message] & _REST)

    def _check_numbers(self, numbers, buf, at):
        """Whether each is a small int: pairs of where it lies and what it is."""
        index = 0
        while index < len(numbers):
            high = buf[at + numbers[index] + 3] >> 6
            if high and (numbers[index + 1] == _U30 or high != 3):
                return E_VALUE
            index += 2
        return OK

    def is_event(self, message):
        """Whether it is one that the board sends."""
        return self._flags[message] & (_KNOWN | _FROM_HOST) == _KNOWN

    def kind(self, message):
        return self._flags[message] & _KIND_MASK

    def ports(self, message):
        return self._ports[message]

    def authorities(self, message):
        return self._authorities[message]

    def allowed_while_faulted(self, message):
        return self._flags[message] & _FAULTED

    def size(self, message):
        """Bytes of its fields, without a `rest`."""
        return self._sizes[2 * message] | self._sizes[2 * message + 1] << 8

    def answer_size(self, message):
        """Bytes of the code and the fields of its answer, without a `rest`."""
        return self._answers[2 * message] | self._answers[2 * message + 1] << 8
