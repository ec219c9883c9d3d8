"""Both streams from the board, put together again: each record and each event once, in order.

Repeats are dropped, gaps are asked for again. What was received but not yet taken by the caller
stays here over a reconnect.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from boxcars.link.answers import Event, EventsLost, Record
from boxcars.link.schema import MESSAGES
from boxcars.link.wire import Frame
from shaker.link.messages import RECORD_PART

CREDIT = 8192
RECORD_SIZE_MAX = 320 + (1 << 20)


@dataclass(frozen=True)
class Want:
    """What to tell the board about its stream of records."""

    sequence: int
    offset: int
    credit: int
    again: int


class RecordInbox:
    """Assembles records from parts. `wanted` is None until the caller follows the stream."""

    def __init__(self) -> None:
        self.complete: deque[Record] = deque()
        self.wanted: int | None = None
        self.repeat_count = 0
        self._data = bytearray()
        self._unreported = 0
        self._asked_again = False

    def follow(self, sequence: int) -> Want:
        """Take records from `sequence` on; what was there of others is forgotten."""
        self.complete.clear()
        self.wanted = sequence
        return self.restart()

    def restart(self) -> Want:
        """A new session: the record in progress is sent from its beginning."""
        self._data.clear()
        return self._want(again=True)

    def _want(self, *, again: bool) -> Want:
        assert self.wanted is not None
        self._unreported = 0
        self._asked_again = again
        return Want(self.wanted, len(self._data), CREDIT, int(again))

    def take(self, frame: Frame) -> Want | None:
        """A part has come; gives what is to be said to the board at once."""
        if self.wanted is None:
            return None
        fields = MESSAGES[RECORD_PART].fields.unpack(frame.payload)
        offset, size, part = fields["offset"], fields["size"], fields["part"]
        place, here = (frame.number, offset), (self.wanted, len(self._data))
        if place != here or not part or offset + len(part) > size or size > RECORD_SIZE_MAX:
            return self._not_next(behind=place < here)
        self._asked_again = False
        self._data += part
        self._unreported += len(part)
        if len(self._data) == size:
            self.complete.append(Record(self.wanted, bytes(self._data)))
            self._data.clear()
            self.wanted += 1
            return self._want(again=False)
        return self._want(again=False) if self._unreported >= CREDIT // 4 else None

    def _not_next(self, *, behind: bool) -> Want | None:
        """A repeat: say where we are. A gap: go back, once."""
        if behind:
            self.repeat_count += 1
            self._unreported += 1
            return None
        return None if self._asked_again else self._want(again=True)

    def report(self) -> Want | None:
        """What the board has not been told, now that the line is quiet."""
        return self._want(again=False) if self.wanted is not None and self._unreported else None

    def refresh(self) -> Want | None:
        """The same again, in case that it was lost."""
        if self.wanted is None:
            return None
        return self._want(again=bool(self._data))


class EventInbox:
    """Puts events in order. They are acknowledged once the caller has done with them."""

    def __init__(self, *, keep: bool = True) -> None:
        self.expected = 0  # the number that comes next
        self.done = 0  # the caller has done with all before this one
        self.boot: int | None = None
        self._queue: deque[tuple[int, Event | EventsLost]] = deque()
        self._keep = keep

    def __len__(self) -> int:
        return len(self._queue)

    def begin(self, boot: int, first: int) -> None:
        """A session has begun: a board that restarted counts from 0 again."""
        restarted = self.boot is not None and boot != self.boot
        fresh = self.boot is None
        self.boot = boot
        if restarted or (first > self.expected and not fresh):
            self._lose(first)
        elif fresh:
            self.expected = self.done = first

    def _lose(self, first: int) -> None:
        assert self.boot is not None
        self.expected = self.done = first
        if self._keep:
            self._queue.append((self.boot, EventsLost(first, self.boot)))

    def take(self, frame: Frame) -> bool:
        """An event has come: whether the board is to be told at once how far we are."""
        message = MESSAGES[frame.message]
        fields = message.fields.unpack(frame.payload)
        first = fields.pop("first")
        if first > self.expected:
            self._lose(first)
        if frame.number > self.expected:
            return False  # one before it was lost on the line: it comes again
        if frame.number < self.expected:
            return True
        self.expected += 1
        if not self._keep:
            self.done = self.expected
            return True
        assert self.boot is not None
        self._queue.append((self.boot, Event(message.name, frame.number, fields)))
        return False

    def next(self) -> Event | EventsLost | None:
        """The next event, or None; `finish` it when it was dealt with."""
        return self._queue[0][1] if self._queue else None

    def finish(self) -> None:
        """The caller has done with the event that `next` gave."""
        boot, event = self._queue.popleft()
        if boot == self.boot and isinstance(event, Event):
            self.done = max(self.done, event.number + 1)
