"""The board's logs of ten, from its records to the words that a technician reads."""

from __future__ import annotations

from array import array

from boxcars.link.answers import LogEntry
from boxcars.service.health import entry
from shaker.app import bodies, doors, faults, logbook
from shaker.app.desk import MALFUNCTION
from shaker.dice import reasons
from shaker.octets.words import put_u32
from shaker.seal import record


class Logs:
    """What a board keeps, filled record by record."""

    def __init__(self) -> None:
        self.words = array("i", bytes(4 * logbook.LOGBOOK_WORDS))
        self._sequence = 0

    def note(self, kind: int, reason: int = 0, detail: int = 0) -> None:
        header = bytearray(record.HEADER_SIZE)
        header[record.AT_KIND] = kind
        header[record.AT_REASON] = reason
        put_u32(header, record.AT_DETAIL, detail)
        put_u32(header, record.AT_SEQUENCE, self._sequence)
        self._sequence += 1
        logbook.add(self.words, header)

    def told(self, log: int) -> list[str]:
        total = logbook.count(self.words, log)
        rows = []
        for index in range(max(0, total - logbook.ENTRIES), total):
            at = logbook.entry_at(self.words, log, index)
            sequence, boot, time_s, detail = self.words[at : at + logbook.ENTRY_WORDS]
            row = LogEntry(total, index, log, boot, time_s, detail, sequence.to_bytes(4, "little"))
            rows.append(str(entry(log, row)["what"]))
        return rows


def test_what_is_done_every_day_does_not_push_program_changes_out() -> None:
    logs = Logs()
    logs.note(record.KIND_GENESIS)
    for detail in (bodies.CHANGE_IMAGE, bodies.CHANGE_TABLE, bodies.CHANGE_LOCK):
        logs.note(record.KIND_PROGRAM, 0, detail)
    for _ in range(25):
        for detail in (bodies.CHANGE_LIMITS, bodies.KEY_USED, bodies.KEY_REFUSED):
            logs.note(record.KIND_PROGRAM, 0, detail)
    assert logs.told(logbook.PROGRAMS) == ["genesis", "image", "table", "lock"]
    assert logs.told(logbook.SERVICE)[-3:] == ["limits", "key-used", "key-refused"]
    for detail in (bodies.CHANGE_DICE, bodies.EXERCISED, bodies.CHANGE_SETTING):
        logs.note(record.KIND_PROGRAM, 0, detail)
    logs.note(record.KIND_PROGRAM, 0, bodies.CHANGE_KEYS)
    assert logs.told(logbook.PROGRAMS)[-1] == "keys"
    assert logs.told(logbook.SERVICE)[-3:] == ["dice", "exercised", "setting"]
    assert len(logs.told(logbook.SERVICE)) == logbook.ENTRIES == 10


def test_a_void_is_told_from_a_withdrawal() -> None:
    logs = Logs()
    logs.note(record.KIND_VOID)
    logs.note(record.KIND_VOID, MALFUNCTION)
    for seat in (0, 7):
        logs.note(record.KIND_WITHDRAWAL, 0, seat)
    assert logs.told(logbook.VOIDS) == [
        "round void",
        "malfunction: the round is void",
        "seat 0 withdrawn",
        "seat 7 withdrawn",
    ]


def test_a_restart_on_request_is_no_loss() -> None:
    logs = Logs()
    for reason in (bodies.NO_OUTCOME, bodies.OUTCOME, bodies.ON_REQUEST, reasons.BROWN_OUT):
        logs.note(record.KIND_POWER_LOSS, reason)
    assert logs.told(logbook.POWER_LOSSES) == [
        "power lost while betting",
        "power lost behind an outcome or between rounds",
        "started again on request",
        "power lost in a shake",
    ]


def test_doors_and_faults_by_their_words() -> None:
    logs = Logs()
    logs.note(record.KIND_DOOR, doors.LOGIC, 1)
    logs.note(record.KIND_FAULT, faults.LATCHED, faults.NO_ROLLS)
    logs.note(record.KIND_FAULT, faults.CLEARED, faults.NO_ROLLS)
    assert logs.told(logbook.DOORS) == ["logic-door opened"]
    assert logs.told(logbook.FAULTS) == ["no-rolls latched", "no-rolls cleared"]
