"""One short life of a chain, for both Pythons: the same records must come out, without heap."""

from shaker.octets import words
from shaker.seal import record
from shaker.seal.body import NO_SPOT, OUTCOME_MOVE, WHAT_RULE_BOOK, BodyStream
from shaker.seal.chain import SEALED, Chain
from shaker.seal.ed25519 import Signer


class Life:
    """Seals rounds; `body` collects what the last record's body is."""

    def __init__(self, seed):
        self.signer = Signer(seed)
        self.chain = Chain(self.signer, 0, b"DEVICE01", bytes(range(32)), record.BUILD_BENCH)
        self.header = bytearray(record.HEADER_SIZE)
        self.signature = bytearray(record.SIGNATURE_SIZE)
        self.body = bytearray(4096)
        self.body_size = 0
        self._stream = BodyStream(self._take)
        self._digest = bytes(range(100, 132))

    def _take(self, buf, size):
        for i in range(size):
            self.body[self.body_size + i] = buf[i]
        self.body_size += size

    def _begin(self, kind, boot):
        self.body_size = 0
        self._stream.start()
        self.chain.begin(self.header, kind, boot)

    def _end(self):
        self._stream.finish_into(self.header)
        code = self.chain.seal_into(self.signature, self.header)
        return code if code != SEALED else self.chain.commit(self.header, self.signature)

    def genesis(self):
        """The record that introduces the key."""
        self._begin(record.KIND_GENESIS, 1)
        self._stream.add_key(self.signer.public)
        return self._end()

    def result(self, number):
        """A result with three seats; the numbers depend on the round."""
        self._begin(record.KIND_RESULT, 1 + (number >> 2))
        self.header[record.AT_DIE_A] = 1 + number % 6
        self.header[record.AT_DIE_B] = 1 + number % 5
        self.header[record.AT_POINT_AFTER] = 6
        words.put_u16(self.header, record.AT_TUMBLE_MS, 900 + number)
        words.put_u32(self.header, record.AT_MOTOR_WORK_MJ, 100000 + number)
        words.put_u32(self.header, record.AT_TIME_S, (1 << 30) - 1)
        words.put_u32(self.header, record.AT_ROUND, number)
        for seat in range(3):
            self._stream.add_wager(seat, 4, 0, 10 + number, 0)
            self._stream.add_wager(seat, 67, 2, 20, 8)
        self._stream.add_return(1, 54, 3)
        for seat in range(3):
            self._stream.begin_line(seat, 4, OUTCOME_MOVE, 7)
            self._stream.end_line(10 + number, 0, 0, 0)
            self._stream.begin_line(seat, 67, 0, NO_SPOT)
            self._stream.end_line(20, -4, 0, 16)
        return self._end()

    def program(self):
        """A change of the rule book."""
        self._begin(record.KIND_PROGRAM, 100)
        self._stream.add_digest(WHAT_RULE_BOOK, False, self._digest)
        self._stream.add_digest(WHAT_RULE_BOOK, True, self.signer.public)
        return self._end()
