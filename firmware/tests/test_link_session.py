"""The session between board and host library: what it promises, one promise a test.

Both sides run in one process and simulated time; a power cut is a new board on the same line that
kept what its journal would have.
"""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from boxcars.link import BoardMemory, EventsLost, Expectation, KeySigner, Link, RefusedError
from boxcars.link.authority import signed_bytes
from boxcars.link.errors import (
    AnswerLostError,
    NoDeviceError,
    NotAcknowledgerError,
    RecordsGoneError,
    RolledBackError,
    SilentDeviceError,
    UnpluggedError,
    WrongDeviceError,
)
from boxcars.link.schema import BY_NAME
from boxcars.link.wire import Deframer, Frame
from firmware.bench.link_ledger import Ledger, record_bytes
from firmware.tests.link_rig import TO_BOARD, TO_HOST, Board, BoardPort, Line, SimClock, rig
from shaker.link import codes, messages
from shaker.link.messages import HOST_PORT, TECHNICIAN, USB_PORT
from shaker.link.session import Session


def _drop(line, direction, count):
    """Lose the next frames of one direction."""
    left = [count]

    def faults(way, chunk):
        is_event = way == TO_HOST and not chunk[2] & 0x80
        if way == direction and left[0] and not is_event:
            left[0] -= 1
            return []
        return [chunk]

    line.faults = faults


def _power_cut(line, *, boot=2):
    """The board restarts with what it had journalled: totals, and the last command's number."""
    old = line.board.ledger
    ledger = Ledger(boot=boot, nonces=1000 + boot)
    ledger.totals = old.totals
    ledger.last = old.last
    ledger.performed = old.performed
    line.board = Board(line.clock, ledger=ledger, records=line.board.records)


# ---- hello


def test_hello_says_what_the_board_is():
    line, link = rig()
    welcome = link.connect()
    assert welcome.device == line.board.ledger.device
    assert (welcome.boot, welcome.last_command, welcome.sequence) == (1, 0, -1)
    assert line.board.ledger.begun_count == 1


@pytest.mark.parametrize(
    ("expect", "word"),
    [
        (Expectation(image=b"\x01" * 32), "image"),
        (Expectation(rules=b"\x01" * 32), "rules"),
        (Expectation(device=b"ANOTHER!"), "device"),
    ],
)
def test_a_refusal_names_what_differs(expect, word):
    line, link = rig(expect=expect)
    with pytest.raises(WrongDeviceError, match=f"differs in {word}$"):
        link.connect()
    assert not line.board.session.is_alive()


def test_another_table_is_refused_and_may_be_waived(monkeypatch):
    monkeypatch.setattr("boxcars.link.connection.table_digest", lambda: b"\x07" * 16)
    _, link = rig()
    with pytest.raises(WrongDeviceError, match=r"differs in table$"):
        link.connect()
    _, link = rig(expect=Expectation(any_table=True))
    link.connect()
    link.ping()


@pytest.mark.parametrize(
    ("boot", "sequence", "head"),
    [(2, 5, b"h" * 32), (1, 6, b"h" * 32), (1, 5, b"g" * 32)],
    ids=["boot counter", "sequence", "head of chain"],
)
def test_a_board_that_is_behind_the_memory_of_the_host_is_found(boot, sequence, head):
    line, link = rig(expect=Expectation(memory=BoardMemory(b"DEVICE01", boot, sequence, head)))
    line.board.ledger.sequence = 5
    line.board.ledger.head[:] = b"h" * 32
    with pytest.raises(RolledBackError):
        link.connect()


def test_a_board_that_is_at_the_memory_or_ahead_is_welcome():
    for sequence, head in ((5, b"h" * 32), (4, b"x" * 32)):
        memory = BoardMemory(b"DEVICE01", 1, sequence, head)
        line, link = rig(expect=Expectation(memory=memory))
        line.board.ledger.sequence = 5
        line.board.ledger.head[:] = b"h" * 32
        link.connect()


def test_a_memory_of_another_board_latches_nothing():
    line, link = rig(expect=Expectation(memory=BoardMemory(b"DEVICE99", 9, 99, b"h" * 32)))
    asked = []
    line.board.ledger.remembered = lambda *what: asked.append(what)
    with pytest.raises(WrongDeviceError, match=r"differs in device$"):
        link.connect()
    assert not asked


def test_the_memory_follows_what_was_committed():
    line, link = rig(acknowledge=True)
    line.board.records.count = 3
    link.connect()
    link.follow()
    while record := link.next_record(1.0):
        link.commit(record)
    assert link.memory.sequence == 2
    assert link.memory.device == b"DEVICE01"


def test_a_replayed_hello_does_not_end_the_session():
    line, link = rig()
    heard = []
    line.faults = lambda way, chunk: [heard.append((way, chunk)) or chunk]
    link.connect()
    hello = next(chunk for way, chunk in heard if way == TO_BOARD)
    line.faults = None
    other = Link(line.open, clock=line.clock)
    other.connect()
    line.board.port.incoming.extend(hello)
    line.clock.sleep(0.1)
    assert other.ping()
    assert other.reconnect_count == 0


# ---- commands


def test_an_ack_of_a_wager_echoes_seat_spot_and_total():
    _, link = rig()
    link.connect()
    link.bet(3, 7, 10)
    taken = link.bet(3, 7, 15)
    assert (taken.seat, taken.spot, taken.debit, taken.total) == (3, 7, 15, 25)


def test_a_repeat_has_no_second_effect():
    line, link = rig()
    link.connect()
    _drop(line, TO_HOST, 3)
    assert link.bet(0, 0, 10).total == 10
    assert line.board.session.repeated_count == 3
    assert line.board.ledger.performed == 1


def test_a_lost_answer_over_a_reconnect_is_given_again():
    """The host gives the line up before the answer comes, and connects anew."""
    line, link = rig()
    link.connect()
    _drop(line, TO_HOST, 8)
    assert link.bet(0, 0, 10).total == 10
    assert link.reconnect_count == 1
    assert line.board.ledger.performed == 1
    assert link.bet(0, 0, 10).total == 20


def test_a_command_that_never_arrived_is_performed_after_the_reconnect():
    line, link = rig()
    link.connect()
    _drop(line, TO_BOARD, 7)
    assert link.bet(0, 0, 10).total == 10
    assert link.reconnect_count == 1
    assert line.board.ledger.performed == 1


def test_a_power_cut_before_the_command_arrived():
    line, link = rig()
    link.connect()
    link.bet(0, 0, 10)
    _power_cut(line)
    assert link.bet(0, 0, 10).total == 20
    assert link.reconnect_count == 1
    assert line.board.ledger.performed == 2


def _cut_after(line, count):
    """Cut the power as soon as the board has performed so many; its answers are lost."""

    def faults(way, chunk):
        if way == TO_HOST and line.board.ledger.performed == count and line.board.ledger.boot == 1:
            _power_cut(line)
            return []
        return [chunk]

    line.faults = faults


def test_a_power_cut_between_performing_and_answering_doubles_nothing():
    line, link = rig()
    link.connect()
    link.bet(0, 0, 10)
    _cut_after(line, 2)
    with pytest.raises(AnswerLostError):
        link.bet(0, 0, 10)
    assert line.board.ledger.performed == 2
    assert link.state().stakes[0].amount == 20
    assert link.bet(0, 0, 5).total == 25


def test_the_journal_may_still_know_the_answer():
    line, link = rig()
    link.connect()

    def again(request):
        request.reply.u8(0)
        request.reply.u8(0)
        request.reply.u30(10)
        request.reply.u30(line.board.ledger.totals[0])
        return codes.OK

    _cut_after(line, 1)
    cut = line.faults

    def faults(way, chunk):
        chunks = cut(way, chunk)
        line.board.ledger.answer_again = again
        return chunks

    line.faults = faults
    assert link.bet(0, 0, 10).total == 10
    assert line.board.ledger.performed == 1


def test_refused_commands_do_not_block_those_after_a_power_cut():
    """Refusals are not journalled, so the board's last number is behind the host's."""
    line, link = rig()
    link.connect()
    link.bet(0, 0, 10)
    for _ in range(3):
        with pytest.raises(RefusedError, match="E_SEAT"):
            link.bet(8, 0, 10)
    _power_cut(line)
    assert link.bet(0, 0, 10).total == 20


def test_commands_of_another_host_are_not_taken_for_ours():
    line, link = rig()
    link.connect()
    link.bet(0, 0, 10)
    other = Link(line.open, clock=line.clock)
    other.connect()
    other.bet(1, 1, 5)
    with pytest.raises(AnswerLostError, match="another host"):
        link.bet(0, 0, 10)
    assert line.board.ledger.performed == 2


def test_a_number_far_ahead_is_refused():
    """A host may not burn the numbers of a board's life."""
    _, link = rig()
    link.connect()
    link._next_command = 1 << 25
    link._connection = None
    with pytest.raises(RefusedError, match="E_NUMBER"):
        link._connect()


def test_commands_under_way_together_arrive_in_order():
    line, link = rig()
    link.connect()
    _drop(line, TO_BOARD, 1)
    commands = [("bet", {"seat": 0, "spot": 0, "amount": n, "craps": -1}) for n in range(1, 30)]
    answers = link.perform_all(commands)
    assert [answer["debit"] for answer in answers] == list(range(1, 30))
    assert line.board.ledger.performed == 29


def test_a_faulted_board_serves_what_the_table_allows():
    line, link = rig()
    link.connect()
    line.board.ledger.is_faulted = 1
    with pytest.raises(RefusedError, match="E_FAULTED"):
        link.bet(0, 0, 10)
    assert link.state().stakes == ()
    link.clear_fault(1)
    link.bet(0, 0, 10)


# ---- authority


class _Board(Ledger):
    """A locked board that knows one technician."""

    def __init__(self):
        super().__init__()
        self.is_locked = 1
        self.key = Ed25519PrivateKey.from_private_bytes(b"\x05" * 32)
        self.seen = []

    def verify(self, authority, key, signature, signed, size):
        self.seen.append((authority, bytes(key), bytes(signed[:size])))
        try:
            self.key.public_key().verify(bytes(signature), bytes(signed[:size]))
        except Exception:
            return codes.E_SIGNATURE
        return codes.OK


def _locked():
    clock = SimClock()
    line = Line(clock, Board(clock, ledger=_Board()))
    line.board.ledger.is_faulted = 1
    link = Link(line.open, clock=clock)
    link.connect()
    return line, link


def test_a_signed_challenge_opens_a_locked_board():
    line, link = _locked()
    with pytest.raises(RefusedError, match="E_AUTHORITY") as refused:
        link.clear_fault(3)
    assert refused.value.exit_code == 8
    signer = KeySigner(line.board.ledger.key, TECHNICIAN)
    link.clear_fault(3, signer)
    assert not line.board.ledger.is_faulted
    ((authority, key, signed),) = line.board.ledger.seen
    assert (authority, key) == (TECHNICIAN, signer.key_id)
    nonce = signed[28:44]
    fields = (3).to_bytes(2, "little")
    assert signed == signed_bytes(b"DEVICE01", nonce, TECHNICIAN, messages.CLEAR_FAULT, fields)


def test_another_key_does_not():
    line, link = _locked()
    with pytest.raises(RefusedError, match="E_SIGNATURE") as refused:
        link.clear_fault(3, KeySigner(Ed25519PrivateKey.generate(), TECHNICIAN))
    assert refused.value.exit_code == 7
    assert line.board.ledger.is_faulted


def test_a_challenge_counts_once_and_not_for_long():
    line, link = _locked()
    signer = KeySigner(line.board.ledger.key, TECHNICIAN)
    nonce = link.ask("challenge")["nonce"]

    def send():
        payload = (3).to_bytes(2, "little")
        signed = signed_bytes(b"DEVICE01", nonce, TECHNICIAN, messages.CLEAR_FAULT, payload)
        link.perform(
            "authorised",
            message=messages.CLEAR_FAULT,
            authority=TECHNICIAN,
            key=signer.key_id,
            nonce=nonce,
            signature=signer.sign(signed),
            body=payload,
        )

    send()
    with pytest.raises(RefusedError, match="E_NONCE"):
        send()
    nonce = link.ask("challenge")["nonce"]
    link.idle(61)
    with pytest.raises(RefusedError, match="E_NONCE"):
        send()


@pytest.mark.parametrize(
    ("message", "authority", "body", "word"),
    [
        (messages.BET, TECHNICIAN, bytes(10), "E_AUTHORITY"),
        (messages.CLEAR_FAULT, messages.STATION, bytes(2), "E_AUTHORITY"),
        (messages.CLEAR_FAULT, 6, bytes(2), "E_AUTHORITY"),
        (messages.CLEAR_FAULT, TECHNICIAN, bytes(3), "E_SIZE"),
        (messages.STATE, TECHNICIAN, bytes(2), "E_UNKNOWN"),
        (messages.AUTHORISED, TECHNICIAN, bytes(90), "E_UNKNOWN"),
        (messages.NAK, TECHNICIAN, bytes(6), "E_UNKNOWN"),
        (0x7F, TECHNICIAN, b"", "E_UNKNOWN"),
        (messages.LOCK, messages.STATION, b"", "E_PORT"),
    ],
)
def test_what_cannot_be_authorised(message, authority, body, word):
    line, link = _locked()
    nonce = link.ask("challenge")["nonce"]
    with pytest.raises(RefusedError, match=word):
        link.perform(
            "authorised",
            message=message,
            authority=authority,
            key=bytes(8),
            nonce=nonce,
            signature=bytes(64),
            body=body,
        )
    assert not line.board.ledger.seen


# ---- streams


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


def test_wagers_are_for_the_host_port():
    _, usb, session = _two_ports()
    technician = Link(usb.open, clock=usb.clock)
    technician.connect()
    with pytest.raises(RefusedError, match="E_PORT"):
        technician.bet(0, 0, 1)
    assert session.place == USB_PORT != HOST_PORT


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
    _power_cut(line)
    link.bet(0, 0, 1)
    assert link.next_event(1.0) == EventsLost(0, 2)
    assert link.next_event(1.0).number == 0


# ---- silence, rates, the port


def test_a_lost_host_is_noticed_and_heard_again():
    line, link = rig()
    link.connect()
    link.idle(10.0)
    assert line.board.ledger.lost_count == 0
    line.clock.sleep(3.2)
    assert line.board.ledger.lost_count == 1
    link.ping()
    assert line.board.ledger.begun_count == 2
    assert link.reconnect_count == 0


def test_a_silent_board_is_an_error_that_says_so():
    line, link = rig(hello_s=2.0, reconnect_s=3.0)
    line.faults = lambda way, chunk: []
    with pytest.raises(SilentDeviceError) as silent:
        link.connect()
    assert silent.value.exit_code == 4


@pytest.mark.parametrize("rate", [460800, 921600])
def test_the_rate_is_raised_after_hello(rate):
    line, link = rig(baud=rate)
    link.connect()
    assert line.baudrate == line.board.port.rate == rate
    link.bet(0, 0, 1)
    link.close()
    line.clock.sleep(0.1)
    assert line.board.port.rate == 115200


def test_a_rate_that_does_not_carry_falls_back():
    line, link = rig()
    link.connect()
    line.faults = lambda way, chunk: [] if line.board.port.rate == 921600 else [chunk]
    assert not link._live().raise_baud(921600)
    assert line.baudrate == line.board.port.rate == 115200
    line.faults = None
    assert link.bet(0, 0, 1).total == 1


def test_a_board_left_at_a_high_rate_comes_back():
    line, link = rig(baud=921600)
    link.connect()
    again = Link(line.open, clock=line.clock)
    again.connect()
    assert again.bet(0, 0, 1).total == 1


def test_unplugged_and_plugged_in_again():
    line, link = rig()
    link.connect()
    link.bet(0, 0, 1)
    line.unplugged = True
    slept = line.clock.sleep

    def sleep(seconds):
        slept(seconds)
        line.unplugged = line.clock.now_s < 3.0

    line.clock.sleep = sleep
    assert link.bet(0, 0, 1).total == 2
    assert link.reconnect_count == 1
    assert line.board.ledger.performed == 2


def test_unplugged_for_good():
    line, link = rig(reconnect_s=2.0)
    link.connect()
    line.unplugged = True
    with pytest.raises((UnpluggedError, NoDeviceError)) as gone:
        link.bet(0, 0, 1)
    assert gone.value.exit_code == 4


# ---- what is no frame


def _say(line, data):
    line.board.port.incoming.extend(data)
    line.clock.sleep(0.05)
    return line.read(4096)


@pytest.mark.parametrize("text", [b"\r", b"\n", b"who is this\r"])
def test_a_person_at_a_terminal_gets_the_identity(text):
    line, _ = rig()
    assert _say(line, text) == line.board.ledger.line()


def test_a_line_end_within_a_frame_is_a_byte_like_any_other():
    _, link = rig()
    link.connect()
    assert link.bet(0, 13, 10).spot == 13
    assert link.bet(0, 10, 13).spot == 10


def test_a_frame_of_no_session_is_refused_with_its_own_tag():
    line, _ = rig()
    stray = Frame(messages.PING, b"\x01\x02\x03\x04", 7, b"")
    (nak,) = Deframer().feed(_say(line, stray.encode()))
    assert (nak.message, nak.tag, nak.number) == (messages.NAK, stray.tag, 7)
    fields = BY_NAME["nak"].fields.unpack(nak.payload)
    assert (fields["message"], fields["code"]) == (messages.PING, codes.E_SESSION)


def test_what_a_board_sends_is_never_answered():
    """Two boards on one line do not talk each other to death."""
    line, _ = rig()
    for message in range(256):
        frame = Frame(message, b"\x01\x02\x03\x04", 7, b"")
        answer = _say(line, frame.encode())
        from_board = message >= 128 or any(
            row.id == message and row.direction == messages.TO_HOST for row in BY_NAME.values()
        )
        assert bool(answer) != from_board


@pytest.mark.parametrize("number", [1 << 30, (1 << 32) - 1])
def test_numbers_beyond_small_ints_are_refused(number):
    line, link = rig()
    link.connect()
    tag = link._live()._tag
    data = (number).to_bytes(4, "little")
    frame = Frame(messages.BET, tag, 1, bytes(2) + data + b"\xff\xff\xff\xff")
    good = number == (1 << 32) - 1  # -1 as an amount is a number like any other
    (answer,) = Deframer().feed(_say(line, frame.encode()))
    assert (answer.message == messages.BET | 0x80) == good
    frame = Frame(messages.PING, tag, number, b"")
    (nak,) = Deframer().feed(_say(line, frame.encode()))
    assert nak.payload[1] == codes.E_VALUE
