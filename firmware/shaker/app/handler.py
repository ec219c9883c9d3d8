"""What the link asks the controller: who it is, who may do what, and every message it carries.

The link has checked structure, port and repeats. Commands run with the number they came under, so
that the step they cause remembers it over a power cut.
"""

from shaker.app import book, faults, papers
from shaker.core.codes import OK
from shaker.link import codes, messages
from shaker.octets.kernels import equal, fill, move
from shaker.seal import record


class Handler:
    """The one handler of both ports. `parts` have `performers` and `askers` by message."""

    def __init__(self, scribe, course, identity, noise, keyring, parts):
        self._scribe = scribe
        self._book = scribe.ledger.book
        self._round = course
        self._identity = identity
        self._noise = noise
        self.verify = keyring.verify  # a signed challenge: a code; uses are counted and recorded
        self._performers = {}
        self._askers = {}
        for part in parts:
            self._performers.update(part.performers)
            self._askers.update(part.askers)
        self.device = identity.device
        self.image = identity.image
        self.build = identity.build
        self.rules = bytearray(32)  # digest of the rule book in force
        self.boot = 0
        self.head = bytearray(32)
        self.behind = False  # the host remembers a later state of this board

    # -- who this is -------------------------------------------------------------------------

    def line(self):
        """The identity in one line, for a person at a terminal."""
        return self._identity.line

    def refresh(self):
        """Boot counter and head of the chain, as hello tells them."""
        self.boot = self._book[book.BOOT]
        move(self.rules, 0, self._scribe.ledger.papers, papers.RULE_BOOK, 32)
        if self._scribe.chain is None:
            self._head_of_last(self._scribe.ledger)
        else:
            self._scribe.chain.head_into(self.head, 0)

    def _head_of_last(self, ledger):
        """Without a chain: nothing on a new board, the digest of the last record if retired."""
        if not self._book[book.SEQUENCE]:
            fill(self.head, 0, 32, 0)
            return
        sha, wide_buf = ledger.shop.hash, ledger.shop.wide_buf
        sha.start()
        sha.update(ledger.sealed, 0, record.SEALED_SIZE)
        sha.finish_into(wide_buf, 0)
        move(self.head, 0, wide_buf, 0, 32)

    def locked(self):
        return self._book[book.LOCKED] != 0

    def faulted(self):
        return self._book[book.FAULT] != faults.NONE or self._round.fault != faults.NONE

    def last_command(self, place):
        """Number of the last command of a port that left a trace on flash."""
        self.refresh()
        return self._book[book.COMMANDS + place - 1]

    def remembered(self, boot, sequence, buf, at):
        """Compare what the host knows: a later state means that flash was rolled back."""
        newest = self._book[book.SEQUENCE] - 1
        later = boot > self._book[book.BOOT] or sequence > newest
        if sequence == newest and sequence >= 0 and not self._is_head(buf, at):
            later = True
        if later:
            self._round.latch(faults.ROLLED_BACK)
            return codes.E_ROLLED_BACK
        return OK

    def _is_head(self, buf, at):
        self.refresh()
        return equal(buf, at, self.head, 0, 32)

    # -- who may do what ---------------------------------------------------------------------

    def nonce_into(self, buf, at, size):
        """Fresh random bytes: a code."""
        return OK if self._noise.bytes_into(buf, at, size) else codes.E_SELF_TEST

    def allows(self, authorities, place):
        """May a bare message be sent on that port? The host's may on its own line; before the
        lock, the station's and the technician's may be, too."""
        if authorities & messages.HOST and place == messages.HOST_PORT:
            return True
        return not self.locked() and authorities & ~messages.HOST != 0

    def may_acknowledge(self, place):
        """Records are acknowledged by the host terminal; over USB only while none is there, and
        never on a locked board: what is acknowledged is gone for the host."""
        return place == messages.HOST_PORT or not (self._round.host_here or self.locked())

    def begun(self, place):
        """A session has begun or is heard again."""
        if place == messages.HOST_PORT:
            self._round.host_changed(True)

    def lost(self, place):
        """A session is silent or over."""
        if place == messages.HOST_PORT:
            self._round.host_changed(False)

    # -- messages ----------------------------------------------------------------------------

    def perform(self, request):
        """Perform a command: a code, the fields of the answer in the reply."""
        act = self._performers.get(request.message)
        if act is None:
            return codes.E_UNSUPPORTED
        self._scribe.port = request.place
        return act(request, request.number)

    def ask(self, request):
        """Answer a query."""
        act = self._askers.get(request.message)
        return codes.E_UNSUPPORTED if act is None else act(request)

    def answer_again(self, request):
        """A command of before: the journal tells what came of it."""
        return self._scribe.ledger.replies.answer(request)
