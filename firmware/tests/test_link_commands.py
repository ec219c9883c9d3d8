"""Commands: performed once, whatever the line and the power do.

Both sides run in one process and simulated time.
"""

import contextlib
import dataclasses

import pytest

from boxcars.link import Expectation, Link, RefusedError
from boxcars.link.errors import AnswerLostError, NoDeviceError, UnansweredError, UnpluggedError
from boxcars.link.schema import BY_NAME, FieldError
from boxcars.link.wire import Deframer, Frame
from firmware.tests.link_mishaps import cut_after, drop, power_cut
from firmware.tests.link_rig import TO_BOARD, TO_HOST, rig
from shaker.link import codes, messages


def test_an_ack_of_a_wager_echoes_seat_spot_and_total():
    _, link = rig()
    link.connect()
    link.bet(3, 7, 10)
    taken = link.bet(3, 7, 15)
    assert (taken.seat, taken.spot, taken.debit, taken.total) == (3, 7, 15, 25)


def test_a_repeat_has_no_second_effect():
    line, link = rig()
    link.connect()
    drop(line, TO_HOST, 3)
    assert link.bet(0, 0, 10).total == 10
    assert line.board.session.repeated_count == 3
    assert line.board.ledger.performed == 1


def test_a_lost_answer_over_a_reconnect_is_given_again():
    """The host gives the line up before the answer comes, and connects anew."""
    line, link = rig()
    link.connect()
    drop(line, TO_HOST, 8)
    assert link.bet(0, 0, 10).total == 10
    assert link.reconnect_count == 1
    assert line.board.ledger.performed == 1
    assert link.bet(0, 0, 10).total == 20


def test_a_command_that_never_arrived_is_performed_after_the_reconnect():
    line, link = rig()
    link.connect()
    drop(line, TO_BOARD, 7)
    assert link.bet(0, 0, 10).total == 10
    assert link.reconnect_count == 1
    assert line.board.ledger.performed == 1


def test_a_power_cut_before_the_command_arrived():
    line, link = rig()
    link.connect()
    link.bet(0, 0, 10)
    power_cut(line)
    assert link.bet(0, 0, 10).total == 20
    assert link.reconnect_count == 1
    assert line.board.ledger.performed == 2


def test_a_power_cut_between_performing_and_answering_doubles_nothing():
    line, link = rig()
    link.connect()
    link.bet(0, 0, 10)
    cut_after(line, 2)
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

    cut_after(line, 1)
    cut = line.faults

    def faults(way, chunk):
        chunks = cut(way, chunk)
        line.board.ledger.answer_again = again
        return chunks

    line.faults = faults
    assert link.bet(0, 0, 10).total == 10
    assert line.board.ledger.performed == 1


def test_a_command_that_fails_half_way_is_not_performed_again():
    """A bug behind the journal: the loop catches it and goes on, and the host repeats."""
    line, link = rig()
    link.connect()
    ledger, poll = line.board.ledger, line.board.hub.poll
    perform = ledger.perform

    def failing(request):
        perform(request)
        raise AssertionError

    def loop():
        with contextlib.suppress(AssertionError):
            poll()

    ledger.perform = failing
    line.board.hub.poll = loop
    with pytest.raises(AnswerLostError):
        link.bet(0, 0, 10)
    ledger.perform = perform
    assert ledger.performed == 1
    assert link.bet(0, 0, 5).total == 15


def test_refused_commands_do_not_block_those_after_apower_cut():
    """Refusals are not journalled, so the board's last number is behind the host's."""
    line, link = rig()
    link.connect()
    link.bet(0, 0, 10)
    for _ in range(3):
        with pytest.raises(RefusedError, match="E_SEAT"):
            link.bet(8, 0, 10)
    power_cut(line)
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
    drop(line, TO_BOARD, 1)
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


def _cut_for_good(line, link, *, arrives):
    """The port is pulled with a bet under way and does not come back in time."""

    def faults(way, chunk):
        line.unplugged = True
        return [chunk] if way == TO_BOARD and arrives else []

    line.faults = faults
    with pytest.raises((UnpluggedError, NoDeviceError)):
        link.bet(0, 0, 10)
    line.faults = None
    line.clock.sleep(1.0)


@pytest.mark.parametrize("arrives", [True, False])
def test_what_came_of_a_command_is_known_after_a_long_time(arrives):
    line, link = rig(reconnect_s=1.0)
    link.connect()
    link.bet(0, 0, 5)
    _cut_for_good(line, link, arrives=arrives)
    assert line.board.ledger.performed == 1 + arrives
    line.unplugged = False
    link.connect()
    with pytest.raises(UnansweredError, match=r"bet.*resume"):
        link.bet(0, 0, 10)
    assert link.resume() == [{"seat": 0, "spot": 0, "debit": 10, "total": 15}]
    assert line.board.ledger.performed == 2
    assert link.bet(0, 0, 1).total == 16


def test_a_hello_that_is_refused_says_nothing_of_the_command():
    """It was performed; the board restarts, and at first it cannot draw its nonce."""
    line, link = rig()
    link.connect()
    cut_after(line, 1)
    cut = line.faults

    def faults(way, chunk):
        chunks = cut(way, chunk)
        if line.board.ledger.boot == 2:
            line.board.ledger.nonce_into = lambda *_: codes.E_SELF_TEST
        return chunks

    line.faults = faults
    with pytest.raises(RefusedError, match="hello was refused with E_SELF_TEST"):
        link.bet(0, 0, 10)
    line.faults = None
    del line.board.ledger.nonce_into
    link.connect()
    with pytest.raises(UnansweredError, match="bet had no answer"):
        link.bet(0, 0, 10)
    (lost,) = link.resume()
    assert isinstance(lost, AnswerLostError)
    assert line.board.ledger.performed == 1
    assert link.bet(0, 0, 1).total == 11


def test_a_command_may_be_given_up():
    line, link = rig(reconnect_s=1.0)
    link.connect()
    _cut_for_good(line, link, arrives=True)
    line.unplugged = False
    link.connect()
    link.abandon()
    assert link.state().stakes[0].amount == 10
    assert link.bet(0, 0, 5).total == 15
    assert link.reconnect_count == 0


def test_a_value_that_fits_no_field_uses_no_number():
    line, link = rig()
    link.connect()
    with pytest.raises(FieldError, match="amount"):
        link.bet(0, 0, 1 << 31)
    assert link.bet(0, 0, 1).total == 1
    assert link.reconnect_count == 0
    assert line.board.session.refused_count == 0


def test_a_command_that_is_no_good_by_itself_is_refused_in_its_place():
    """Too short, a number out of its type: the ones behind it are performed all the same."""
    line, link = rig()
    link.connect()
    tag, number = link._live().tag, link._next_command
    payload = BY_NAME["bet"].fields.pack({"seat": 0, "spot": 0, "amount": 7, "craps": -1})
    bad = payload[:2] + b"\x00\x00\x00\x40" + payload[6:]
    frames = [
        Frame(messages.BET, tag, number, payload[:-1]),
        Frame(messages.BET, tag, number + 1, bad),
        Frame(messages.BET, tag, number + 2, payload),
        Frame(messages.BET, tag, number + 1, payload),  # a repeat, whatever it says
        Frame(messages.BET, tag, 0, payload),
    ]
    answers = []
    for frame in frames:
        line.write(frame.encode())
        line.clock.sleep(0.05)
        answers += Deframer().feed(line.read(4096))
    answers = [frame for frame in answers if frame.message != messages.DIAGNOSTIC_EVENT]
    got = [(frame.message & 127, frame.number, frame.payload[0]) for frame in answers[:4]]
    assert got == [
        (messages.BET, number, codes.E_SIZE),
        (messages.BET, number + 1, codes.E_VALUE),
        (messages.BET, number + 2, codes.OK),
        (messages.BET, number + 1, codes.E_VALUE),
    ]
    assert (answers[4].message, answers[4].payload[1]) == (messages.NAK, codes.E_NUMBER)
    assert line.board.ledger.performed == 1


def test_a_message_that_the_board_does_not_have_blocks_nothing(monkeypatch):
    _, link = rig(expect=Expectation(any_table=True))
    link.connect()
    newer = dataclasses.replace(BY_NAME["close"], id=0x7E, name="newer")
    monkeypatch.setitem(BY_NAME, "newer", newer)
    with pytest.raises(RefusedError, match="E_UNKNOWN"):
        link.perform("newer")
    assert link.bet(0, 0, 1).total == 1
    assert link.reconnect_count == 0


def test_answers_beside_a_lost_one_are_given():
    line, link = rig()
    link.connect()
    cut_after(line, 4)  # as many as the board serves in one turn
    commands = [("bet", {"seat": 0, "spot": n, "amount": 5, "craps": -1}) for n in range(6)]
    answers = link.perform_all(commands)
    assert [isinstance(answer, AnswerLostError) for answer in answers] == [True] * 4 + [False] * 2
    assert [answer["total"] for answer in answers[4:]] == [5, 5]
    assert line.board.ledger.performed == 6
