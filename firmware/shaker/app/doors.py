"""Lid, doors and tilt: each opening is a record of the chain and an event, once it can be."""

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
        self._registrar = registrar
        self._teller = teller
        self._next = LID

    def step(self):
        """Record the next door that was opened since it was last looked at."""
        door = self._next
        self._next = LID if door == TILT else door + 1
        opened = self._switches[door - LID].opened_count
        if opened == self._seen[door]:
            return
        count = opened - self._seen[door]
        if self._registrar.record(0, record.KIND_DOOR, door, count) == OK:
            self._seen[door] = opened
            self._teller.door(door, self._switches[door - LID].reads_open)
