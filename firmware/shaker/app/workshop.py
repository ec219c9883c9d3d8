"""Big buffers that the ledger works with, made first of all at start: memory is in one piece then.

What is in them is used at once, or `archive` knows whose it is.
"""

from array import array

from shaker.app import bodies
from shaker.core import ops
from shaker.core.state import RESULT_WORDS
from shaker.limits import JOURNAL_RECORD_SIZE_MAX
from shaker.octets.kernels import move
from shaker.seal.body import BodyStream
from shaker.seal.sha512 import DIGEST_SIZE, Sha512


class Workshop:
    """Results of an operation, what the close gave back, and the body of a record as it grows."""

    def __init__(self):
        self.result = array("i", bytes(4 * RESULT_WORDS))
        self.body_buf = bytearray(bodies.BODY_SIZE_MAX)
        self.body_size = 0
        self.scratch_buf = bytearray(JOURNAL_RECORD_SIZE_MAX)  # one long step at a time
        self.closing = bodies.Closing()
        self.request = array("i", bytes(4 * ops.REQUEST_WORDS))
        self.hash = Sha512()
        self.wide_buf = bytearray(DIGEST_SIZE)
        self._sink_ref = self._sink
        self.stream = BodyStream(self._sink_ref)
        self.lister = bodies.Lister(self.stream)

    def begin_body(self):
        """A new body."""
        self.body_size = 0
        self.stream.start()

    def _sink(self, buf, size):
        assert self.body_size + size <= len(self.body_buf)
        move(self.body_buf, self.body_size, buf, 0, size)
        self.body_size += size
