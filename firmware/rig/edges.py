"""Edges of the motor's lines, each with the microsecond at which it came."""

from array import array
from time import ticks_us

from machine import Pin

_EDGES_MAX = 512


class Edges:
    """Watches a few pins; `count` edges are in `times`, `lines` and `levels`, in order.

    A handler stores into arrays that were made before, so it may be a hard interrupt: nothing
    else of the rig delays the stamp. When the arrays are full, `lost` counts.
    """

    def __init__(self, gpios):
        self.times = array("i", bytes(4 * _EDGES_MAX))
        self.lines = bytearray(_EDGES_MAX)
        self.levels = bytearray(_EDGES_MAX)
        self.count = 0
        self.lost = 0
        self._watches = [Watch(self, line, gpio) for line, gpio in enumerate(gpios)]

    def clear(self):
        """Forget what came so far."""
        self.count = 0
        self.lost = 0


class Watch:
    """One line."""

    def __init__(self, edges, line, gpio):
        self._edges = edges
        self._line = line
        pin = Pin(gpio, Pin.IN)
        pin.irq(self._on_edge, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def _on_edge(self, pin):
        edges = self._edges
        at = edges.count
        if at == _EDGES_MAX:
            edges.lost += 1
            return
        edges.times[at] = ticks_us()
        edges.lines[at] = self._line
        edges.levels[at] = pin.value()
        edges.count = at + 1
