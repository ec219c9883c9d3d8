"""The controller behind the link: what a host is told of its commands, whatever happens between.

Both sides run in one process and simulated time; flash and dice are stand-ins.
"""

import pytest

from boxcars.link import EventsLost, Link, RefusedError
from boxcars.link.errors import AnswerLostError, NotAcknowledgerError, RolledBackError
from boxcars.record.view import parse_header
from firmware.tests.controller_rig import Cabinet, use_quick_signer
from shaker.app import book, faults, replies, service_commands
from shaker.core import ops
from shaker.core.spots import DONT_PASS, FIELD, PASS
from shaker.dice import reasons
from shaker.link import messages
from shaker.link.sizes import COMMAND_WINDOW
from shaker.seal import record

_TABLE = "mbs-2020"


def _table(falls=(), **options):
    """A provisioned board with a table of three seats, and its host."""
    cabinet = Cabinet(falls)
    cabinet.provision()
    link = cabinet.link(acknowledge=True, **options)
    link.open_table(_TABLE, 3, minimum=5)
    return cabinet, link


def _cut_after(cabinet, number):
    """Cut the power once a command of the host was performed and before its answer leaves."""
    cabinet.cut_when_told(lambda: cabinet.board.handler.last_command(messages.HOST_PORT) >= number)


def _number(link):
    return link._next_command


def _bets(*wagers):
    return [
        ("bet", {"seat": seat, "spot": spot, "amount": amount, "craps": -1})
        for seat, spot, amount in wagers
    ]


@pytest.fixture(autouse=True)
def _signer(monkeypatch):
    use_quick_signer(monkeypatch)


def test_operations_have_the_numbers_of_the_core():
    assert (replies.OP_BET, replies.OP_CALL, replies.OP_CLOSE) == (
        ops.OP_BET,
        ops.OP_CALL,
        ops.OP_CLOSE,
    )
    assert replies._WINDOW == COMMAND_WINDOW
    assert replies._USB_PLACE == COMMAND_WINDOW * replies._PLACE


def test_a_wager_is_acknowledged_after_the_power_was_cut_before_its_answer():
    cabinet, link = _table()
    assert link.bet(1, PASS, 10).total == 10
    _cut_after(cabinet, _number(link))
    taken = link.bet(1, PASS, 15)
    assert (taken.seat, taken.spot, taken.debit, taken.total) == (1, PASS, 15, 25)
    assert cabinet.boot_count == 2
    assert link.state().stakes[0].amount == 25


def test_every_command_of_the_table_is_answered_as_if_nothing_had_been():
    """The same script with a cut in each command and without any: the answers are the same."""
    script = [
        ("bet", {"seat": 0, "spot": PASS, "amount": 10, "craps": -1}),
        ("bet", {"seat": 2, "spot": FIELD, "amount": 10, "craps": -1}),
        ("take", {"seat": 2, "spot": FIELD, "amount": 5, "craps": -1}),
        ("limits", {"min": 5, "max": 500, "max_total": -1, "min_total": -1, "spots_given": 0,
                    "spots": b""}),
        ("dice-set", {"set": 7}),
        ("close", {}),
        ("roll", {}),
    ]  # fmt: skip
    told = []
    for cut in (False, True):
        cabinet, link = _table([(2, 2)])
        answers = []
        for name, values in script:
            if cut:
                _cut_after(cabinet, _number(link))
            answers.append((name, link.perform(name, **values)))
        told.append(answers)
        assert cabinet.boot_count == (1 + len(script) if cut else 1)
    assert told[0] == told[1]


def test_a_withdrawal_and_a_void_are_answered_again():
    cabinet, link = _table()
    link.bet(0, PASS, 10)
    link.bet(1, DONT_PASS, 20)
    cabinet.start()
    link.idle(0.2)
    _cut_after(cabinet, _number(link))
    withdrawn = link.withdraw(1)
    assert (withdrawn.seat, withdrawn.credit, withdrawn.returned) == (1, 20, 1)
    number = link.state().round
    _cut_after(cabinet, _number(link))
    voided = link.void(number)
    assert (voided.round, voided.returned) == (number, 1)
    assert not link.state().stakes
    assert cabinet.boot_count == 4


def test_of_commands_under_way_together_each_is_known():
    """Refused ones leave no step: that they changed nothing is known all the same."""
    cabinet, link = _table()
    wagers = [(0, PASS, 10), (7, PASS, 10), (1, PASS, 1), (2, PASS, 20), (0, FIELD, 5)]
    _cut_after(cabinet, _number(link) + 3)
    answers = link.perform_all(_bets(*wagers))
    assert cabinet.boot_count == 2
    assert answers[0] == {"seat": 0, "spot": PASS, "debit": 10, "total": 10}
    assert [answer.word for answer in answers[1:3]] == ["E_REFUSAL_LOST"] * 2
    assert answers[3] == {"seat": 2, "spot": PASS, "debit": 20, "total": 20}
    assert answers[4] == {"seat": 0, "spot": FIELD, "debit": 5, "total": 5}
    stakes = {(stake.seat, stake.spot): stake.amount for stake in link.state().stakes}
    assert stakes == {(0, PASS): 10, (2, PASS): 20, (0, FIELD): 5}


def test_answers_outlive_a_checkpoint():
    cabinet, link = _table()
    link.bet(0, PASS, 10)
    done = cabinet.board.handler.last_command(messages.HOST_PORT)
    assert cabinet.board.scribe.checkpoint() == 0
    words = list(cabinet.board.ledger.reply_words)
    cabinet.start()
    assert list(cabinet.board.ledger.reply_words) == words
    assert cabinet.board.handler.last_command(messages.HOST_PORT) == done


def test_a_command_of_another_host_is_not_taken_for_ours():
    """Same number, another wager, and the board has restarted since: nobody is told a lie."""
    cabinet, link = _table()
    link.bet(0, PASS, 10)
    other = cabinet.link()
    other.bet(1, PASS, 50)
    cabinet.start()
    with pytest.raises(AnswerLostError):
        link.bet(0, PASS, 10)
    stakes = {(stake.seat, stake.spot): stake.amount for stake in link.state().stakes}
    assert stakes == {(0, PASS): 10, (1, PASS): 50}


def test_a_reboot_whose_answer_is_lost_happens_once():
    cabinet, link = _table()
    _cut_after(cabinet, _number(link))
    link.reboot(0)
    assert cabinet.boot_count == 2
    assert not cabinet.board.reboot_wanted
    link.reboot(0)
    assert cabinet.board.reboot_wanted == 1


def test_a_board_restored_from_an_old_image_of_its_flash_latches():
    cabinet, link = _table([(2, 2)])
    old = bytes(cabinet.flash.data)
    link.bet(0, PASS, 10)
    link.roll()
    link.follow()
    record = link.next_record(20.0)
    while record is not None:
        link.commit(record)
        record = link.next_record(1.0)
    cabinet.flash.data[:] = old
    cabinet.start()
    with pytest.raises(RolledBackError):
        link.ping()
    cabinet.clock.sleep(0.5)
    assert cabinet.board.ledger.book[book.FAULT] == faults.ROLLED_BACK
    other = cabinet.link()
    with pytest.raises(RefusedError, match="E_FAULTED"):
        other.bet(0, PASS, 10)


def test_a_link_notices_without_a_log_that_the_board_went_back():
    """What the board said of itself in this connection is remembered in the next."""
    cabinet, link = _table([(2, 2)])
    old = bytes(cabinet.flash.data)
    link.bet(0, PASS, 10)
    link.roll()
    link.idle(5.0)
    link.close()
    link.connect()
    assert link.memory is None
    cabinet.flash.data[:] = old
    cabinet.start()
    with pytest.raises(RolledBackError):
        link.ping()


def test_records_wait_for_the_host_while_a_technician_is_there():
    cabinet, link = _table([(2, 2)])
    link.bet(0, PASS, 10)
    link.roll()
    link.idle(5.0)
    assert link.state().state == book.WAITING
    cabinet.clock.sleep(4.0)
    assert not cabinet.board.round.host_here
    technician = cabinet.technician(acknowledge=True)
    assert technician.may_acknowledge
    link.ping()
    host = cabinet.link(acknowledge=True)
    assert host.may_acknowledge, "the host's line goes before"
    technician.follow(0)
    with pytest.raises(NotAcknowledgerError):
        technician.commit(technician.next_record(5.0))
    assert host.state().state == book.WAITING


def _events(link, names):
    """The events of these names that have come."""
    found = []
    while (event := link.next_event(0.5)) is not None:
        if not isinstance(event, EventsLost) and event.name in names:
            found.append((event.name, event.fields))
    return found


def test_a_start_is_told_with_what_was_found():
    cabinet, link = _table()
    link.bet(0, PASS, 10)
    newest = link.ping().newest
    cabinet.start()
    fresh = cabinet.link()
    ((_, fields),) = _events(fresh, ["recovery-event"])
    assert (fields["what"], fields["round"]) == (book.BETTING, fresh.state().round)
    assert (fields["boot"], fields["sequence"]) == (2, newest)


def test_doors_are_told_open_and_closed():
    cabinet, link = _table()
    _events(link, [])
    door = cabinet.board.shaker.switches.cabinet_door
    door.opened_count += 1
    door.is_open = 1
    assert _events(link, ["door-event"]) == [("door-event", {"door": 2, "open": 1})]
    door.is_open = 0
    assert _events(link, ["door-event"]) == [("door-event", {"door": 2, "open": 0})]
    door.opened_count += 1  # opened and closed between two looks: both are told
    told = [("door-event", {"door": 2, "open": open_}) for open_ in (1, 0)]
    assert _events(link, ["door-event"]) == told


def test_what_a_person_should_look_at_is_told():
    cabinet, link = _table()
    _events(link, [])
    twin = cabinet.board.scribe.guard._pairs[0]._twin
    twin[0] ^= 1
    link.bet(0, PASS, 10)
    told = ("diagnostic-event", {"what": service_commands.MEMORY_REBUILT, "value": 1})
    assert _events(link, ["diagnostic-event"]) == [told]


def test_every_kind_of_event_comes_in_a_round():
    cabinet, link = _table([reasons.COCKED, (2, 2)])
    cabinet.board.shaker.switches.cabinet_door.opened_count += 1
    link.idle(0.5)
    link.bet(0, PASS, 10)
    link.roll()
    seen = {}
    while seen.get("result-event", {}).get("kind") != record.KIND_RESULT:
        event = link.next_event(10.0)
        seen[event.name] = event.fields
    cabinet.board.round.latch(faults.ENTROPY)
    while "fault-event" not in seen:
        event = link.next_event(10.0)
        seen[event.name] = event.fields
    assert seen["no-roll-event"]["reason"] == reasons.COCKED
    assert seen["fault-event"]["code"] == faults.ENTROPY
    assert set(seen) >= {
        "round-event",
        "no-more-bets-event",
        "no-roll-event",
        "result-event",
        "fault-event",
        "door-event",
    }


def test_no_more_bets_is_told_once_whoever_closes():
    cabinet, link = _table([(2, 2)])
    link.bet(0, PASS, 10)
    _events(link, [])
    number = link.close_betting().round
    link.close_betting()
    link.roll()
    told = ("no-more-bets-event", {"round": number, "returned": 0})
    assert _events(link, ["no-more-bets-event"]) == [told]
    assert cabinet.world.throw_count == 1


def test_a_closed_round_is_completed_without_its_host():
    """Betting was closed, nobody has asked for the roll yet, and the line is pulled."""
    cabinet, link = _table([(2, 2)], reconnect_s=0.5)
    link.bet(0, PASS, 10)
    link.close_betting()
    link.idle(5.0)
    assert link.state().state == book.CLOSED
    cabinet.host.unplugged = True
    cabinet.clock.sleep(2.5)
    assert cabinet.world.throw_count == 0
    cabinet.clock.sleep(5.0)
    assert cabinet.board.ledger.book[book.PHASE] == book.WAITING
    number = cabinet.board.ledger.book[book.ROUND]
    cabinet.clock.sleep(60.0)
    assert cabinet.board.ledger.book[book.ROUND] == number
    cabinet.host.unplugged = False
    link.connect()
    link.follow()
    kinds = []
    while record_ := link.next_record(1.0):
        kinds.append(record_.header[record.AT_KIND])
        link.commit(record_)
    assert kinds[-1] == record.KIND_RESULT
    assert link.state().round == number + 1


def test_a_link_made_anew_begins_behind_the_last_command():
    cabinet, link = _table()
    link.bet(0, PASS, 10)
    again = Link(cabinet.host.open, clock=cabinet.clock)
    again.connect()
    assert again.bet(0, PASS, 10).total == 20


def test_a_clock_that_is_set_to_the_end_of_its_numbers_stands_still():
    """A record whose time did not fit could not be sealed, and neither could its fault."""
    cabinet, link = _table()
    link.perform("clock", time_s=(1 << 30) - 2, time_ms=900)
    cabinet.clock.sleep(5.0)
    link.bet(0, PASS, 10)
    assert link.void(link.state().round)
    assert link.state().fault == faults.NONE
    header = parse_header(bytes(cabinet.board.ledger.sealed[: record.HEADER_SIZE]))
    assert (header.kind, header.time_s) == (record.KIND_VOID, (1 << 30) - 1)
    assert header.time_source == record.TIME_OF_HOST
