"""Events: what the board has to say, in RAM, in order, for every connection to acknowledge.

Each has the next number of one stream that begins with 0 at every boot. When the ring is full the
oldest goes; every event carries the number of the oldest that is kept, so a host that was too slow
learns that it missed some and reads the state again.
"""

from shaker.link.fields import Writer
from shaker.link.sizes import EVENT_SIZE_MAX, EVENT_SLOTS, EVENT_WINDOW, RESEND_MS, RESEND_MS_MAX
from shaker.octets.kernels import move

_HEAD = 2  # message and size
_SLOT = _HEAD + EVENT_SIZE_MAX


class Events:
    """The ring. `begin` an event, write its fields (all but `first`), `post` it."""

    def __init__(self, layout):
        self.first = 0  # the oldest that is kept
        self.next = 0
        self.fields = Writer()
        self._layout = layout
        self._slots_buf = bytearray(EVENT_SLOTS * _SLOT)

    def begin(self, message):
        """Start an event; gives the writer for its fields."""
        assert self._layout.is_event(message)
        at = self.next % EVENT_SLOTS * _SLOT
        if self.next - self.first == EVENT_SLOTS:
            self.first += 1
        self._slots_buf[at] = message
        self.fields.set(self._slots_buf, at + _HEAD, at + _SLOT)
        return self.fields

    def post(self):
        """The event is complete: it goes to every connection."""
        at = self.next % EVENT_SLOTS * _SLOT
        size = self.fields.size()
        assert size + 4 == self._layout.size(self._slots_buf[at])
        self._slots_buf[at + 1] = size
        self.next += 1

    def message_of(self, number):
        return self._slots_buf[number % EVENT_SLOTS * _SLOT]

    def write_into(self, writer, number):
        """The fields of an event, with the number of the oldest before them."""
        at = number % EVENT_SLOTS * _SLOT
        size = self._slots_buf[at + 1]
        writer.u30(self.first)
        assert size <= writer.room()
        move(writer.buf, writer.at, self._slots_buf, at + _HEAD, size)
        writer.at += size


class EventCursor:
    """How far one connection has got: what it has acknowledged, what was sent to it."""

    def __init__(self, events, clock):
        self.lost_count = 0
        self.resent_count = 0
        self._events = events
        self._clock = clock
        self._acked = 0  # the number that the host waits for
        self._sent = 0  # the number to be sent next
        self._time = 0
        self._wait_ms = RESEND_MS

    def start(self, number):
        """A connection begins, with all events from `number` on that are kept."""
        self._acked = min(max(number, self._events.first), self._events.next)
        self._sent = self._acked
        self._wait_ms = RESEND_MS

    def acknowledge(self, number):
        """The host has all before `number`."""
        if self._acked < number <= self._events.next:
            self._acked = number
            self._sent = max(self._sent, number)
            self._time = self._clock.ticks_ms()
            self._wait_ms = RESEND_MS

    def due(self):
        """The number of the event to send now; -1 if there is none."""
        first = self._events.first
        if self._acked < first:
            self.lost_count = self.lost_count + first - self._acked & 0x3FFFFFFF
            self._acked = first
            self._sent = max(self._sent, first)
        if self._acked < self._sent:
            waited = self._clock.ticks_diff(self._clock.ticks_ms(), self._time)
            if waited >= self._wait_ms:
                self._sent = self._acked
                self._wait_ms = min(2 * self._wait_ms, RESEND_MS_MAX)
                self.resent_count = self.resent_count + 1 & 0x3FFFFFFF
        if self._sent == self._events.next or self._sent - self._acked >= EVENT_WINDOW:
            return -1
        return self._sent

    def note_sent(self):
        self._sent += 1
        self._time = self._clock.ticks_ms()
