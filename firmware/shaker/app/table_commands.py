"""Messages of the table: fields in, the desk asked, fields out. One function a message."""

from shaker.app import bodies, book, desk, papers, rulebooks
from shaker.core import ops
from shaker.core.codes import E_PARSE, OK
from shaker.core.spots import C_AND_E, NO_SPOT, SPOT_COUNT
from shaker.core.state import (
    CALL_SHIFT,
    CLOSED,
    CRAPS_PART,
    HEAD_SEAT,
    MAX,
    MAX_SPOT,
    MAX_TOTAL,
    MIN,
    MIN_TOTAL,
    ODDS,
    POINT,
    RETURNED,
    SEATS,
    STAKE_MASK,
    UNIT,
    VALUE,
    seat_at,
)
from shaker.core.table import STAGE_MAX, STAGE_MAX_TOTAL, STAGE_MIN, STAGE_MIN_TOTAL
from shaker.link import messages
from shaker.octets.kernels import equal

_NAME_SIZE = 16
_STAKE_SIZE = 11  # of an entry in the answer to `state`
_RETURN_SIZE = 6
_SPOT_SIZE = 5
_ROOM_LEFT = 8


class TableCommands:
    """`performers` and `askers` are by message, for the handler."""

    def __init__(self, desk_of_table, course, scribe):
        self._desk = desk_of_table
        self._round = course
        self._scribe = scribe
        self._ledger = scribe.ledger
        self._book = scribe.ledger.book
        self._to_pass = 0  # stakes before the first that is asked for
        self._names = [_padded(name) for name in rulebooks.NAMES]
        self.performers = {
            messages.OPEN: self._open,
            messages.BET: self._bet,
            messages.TAKE: self._take,
            messages.CALL: self._call,
            messages.CLOSE: self._close,
            messages.LIMITS: self._limits,
            messages.WITHDRAW: self._withdraw,
            messages.MALFUNCTION: self._malfunction,
            messages.ROLL: self._roll,
            messages.SHOOTER: self._shooter,
            messages.VOID: self._void,
            messages.CLEAR_FAULT: self._clear,
        }
        self.askers = {
            messages.STATE: self._state,
            messages.RETURNED: self._returned,
            messages.TABLE_INFO: self._info,
        }

    # -- wagers ------------------------------------------------------------------------------

    def _bet(self, request, command):
        return self._wager(request, command, ops.OP_BET)

    def _take(self, request, command):
        return self._wager(request, command, ops.OP_TAKE)

    def _wager(self, request, command, op):
        self._read_place(request.fields)
        self._desk.amount = request.fields.s30()
        self._desk.craps = request.fields.s30()
        code = self._desk.wager(command, op)
        if code == OK:
            self._tell_place(request.reply)
            request.reply.u30(self._ledger.table.result[VALUE])
            request.reply.u30(self._desk.total(self._desk.seat, self._desk.spot))
        return code

    def _read_place(self, fields):
        self._desk.seat = fields.u8()
        self._desk.spot = fields.u8()

    def _tell_place(self, reply):
        reply.u8(self._desk.seat)
        reply.u8(self._desk.spot)

    def _call(self, request, command):
        self._read_place(request.fields)
        call = request.fields.u8()
        code = self._desk.call_placed(command, call, request.fields.u8())
        self._tell_place(request.reply)
        request.reply.u8(call)
        return code

    # -- the round ---------------------------------------------------------------------------

    def _close(self, request, command):
        code = self._desk.close(command)
        request.reply.u30(self._book[book.ROUND])
        request.reply.u16(self._ledger.table.result[RETURNED] if code == OK else 0)
        return code

    def _roll(self, request, command):
        code = self._desk.roll(command)
        request.reply.u30(self._book[book.ROUND])
        return code

    def _shooter(self, request, command):
        seat = request.fields.u8()
        request.reply.u8(seat)
        return self._desk.shooter(command, seat)

    def _withdraw(self, request, command):
        seat = request.fields.u8()
        code = self._desk.withdraw(command, seat)
        result = self._ledger.table.result
        if code == OK:
            request.reply.u8(seat)
            request.reply.u30(result[VALUE])
            request.reply.u16(result[RETURNED])
        return code

    def _malfunction(self, request, command):
        return self._give_back(request, command, desk.MALFUNCTION)

    def _void(self, request, command):
        if request.fields.u30() != self._book[book.ROUND]:
            return E_PARSE
        return self._give_back(request, command, desk.OPERATOR)

    def _give_back(self, request, command, reason):
        code = self._desk.void(command, reason)
        if code == OK:
            request.reply.u30(self._book[book.ROUND])
            request.reply.u16(self._ledger.table.result[RETURNED])
        return code

    def _clear(self, request, command):
        return self._round.clear(command, request.fields.u16())

    # -- the table ---------------------------------------------------------------------------

    def _open(self, request, command):
        fields = request.fields
        profile = self._profile(fields.buf, fields.skip(_NAME_SIZE))
        seats = fields.u8()
        self._desk.stage_open(command, profile, seats)
        shooting, no_rolls_max = fields.u8(), fields.u8()
        self._desk.stage_course(shooting, no_rolls_max, fields.u8())
        betting_ms, close_after_ms = fields.u30(), fields.u30()
        self._desk.stage_times(betting_ms, close_after_ms, fields.u30())
        unit = fields.s30()
        self._desk.stage_options(unit, fields.s30())
        if not profile or not self._stage_limits(fields):
            return E_PARSE
        code = self._desk.open()
        request.reply.u8(seats)
        request.reply.u30(self._book[book.ROUND])
        return code

    def _limits(self, request, command):
        self._desk.stage_limits(command)
        if not self._stage_limits(request.fields):
            return E_PARSE
        return self._desk.set_limits()

    def _stage_limits(self, fields):
        self._desk.stage(STAGE_MIN, fields.s30())
        self._desk.stage(STAGE_MAX, fields.s30())
        self._desk.stage(STAGE_MAX_TOTAL, fields.s30())
        self._desk.stage(STAGE_MIN_TOTAL, fields.s30())
        if fields.u8():
            self._desk.stage_spots()
            while fields.left() >= _SPOT_SIZE:
                spot = fields.u8()
                if not self._desk.stage_spot(spot, fields.u30()):
                    return False
        return fields.left() == 0

    def _profile(self, buf, at):
        number = len(self._names) - 1
        while number and not equal(buf, at, self._names[number], 0, _NAME_SIZE):
            number -= 1
        return number

    # -- looking -----------------------------------------------------------------------------

    def _state(self, request):
        index, reply = request.fields.u16(), request.reply
        words, state = self._book, self._ledger.table.state
        reply.u30(self._scribe.count)
        reply.u30(words[book.ROUND])
        reply.u8(words[book.PHASE])
        reply.u8(state[POINT])
        reply.u8(state[CLOSED])
        reply.u8(state[SEATS])
        reply.u8(words[book.SHOOTER])
        reply.u16(self._round.fault or words[book.FAULT])
        reply.u30(self._round.left_ms())
        reply.u16(self._stake_count())
        reply.u16(index)
        self._add_stakes(reply, index)
        return OK

    def _stake_count(self):
        count = 0
        state = self._ledger.table.state
        for seat in range(state[SEATS]):
            count += bodies.count_stakes(state, seat)
        return count

    def _add_stakes(self, reply, index):
        self._to_pass = index
        for seat in range(self._ledger.table.state[SEATS]):
            self._desk.seat = seat
            self._add_stakes_of_seat(reply)

    def _add_stakes_of_seat(self, reply):
        for spot in range(SPOT_COUNT):
            self._add_stake(reply, spot)

    def _add_stake(self, reply, spot):
        """A stake, unless it is one to be passed over or the answer is full."""
        state, at = self._ledger.table.state, seat_at(self._desk.seat)
        word = state[at + spot]
        if not word:
            return
        if self._to_pass > 0:
            self._to_pass -= 1
        elif reply.room() >= _STAKE_SIZE:
            reply.u8(self._desk.seat)
            reply.u8(spot)
            reply.u8(word >> CALL_SHIFT)
            reply.u30(word & STAKE_MASK)
            reply.u30(state[at + CRAPS_PART] if spot == C_AND_E else 0)

    def _returned(self, request):
        """What the last close gave back."""
        index, reply = request.fields.u16(), request.reply
        closing = self._ledger.closing
        reply.u30(self._scribe.count)
        reply.u16(closing.count)
        reply.u16(index)
        while index < closing.count and reply.room() >= _RETURN_SIZE:
            head = closing.head(index)
            reply.u8(head >> HEAD_SEAT)
            reply.u8(head & NO_SPOT)
            reply.u30(closing.credit(index))
            index += 1
        return OK

    def _info(self, request):
        reply, words, state = request.reply, self._book, self._ledger.table.state
        reply.copy(self._names[words[book.PROFILE]], 0, _NAME_SIZE)
        reply.u8(state[SEATS])
        reply.u8(words[book.SHOOTING])
        reply.u8(words[book.NO_ROLLS_MAX])
        reply.u8(words[book.ALARM_PERCENT])
        reply.u30(words[book.BETTING_MS])
        reply.u30(words[book.CLOSE_AFTER_MS])
        reply.u30(words[book.RESHAKE_MS])
        reply.s30(state[UNIT])
        reply.s30(state[ODDS])
        reply.copy(self._ledger.papers, papers.RULE_BOOK, 32)
        reply.copy(self._ledger.papers, papers.LIMITS, 32)
        reply.s30(state[MIN])
        reply.s30(state[MAX])
        reply.s30(state[MAX_TOTAL])
        reply.s30(state[MIN_TOTAL])
        self._add_spots(reply, state)
        return OK

    def _add_spots(self, reply, state):
        """The maximum of each spot that has one."""
        for spot in range(SPOT_COUNT):
            if state[MAX_SPOT + spot]:
                reply.u8(spot)
                reply.u30(state[MAX_SPOT + spot])


def _padded(name):
    padded = bytearray(_NAME_SIZE)
    padded[: len(name)] = name.encode()
    return bytes(padded)
