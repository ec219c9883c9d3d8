"""Lid, doors and tilt: debounced for the program, and latched so that no short opening is missed.

Each switch closes to ground and reads high when it is open, and so does a broken wire. An edge
raises a hard interrupt; a pin that still reads open in it has opened, a spike that is gone by then
(about 10 us) has not. `opened_count` only grows; whoever wants to know about a stretch of time
keeps the count of its beginning. A switch that is open at the start has opened before it: that
counts as the first opening.
"""

from micropython import const

LID = const(0)
CABINET_DOOR = const(1)
LOGIC_DOOR = const(2)
TILT = const(3)


class Switch:
    """One contact. `is_open` is debounced, `opened_count` counts every opening seen."""

    def __init__(self, pin, debounce_ms, clock):
        self._level = pin.value
        self._debounce_ms = debounce_ms
        self._ticks_ms = clock.ticks_ms
        self._ticks_diff = clock.ticks_diff
        self._last = self._level()
        self._since_ms = self._ticks_ms()
        self.is_open = self._last  # 1 or 0
        self.opened_count = self._last
        self.spike_count = 0
        self._trip = None
        self._trip_reason = 0
        pin.irq(self._edge_isr, pin.IRQ_RISING, hard=True)

    def on_open(self, trip, reason):
        """Call `trip(reason)` in the interrupt of an opening."""
        self._trip_reason = reason
        self._trip = trip

    def step(self):
        """Look again; a level that has stood for the debounce time is taken."""
        level = self._level()
        if level == self.is_open and level == self._last:
            return
        now = self._ticks_ms()
        if level != self._last:
            self._last = level
            self._since_ms = now
        elif self._ticks_diff(now, self._since_ms) >= self._debounce_ms:
            self.is_open = level

    @property
    def reads_open(self):
        """The contact at this instant."""
        return self._level()

    def _edge_isr(self, _pin):
        if not self._level():
            self.spike_count += 1
            return
        self.opened_count += 1
        if self._trip is not None:
            self._trip(self._trip_reason)


class Switches:
    """The four of a cabinet, in the order LID, CABINET_DOOR, LOGIC_DOOR, TILT."""

    def __init__(self, pins, debounce_ms, clock):
        assert len(pins) == TILT + 1
        self.all = tuple([Switch(pin, debounce_ms, clock) for pin in pins])
        self.lid = self.all[LID]
        self.cabinet_door = self.all[CABINET_DOOR]
        self.logic_door = self.all[LOGIC_DOOR]
        self.tilt = self.all[TILT]
        self._next = LID

    def step(self):
        """Look at one of them; openings are latched by interrupt and need no haste."""
        self.all[self._next].step()
        self._next = (self._next + 1) & TILT
