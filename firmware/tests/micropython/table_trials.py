"""Run on the unix port: trials between rounds, settings, retirement.

    table_trials.py NAME

Each function is one claim, named by the test that runs it. Prints its name.
"""

import sys

from cut_host import use_cheap_signer
from fake_flash import FakeFlash
from fake_parts import World
from fake_table import Table, read_record

from shaker.app import bodies, book, faults, meters
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.spots import FIELD
from shaker.link import codes, messages
from shaker.link.messages import HOST_PORT
from shaker.link.request import Request
from shaker.seal import record
from shaker.seal.ed25519 import GOOD
from shaker.seal.selftest import PASSED


def opened(falls=((2, 2), (3, 4))):
    table = Table(FakeFlash(40 * 4096), World(list(falls)), 1, 2)
    table.start()
    table.provision()
    return table


def ask(table, message, payload=b"", command=True):
    """Give the handler a request; its code, and what it replied."""
    request = Request(HOST_PORT)
    request.message = message
    request.number = table.next_command()
    request.fields.set(payload, 0, len(payload))
    request.reply.set(bytearray(640), 0, 640)
    act = table.board.handler.perform if command else table.board.handler.ask
    code = act(request)
    return code, bytes(request.reply.buf[: request.reply.size()])


def exercise(table, mode=messages.EXERCISE_MOTOR, time_ms=0):
    return ask(table, messages.EXERCISE, bytes([mode, time_ms & 255, time_ms >> 8, 0, 0]))[0]


def state_of(table):
    """Everything that a trial must leave alone: table, meters, phase, round."""
    words = list(table.board.ledger.book)
    for index in (book.SEQUENCE, book.ACKED, book.FLOOR, book.COMMANDS, book.BOOT, book.OWED):
        words[index] = 0
    return words, list(table.board.ledger.table.state)


def last_record(table):
    return read_record(table.board.archive, table.board.archive.newest())


def bet(table):
    return table.board.desk.bet(table.next_command(), ops.OP_BET, 0, FIELD, 10, 0)


def exercise_counts_nowhere():
    table = opened()
    before = state_of(table)
    assert exercise(table) == OK
    assert table.board.shaker.is_busy
    assert table.board.desk.roll(table.next_command()) == codes.E_MOTION
    assert exercise(table) == codes.E_MOTION
    table.run(40)
    assert not table.board.shaker.is_busy
    assert table.world.throw_count == 1
    assert state_of(table) == before
    header = last_record(table)
    assert header[record.AT_KIND] == record.KIND_PROGRAM
    assert header[record.AT_DETAIL] == bodies.EXERCISED
    assert bet(table) == OK  # and the round goes on
    assert table.board.desk.roll(table.next_command()) == OK
    table.run_until(lambda: table.board.ledger.book[book.PHASE] == book.WAITING)
    assert table.board.ledger.book[meters.SHAKES] == 1


def a_cut_in_an_exercise_leaves_no_trace():
    """A board that was cut in a trial is like one that was cut while nothing happened."""
    for turns in (0, 1, 3, 5, 8):
        ends = []
        for tried in (True, False):
            table = opened()
            assert not tried or exercise(table) == OK
            table.run(turns)
            table.start()
            table.run(20)
            ends.append(state_of(table))
        assert ends[0] == ends[1], turns


def exercise_is_refused_while_money_is_at_stake():
    table = opened()
    assert bet(table) == OK
    assert exercise(table) == codes.E_STAKES
    assert ask(table, messages.SELF_TEST)[0] == codes.E_STAKES
    assert table.board.desk.roll(table.next_command()) == OK
    table.run_until(lambda: table.board.ledger.book[book.PHASE] == book.SHAKING)
    assert exercise(table) == codes.E_STATE
    table.run_until(lambda: table.board.ledger.book[book.PHASE] == book.WAITING)
    assert exercise(table) == codes.E_STATE
    assert table.world.throw_count == 1


def exercise_of_another_kind_is_refused():
    table = opened()
    assert exercise(table, messages.EXERCISE_BRAKE) == codes.E_VALUE
    assert exercise(table, time_ms=300) == codes.E_VALUE
    table.world.lid_open = 1
    assert exercise(table) == codes.E_LID
    table.world.lid_open = 0
    table.world.lying = (3, 3)
    assert exercise(table, messages.EXERCISE_LIGHT) == OK
    table.run(20)
    assert table.world.throw_count == 0


def a_failed_self_test_latches():
    table = opened()
    assert ask(table, messages.SELF_TEST) == (OK, bytes(4))
    table.board.tested.wrong = 16
    assert ask(table, messages.SELF_TEST) == (OK, b"\x10\0\0\0")
    table.run(10)
    assert table.board.ledger.book[book.FAULT] == faults.SELF_TEST


def a_seal_that_fails_its_self_test_signs_nothing():
    """At power-on and by command: the fault waits on flash, and is signed by a seal that works."""
    table = opened()
    newest = table.board.archive.newest()
    for at_start in (True, False):
        if at_start:
            table.seal_code = 3
            table.start()
        else:
            table.board.tested.wrong = 1
            assert ask(table, messages.SELF_TEST) == (OK, b"\x01\0\0\0")
        table.run(30)
        assert table.board.handler.faulted()
        assert table.board.ledger.pending  # captured, not signed
        assert table.board.archive.newest() == newest
        ask(table, messages.DICE_SET, b"\x05")
        table.run(10)
        assert table.board.archive.newest() == newest  # its record is owed
        table.seal_code = 0
        table.start()
        table.run(30)
        assert not table.board.ledger.pending
        assert table.board.ledger.book[book.FAULT] == faults.SELF_TEST
        assert table.board.archive.newest() > newest
        assert table.board.round.clear(table.next_command(), faults.SELF_TEST) == OK
        newest = table.board.archive.newest()


def settings_outlive_the_power():
    table = opened()
    assert ask(table, messages.SETTING, b"\x01cabinet 7")[0] == OK
    assert ask(table, messages.SETTING, b"\x02north hall")[0] == OK
    assert last_record(table)[record.AT_DETAIL] == bodies.CHANGE_SETTING
    for payload in (b"\x00x", b"\x03x", b"\x01" + b"x" * 33):
        assert ask(table, messages.SETTING, payload)[0] == codes.E_VALUE
    table.start()
    table.provision()
    assert ask(table, messages.SETTING_READ, b"\x01", False) == (OK, b"\x01cabinet 7")
    assert ask(table, messages.SETTING_READ, b"\x02", False) == (OK, b"\x02north hall")
    assert ask(table, messages.SETTING_READ, b"\x09", False)[0] == codes.E_VALUE
    assert ask(table, messages.SETTING, b"\x01")[0] == OK
    assert ask(table, messages.SETTING_READ, b"\x01", False) == (OK, b"\x01")


def a_retired_board_signs_no_more():
    table = opened()
    table.board.vault.add_key(messages.TECHNICIAN, bytes(range(32)), 0)
    assert table.board.vault.save() == OK
    assert ask(table, messages.RETIRE)[0] == codes.E_FULL
    assert table.board.archive.acknowledge(table.board.archive.newest()) == OK
    assert bet(table) == OK
    assert ask(table, messages.RETIRE)[0] == codes.E_STAKES
    assert table.board.desk.void(table.next_command(), 0) == OK
    assert table.board.archive.acknowledge(table.board.archive.newest()) == OK
    code, _ = ask(table, messages.RETIRE)
    assert code == OK
    newest = table.board.archive.newest()
    table.board.handler.refresh()
    head = bytes(table.board.handler.head)
    assert head != bytes(32)
    for _ in range(2):
        assert last_record(table)[record.AT_KIND] == record.KIND_RETIRE
        assert table.board.archive.newest() == newest
        assert bet(table) == codes.E_NOT_PROVISIONED
        assert table.board.desk.roll(table.next_command()) == codes.E_NOT_PROVISIONED
        assert ask(table, messages.PROVISION)[0] == codes.E_RETIRED
        assert not table.board.vault.has_key(messages.TECHNICIAN)
        assert table.board.handler.remembered(1, newest, head, 0) == OK
        assert table.board.archive.acknowledge(newest) == OK
        table.start()
        table.run(20)


class Believing:
    """A verifier that takes every signature for good."""

    def verify(self, public, signature, signed, size):
        return GOOD


def with_keys(table):
    """Two people's keys, a technician's and an operator's."""
    board = table.board
    for authority in (messages.TECHNICIAN, messages.OPERATOR):
        board.vault.add_key(authority, bytes([authority]) * 32, 0)
    assert board.vault.save() == OK
    board.keyring._verifier = Believing()
    board.keyring._tested = PASSED


def sign(table, authority):
    key = bytearray(bytes([authority]) * 8)
    return table.board.handler.verify(authority, key, bytes(64), bytes(8), 8)


def slots_used(table):
    """Slots of the keys whose use is on record, in order."""
    archive, found = table.board.archive, []
    for sequence in range(archive.oldest(), archive.newest() + 1):
        header = read_record(archive, sequence)
        kind, detail = header[record.AT_KIND], header[record.AT_DETAIL]
        if kind == record.KIND_PROGRAM and detail == bodies.KEY_USED:
            found.append(header[record.AT_REASON])
    return found


def every_use_of_a_key_is_a_record():
    """Also of two people in one shake, where none can be written; and before the board goes."""
    table = opened()
    with_keys(table)
    assert bet(table) == OK
    assert table.board.desk.roll(table.next_command()) == OK
    table.run_until(lambda: table.board.ledger.book[book.PHASE] == book.SHAKING)
    for authority in (messages.TECHNICIAN, messages.OPERATOR, messages.TECHNICIAN):
        assert sign(table, authority) == OK
    assert slots_used(table) == []
    table.run_until(lambda: table.board.ledger.book[book.PHASE] == book.WAITING)
    table.run(10)
    assert slots_used(table) == [0, 0, 1]
    assert table.board.archive.acknowledge(table.board.archive.newest()) == OK
    table.run(10)
    programs = table.board.ledger.book[meters.PROGRAMS]
    assert sign(table, messages.OPERATOR) == OK
    assert ask(table, messages.REBOOT, b"\0")[0] == OK
    assert last_record(table)[record.AT_DETAIL] == bodies.KEY_USED
    assert slots_used(table)[-1] == 1
    assert table.board.ledger.book[meters.PROGRAMS] == programs  # nothing was changed
    table.start()
    table.run(30)
    with_keys(table)
    assert table.board.archive.acknowledge(table.board.archive.newest()) == OK
    assert sign(table, messages.TECHNICIAN) == OK
    assert ask(table, messages.RETIRE)[0] == OK
    newest = table.board.archive.newest()
    assert last_record(table)[record.AT_KIND] == record.KIND_RETIRE
    assert read_record(table.board.archive, newest - 1)[record.AT_DETAIL] == bodies.KEY_USED


use_cheap_signer()
globals()[sys.argv[1]]()
print(sys.argv[1])
