"""Lid, doors and tilt: each opening is a record of the chain; opening and closing are events."""

from micropython import const
from shaker.core.codes import OK
from shaker.seal import record

LID = const(1)
CABINET = const(2)
LOGIC = const(3)
TILT = const(4)

WORDS = ("", "lid", "cabinet-door", "logic-door", "tilt")


class Doors:
    """Compares what the switches have counted with what is recorded."""

    def __init__(self, switches, registrar, teller):
        self._switches = (
            switches.lid,
            switches.cabinet_door,
            switches.logic_door,
            switches.tilt,
        )
        self._seen = [0] * 5
        self._told = [0] * 5  # 1: the hosts know it open
        self._registrar = registrar
        self._teller = teller
        self._next = LID

    def step(self):
        """Record or tell what the next door has done since it was last looked at."""
        door = self._next
        self._next = LID if door == TILT else door + 1
        switch = self._switches[door - LID]
        opened = switch.opened_count
        if opened != self._seen[door]:
            count = opened - self._seen[door]
            if self._registrar.record(0, record.KIND_DOOR, door, count) != OK:
                return
            self._seen[door] = opened
            self._tell(door, 1)  # it may be closed again by now: that is told next
        elif switch.is_open != self._told[door]:
            self._tell(door, switch.is_open)

    def _tell(self, door, is_open):
        self._told[door] = is_open
        self._teller.door(door, is_open)
