"""The stream of signed records to one connection: parts in order, as far as its credit reaches.

The host says what it has (`record-want`: sequence and offset of the next byte) and how many bytes
may be under way beyond it. The same message with `again` set goes back, or to any record that is
kept. Without progress the stream goes back by itself. What is sent is read from the source each
time: `oldest()`, `newest()`, `size_of(sequence)` and `read_into(sequence, offset, buf, at, size)`,
which gives the bytes read. Both give less than 1 for what they cannot have now: they are asked
for the record that is next alone, as an old one takes the source a while.
"""

from array import array

from micropython import const
from shaker.link.sizes import CREDIT_MAX, PART_SIZE, RESEND_MS, RESEND_MS_MAX

_SIZES = const(64)  # of records under way: more than the credit has of the smallest there are
_RECORD_SIZE_MIN = const(320)  # header and signature

assert (_SIZES - 1) * _RECORD_SIZE_MIN > CREDIT_MAX + PART_SIZE


class RecordCursor:
    """What one connection has, and what is under way to it."""

    def __init__(self, source, clock):
        self.resent_count = 0
        self._source = source
        self._clock = clock
        self._has_sequence = 0  # the host has all before this place
        self._has_offset = 0
        self._sequence = 0  # the place to send from
        self._offset = 0
        self._under_way = 0  # bytes between the two
        self._credit = 0
        self._time = 0
        self._wait_ms = RESEND_MS
        self._sizes = array("H", bytes(2 * _SIZES))  # by sequence, of those that were sent

    def stop(self):
        """Send nothing until the host wants something."""
        self._credit = 0
        self._under_way = 0
        self._has_sequence = 0
        self._has_offset = 0
        self._sequence = 0
        self._offset = 0

    def want(self, sequence, offset, credit, again):
        """What the host has and may be sent; 0 if it asks for what is no longer kept."""
        if sequence < self._has_sequence and not again:
            return 1  # late: it says less than one before, and may be of what is let go since
        if sequence < self._source.oldest():
            return 0
        self._credit = min(credit, CREDIT_MAX)
        if sequence == self._has_sequence and offset <= self._has_offset and not again:
            return 1
        if again or not self._is_under_way(sequence, offset):
            self._sequence = sequence
            self._offset = offset
            self._under_way = 0
        else:
            self._under_way -= self._span_to(sequence, offset)
        self._has_sequence = sequence
        self._has_offset = offset
        self._time = self._clock.ticks_ms()
        self._wait_ms = RESEND_MS
        return 1

    def _is_under_way(self, sequence, offset):
        """Whether the place lies at or before the one to send from."""
        if sequence == self._sequence:
            return offset <= self._offset
        return sequence < self._sequence

    def _span_to(self, sequence, offset):
        """Bytes from what the host had to what it has."""
        span = offset - self._has_offset
        for passed in range(self._has_sequence, sequence):
            span += self._sizes[passed % _SIZES]
        return span

    def due(self):
        """Bytes of the part to send now; 0 if there is none."""
        if not self._credit:
            return 0
        if self._under_way:
            waited = self._clock.ticks_diff(self._clock.ticks_ms(), self._time)
            if waited >= self._wait_ms:
                self._sequence = self._has_sequence
                self._offset = self._has_offset
                self._under_way = 0
                self._wait_ms = min(2 * self._wait_ms, RESEND_MS_MAX)
                self.resent_count = self.resent_count + 1 & 0x3FFFFFFF
        if self._sequence < self._source.oldest():
            self._skip_to(self._source.oldest())
        if self._sequence > self._source.newest():
            return 0
        size = min(self._source.size_of(self._sequence) - self._offset, PART_SIZE)
        if size < 1 or (self._under_way and self._under_way + size > self._credit):
            return 0
        return size

    def _skip_to(self, sequence):
        """What a listener had not got is gone: go on with what is kept, it sees the gap."""
        self._sequence = sequence
        self._offset = 0
        self._has_sequence = sequence
        self._has_offset = 0
        self._under_way = 0

    def sequence(self):
        """The record that the next part is of."""
        return self._sequence

    def write_into(self, writer, size):
        """Fields of the next part; 0 if the source cannot give it now."""
        whole = self._source.size_of(self._sequence)
        self._sizes[self._sequence % _SIZES] = whole
        writer.u30(self._offset)
        writer.u30(whole)
        assert size <= writer.room()
        if not self._read(writer, size):
            return 0
        writer.at += size
        self._under_way += size
        self._offset += size
        if self._offset == whole:
            self._sequence += 1
            self._offset = 0
        self._time = self._clock.ticks_ms()
        return 1

    def _read(self, writer, size):
        # Not by a stored method: a bound one with more than four arguments makes an array of them.
        return size == self._source.read_into(
            self._sequence, self._offset, writer.buf, writer.at, size
        )
