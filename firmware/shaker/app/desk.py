"""What a host may ask of the table, one function each: checks of the controller, then the step.

Rules are the core's business; here is only what the course of a round allows. Every function gives
a code; what there is to tell beyond it is in the table's result and in the book.
"""

from shaker.app import bodies, book, faults, rulebooks, steps
from shaker.core import ops
from shaker.core.closing import may_malfunction, may_withdraw
from shaker.core.codes import E_PARSE, OK
from shaker.core.spots import SPOT_COUNT
from shaker.core.state import SEATS, STAKE_MASK, seat_at
from shaker.core.table import (
    STAGE_MAX,
    STAGE_MAX_TOTAL,
    STAGE_MIN,
    STAGE_MIN_TOTAL,
    STAGE_ODDS,
    STAGE_SPOT,
    STAGE_SPOTS,
    STAGE_UNIT,
    STAGE_WORDS,
    UNCHANGED,
)
from shaker.limits import SEATS_MAX
from shaker.link import codes
from shaker.octets.words import get_u32, put_i32, put_u32
from shaker.seal import record

MALFUNCTION = 1  # reason of a void record: the casino's clause
OPERATOR = 0  # an operator gave the round up


class Desk:
    """Commands on the round. A command number of 0 is nobody's."""

    def __init__(self, scribe, registrar, course):
        self._scribe = scribe
        self._ledger = scribe.ledger
        self._book = scribe.ledger.book
        self._registrar = registrar
        self._round = course
        self._stage_at = steps.AT_LIMITS_STAGE
        self.seat = 0  # place and amounts of the wager at hand: a frame has room for few
        self.spot = 0
        self.amount = 0
        self.craps = 0

    # -- wagers ------------------------------------------------------------------------------

    def bet(self, command, op, seat, spot, amount, craps):
        """A bet or a take."""
        self.place(seat, spot)
        self.amount = amount
        self.craps = craps
        return self.wager(command, op)

    def call(self, command, seat, spot, call, only):
        """Call a wager on, off or back to default."""
        self.place(seat, spot)
        return self.call_placed(command, call, only)

    def place(self, seat, spot):
        """Where the wager or call that follows is."""
        self.seat = seat
        self.spot = spot

    def wager(self, command, op):
        """A bet or take at the place, of `amount` and `craps`."""
        code = self._may_wager()
        if code != OK:
            return code
        self._scribe.stage_op(command, op, self.seat, self.spot)
        self._scribe.stage_amounts(self.amount, self.craps)
        return self._scribe.write(steps.STEP_OP, steps.OP_SIZE)

    def call_placed(self, command, call, only):
        """A call at the place."""
        code = self._may_wager()
        if code != OK:
            return code
        if call > 15 or only > 1:
            return E_PARSE
        self._scribe.stage_op(command, ops.OP_CALL, self.seat, self.spot)
        self._scribe.step_buf[steps.AT_FLAGS] = call | only << 4
        return self._scribe.write(steps.STEP_OP, steps.OP_SIZE)

    def _may_wager(self):
        """From the moment the dice lie still nothing is taken, until the next round opens."""
        phase = self._book[book.PHASE]
        if phase == book.IDLE:
            return codes.E_NO_TABLE
        if phase >= book.RESTED:
            return codes.E_STATE
        return self._round.may_write()

    def total(self, seat, spot):
        """What stands on a spot."""
        if seat >= SEATS_MAX or spot >= SPOT_COUNT:
            return 0
        return self._ledger.table.state[seat_at(seat) + spot] & STAKE_MASK

    # -- the round ---------------------------------------------------------------------------

    def close(self, command):
        """No more bets. A second close changes nothing."""
        code = self._may_wager()
        if code != OK:
            return code
        return self._round.close(command)

    def roll(self, command):
        """Ask for a shake; the round does the rest."""
        phase = self._book[book.PHASE]
        if phase == book.IDLE:
            return codes.E_NO_TABLE
        if phase != book.BETTING and phase != book.CLOSED:
            return codes.E_STATE
        code = self._round.may_roll()
        if code != OK:
            return code
        return self._scribe.write_value(steps.STEP_ROLL, command, 0)

    def shooter(self, command, seat):
        """Name the seat that shoots; 255 is the house."""
        if not self._book[book.SHOOTING]:
            return codes.E_STATE
        if seat != 255 and seat >= self._ledger.table.state[SEATS]:
            return codes.E_VALUE
        code = self._round.may_write()
        if code != OK:
            return code
        value = 0 if seat == 255 else seat + 1
        return self._scribe.write_value(steps.STEP_SHOOTER, command, value)

    def withdraw(self, command, seat):
        """MBS 5.9: a seat takes everything back after a power failure without an outcome."""
        code = self._may_record()
        if code == OK:
            code = may_withdraw(self._ledger.table, seat)
        if code != OK:
            return code
        return self._registrar.record(command, record.KIND_WITHDRAWAL, 0, seat)

    def void(self, command, reason):
        """All stakes back: by the casino's clause, or because an operator gives the round up."""
        code = self._may_record()
        if code == OK and reason == MALFUNCTION:
            code = may_malfunction(self._ledger.table)
        if code != OK:
            return code
        return self._registrar.record(command, record.KIND_VOID, reason, 0)

    def _may_record(self):
        """A record of the table can be made: nothing is read or captured, nothing moves."""
        phase = self._book[book.PHASE]
        if phase == book.IDLE:
            return codes.E_NO_TABLE
        if not self._registrar.is_ready:
            return codes.E_BUSY
        faulted = self._book[book.FAULT] != faults.NONE
        if phase == book.SHAKING or phase == book.RESTED:
            return OK if faulted else codes.E_MOTION
        return OK if phase == book.BETTING or phase == book.CLOSED else codes.E_STATE

    # -- the table ---------------------------------------------------------------------------

    def stage_open(self, command, profile, seats):
        """Begin to lay out a new table: limits and options follow, then `open`."""
        self._scribe.begin(command)
        buf = self._scribe.step_buf
        buf[steps.AT_PROFILE] = profile
        buf[steps.AT_SEATS] = seats
        self._stage_at = steps.AT_OPEN_STAGE
        self._unstage()

    def stage_times(self, betting_ms, close_after_ms, reshake_ms):
        """How long its rounds take."""
        buf = self._scribe.step_buf
        put_u32(buf, steps.AT_BETTING_MS, betting_ms)
        put_u32(buf, steps.AT_CLOSE_AFTER_MS, close_after_ms)
        put_u32(buf, steps.AT_RESHAKE_MS, reshake_ms)

    def stage_course(self, shooting, no_rolls_max, alarm_percent):
        """Whether a shooter is needed, and how many No Rolls are too many."""
        buf = self._scribe.step_buf
        put_u32(buf, steps.AT_ALARM_PERCENT, alarm_percent)
        buf[steps.AT_NO_ROLLS_MAX] = no_rolls_max
        buf[steps.AT_SHOOTING] = shooting

    def stage_limits(self, command):
        """Begin to lay out new limits: they follow, then `set_limits`."""
        self._scribe.begin(command)
        self._stage_at = steps.AT_LIMITS_STAGE
        self._unstage()

    def _unstage(self):
        for index in range(STAGE_WORDS):
            self.stage(index, UNCHANGED)
        self.stage(STAGE_SPOTS, 0)

    def stage(self, index, value):
        """One limit or option."""
        put_i32(self._scribe.step_buf, self._stage_at + 4 * index, value)

    def stage_four(self, low, high, total_high, total_low):
        """The limits of the whole table."""
        self.stage(STAGE_MIN, low)
        self.stage(STAGE_MAX, high)
        self.stage(STAGE_MAX_TOTAL, total_high)
        self.stage(STAGE_MIN_TOTAL, total_low)

    def stage_options(self, unit, odds):
        """The options of a new table."""
        self.stage(STAGE_UNIT, unit)
        self.stage(STAGE_ODDS, odds)

    def stage_spots(self):
        """Limits of single spots follow, and replace all there were."""
        self.stage(STAGE_SPOTS, 1)
        for spot in range(SPOT_COUNT):
            self.stage(STAGE_SPOT + spot, 0)

    def stage_spot(self, spot, most):
        """The maximum of one spot; False if there is no such spot."""
        if not 0 <= spot < SPOT_COUNT or most < 1:
            return False
        self.stage(STAGE_SPOT + spot, most)
        return True

    def open(self):
        """Open the table that is laid out; refused while wagers stand."""
        if self._scribe.chain is None:
            return codes.E_NOT_PROVISIONED
        if not rulebooks.is_book(self._scribe.step_buf[steps.AT_PROFILE]):
            return E_PARSE
        if not self._is_course_known():
            return codes.E_VALUE
        phase = self._book[book.PHASE]
        if phase != book.IDLE and phase != book.BETTING:
            return codes.E_STATE
        if phase == book.BETTING and self.has_stakes():
            return codes.E_STAKES
        code = self._round.may_write()
        if code != OK:
            return code
        code = self._scribe.write(steps.STEP_OPEN, steps.OPEN_SIZE)
        self._round.pay_all()
        return code

    def _is_course_known(self):
        """A shooter only where the casino's rules know one; a rate in a hundred."""
        buf = self._scribe.step_buf
        if buf[steps.AT_SHOOTING] > rulebooks.SHOOTS[buf[steps.AT_PROFILE]]:
            return False
        return get_u32(buf, steps.AT_ALARM_PERCENT) <= 100

    def set_limits(self):
        """Change the limits that are laid out."""
        phase = self._book[book.PHASE]
        if phase == book.IDLE:
            return codes.E_NO_TABLE
        if phase >= book.SHAKING:
            return codes.E_STATE
        code = self._round.may_write()
        if code != OK:
            return code
        code = self._scribe.write(steps.STEP_LIMITS, steps.LIMITS_SIZE)
        self._round.pay_all()
        return code

    def has_stakes(self):
        """Does any wager stand?"""
        state = self._ledger.table.state
        for seat in range(state[SEATS]):  # noqa: SIM110 (a generator allocates)
            if bodies.count_stakes(state, seat):
                return True
        return False
