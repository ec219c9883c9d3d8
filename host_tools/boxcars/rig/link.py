"""The link to a rig's board: a call for each message of `firmware/rig/PROTOCOL.md`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from boxcars.link.answers import Identity
from boxcars.link.client import Client
from boxcars.link.schema import Table
from boxcars.rig.table import RIG
from rig import messages

_PART = 600  # pixels in one message
_US_BITS = 30  # of a stamp
FULL = 1000  # a level or duty of all


@dataclass(frozen=True)
class RigState:
    """What a rig does and sees. `open` has a bit for each switch."""

    supply: int
    open: int
    light: int
    enable: int
    brake: int
    duty: int
    left_captures: int
    right_captures: int
    waiting: int
    slots: int
    width: int
    height: int
    edges: int


Stamp = tuple[int, str, int]
"""An edge as the rig tells it: its counter of microseconds, the line, the level per mille."""


@dataclass(frozen=True)
class Edge:
    """With microseconds that go on, counted from where the rig's counter was at the first."""

    us: int
    line: str
    level: int


class RigLink(Client):
    """A connection to a rig that heals. It never acknowledges anything: a rig seals no records."""

    table: ClassVar[Table] = RIG

    def identity(self) -> Identity:
        values = self.ask("identity")
        for name in ("version", "board"):
            values[name] = values[name].rstrip(b"\0").decode()
        return Identity(**values)

    def state(self) -> RigState:
        return RigState(**self.ask("rig-state"))

    # -- hands -------------------------------------------------------------------------------

    def supply(self, on: bool) -> None:
        """Feed the board under test, or not."""
        self.perform("supply", on=int(on))

    def open_switches(self, names: Collection[str]) -> None:
        """Open these and close all others."""
        bits = [1 << messages.SWITCH_WORDS.index(name) for name in names]
        self.perform("switches", open=sum(bits))

    def put_frame(self, slot: int, pixels: bytes) -> None:
        """Keep a frame; it is shown by whatever names the slot."""
        for at in range(0, len(pixels), _PART):
            self.perform("frame", slot=slot, offset=at, pixels=pixels[at : at + _PART])

    def show(self, left: int, right: int) -> None:
        """These slots lie in the chambers now."""
        self.perform("show", left=left, right=right)

    def fall(self, left: int, right: int) -> int:
        """The next shake that is not spoken for leaves these slots; how many wait now."""
        return int(self.perform("fall", left=left, right=right)["waiting"])

    def tumble(self, left: int, right: int, count: int) -> None:
        """While the motor is on: `count` slots from these on, in turn."""
        self.perform("tumble", left=left, right=right, count=count)

    def dark(self, slot: int) -> None:
        """What both see without light."""
        self.perform("dark", slot=slot)

    def motor(self, tach_hz: int, current: int, idle: int = 0) -> None:
        """Tach pulses a second while driven, and counts of the shunt's converter."""
        self.perform("motor", tach_hz=tach_hz, current=current, idle=idle)

    # -- edges -------------------------------------------------------------------------------

    def edges(self, first: int = 0) -> tuple[list[Stamp], int]:
        """The edges from that number on that are still kept, and the number of the next."""
        stamps: list[Stamp] = []
        layout = RIG.entries[messages.EDGES, "edges"]
        while True:
            values = self.ask("edges", first=first)
            rows = layout.unpack_all(values["edges"])
            words = messages.LINE_WORDS
            stamps += [(row["us"], words[row["line"]], row["level"]) for row in rows]
            first = values["first"] + len(rows)
            if first >= values["next"] or not rows:
                return stamps, values["next"]

    def clear_edges(self) -> int:
        """Forget what came so far; the number of the next edge."""
        return int(self.perform("edges-clear")["next"])


def unwrapped(stamps: Sequence[Stamp]) -> list[Edge]:
    """Edges whose times go on where the rig's counter begins again, every 18 minutes.

    The rig notes a duty after it has measured it, so a stamp may be a little before the last.
    """
    edges: list[Edge] = []
    half = 1 << _US_BITS - 1
    for stamp, line, level in stamps:
        last = edges[-1].us if edges else stamp
        step = (stamp - last + half) % (1 << _US_BITS) - half
        edges.append(Edge(last + step, line, level))
    return edges
