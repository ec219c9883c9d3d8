"""Tells the hosts what happened, as events of the link. What is lost there can be read again."""

from shaker.app import book
from shaker.core.state import POINT
from shaker.link import messages
from shaker.octets.words import get_u32
from shaker.seal import record


def _no_time():
    return 0


class Teller:
    """Posts events once the link is open; before that there is nobody to tell."""

    def __init__(self):
        self._events = None
        self._left_ms = _no_time

    def open(self, events, left_ms):
        """The link is there: `left_ms()` tells how much betting time is left."""
        self._events = events
        self._left_ms = left_ms

    def round_changed(self, ledger):
        """The round is in another phase."""
        if self._events is None:
            return
        words = ledger.book
        fields = self._events.begin(messages.ROUND_EVENT)
        fields.u8(words[book.PHASE])
        fields.u30(words[book.ROUND])
        fields.u8(ledger.table.state[POINT])
        fields.u8(words[book.SHOOTER])
        fields.u8(words[book.RETRY])
        fields.u30(self._left_ms())
        self._events.post()

    def closed(self, ledger):
        """No more bets."""
        if self._events is None:
            return
        fields = self._events.begin(messages.NO_MORE_BETS_EVENT)
        fields.u30(ledger.book[book.ROUND])
        fields.u16(ledger.closing.count)
        self._events.post()

    def no_roll(self, ledger, reason):
        """A shake did not count; its record follows."""
        if self._events is None:
            return
        words = ledger.book
        fields = self._events.begin(messages.NO_ROLL_EVENT)
        fields.u30(words[book.ROUND])
        fields.s30(words[book.SEQUENCE])
        fields.u8(reason)
        fields.u8(words[book.RETRY])
        self._events.post()

    def sealed(self, ledger):
        """A record is on flash and on its way."""
        if self._events is None:
            return
        header = ledger.sealed
        fields = self._events.begin(messages.RESULT_EVENT)
        fields.u30(ledger.book[book.ROUND])
        fields.u30(get_u32(header, record.AT_SEQUENCE))
        fields.u8(header[record.AT_KIND])
        fields.u8(header[record.AT_DIE_A])
        fields.u8(header[record.AT_DIE_B])
        fields.u8(header[record.AT_POINT_AFTER])
        self._events.post()

    def fault(self, code, cleared):
        """A fault was latched or cleared."""
        if self._events is None:
            return
        fields = self._events.begin(messages.FAULT_EVENT)
        fields.u16(code)
        fields.u8(0 if cleared else 1)
        fields.u30(0)
        self._events.post()

    def door(self, door, is_open):
        """A door or the lid was opened or closed."""
        if self._events is None:
            return
        fields = self._events.begin(messages.DOOR_EVENT)
        fields.u8(door)
        fields.u8(1 if is_open else 0)
        self._events.post()

    def recovered(self, ledger):
        """The board has started: in which state it found its round."""
        if self._events is None:
            return
        words = ledger.book
        fields = self._events.begin(messages.RECOVERY_EVENT)
        fields.u8(words[book.PHASE])
        fields.u30(words[book.ROUND])
        fields.s30(words[book.SEQUENCE] - 1)
        fields.u30(words[book.BOOT])
        self._events.post()

    def diagnostic(self, what, value):
        """A value of the diagnostics that a person should know of has changed."""
        if self._events is None:
            return
        fields = self._events.begin(messages.DIAGNOSTIC_EVENT)
        fields.u8(what)
        fields.s30(value)
        self._events.post()
