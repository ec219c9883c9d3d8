"""One round in its order: betting, close, shake, rest, reading, outcome, seal, stream, ack.

`step()` is called by the loop and does one thing; everything durable goes through scribe and
registrar. `teller` tells the hosts; what it loses they can read again. Phases are the ledger's: a
start after a power cut goes on where the journal ends.
"""

from micropython import const
from shaker.app import bodies, book, changes, faults, steps
from shaker.core import ops
from shaker.core.codes import OK
from shaker.core.state import CLOSED, POWER_FAILED
from shaker.dice import reasons, states
from shaker.journal.codes import ERASED
from shaker.link import codes
from shaker.octets.words import put_u16, put_u32
from shaker.seal import record

_CAUSE_WATCHDOG = const(3)


class Round:
    """The table's course. Time comes from `clock`, random words from `noise`."""

    FREE_BYTES_MIN = 32768  # of the journal, for the rest of a round and its record

    def __init__(self, scribe, registrar, shaker, clock, noise, teller):
        self._scribe = scribe
        self._ledger = scribe.ledger
        self._book = scribe.ledger.book
        self._registrar = registrar
        self._shaker = shaker
        self._clock = clock
        self._noise = noise
        self._teller = teller
        self._since_ms = clock.ms()  # when the phase began
        self._timer_ms = self._since_ms  # when the betting timer was last started
        self._phase = -1
        self._number = -1  # of the round: a new table begins one within the phase
        self._completes = False  # betting was closed in this start: nobody is asked any more
        self._under_way = False  # a shake or a reading of this start
        self.host_here = False
        self.fault = faults.NONE  # latched in RAM until it is on flash

    # -- the loop ----------------------------------------------------------------------------

    def step(self):
        """Do the next thing that is due."""
        words = self._book
        if self._scribe.is_memory_lost:
            self._scribe.rebuild()
            self.latch(faults.MEMORY)
        if self._phase != words[book.PHASE] or self._number != words[book.ROUND]:
            self._enter(words[book.PHASE])
        if self.fault != faults.NONE:
            self._record_fault()
        if self._ledger.pending:
            self._seal()
            return
        if self.fault == faults.NONE and self._may_pay():
            self._pay()
            return
        if self._may_checkpoint() and self._scribe.checkpoint() == OK:
            return  # the rest can wait for the next turn
        if words[book.FAULT] or self.fault != faults.NONE:
            self._shaker.step()
            return
        phase = words[book.PHASE]
        if phase == book.BETTING:
            self._betting()
        elif phase == book.CLOSED:
            self._closed()
        elif phase == book.SHAKING:
            self._shaking()
        elif phase == book.RESTED:
            self._reading()
        else:
            self._shaker.step()

    def _may_checkpoint(self):
        """Between the shakes, and while a host or an operator is waited for: starts and doors
        fill it, too. What the close gave back is in no checkpoint."""
        phase = self._book[book.PHASE]
        if self._ledger.closing.count or not (phase <= book.CLOSED or self.is_waiting):
            return False
        return self._scribe.is_checkpoint_due()

    def _enter(self, phase):
        self._since_ms = self._clock.ms()
        if self._phase != book.BETTING or phase != book.CLOSED:
            self._timer_ms = self._since_ms  # a close does not put the shake off
        self._completes = phase == book.CLOSED and self._phase >= 0
        self._phase = phase
        self._number = self._book[book.ROUND]
        self._teller.round_changed(self._ledger)

    def left_ms(self):
        """Betting time that is left, 0 if no timer runs."""
        words = self._book
        if words[book.PHASE] != book.BETTING or not words[book.BETTING_MS] or not self.host_here:
            return 0
        left = words[book.BETTING_MS] - self._clock.since(self._timer_ms)
        return left if left > 0 else 0

    def host_changed(self, here):
        """The host came or went: while it is away the betting timer stands, then it begins anew.

        Nothing else of the round waits for it.
        """
        if here != self.host_here:
            self.host_here = here
            self._timer_ms = self._clock.ms()

    @property
    def may_erase(self):
        """No flash erase while the motor runs or the dice are being read."""
        return self._book[book.PHASE] <= book.CLOSED or self.is_waiting

    @property
    def is_waiting(self):
        """Does nothing happen before a host or an operator does something?"""
        words = self._book
        if words[book.PHASE] == book.WAITING:
            return True
        return words[book.FAULT] != faults.NONE and not self._shaker.is_busy

    # -- records that are due ----------------------------------------------------------------

    def _may_pay(self):
        """What is owed is recorded under a latched fault as well: a power loss is one."""
        words = self._book
        if not words[book.OWED] or not self._registrar.is_ready:
            return False
        return words[book.PHASE] != book.SHAKING and self.has_room

    @property
    def has_room(self):
        """Is there room for a record that can wait, beside what a round and its ack need?"""
        return self._scribe.ring.free_bytes() >= self.FREE_BYTES_MIN // 2

    def _pay(self):
        owed = self._book[book.OWED]
        if owed & book.OWED_GENESIS:
            self._capture(record.KIND_GENESIS, 0, 0)
        elif owed & book.OWED_FAULT:
            self.latch(faults.DICE)
        elif owed & book.OWED_POWER_LOSS:
            hung = self._clock.cause == _CAUSE_WATCHDOG and not self._is_start_known()
            self._capture(record.KIND_POWER_LOSS, self._power_reason(), self._clock.cause)
            if hung:
                self.latch(faults.WATCHDOG)
        elif owed & book.OWED_IMAGE:
            self._capture(record.KIND_PROGRAM, 0, bodies.CHANGE_IMAGE)
        elif owed & book.OWED_TABLE:
            self._capture(record.KIND_PROGRAM, 0, bodies.CHANGE_TABLE)
        elif owed & book.OWED_LIMITS:
            self._capture(record.KIND_PROGRAM, 0, bodies.CHANGE_LIMITS)
        else:
            self._pay_change(owed)

    def _pay_change(self, owed):
        """What a person has changed is said by the word of it."""
        words = self._book
        if owed & book.OWED_LOCK:
            self._capture(record.KIND_PROGRAM, words[book.LOCKED], bodies.CHANGE_LOCK)
        elif owed & book.OWED_DICE:
            self._capture(record.KIND_PROGRAM, words[book.DICE_SET], bodies.CHANGE_DICE)
        else:
            change = words[book.CHANGED]
            self._capture(record.KIND_PROGRAM, changes.which_of(change), changes.detail_of(change))

    def _is_start_known(self):
        """The watchdog is also what starts the board on request and behind a new image."""
        words = self._book
        return words[book.RESTART] or words[book.OWED] & book.OWED_IMAGE

    def _power_reason(self):
        """Was a shake under way, was there an outcome, or was nothing lost at all?"""
        phase = self._book[book.PHASE]
        if self._book[book.LOST] == book.LOST_IN_MOTION:
            return reasons.BROWN_OUT
        if phase == book.IDLE or phase >= book.RESTED:
            return bodies.OUTCOME
        return bodies.ON_REQUEST if self._book[book.RESTART] else bodies.NO_OUTCOME

    def pay_all(self):
        """Record what is owed now, before the answer to what caused it."""
        while self._registrar.is_ready and self._book[book.OWED] and self.fault == faults.NONE:
            self._pay()
            if self._ledger.pending:
                self._seal()

    def _capture(self, kind, reason, detail):
        if self._registrar.capture_event(0, kind, reason, detail) != OK:
            self.latch(faults.JOURNAL)

    def _seal(self):
        if not self._shaker.motor.is_on and self._registrar.seal() == OK:
            self._teller.sealed(self._ledger)
        elif not self._shaker.motor.is_on:
            self.latch(faults.SEAL)

    # -- phases ------------------------------------------------------------------------------

    def _betting(self):
        """Wagers stand; without a host nobody could add to them or take them: it must be there."""
        words = self._book
        self._shaker.step()
        if self._is_due() and self.host_here and self.may_roll() == OK:
            if words[book.CLOSE_AFTER_MS]:
                self._begin_shake()
            elif self._want_roll():
                self._close()

    def _want_roll(self):
        """The timer asks as a host does: what is closed for a shake is shaken, whoever goes."""
        if self._book[book.ROLL_WANTED]:
            return True
        if self._scribe.write_value(steps.STEP_ROLL, 0, 0) == OK:
            return True
        self.latch(faults.JOURNAL)
        return False

    def _is_due(self):
        """A shake was asked for, is in time, or makes a No Roll good; too many of those latch."""
        words = self._book
        if words[book.RETRY] > words[book.NO_ROLLS_MAX]:
            self.latch(faults.NO_ROLLS)
            return False
        if words[book.ROLL_WANTED] or self._is_time():
            return True
        if not words[book.RETRY] or self._ledger.table.state[POWER_FAILED]:
            return False  # after a power failure players are asked first (MBS 5.9)
        return self._clock.since(self._since_ms) >= words[book.RESHAKE_MS]

    def _is_time(self):
        words = self._book
        if not words[book.BETTING_MS] or not self.host_here:
            return False
        return self._clock.since(self._timer_ms) >= words[book.BETTING_MS]

    def _close(self):
        if self.close(0) != OK:
            self.latch(faults.JOURNAL)

    def close(self, command):
        """No more bets, by whomever. A second close changes nothing, and nobody is told."""
        was_closed = self._ledger.table.state[CLOSED]
        self._scribe.stage_op(command, ops.OP_CLOSE, 0, 0)
        code = self._scribe.write(steps.STEP_OP, steps.OP_SIZE)
        if code == OK and not was_closed:
            self._teller.closed(self._ledger)
        return code

    def _closed(self):
        """No more bets: shake if somebody asked, if a No Roll is to be made good, or in time."""
        self._shaker.step()
        if (self._is_due() or self._is_left()) and self.may_roll() == OK:
            self._begin_shake()

    def _is_left(self):
        """The host has closed betting and gone: the round is completed without it."""
        if self.host_here or not self._completes or self._book[book.RETRY]:
            return False
        return not self._ledger.table.state[POWER_FAILED]

    def may_roll(self):
        """OK, or why no shake can begin now."""
        words = self._book
        if self._shaker.switches.lid.reads_open:
            return codes.E_LID
        if self._shaker.is_busy:
            return codes.E_MOTION  # a trial
        shooter = words[book.SHOOTER] if words[book.SHOOTING] else 0
        if shooter and not bodies.has_line_bet(self._ledger.table.state, shooter - 1):
            return codes.E_SHOOTER
        return self.may_write()

    def may_write(self):
        """OK, or E_FULL: room is kept for the rest of the round, its record and its ack."""
        if self._scribe.chain is None:
            return codes.E_NOT_PROVISIONED
        if self._scribe.is_short():
            return codes.E_BUSY
        return OK if self._scribe.ring.free_bytes() >= self.FREE_BYTES_MIN else codes.E_FULL

    def _begin_shake(self):
        if not self._check_memory():
            return
        if self._scribe.ring.step(self._scribe.may_erase) == ERASED:
            return  # none is erased while the motor runs: first what is missing
        code = self._scribe.write_value(steps.STEP_SHAKE, 0, self._book[book.RETRY])
        if code != OK:
            self.latch(faults.JOURNAL)
            return
        self._scribe.may_erase = False
        self._enter(book.SHAKING)
        self._under_way = True
        self._shaker.start(self._noise.word())

    def _shaking(self):
        state = self._shaker.step()
        words = self._book
        is_time = self._clock.since(self._since_ms) >= words[book.CLOSE_AFTER_MS]
        if is_time and not self._ledger.table.state[CLOSED]:
            self._close()
        if state == states.SETTLING or state == states.READING:
            self._rest(0)
        elif state >= states.DONE:
            self._rest(0 if state == states.DONE else 1)
            self._finish(state)

    def _rest(self, refused):
        """The motor has stopped. From here on a cut does not buy another shake, unless this one
        was refused: too little effort, a stall, the lid, a fault."""
        evidence = self._shaker.evidence
        self._shaker.gather()
        self._scribe.begin(0)
        buf = self._scribe.step_buf
        put_u16(buf, steps.AT_PHASES, evidence.spin_up_ms)
        put_u16(buf, steps.AT_PHASES + 2, evidence.tumble_ms)
        put_u16(buf, steps.AT_PHASES + 4, evidence.soft_stop_ms)
        put_u16(buf, steps.AT_PHASES + 6, evidence.brake_ms)
        put_u16(buf, steps.AT_TACH, evidence.tach_count)
        put_u32(buf, steps.AT_WORK, evidence.motor_work_mj)
        buf[steps.AT_REFUSED] = refused
        if self._scribe.write(steps.STEP_REST, steps.REST_SIZE) != OK:
            self.latch(faults.JOURNAL)
        self._phase = self._book[book.PHASE]

    def _reading(self):
        if not self._under_way:  # after a cut or a fault: the dice lie where they lay
            self._under_way = True
            self._shaker.read_at_rest(self._book[book.DISTURBED])
        state = self._shaker.step()
        if state >= states.DONE:
            self._finish(state)

    def _finish(self, state):
        """Both faces, or the reason why there are none: captured before anything else."""
        if self._ledger.pending or self.fault != faults.NONE:
            return
        self._under_way = False
        stopped = self._shaker.evidence.reason == reasons.STOPPED
        if stopped and self._book[book.PHASE] == book.RESTED and state != states.DONE:
            return  # a fault came between: they are still to be read
        kind = record.KIND_RESULT if state == states.DONE else record.KIND_NO_ROLL
        if kind == record.KIND_RESULT and not self._ledger.table.state[CLOSED]:
            self._close()  # a valid roll ends betting at the latest (MBS 3.2)
            if self.fault != faults.NONE:
                return  # no outcome before the close: the dice are read again
        code = self._registrar.capture_roll(kind, self._shaker.evidence)
        if code != OK:
            self.latch(faults.JOURNAL)
            return
        self._scribe.may_erase = True
        if kind == record.KIND_NO_ROLL:
            self._teller.no_roll(self._ledger, self._shaker.evidence.reason)
            if state == states.FAULT:
                self.latch(faults.DICE)
        else:
            self._check_memory()

    # -- faults ------------------------------------------------------------------------------

    def _check_memory(self):
        return self._scribe.is_sound()

    def latch(self, code):
        """Motor off, journal, tell, wait: the one path of every fault."""
        self._shaker.stop()
        if self._scribe.is_memory_lost:
            code = faults.MEMORY  # whatever else was refused was refused because of it
        if self.fault == faults.NONE and self._book[book.FAULT] == faults.NONE:
            self.fault = code
            self._teller.fault(code, faults.LATCHED)

    def _record_fault(self):
        """Put the latch on flash as soon as the motor is off and the chain is free."""
        if self._shaker.motor.is_on or not self._registrar.is_ready:
            return
        self._under_way = False
        code = self._registrar.capture_event(0, record.KIND_FAULT, faults.LATCHED, self.fault)
        if code == OK:
            self.fault = faults.NONE

    def clear(self, command, code):
        """An operator has seen to it: OK, or the code of the fault that is there instead."""
        if code == faults.NONE or self._book[book.FAULT] != code:
            return codes.E_STATE
        if not self._registrar.is_ready:
            return codes.E_BUSY
        done = self._registrar.record(command, record.KIND_FAULT, faults.CLEARED, code)
        if done == OK:
            self._teller.fault(code, faults.CLEARED)
        return done
