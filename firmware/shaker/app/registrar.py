"""Lays out records of the chain: what was captured of an outcome or event, field by field."""

from shaker.app import book, papers
from shaker.core.codes import OK
from shaker.core.state import POINT
from shaker.link import codes
from shaker.octets.kernels import move
from shaker.octets.words import put_u16, put_u32
from shaker.seal import record


class Registrar:
    """Captures and seals through the scribe. `clock` tells the time of records."""

    def __init__(self, scribe, clock):
        self._scribe = scribe
        self._clock = clock
        self._header = bytearray(record.HEADER_SIZE)
        self._code = OK

    @property
    def is_ready(self):
        """Can a record be captured now?"""
        return self._scribe.chain is not None and not self._scribe.ledger.pending

    def capture_event(self, command, kind, reason, detail):
        """Capture a record without dice."""
        if self._scribe.chain is None:
            return codes.E_NOT_PROVISIONED
        self._lay_out(kind, reason, detail)
        return self._scribe.capture(command, self._header)

    def capture_roll(self, kind, evidence):
        """Capture a result or a No Roll with everything that is known of the shake."""
        header = self._header
        self._lay_out(kind, evidence.reason, evidence.chamber)
        if kind == record.KIND_RESULT:
            assert 1 <= evidence.face_a <= 6
            assert 1 <= evidence.face_b <= 6
            header[record.AT_DIE_A] = evidence.face_a
            header[record.AT_DIE_B] = evidence.face_b
        header[record.AT_MARGIN_A] = evidence.margin_a
        header[record.AT_MARGIN_B] = evidence.margin_b
        header[record.AT_FRAME_COUNT] = evidence.frame_count
        put_u16(header, record.AT_SETTLE_MS, evidence.settle_ms)
        self._lay_out_motor()
        return self._scribe.capture(0, header)

    def seal(self):
        """Seal what is captured."""
        return self._scribe.seal()

    def record(self, command, kind, reason, detail):
        """Capture and seal at once: OK or a code."""
        self._code = self.capture_event(command, kind, reason, detail)
        return self._scribe.seal() if self._code == OK else self._code

    def _lay_out(self, kind, reason, detail):
        header = self._header
        self._scribe.chain.begin(header, kind, self._scribe.ledger.book[book.BOOT])
        header[record.AT_REASON] = reason
        put_u32(header, record.AT_DETAIL, detail)
        self._lay_out_table()
        self._clock.stamp(header)

    def _lay_out_table(self):
        header, source = self._header, self._scribe.ledger
        words, digests = source.book, source.papers
        put_u32(header, record.AT_ROUND, words[book.ROUND])
        header[record.AT_RETRY_COUNT] = words[book.RETRY]
        header[record.AT_DICE_SET] = words[book.DICE_SET]
        header[record.AT_POINT_BEFORE] = source.table.state[POINT]
        move(header, record.AT_RULE_BOOK, digests, papers.RULE_BOOK, 32)
        move(header, record.AT_LIMITS, digests, papers.LIMITS, 32)

    def _lay_out_motor(self):
        """What the motor did was kept with the rest of the dice, so a cut does not lose it."""
        header, words = self._header, self._scribe.ledger.book
        put_u16(header, record.AT_SPIN_UP_MS, words[book.SPIN_UP_MS])
        put_u16(header, record.AT_TUMBLE_MS, words[book.TUMBLE_MS])
        put_u16(header, record.AT_SOFT_STOP_MS, words[book.SOFT_STOP_MS])
        put_u16(header, record.AT_BRAKE_MS, words[book.BRAKE_MS])
        put_u16(header, record.AT_TACH_COUNT, words[book.TACH_COUNT])
        put_u32(header, record.AT_MOTOR_WORK_MJ, words[book.MOTOR_WORK_MJ])
