"""What the connections of a board share: the handler, the streams, and who may acknowledge."""

from shaker.link import layout_data
from shaker.link.digest import TABLE_DIGEST
from shaker.link.events import Events
from shaker.link.layout import Layout


class Hub:
    """Made once at start. `sessions` are the connections, in the order they were made.

    `layout` is of another table than the board's own, if it is given.
    """

    def __init__(self, handler, records, clock, layout=None):
        self.handler = handler
        self.records = records
        self.clock = clock
        self.layout = layout or Layout(layout_data, TABLE_DIGEST)
        self.events = Events(self.layout)
        self.sessions = []
        self._acknowledger = -1  # place of the session that may acknowledge records

    def poll(self):
        """Serve every connection once: whether anything came or went."""
        busy = False
        for session in self.sessions:
            if session.poll():
                busy = True
        return busy

    def session_at(self, place):
        """The session of a port; None if there is none."""
        for session in self.sessions:
            if session.place == place:
                return session
        return None

    def claim(self, place):
        """Whether the session of that port may acknowledge records from now on.

        Who has the right keeps it while it lives, unless the handler no longer grants it there.
        """
        if self._acknowledger != place and self._is_held():
            return False
        self._acknowledger = place
        return True

    def _is_held(self):
        holder = self.session_at(self._acknowledger)
        if holder is None or not holder.is_alive():
            return False
        return self.handler.may_acknowledge(self._acknowledger)

    def release(self, place):
        if self._acknowledger == place:
            self._acknowledger = -1

    def may_acknowledge(self, place):
        return self._acknowledger == place
