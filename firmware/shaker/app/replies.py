"""Answers to the last commands of the ports, folded from the steps they caused.

A host that lost an answer sends the command again under its number, also after a power cut: what
the journal tells of it is answered once more. Of a command that left no step behind, with a later
one that did, it is known that it was refused. The host's line has a place for each command that
may be under way; on the other port the last command is kept.
"""

from micropython import const
from shaker.app import book, faults, papers, steps
from shaker.core.codes import OK
from shaker.core.state import RETURNED, STAKE_MASK, VALUE, seat_at
from shaker.link import codes, messages
from shaker.octets.words import get_i32, get_u16, get_u32
from shaker.seal import record

_WINDOW = const(8)  # `shaker.link.sizes.COMMAND_WINDOW`
_USB_PLACE = const(56)  # behind the window

# ---- of a place
_NUMBER = const(0)
_MESSAGE = const(1)  # 0: performed, and its answer is not kept
_SEAT = const(2)  # seat + 256 * spot, or another small field
_ASKED = const(3)  # a field of the command, and the next
_ASKED_TOO = const(4)
_VALUE = const(5)  # debit, credit or round
_TOTAL = const(6)  # what stood on the spot then, or how many wagers went back
_PLACE = const(7)

# Of `shaker.core.ops`, which imports all of the rules.
OP_BET = const(2)
OP_CALL = const(4)
OP_CLOSE = const(5)

_AUTHORISED_HEAD = const(89)  # authority, key, nonce, signature
_NAME_SIZE = const(16)

# By message, which fields a command asks with and is answered by.
_SMALL = (messages.WITHDRAW, messages.SHOOTER, messages.DICE_SET, messages.REBOOT)
_SMALL_TOLD = (messages.WITHDRAW, messages.SHOOTER, messages.DICE_SET, messages.OPEN)
_RETURNED_TOLD = (messages.WITHDRAW, messages.CLOSE, messages.MALFUNCTION, messages.VOID)
_VALUE_TOLD = _RETURNED_TOLD + (messages.BET, messages.TAKE, messages.OPEN, messages.ROLL)

assert book.REPLIES_WORDS == _USB_PLACE + _PLACE


def place_of(port, number):
    """Where the answer to a command lies."""
    if port == messages.HOST_PORT:
        return number % _WINDOW * _PLACE
    return _USB_PLACE


def number_of(buf, at):
    """The number of the command that caused a step."""
    return get_u16(buf, at) | buf[at + 2] << 16 | (buf[at + 3] & 63) << 24


class Replies:
    """The words are the ledger's: kept twice, checkpointed, folded."""

    def __init__(self, ledger):
        self._ledger = ledger
        self._words = ledger.reply_words
        self._at = 0

    # -- folding -----------------------------------------------------------------------------

    def note(self, kind, buf, at):
        """A step was folded: if a command caused it, the same number never counts again."""
        port = buf[at + steps.AT_PORT] >> steps.PORT_SHIFT
        if not port:
            return
        self._begin(port, number_of(buf, at))
        if kind == steps.STEP_OP:
            self._note_op(buf, at)
        elif kind == steps.STEP_CAPTURE:
            self._note_capture(buf, at + steps.AT_HEADER)
        else:
            self._note_other(kind, buf, at)

    def _begin(self, port, number):
        self._ledger.book[book.COMMANDS + port - 1] = number
        self._at = place_of(port, number)
        for index in range(_PLACE):
            self._words[self._at + index] = 0
        self._words[self._at] = number

    def _set(self, message, value, total):
        at = self._at
        self._words[at + _MESSAGE] = message
        self._words[at + _VALUE] = value
        self._words[at + _TOTAL] = total

    def _asked(self, one, other):
        self._words[self._at + _ASKED] = one
        self._words[self._at + _ASKED_TOO] = other

    def _note_op(self, buf, at):
        op = buf[at + steps.AT_OP]
        if op == OP_CLOSE:
            self._note_returned(messages.CLOSE)
            return
        self._words[self._at + _SEAT] = get_u16(buf, at + steps.AT_SEAT)  # and the spot
        if op == OP_CALL:
            self._set(messages.CALL, 0, 0)
            self._asked(buf[at + steps.AT_FLAGS] & 15, buf[at + steps.AT_FLAGS] >> 4)
            return
        self._note_wager(messages.BET if op == OP_BET else messages.TAKE)
        self._asked(get_i32(buf, at + steps.AT_AMOUNT), get_i32(buf, at + steps.AT_CRAPS))

    def _note_wager(self, message):
        table, seat = self._ledger.table, self._word(_SEAT)
        stands = table.state[seat_at(seat & 255) + (seat >> 8)]
        self._set(message, table.result[VALUE], stands & STAKE_MASK)

    def _note_returned(self, message):
        """The round, and how many wagers went back."""
        self._set(message, self._ledger.book[book.ROUND], self._ledger.table.result[RETURNED])

    def _note_capture(self, buf, at):
        kind = buf[at + record.AT_KIND]
        if kind == record.KIND_WITHDRAWAL:
            self._note_withdrawal(self._ledger.table.result)
        elif kind == record.KIND_VOID:
            by_clause = buf[at + record.AT_REASON] == 1
            self._note_returned(messages.MALFUNCTION if by_clause else messages.VOID)
        elif kind == record.KIND_FAULT and buf[at + record.AT_REASON] == faults.CLEARED:
            self._set(messages.CLEAR_FAULT, 0, 0)
        self._asked(get_u32(buf, at + record.AT_DETAIL), 0)

    def _note_withdrawal(self, result):
        self._set(messages.WITHDRAW, result[VALUE], result[RETURNED])

    def _note_other(self, kind, buf, at):
        number = self._ledger.book[book.ROUND]
        if kind == steps.STEP_ROLL:
            self._set(messages.ROLL, number, 0)
        elif kind == steps.STEP_OPEN:
            self._set(messages.OPEN, number, 0)
            self._asked(buf[at + steps.AT_SEATS], 0)
        elif kind == steps.STEP_LIMITS:
            self._set(messages.LIMITS, 0, 0)
        elif kind == steps.STEP_KEY:
            self._set(messages.PROVISION, 0, 0)
        elif kind == steps.STEP_SHOOTER:
            self._set(messages.SHOOTER, 0, 0)
            self._asked(get_u32(buf, at + steps.AT_VALUE) - 1 & 255, 0)
        elif kind == steps.STEP_WORD or kind == steps.STEP_NOTED:
            self._note_word(kind, buf, at)

    def _note_word(self, kind, buf, at):
        message = messages.DICE_SET
        if kind == steps.STEP_NOTED:
            message = messages.REBOOT
        elif get_u32(buf, at + steps.AT_WORD) == book.LOCKED:
            message = messages.LOCK
        self._set(message, 0, 0)
        self._asked(get_u32(buf, at + steps.AT_VALUE), 0)

    # -- answering ---------------------------------------------------------------------------

    def answer(self, request):
        """Write the answer to a command of before once more: a code."""
        number, fields = request.number, request.fields
        message = request.message
        if message == messages.AUTHORISED:
            message = fields.u8()
            fields.skip(_AUTHORISED_HEAD)
        self._at = place_of(request.place, number)
        kept = self._words[self._at]
        if kept < number:
            return codes.E_REFUSAL_LOST
        if kept > number or self._words[self._at + _MESSAGE] != message:
            return codes.E_ANSWER_LOST
        if not self._is_same(message, fields):
            return codes.E_ANSWER_LOST
        self._write(message, request.reply)
        return OK

    def _word(self, index):
        return self._words[self._at + index]

    def _is_same(self, message, fields):
        """Whether it is the command that was performed, as far as that is kept."""
        if message == messages.BET or message == messages.TAKE:
            same = fields.u16() == self._word(_SEAT)
            same = fields.s30() == self._word(_ASKED) and same
            return fields.s30() == self._word(_ASKED_TOO) and same
        if message == messages.CALL:
            same = fields.u16() == self._word(_SEAT)
            same = fields.u8() == self._word(_ASKED) and same
            return fields.u8() == self._word(_ASKED_TOO) and same
        if message == messages.VOID:
            return fields.u30() == self._word(_VALUE)
        if message == messages.CLEAR_FAULT:
            return fields.u16() == self._word(_ASKED)
        if message == messages.OPEN:
            fields.skip(_NAME_SIZE)
        elif message not in _SMALL:
            return True
        return fields.u8() == self._word(_ASKED)

    def _write(self, message, reply):
        if message == messages.BET or message == messages.TAKE or message == messages.CALL:
            reply.u16(self._word(_SEAT))
        elif message in _SMALL_TOLD:
            reply.u8(self._word(_ASKED))
        if message == messages.CALL:
            reply.u8(self._word(_ASKED))
        elif message == messages.PROVISION:
            reply.copy(self._ledger.papers, papers.KEY, 32)
        elif message in _VALUE_TOLD:
            reply.u30(self._word(_VALUE))
        if message == messages.BET or message == messages.TAKE:
            reply.u30(self._word(_TOTAL))
        elif message in _RETURNED_TOLD:
            reply.u16(self._word(_TOTAL))
