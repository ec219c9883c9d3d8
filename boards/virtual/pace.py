"""How fast simulated time may go when people and their clocks are watching.

Before the board is ready time is free. Then it follows the wall clock, one second per second,
except that idle time is skipped while only the USB port is in use: a tool there waits for an
answer and has no clock of its own to disagree with. A client on UART0 speaks a protocol with
time-outs on both sides, so it always gets wall time. `realtime` gives wall time from the first
instant and makes up for short delays; without it the board just ends up later.
"""

from __future__ import annotations

import enum

from boards.virtual.simtime import MS, SEC

_LAG_FORGIVEN = 50 * MS
_LAG_FORGIVEN_REALTIME = 2 * SEC


class Pace(enum.Enum):
    FREE = "free"
    WALL = "wall"


class Pacer:
    """Says to which simulated time the board may run at a given wall time."""

    def __init__(self, *, realtime: bool) -> None:
        self._realtime = realtime
        self._origin: tuple[int, int] | None = None

    def choose(self, *, ready: bool, uart_open: bool, usb_busy: bool) -> Pace:
        if self._realtime:
            return Pace.WALL
        if not ready:
            return Pace.FREE
        return Pace.FREE if usb_busy and not uart_open else Pace.WALL

    def goal(self, pace: Pace, sim_ns: int, wall_ns: int, step: int) -> int:
        """The simulated time to run to, at most `step` from now; now or less means: wait."""
        if pace is Pace.FREE:
            self._origin = None
            return sim_ns + step
        if self._origin is None:
            self._origin = (sim_ns, wall_ns)
        sim_0, wall_0 = self._origin
        goal = sim_0 + wall_ns - wall_0
        forgiven = _LAG_FORGIVEN_REALTIME if self._realtime else _LAG_FORGIVEN
        if goal - sim_ns > forgiven:
            self._origin = (sim_ns, wall_ns)
            goal = sim_ns
        return min(goal, sim_ns + step)
