"""Silence, rates, a port that is pulled, and what is no frame.

Both sides run in one process and simulated time.
"""

import pytest

from boxcars.link import Link
from boxcars.link.errors import (
    LinkError,
    NoDeviceError,
    SilentDeviceError,
    UnpluggedError,
)
from boxcars.link.schema import BY_NAME
from boxcars.link.wire import Deframer, Frame
from firmware.tests.link_mishaps import drop
from firmware.tests.link_rig import TO_HOST, rig
from shaker.link import codes, messages


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


def test_a_link_that_found_its_rate_useless_is_not_open():
    line, link = rig(baud=921600, reconnect_s=0.0)
    line.faults = lambda way, chunk: [] if line.board.port.rate == 921600 else [chunk]
    with pytest.raises(SilentDeviceError, match="921600 baud"):
        link.connect()
    assert not link.is_open
    with pytest.raises(LinkError, match="not connected"):
        link.ping()


def test_a_goodbye_to_a_dead_board_is_short():
    line, link = rig()
    link.connect()
    line.faults = lambda way, chunk: []
    start = line.clock.now_s
    link.close()
    assert line.clock.now_s - start < 2.0
    assert not link.is_open


def test_a_port_that_was_pulled_is_opened_anew():
    """Given up at once, and plugged in again later: the old port is of no use."""
    line, link = rig(reconnect_s=0.0)
    link.connect()
    line.unplugged = True
    with pytest.raises(UnpluggedError):
        link.ping()
    line.unplugged = False
    link.connect()
    assert line.open_count == 2
    assert link.bet(0, 0, 1).total == 1


def test_a_board_left_at_a_high_rate_comes_back():
    line, link = rig(baud=921600)
    link.connect()
    again = Link(line.open, clock=line.clock)
    again.connect()
    assert again.bet(0, 0, 1).total == 1


def test_a_lost_answer_to_the_rate_costs_a_second():
    """The board changes alone, hears nothing, and goes back to where the host still is."""
    line, link = rig()
    link.connect()
    drop(line, TO_HOST, 1)
    assert link._live().raise_baud(460800)
    assert line.baudrate == line.board.port.rate == 460800
    assert line.clock.now_s < 4.0
    assert link.bet(0, 0, 1).total == 1


def test_a_host_that_paused_at_a_high_rate_connects_at_once():
    """The board has gone back to the base rate: there is no use in waiting for its answers."""
    line, link = rig(baud=921600)
    link.connect()
    link.bet(0, 0, 1)
    line.clock.sleep(5.0)
    assert line.board.port.rate == 115200
    start = line.clock.now_s
    assert link.bet(0, 0, 1).total == 2
    assert line.clock.now_s - start < 1.0
    assert line.board.port.rate == 921600
    assert link.reconnect_count == 1


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
    assert answer.message == messages.BET | 0x80
    assert (answer.payload[0] == codes.E_VALUE) != good
    frame = Frame(messages.PING, tag, number, b"")
    (nak,) = Deframer().feed(_say(line, frame.encode()))
    assert nak.payload[1] == codes.E_VALUE
