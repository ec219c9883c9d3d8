"""What the connections of a board share: the handler, the streams, and who may acknowledge."""

from shaker.link.events import Events
from shaker.link.layout import Layout


class Hub:
    """Made once at start. `sessions` are the connections, in the order they were made."""

    def __init__(self, handler, records, clock):
        self.handler = handler
        self.records = records
        self.clock = clock
        self.layout = Layout()
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
        """Whether the session of that port may acknowledge records from now on."""
        holder = self.session_at(self._acknowledger)
        if holder is not None and self._acknowledger != place and holder.is_alive():
            return False
        self._acknowledger = place
        return True

    def release(self, place):
        if self._acknowledger == place:
            self._acknowledger = -1

    def may_acknowledge(self, place):
        return self._acknowledger == place
