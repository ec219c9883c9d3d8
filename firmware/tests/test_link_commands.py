"""Commands: performed once, whatever the line and the power do.

Both sides run in one process and simulated time.
"""

import pytest

from boxcars.link import Link, RefusedError
from boxcars.link.errors import (
    AnswerLostError,
)
from firmware.tests.link_mishaps import cut_after, drop, power_cut
from firmware.tests.link_rig import TO_BOARD, TO_HOST, rig
from shaker.link import codes


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
