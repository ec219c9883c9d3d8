"""The durable state of the controller as a fold over its steps.

`fold(kind, buf, at)` takes one step of the journal and is the only thing that changes the table,
the book and the papers. It runs live before the step is written, in recovery over what is on
flash, and once more when the body of an old record is rebuilt. It must therefore depend on nothing
but the steps.
"""

from array import array

from micropython import const
from shaker.app import bodies, book, course, logbook, meters, papers, rulebooks, steps
from shaker.app.replies import Replies
from shaker.core import ops
from shaker.core.codes import E_PARSE, OK
from shaker.core.state import (
    CLOSED,
    EVENT,
    POINT,
    RETURNED,
    STATE_WORDS,
    UNIT,
    VALUE,
)
from shaker.core.table import STAGE_WORDS, Table
from shaker.dice.evidence import needs_person
from shaker.octets.kernels import equal, fill, move
from shaker.octets.view import bytes_of
from shaker.octets.words import get_i32, get_u32
from shaker.seal import record

E_STEP = const(32)  # a step that cannot follow the ones before
_LIMIT_WORDS = const(96)  # of the state, from UNIT on: what the limits digest covers


class Ledger:
    """Table, book, papers, and the record that is captured but not sealed."""

    def __init__(self, shop):
        """`shop` has the big buffers."""
        self.table = Table(shop.result)
        self.book = array("i", bytes(4 * book.BOOK_WORDS))
        self.logs = array("i", bytes(4 * logbook.LOGBOOK_WORDS))
        self.reply_words = array("i", bytes(4 * book.REPLIES_WORDS))
        self.replies = Replies(self)
        self.papers = bytearray(papers.PAPERS_SIZE)
        self.header = bytearray(record.HEADER_SIZE)
        self.sealed = bytearray(record.SEALED_SIZE)  # the last record of the chain
        self.pending = False  # the header is captured and not sealed
        self.shop = shop
        self.closing = shop.closing
        self._request = shop.request
        self._stream = shop.stream
        self._lister = shop.lister
        self._hash = shop.hash
        self._wide_buf = shop.wide_buf
        self._limit_words = bytes_of(self.table.state)
        self.reset()

    def choose_rules(self):
        """The rule book that the book names; the last one stays if it names none."""
        if rulebooks.is_book(self.book[book.PROFILE]):
            self.table.rules = rulebooks.BOOKS[self.book[book.PROFILE]]

    def all_acknowledged(self):
        """Has the host every record that is sealed?"""
        return self.book[book.ACKED] >= self.book[book.SEQUENCE]

    def reset(self):
        """A board that has never done anything."""
        for index in range(book.BOOK_WORDS):
            self.book[index] = 0
        for index in range(logbook.LOGBOOK_WORDS):
            self.logs[index] = 0
        for index in range(book.REPLIES_WORDS):
            self.reply_words[index] = 0
        for index in range(STATE_WORDS):
            self.table.state[index] = 0
        fill(self.papers, 0, papers.PAPERS_SIZE, 0)
        fill(self.sealed, 0, record.SEALED_SIZE, 0)
        self.book[book.DICE_SET] = 1
        self.pending = False
        self.closing.forget()

    def fold(self, kind, buf, at):
        """Take one step; OK, or a refusal and nothing has changed."""
        if kind == steps.STEP_OP:
            code = self._op(buf, at)
        elif kind == steps.STEP_CAPTURE:
            code = self._capture(buf, at)
        elif kind == steps.STEP_SEALED:
            return self._sealed(buf, at)
        elif kind == steps.STEP_BOOT:
            return self._boot(buf, at)
        else:
            code = self._manage(kind, buf, at)
        if code == OK:
            self.replies.note(kind, buf, at)
        return code

    # -- steps of the table ------------------------------------------------------------------

    def _op(self, buf, at):
        request = self._request
        op = buf[at + steps.AT_OP]
        request[0] = op
        request[1] = buf[at + steps.AT_SEAT]
        request[2] = buf[at + steps.AT_SPOT]
        request[3] = get_i32(buf, at + steps.AT_AMOUNT)
        request[4] = get_i32(buf, at + steps.AT_CRAPS)
        if op == ops.OP_CALL:
            request[3] = buf[at + steps.AT_FLAGS] & 15
            request[4] = buf[at + steps.AT_FLAGS] >> 4
        elif op == ops.OP_CLOSE:
            self.closing.before(self.table.state)
        elif op != ops.OP_BET and op != ops.OP_TAKE:
            return E_PARSE
        code = ops.perform(self.table, self.table.rules, request)
        if code == OK:
            self._account(op)
        return code

    def _account(self, op):
        value = self.table.result[VALUE]
        if op == ops.OP_BET:
            meters.add(self.book, meters.IN, value)
            meters.count(self.book, meters.WAGERS)
        elif op == ops.OP_CLOSE:
            if self.book[book.PHASE] == book.BETTING:
                self.book[book.PHASE] = book.CLOSED
            self.closing.keep(self.table.result)
            bodies.count_returned(self.book, self.table.result)
        elif value:
            meters.add(self.book, meters.OUT, value)

    def _manage(self, kind, buf, at):
        value = get_u32(buf, at + steps.AT_VALUE)
        if kind == steps.STEP_OPEN:
            return self._open(buf, at)
        if kind == steps.STEP_LIMITS:
            return self._set_limits(buf, at)
        if kind == steps.STEP_SHAKE:
            self.book[book.PHASE] = book.SHAKING
        elif kind == steps.STEP_REST:
            course.rest(self.book, buf, at)
        elif kind == steps.STEP_ACK:
            return self._acknowledge(value)
        elif kind == steps.STEP_SHOOTER:
            self.book[book.SHOOTER] = value
        elif kind == steps.STEP_ROLL:
            self.book[book.ROLL_WANTED] = 1
        elif kind == steps.STEP_KEY:
            move(self.papers, papers.KEY, buf, at + steps.AT_PUBLIC, 32)
            self.book[book.OWED] |= book.OWED_GENESIS
        elif kind == steps.STEP_NOTED:
            self.book[book.RESTART] = 1
        elif kind == steps.STEP_WORD:
            return OK if course.set_word(self.book, buf, at) else E_STEP
        else:
            return E_STEP
        return OK

    def _open(self, buf, at):
        number = buf[at + steps.AT_PROFILE]
        if not rulebooks.is_book(number):
            return E_PARSE
        self._stage(ops.OP_OPEN, buf, at + steps.AT_OPEN_STAGE)
        self._request[ops.ARGS] = buf[at + steps.AT_SEATS]
        code = ops.perform(self.table, rulebooks.BOOKS[number], self._request)
        if code == OK:
            course.take(self.book, number, buf, at)
            self._opened(buf, at)
        return code

    def _opened(self, buf, at):
        self.closing.forget()
        self._next_round()
        move(self.papers, papers.RULE_BOOK_BEFORE, self.papers, papers.RULE_BOOK, 32)
        move(self.papers, papers.RULE_BOOK, self.table.rules, rulebooks.DIGEST_AT, 32)
        self._digest(papers.TABLE, buf, at + 4, steps.AT_OPEN_STAGE - 4)
        self._limits_changed()
        self.book[book.OWED] |= book.OWED_TABLE | book.OWED_LIMITS

    def _set_limits(self, buf, at):
        self._stage(ops.OP_LIMITS, buf, at + steps.AT_LIMITS_STAGE)
        code = ops.perform(self.table, self.table.rules, self._request)
        if code == OK:
            self._limits_changed()
            self.book[book.OWED] |= book.OWED_LIMITS
        return code

    def _stage(self, op, buf, at):
        self._request[0] = op
        for index in range(ops.STAGE, ops.STAGE + STAGE_WORDS):
            self._request[index] = get_i32(buf, at)
            at += 4

    def _limits_changed(self):
        self._digest(papers.LIMITS, self._limit_words, 4 * UNIT, 4 * _LIMIT_WORDS)

    def _digest(self, paper, buf, at, size):
        """Put the digest of some bytes among the papers; the one before moves aside."""
        move(self.papers, paper + 32, self.papers, paper, 32)
        self._hash.start()
        self._hash.update(buf, at, size)
        self._hash.finish_into(self._wide_buf, 0)
        move(self.papers, paper, self._wide_buf, 0, 32)

    def _next_round(self):
        self.book[book.ROUND] += 1
        self.book[book.PHASE] = book.BETTING
        self.book[book.RETRY] = 0
        self.book[book.ROLL_WANTED] = 0

    def _acknowledge(self, sequence):
        if sequence >= self.book[book.SEQUENCE]:
            return E_STEP
        if sequence >= self.book[book.ACKED]:
            self.book[book.ACKED] = sequence + 1
        if self.book[book.PHASE] == book.WAITING and sequence >= self.book[book.DECIDING]:
            self._next_round()
        return OK

    # -- starts ------------------------------------------------------------------------------

    def _boot(self, buf, at):
        words = self.book
        words[book.BOOT] = get_u32(buf, at + steps.AT_BOOT)
        if words[book.BOOT] > 1:
            words[book.OWED] |= book.OWED_POWER_LOSS
        words[book.ROLL_WANTED] = 0  # whoever wants a roll now asks again
        if words[book.PHASE] == book.SHAKING:
            words[book.PHASE] = book.CLOSED if self.table.state[CLOSED] else book.BETTING
            words[book.LOST] = book.LOST_IN_MOTION
        if words[book.PHASE] == book.RESTED:
            words[book.LOST] = book.LOST_AT_REST
        if not equal(self.papers, papers.IMAGE, buf, at + steps.AT_IMAGE, 32):
            move(self.papers, papers.IMAGE_BEFORE, self.papers, papers.IMAGE, 32)
            move(self.papers, papers.IMAGE, buf, at + steps.AT_IMAGE, 32)
            words[book.OWED] |= book.OWED_IMAGE
        return OK

    # -- records of the chain ----------------------------------------------------------------

    def _capture(self, buf, at):
        assert not self.pending
        move(self.header, 0, buf, at + steps.AT_HEADER, record.HEADER_SIZE)
        self.shop.begin_body()
        kind = self.header[record.AT_KIND]
        if kind == record.KIND_RESULT:
            code = self._roll()
        elif kind == record.KIND_VOID or kind == record.KIND_WITHDRAWAL:
            code = self._give_back(kind)
        else:
            code = self._event(kind)
        if code != OK:
            return code
        self._stream.finish_into(self.header)
        logbook.add(self.logs, self.header)
        if self.book[book.PROFILE]:
            self.header[record.AT_POINT_AFTER] = self.table.state[POINT]
        self.pending = True
        return OK

    def _roll(self):
        header, table = self.header, self.table
        self._lister.add_wagers(self.closing.wagers_before(table.state))
        heir = self._heir()
        self._request[0] = ops.OP_ROLL
        self._request[1] = header[record.AT_DIE_A]
        self._request[2] = header[record.AT_DIE_B]
        code = ops.perform(table, table.rules, self._request)
        assert code == OK  # betting was closed and the faces were checked before they were kept
        assert table.result[RETURNED] == 0
        self._lister.add_closed(self.closing)
        self._lister.add_lines(table.result)
        self.closing.forget()
        bodies.count_credits(self.book, table.result)
        meters.count(self.book, meters.ROUNDS)
        meters.count_throw(self.book, header, 0)
        self.book[book.PHASE] = book.SEALING
        self.book[book.LOST] = 0
        if bodies.is_seven_out(table.result[EVENT]):
            self.book[book.SHOOTER] = heir
        return OK

    def _heir(self):
        """Who has the dice after a seven-out: by the line bets that stood before the roll."""
        if not self.book[book.SHOOTING]:
            return 0
        return bodies.next_shooter(self.table.state, self.book[book.SHOOTER])

    def _give_back(self, kind):
        table, seat = self.table, 0
        if kind == record.KIND_WITHDRAWAL:
            seat = get_u32(self.header, record.AT_DETAIL)
            self._request[0] = ops.OP_WITHDRAW
            self._request[1] = seat
        else:
            malfunction = self.header[record.AT_REASON] == 1
            self._request[0] = ops.OP_MALFUNCTION if malfunction else ops.OP_VOID
            self._lister.add_wagers(self.closing.wagers_before(table.state))
        code = ops.perform(table, table.rules, self._request)
        if code != OK:
            return code
        if kind == record.KIND_VOID:
            self._lister.add_all_returned(self.closing, table.result)
            self.book[book.PHASE] = book.SEALING
            self.book[book.LOST] = 0
            meters.count_given_back(
                self.book, meters.MALFUNCTIONS if malfunction else meters.VOIDS
            )
        else:
            self._lister.add_returned(table.result)
            meters.count_given_back(self.book, meters.WITHDRAWALS)
        self.closing.forget()
        bodies.count_returned(self.book, table.result)
        return OK

    def _event(self, kind):
        words = self.book
        if kind == record.KIND_NO_ROLL:
            meters.count_throw(self.book, self.header, self.header[record.AT_REASON])
            words[book.RETRY] += 1
            if needs_person(self.header[record.AT_REASON]):
                words[book.OWED] |= book.OWED_FAULT
            words[book.ROLL_WANTED] = 0
            words[book.PHASE] = book.CLOSED if self.table.state[CLOSED] else book.BETTING
            if words[book.LOST]:
                self._fail_power()
        elif kind == record.KIND_POWER_LOSS:
            meters.count(words, meters.POWER_LOSSES)
            words[book.OWED] &= ~book.OWED_POWER_LOSS
            words[book.RESTART] = 0
            if not bodies.keeps_outcome(self.header[record.AT_REASON]):
                self._fail_power()
        elif kind == record.KIND_FAULT:
            self._latch()
        elif kind == record.KIND_DOOR:
            bodies.count_door(words, self.header[record.AT_REASON])
            return OK
        elif kind == record.KIND_PROGRAM:
            self._program()
            return OK
        elif kind == record.KIND_GENESIS:
            self._stream.add_key(self._key())
            words[book.OWED] &= ~book.OWED_GENESIS
            return OK
        if words[book.PROFILE]:
            self._lister.add_wagers(self.table.state)
        return OK

    def _key(self):
        move(self._wide_buf, 0, self.papers, papers.KEY, 32)
        return self._wide_buf

    def _fail_power(self):
        self.book[book.LOST] = 0
        if self.book[book.PROFILE]:
            self._request[0] = ops.OP_POWER_FAIL
            ops.perform(self.table, self.table.rules, self._request)

    def _latch(self):
        cleared = self.header[record.AT_REASON] == 1
        self.book[book.OWED] &= ~book.OWED_FAULT
        if not cleared:
            meters.count(self.book, meters.FAULTS)
        self.book[book.FAULT] = 0 if cleared else get_u32(self.header, record.AT_DETAIL)
        if cleared:
            self.book[book.RETRY] = 0

    def _program(self):
        """A program event: what changed, before and after, is said by its detail."""
        detail = get_u32(self.header, record.AT_DETAIL)
        if detail not in bodies.UNCOUNTED:  # a trial counts nowhere, nor does who signed for it
            meters.count(self.book, meters.PROGRAMS)
        if detail == bodies.KEY_REFUSED:
            self.book[meters.REFUSED_KEYS] += self.header[record.AT_REASON]
        self.book[book.OWED] &= ~bodies.owed_of(detail)
        bodies.add_change(self._stream, detail, self.papers, self._wide_buf)

    def _sealed(self, buf, at):
        if self.pending and not equal(self.header, 0, buf, at, record.HEADER_SIZE):
            return E_STEP
        move(self.sealed, 0, buf, at, record.SEALED_SIZE)
        self.pending = False
        sequence = get_u32(self.sealed, record.AT_SEQUENCE)
        self.book[book.SEQUENCE] = sequence + 1
        if self.book[book.PHASE] == book.SEALING:
            self.book[book.DECIDING] = sequence
            self.book[book.PHASE] = book.WAITING
        return OK
