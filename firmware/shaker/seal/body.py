"""The body of a record as a stream of entries: each is encoded, hashed, handed on and forgotten.

The caller adds wagers, then returns, then lines, in order of seat and spot; `BodyStream` asserts
that order, because the same table must always give the same bytes.
"""

from micropython import const
from shaker.octets.kernels import move, put_word
from shaker.octets.words import put_i32, put_u32
from shaker.seal import record
from shaker.seal.sha512 import DIGEST_SIZE, Sha512

TAG_WAGER = const(1)
TAG_RETURN = const(2)
TAG_LINE = const(3)
TAG_KEY = const(4)
TAG_DIGEST = const(5)

SIZE_WAGER = const(12)
SIZE_RETURN = const(8)
SIZE_LINE = const(24)
SIZE_KEY = const(36)
SIZE_DIGEST = const(36)
SIZES = (0, 12, 8, 24, 36, 36)  # by tag

NO_SPOT = const(127)  # `to` of a line that does not move
SPOT_MAX = const(126)
OUTCOME_MOVE = const(3)
OUTCOME_MAX = const(4)
CALL_MAX = const(2)

WHAT_IMAGE = const(1)
WHAT_RULE_BOOK = const(2)
WHAT_LIMITS = const(3)
WHAT_TABLE = const(4)

AT_SEAT = const(1)
AT_SPOT = const(2)
AT_CALL = const(3)
AT_OUTCOME = const(3)
AT_TO = const(4)
AT_VALUE = const(4)  # stake of a wager, credit of a return, key, digest
AT_CRAPS = const(8)
AT_STAKE = const(8)  # of a line, then win, vig, credit
AT_WIN = const(12)
AT_VIG = const(16)
AT_CREDIT = const(20)


class BodyStream:
    """Hash a body entry by entry. `sink(buf, size)` sees each entry, to journal or to send it."""

    def __init__(self, sink=None):
        self._hash = Sha512()
        self._sink = sink
        self._entry_buf = bytearray(SIZE_KEY)
        self._wide_buf = bytearray(DIGEST_SIZE)
        self._size = 0
        self._last = -1

    def start(self):
        """Begin a new body."""
        self._hash.start()
        self._entry_buf[0] = 0
        self._size = 0
        self._last = -1

    def add_wager(self, seat, spot, call, stake, craps):
        """A wager as it stands before the roll."""
        self._begin(TAG_WAGER, seat, spot)
        assert 0 <= call <= CALL_MAX
        self._entry_buf[AT_CALL] = call
        put_u32(self._entry_buf, AT_VALUE, stake)
        put_u32(self._entry_buf, AT_CRAPS, craps)
        self._end(SIZE_WAGER)

    def add_return(self, seat, spot, credit):
        """Units that go back to a seat without a roll."""
        self._begin(TAG_RETURN, seat, spot)
        put_u32(self._entry_buf, AT_VALUE, credit)
        self._end(SIZE_RETURN)

    def begin_line(self, seat, spot, outcome, to):
        """The first half of a result line; `end_line` follows at once."""
        assert 0 <= outcome <= OUTCOME_MAX
        assert (to != NO_SPOT) == (outcome == OUTCOME_MOVE)
        assert 0 <= to <= NO_SPOT
        self._begin(TAG_LINE, seat, spot)
        self._entry_buf[AT_OUTCOME] = outcome
        self._entry_buf[AT_TO] = to

    def end_line(self, stake, win, vig, credit):
        """The second half of a result line."""
        assert self._entry_buf[0] == TAG_LINE
        put_u32(self._entry_buf, AT_STAKE, stake)
        put_i32(self._entry_buf, AT_WIN, win)
        put_u32(self._entry_buf, AT_VIG, vig)
        put_u32(self._entry_buf, AT_CREDIT, credit)
        self._end(SIZE_LINE)

    def add_key(self, public):
        """The public key that a genesis record introduces."""
        self._begin(TAG_KEY, 0, 0)
        move(self._entry_buf, AT_VALUE, public, 0, record.DIGEST_SIZE)
        self._end(SIZE_KEY)

    def add_digest(self, what, after, digest):
        """What a program event changed: before it or after it."""
        assert WHAT_IMAGE <= what <= WHAT_TABLE
        self._begin(TAG_DIGEST, what, 1 if after else 0)
        move(self._entry_buf, AT_VALUE, digest, 0, record.DIGEST_SIZE)
        self._end(SIZE_DIGEST)

    def finish_into(self, header):
        """Write size and digest of the body into a header."""
        assert self._entry_buf[0] == 0  # no line is half written
        put_u32(header, record.AT_BODY_SIZE, self._size)
        self._hash.finish_into(self._wide_buf, 0)
        move(header, record.AT_BODY, self._wide_buf, 0, record.DIGEST_SIZE)

    def _begin(self, tag, seat, spot):
        assert self._entry_buf[0] == 0
        assert 0 <= seat <= 255
        assert 0 <= spot <= SPOT_MAX
        order = tag << 16 | seat << 8 | spot
        assert order > self._last
        self._last = order
        put_word(self._entry_buf, 0, spot << 16 | seat << 8 | tag)
        put_word(self._entry_buf, AT_TO, 0)

    def _end(self, size):
        self._hash.update(self._entry_buf, 0, size)
        self._size += size
        if self._sink is not None:
            self._sink(self._entry_buf, size)
        self._entry_buf[0] = 0
