"""Writes steps: the one way in which anything durable changes.

A step of the table is folded first, so that a refusal writes nothing, and taken back if the flash
refuses it. A record of the chain is captured on flash first and folded then: the outcome is kept
before it is settled. Nobody is told of either before `OK` comes back.
"""

from micropython import const
from shaker.app import book, checkpoint, steps
from shaker.app.guard import LOST, Guard
from shaker.core.codes import OK
from shaker.core.state import CLOSED
from shaker.link import codes
from shaker.octets.kernels import fill, move
from shaker.octets.view import bytes_of
from shaker.octets.words import put_i32, put_u32
from shaker.seal import record
from shaker.seal.chain import SEALED

# A new checkpoint when the last begins this many sectors back; a long one reaches over two.
_SECTORS_OF_CHECKPOINT = const(3)
_SLOT_BITS = const(7)
_SLOTS_OF_END = const(64)  # close, rest, outcome, its seal, and a fault: 46
_MARK_SIZE = const(16)


class Scribe:
    """Binds ledger, journal and chain. `may_erase` is the loop's: never while the motor runs."""

    def __init__(self, ledger, ring, recovery, scratch_buf):
        self.ledger = ledger
        self.ring = ring
        self.chain = None  # from the moment that the board has a key
        self.recovery = recovery
        self.is_memory_lost = False  # both copies of the critical memory are bad
        self.may_erase = True
        self.port = 0  # on which the command under way came
        self.step_buf = bytearray(steps.OPEN_SIZE)
        self.count = 0  # steps of this start: whoever reads a list in parts sees it change
        self.capture_count = 0  # of this start: bodies built into the buffer
        self.body_sequence = -1  # whose body the buffer holds
        self.guard = Guard(
            (
                bytes_of(ledger.table.state),
                bytes_of(ledger.book),
                bytes_of(ledger.logs),
                bytes_of(ledger.reply_words),
                ledger.papers,
                ledger.sealed,
                ledger.header,
            )
        )
        self._checkpoint_buf = scratch_buf
        self._mark_buf = bytearray(_MARK_SIZE)
        self._signature = bytearray(record.SIGNATURE_SIZE)
        self._set_mark()  # the boot step may open a sector, whose header must not say less

    # -- steps -------------------------------------------------------------------------------

    def begin(self, command):
        """Lay out an empty step that a command causes, 0 for none; `port` is whose."""
        fill(self.step_buf, 0, len(self.step_buf), 0)
        put_u32(self.step_buf, steps.AT_COMMAND, command)
        if command:
            self.step_buf[steps.AT_PORT] |= self.port << steps.PORT_SHIFT

    def write(self, kind, size):
        """Fold the step in `step_buf` and put it on flash: OK, a refusal, or E_FLASH."""
        if not self.is_sound():
            return codes.E_FAULTED
        code = self.ledger.fold(kind, self.step_buf, 0)
        if code != OK:
            return code
        if not self._append(kind, size):
            self._take_back()
            return codes.E_FLASH
        self._kept()
        return OK

    def _append(self, kind, size):
        return self.ring.append(kind, self.step_buf, 0, size, self.may_erase) >= 0

    def is_short(self):
        """While nothing may be erased: is what is erased ahead for the end of the round alone?"""
        return not self.may_erase and self.ring.ready_slots() < _SLOTS_OF_END

    def write_value(self, kind, command, value):
        """Write a step of one number."""
        self.begin(command)
        put_u32(self.step_buf, steps.AT_VALUE, value)
        return self.write(kind, steps.VALUE_SIZE)

    def write_word(self, command, word, value):
        """Set a word of the book that may be set so."""
        self.begin(command)
        put_u32(self.step_buf, steps.AT_VALUE, value)
        put_u32(self.step_buf, steps.AT_WORD, word)
        return self.write(steps.STEP_WORD, steps.WORD_SIZE)

    def stage_op(self, command, op, seat, spot):
        """Lay out a bet, take, call or close; amounts follow."""
        self.begin(command)
        self.step_buf[steps.AT_OP] = op
        self.step_buf[steps.AT_SEAT] = seat
        self.step_buf[steps.AT_SPOT] = spot

    def stage_amounts(self, amount, craps):
        """The amounts of a bet or take."""
        put_i32(self.step_buf, steps.AT_AMOUNT, amount)
        put_i32(self.step_buf, steps.AT_CRAPS, craps)

    def is_sound(self):
        """Is the memory what the last step left? One good copy mends the other."""
        if self.guard.check() == LOST:
            self.is_memory_lost = True
        return not self.is_memory_lost

    def rebuild(self):
        """Both copies are bad: fold the journal once more. Nothing durable is lost by it."""
        self.recovery.again(self.ring, self._checkpoint_buf)
        self.capture_count += 1
        self.body_sequence = -1
        self.is_memory_lost = False
        self._kept()

    def come_back(self):
        """The ledger has looked back over old steps: put it into the present again."""
        self.guard.restore()
        self.ledger.choose_rules()
        self.ledger.pending = False
        self.ledger.closing.forget()

    def _take_back(self):
        self.guard.restore()
        self.ledger.choose_rules()
        if not self.ledger.table.state[CLOSED]:
            self.ledger.closing.forget()

    def _kept(self):
        self.count += 1
        self.guard.keep()
        self._set_mark()

    def _set_mark(self):
        """What a new sector's header will say: from which round and record on it holds steps."""
        words = self.ledger.book
        put_u32(self._mark_buf, 0, words[book.ROUND])
        put_u32(self._mark_buf, 4, words[book.SEQUENCE])
        put_u32(self._mark_buf, 8, words[book.BOOT])
        put_u32(self._mark_buf, 12, 0)
        self.ring.set_mark(self._mark_buf)

    # -- records of the chain ----------------------------------------------------------------

    def capture(self, command, header):
        """Fix the facts of a record on flash, then fold it. The chain has laid the header out."""
        assert not self.ledger.pending
        assert self.chain is not None
        if not self.is_sound():
            return codes.E_FAULTED
        self.begin(command)
        move(self.step_buf, steps.AT_HEADER, header, 0, record.HEADER_SIZE)
        if not self._append(steps.STEP_CAPTURE, steps.CAPTURE_SIZE):
            return codes.E_FLASH
        self.capture_count += 1
        self.body_sequence = self.chain.sequence
        code = self.ledger.fold(steps.STEP_CAPTURE, self.step_buf, 0)
        assert code == OK  # whoever captures has asked before
        self._kept()
        return OK

    def seal(self):
        """Sign the captured record, put it on flash, and move the chain on."""
        assert self.ledger.pending
        if self.chain is None:
            return codes.E_NOT_PROVISIONED  # the key is gone since: the fault says so
        if not self.is_sound():
            return codes.E_FAULTED
        header = self.ledger.header
        if self.chain.seal_into(self._signature, header) != SEALED:
            return codes.E_SELF_TEST
        move(self.step_buf, 0, header, 0, record.HEADER_SIZE)
        move(self.step_buf, record.HEADER_SIZE, self._signature, 0, record.SIGNATURE_SIZE)
        if not self._append(steps.STEP_SEALED, steps.SEALED_SIZE):
            return codes.E_FLASH
        code = self.chain.commit(header, self._signature)
        assert code == SEALED
        code = self.ledger.fold(steps.STEP_SEALED, self.step_buf, 0)
        assert code == OK
        self._kept()
        return OK

    # -- checkpoints -------------------------------------------------------------------------

    def is_checkpoint_due(self):
        """Is the last checkpoint so far back that a start would take long?"""
        ring = self.ring
        return (ring.end >> _SLOT_BITS) - (
            ring.space.checkpoint >> _SLOT_BITS
        ) >= _SECTORS_OF_CHECKPOINT

    def checkpoint(self):
        """Write everything down; the floor follows it once every record is acknowledged."""
        if not self.is_sound():
            return codes.E_FAULTED
        size = checkpoint.encode(self.ledger, self._checkpoint_buf)
        buf = self._checkpoint_buf
        position = self.ring.append(steps.STEP_CHECKPOINT, buf, 0, size, self.may_erase)
        if position < 0:
            return codes.E_FLASH
        if self.ledger.all_acknowledged():
            self.raise_floor()
        return OK

    def raise_floor(self):
        """The host has everything: only what a start needs must stay, from the last checkpoint."""
        if self.ring.checkpoint:
            self.ledger.book[book.FLOOR] = self.ring.checkpoint
            self.guard.keep()
            self.ring.set_floor(self.ring.checkpoint)
