"""The board's session and the host library on one line, in simulated time, in one process.

The line can be made bad: `Line.faults` sees every chunk of bytes that either side writes and gives
the chunks that arrive. Time passes only when the host waits for bytes.
"""

from boxcars.link import Link
from boxcars.link.errors import NoDeviceError
from firmware.bench.link_ledger import Ledger, Records
from shaker.link.hub import Hub
from shaker.link.messages import HOST_PORT
from shaker.link.session import Session

TO_BOARD, TO_HOST = 0, 1
_STEP_S = 0.002


class SimClock:
    """Time of both sides: `ticks_*` for the board, `monotonic` and `sleep` for the host."""

    def __init__(self):
        self.now_s = 0.0
        self.on_sleep = None

    def ticks_ms(self):
        return int(self.now_s * 1000) & 0x3FFFFFFF

    def ticks_diff(self, one, other):
        return (one - other + 0x20000000 & 0x3FFFFFFF) - 0x20000000

    def monotonic(self):
        return self.now_s

    def sleep(self, seconds):
        end = self.now_s + seconds
        while self.now_s < end:
            self.now_s += _STEP_S
            if self.on_sleep:
                self.on_sleep()


class BoardPort:
    """The port object that the session polls."""

    def __init__(self):
        self.incoming = bytearray()
        self.outgoing = []
        self.rate = 115200
        self.read_max = 256

    def read_into(self, buf, size):
        size = min(size, len(self.incoming), self.read_max)
        buf[:size] = self.incoming[:size]
        del self.incoming[:size]
        return size

    def write(self, buf, at, size):
        self.outgoing.append(bytes(buf[at : at + size]))
        return size

    def is_idle(self):
        return not self.outgoing

    def rate_max(self):
        return 921600

    def takes_rate(self, rate):
        return rate in (115200, 460800, 921600)

    def set_rate(self, rate):
        self.rate = rate or 115200

    def lost_bytes(self):
        return 0


class Board:
    """One boot of a board: give it another `Board` on the same line to restart it."""

    def __init__(self, clock, *, ledger=None, records=None, place=HOST_PORT):
        self.port = BoardPort()
        self.ledger = ledger or Ledger()
        self.records = records or Records()
        self.hub = Hub(self.ledger, self.records, clock)
        self.session = Session(self.hub, self.port, place)
        self.ledger.events = self.hub.events


class Line:
    """The wire and the host's port on it, in the shape of pyserial."""

    def __init__(self, clock, board):
        self.clock = clock
        self.board = board
        self.timeout = None
        self.baudrate = 115200
        self.faults = None  # called with direction and chunk, gives chunks
        self.read_max = 4096
        self.unplugged = False
        self.open_count = 0
        self._incoming = bytearray()
        clock.on_sleep = self.turn

    def open(self):
        if self.unplugged:
            raise NoDeviceError("no such port")
        self.open_count += 1
        self._incoming.clear()
        return self

    def close(self):
        pass

    def _carry(self, direction, chunk):
        chunks = [chunk] if self.faults is None else self.faults(direction, chunk)
        if self.baudrate != self.board.port.rate:
            chunks = [bytes(byte ^ 0x55 for byte in chunk) for chunk in chunks]
        for data in chunks:
            (self.board.port.incoming if direction == TO_BOARD else self._incoming).extend(data)

    def turn(self):
        """Let the board work once."""
        self.board.hub.poll()
        outgoing, self.board.port.outgoing = self.board.port.outgoing, []
        for chunk in outgoing:
            self._carry(TO_HOST, chunk)

    @property
    def in_waiting(self):
        self._check()
        return min(len(self._incoming), self.read_max)

    def read(self, size=1):
        self._check()
        end = self.clock.now_s + (self.timeout or 0)
        self.turn()
        while not self._incoming and self.clock.now_s < end:
            self.clock.now_s += _STEP_S
            self.turn()
        data = bytes(self._incoming[: min(size, self.read_max)])
        del self._incoming[: len(data)]
        return data

    def write(self, data):
        self._check()
        self._carry(TO_BOARD, bytes(data))
        return len(data)

    def _check(self):
        if self.unplugged:
            raise OSError(5, "unplugged")


def rig(**options):
    """A board and a link to it that is not connected yet."""
    clock = SimClock()
    line = Line(clock, Board(clock))
    link = Link(line.open, clock=clock, **options)
    return line, link
