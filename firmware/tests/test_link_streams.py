"""Records and events: once, in order, until committed; one connection acknowledges.

Both sides run in one process and simulated time.
"""

import pytest

from boxcars.link import EventsLost, Link, RefusedError
from boxcars.link.errors import (
    NotAcknowledgerError,
    RecordsGoneError,
)
from boxcars.link.schema import BY_NAME
from boxcars.link.wire import Frame
from firmware.bench.link_ledger import record_bytes
from firmware.tests.link_mishaps import power_cut
from firmware.tests.link_rig import Board, BoardPort, Line, SimClock, rig
from shaker.link import codes, messages
from shaker.link.messages import HOST_PORT, USB_PORT
from shaker.link.session import Session


def test_records_can_be_asked_again_from_any_sequence():
    line, link = rig()
    line.board.records.count = 12
    link.connect()
    for first in (0, 7, 3, 11):
        link.follow(first)
        got = []
        while record := link.next_record(0.5):
            assert record.data == record_bytes(record.sequence)
            got.append(record.sequence)
        assert got == list(range(first, 12))


def test_records_that_are_gone_are_said_to_be():
    line, link = rig()
    line.board.records.count = 12
    line.board.records.first = 5
    link.connect()
    link.follow(2)
    with pytest.raises(RecordsGoneError):
        link.next_record(1.0)
    link.follow(5)
    assert link.next_record(1.0).sequence == 5


@pytest.mark.parametrize("again", [0, 1])
def test_a_want_that_comes_late_is_no_loss(again):
    """It asks for what was acknowledged and let go since it was sent."""
    line, link = rig(acknowledge=True)
    line.board.records.count = 3
    line.board.records.lets_go = True
    link.connect()
    link.follow()
    for _ in range(3):
        link.commit(link.next_record(1.0))
    payload = {"sequence": 1, "offset": 0, "credit": 8192, "again": again}
    want = BY_NAME["record-want"]
    frame = Frame(want.id, link._live().tag, 0, want.fields.pack(payload))
    line.board.port.incoming.extend(frame.encode())
    line.board.records.count = 5
    assert [link.next_record(2.0).sequence for _ in range(2)] == [3, 4]
    assert link.reconnect_count == 0


def test_a_board_that_lets_go_of_what_was_not_reported_goes_on():
    """The wants behind the records are lost; they are acknowledged, and their place is gone."""
    line, link = rig(acknowledge=True)
    line.board.records.count = 2
    line.board.records.lets_go = True
    link.connect()
    link.follow()
    line.faults = lambda way, chunk: [] if chunk[2] == messages.RECORD_WANT else [chunk]
    for _ in range(2):
        link.commit(link.next_record(1.0))
    line.board.records.count = 3
    link.idle(5.0)
    line.faults = None
    assert link.next_record(5.0).sequence == 2


def test_nothing_is_acknowledged_before_the_commit():
    line, link = rig(acknowledge=True)
    line.board.records.count = 4
    link.connect()
    link.follow()
    first = link.next_record(1.0)
    link.next_record(1.0)
    link.idle(3.0)
    assert line.board.records.acked == -1
    link.commit(first)
    assert line.board.records.acked == 0


def test_a_record_not_committed_comes_again_to_the_next_process():
    line, link = rig(acknowledge=True)
    line.board.records.count = 4
    link.connect()
    link.follow()
    link.commit(link.next_record(1.0))
    link.next_record(1.0)
    again = Link(line.open, clock=line.clock, acknowledge=True)
    again.connect()
    again.follow()
    assert again.next_record(1.0).sequence == 1


def _two_ports():
    """One board, a host on the UART and a technician on USB."""
    clock = SimClock()
    board = Board(clock)
    usb_port = BoardPort()
    session = Session(board.hub, usb_port, USB_PORT)
    line = Line(clock, board)
    usb = Line.__new__(Line)
    usb.__dict__.update(line.__dict__)
    usb._incoming = bytearray()

    class UsbBoard:
        port, hub = usb_port, board.hub

    usb.board = UsbBoard
    clock.on_sleep = lambda: (line.turn(), usb.turn())
    return line, usb, session


def test_one_connection_acknowledges_and_the_other_listens():
    line, usb, _ = _two_ports()
    line.board.records.count = 3
    host = Link(line.open, clock=line.clock, acknowledge=True)
    technician = Link(usb.open, clock=line.clock, acknowledge=True)
    host.connect()
    technician.connect()
    assert host.may_acknowledge
    assert not technician.may_acknowledge
    technician.close()
    technician = Link(usb.open, clock=line.clock)
    technician.connect()
    technician.follow(0)
    for sequence in range(3):
        record = technician.next_record(1.0)
        assert record.sequence == sequence
        technician.commit(record)
    assert line.board.records.acked == -1
    host.follow()
    host.commit(host.next_record(1.0))
    assert line.board.records.acked == 0
    with pytest.raises(RefusedError, match="E_ROLE"):
        technician.ask("record-ack", sequence=2)


def test_the_role_is_free_again_when_its_host_leaves_or_falls_silent():
    line, usb, _ = _two_ports()
    host = Link(line.open, clock=line.clock, acknowledge=True)
    host.connect()
    host.close()
    technician = Link(usb.open, clock=line.clock, acknowledge=True)
    technician.connect()
    assert technician.may_acknowledge
    line.clock.sleep(5.0)
    host.connect()
    assert host.may_acknowledge
    line.board.records.count = 1
    technician.follow(0)
    with pytest.raises(NotAcknowledgerError):
        technician.commit(technician.next_record(1.0))


def test_a_host_that_was_silent_claims_its_role_again():
    """A technician had come meanwhile: the host's line goes before, and loses nothing by it."""
    line, usb, _ = _two_ports()
    line.board.records.count = 2
    host = Link(line.open, clock=line.clock, acknowledge=True)
    host.connect()
    host.follow()
    record = host.next_record(1.0)
    line.clock.sleep(4.0)
    technician = Link(usb.open, clock=line.clock, acknowledge=True)
    technician.connect()
    assert technician.may_acknowledge
    line.board.ledger.may_acknowledge = lambda place: place == HOST_PORT
    host.commit(record)
    assert line.board.records.acked == 0
    assert host.next_record(1.0).sequence == 1
    assert host.reconnect_count == 0
    technician.follow(0)
    with pytest.raises(NotAcknowledgerError):
        technician.commit(technician.next_record(1.0))
    assert not technician.may_acknowledge


def test_a_board_that_is_busy_is_told_again():
    """In a shake it keeps its room for the outcome."""
    line, link = rig(acknowledge=True)
    records = line.board.records
    records.count = 1
    link.connect()
    link.follow()
    record = link.next_record(1.0)
    acknowledge = records.acknowledge
    free_s = line.clock.now_s + 3.0
    records.acknowledge = lambda sequence: (
        codes.E_BUSY if line.clock.now_s < free_s else acknowledge(sequence)
    )
    link.commit(record)
    assert records.acked == 0
    assert link.memory.sequence == 0
    records.count = 2
    records.acknowledge = lambda sequence: codes.E_FLASH
    with pytest.raises(RefusedError, match="E_FLASH"):
        link.commit(link.next_record(1.0))


def test_wagers_are_for_the_host_port():
    _, usb, session = _two_ports()
    technician = Link(usb.open, clock=usb.clock)
    technician.connect()
    with pytest.raises(RefusedError, match="E_PORT"):
        technician.bet(0, 0, 1)
    assert session.place == USB_PORT != HOST_PORT
    technician.write_setting(1, b"x")
    assert technician.reconnect_count == 0


def test_events_come_once_and_in_order_and_again_until_dealt_with():
    line, link = rig()
    link.connect()
    link.bet(0, 0, 1)
    link.bet(0, 0, 1)
    assert link.next_event(1.0).fields == {"what": 0, "value": 1}
    link.idle(3.0)
    assert line.board.session.events._acked == 0
    assert link.next_event(1.0).fields == {"what": 0, "value": 2}
    assert link.next_event(1.0) is None
    line.turn()
    assert line.board.session.events._acked == 2
    assert line.board.session.events.resent_count > 0


def test_a_host_that_missed_events_is_told():
    line, link = rig()
    link.connect()
    for amount in range(60):
        line.board.ledger._tell(0, amount)
    events = []
    while event := link.next_event(1.0):
        events.append(event)
    assert events[0] == EventsLost(28, 1)
    assert [event.number for event in events[1:]] == list(range(28, 60))


def test_a_restart_of_the_board_is_told():
    line, link = rig()
    link.connect()
    link.bet(0, 0, 1)
    assert link.next_event(1.0).number == 0
    power_cut(line)
    link.bet(0, 0, 1)
    assert link.next_event(1.0) == EventsLost(0, 2)
    assert link.next_event(1.0).number == 0
