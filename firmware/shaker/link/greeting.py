"""Hello: both sides give a fresh nonce and say what they are; nothing of an older session counts.

The answer only offers a session. The one that runs goes on until the host begins the new one, so a
hello that is replayed, doubled or meant for another board disturbs nobody.
"""

from shaker.link.codes import (
    DIFFERS_DEVICE,
    DIFFERS_IMAGE,
    DIFFERS_MEMORY,
    DIFFERS_RULES,
    DIFFERS_TABLE,
    DIFFERS_VERSION,
    E_DIFFERS,
    OK,
)
from shaker.link.messages import VERSION
from shaker.link.sizes import (
    COMMAND_WINDOW,
    DEVICE_SIZE,
    DIGEST_SIZE,
    NONCE_SIZE,
    PART_SIZE,
    TAG_SIZE,
)
from shaker.octets.kernels import equal, move


class Greeting:
    """The session that was offered last."""

    def __init__(self, session):
        self._session = session
        self._host_nonce_buf = bytearray(NONCE_SIZE)
        self._board_nonce_buf = bytearray(NONCE_SIZE)
        self._zeros = bytes(DIGEST_SIZE)
        self._offered = 0
        self._code = OK
        self._differs = 0

    def is_agreed(self, buf, at):
        """Whether the four bytes are the tag of the session that was offered and not begun."""
        if not self._offered or self._code != OK:
            return False
        for index in range(TAG_SIZE):
            if buf[at + index] != self._host_nonce_buf[index] ^ self._board_nonce_buf[index]:
                return False
        return True

    def tag_into(self, buf):
        """The session begins, once: its tag is one nonce over the other."""
        self._offered = 0
        for index in range(TAG_SIZE):
            buf[index] = self._host_nonce_buf[index] ^ self._board_nonce_buf[index]

    def answer(self, request):
        """Write the whole answer to a hello; a refusal has all its fields, too."""
        self._refresh(self._session)
        version = request.fields.u8()
        nonce = request.fields.skip(NONCE_SIZE)
        if not self._offered or not equal(
            request.fields.buf, nonce, self._host_nonce_buf, 0, NONCE_SIZE
        ):
            self._offer(request.fields, version, nonce)
        self._write(request.reply)

    def _refresh(self, session):
        """The last command; the handler brings its digests up to date with it."""
        last = session.hub.handler.last_command(session.place)
        session.last_command = max(session.last_command, last)

    def _offer(self, fields, version, nonce):
        """Not a repeat: draw a nonce and compare what the host knows."""
        handler = self._session.hub.handler
        move(self._host_nonce_buf, 0, fields.buf, nonce, NONCE_SIZE)
        self._differs = 0
        self._offered = 0
        self._code = handler.nonce_into(self._board_nonce_buf, 0, NONCE_SIZE)
        if self._code != OK:
            return
        self._offered = 1
        self._look(fields, handler, version)

    def _look(self, fields, handler, version):
        """What differs from what the host expects."""
        if version != VERSION:
            self._differs |= DIFFERS_VERSION
        if not self._fits(fields, self._session.hub.layout.digest, NONCE_SIZE):
            self._differs |= DIFFERS_TABLE
        if not self._fits(fields, handler.image, DIGEST_SIZE):
            self._differs |= DIFFERS_IMAGE
        if not self._fits(fields, handler.rules, DIGEST_SIZE):
            self._differs |= DIFFERS_RULES
        named = self._is_named(fields)
        if not self._fits(fields, handler.device, DEVICE_SIZE):
            self._differs |= DIFFERS_DEVICE
        if self._differs:
            self._code = E_DIFFERS
        # A memory of another board says nothing about this one. An old image with an old journal
        # is the more rolled back.
        if named and not self._differs & (DIFFERS_VERSION | DIFFERS_DEVICE) and fields.u8():
            self._remember(fields)

    def _is_named(self, fields):
        return not equal(fields.buf, fields.at, self._zeros, 0, DEVICE_SIZE)

    def _fits(self, fields, own, size):
        """What the host leaves at zeros it does not ask for."""
        at = fields.skip(size)
        return equal(fields.buf, at, own, 0, size) or equal(fields.buf, at, self._zeros, 0, size)

    def _remember(self, fields):
        boot = fields.u30()
        sequence = fields.s30()
        code = self._session.hub.handler.remembered(boot, sequence, fields.buf, fields.at)
        if code != OK:
            self._code = code
            self._differs |= DIFFERS_MEMORY

    def _write(self, reply):
        session = self._session
        handler = session.hub.handler
        reply.u8(self._code)
        reply.u8(self._differs)
        reply.u8(VERSION)
        reply.copy(self._host_nonce_buf, 0, NONCE_SIZE)
        reply.copy(self._board_nonce_buf, 0, NONCE_SIZE)
        reply.copy(session.hub.layout.digest, 0, NONCE_SIZE)
        reply.copy(handler.image, 0, DIGEST_SIZE)
        reply.copy(handler.rules, 0, DIGEST_SIZE)
        reply.copy(handler.device, 0, DEVICE_SIZE)
        reply.u8(handler.build)
        reply.u8(1 if handler.locked() else 0)
        reply.u8(1 if handler.faulted() else 0)
        reply.u30(handler.boot)
        reply.s30(session.hub.records.newest())
        reply.copy(handler.head, 0, DIGEST_SIZE)
        reply.u30(session.last_command)
        reply.copy(session.last_session_buf, 0, TAG_SIZE)
        reply.u30(session.port.rate_max())
        reply.u8(COMMAND_WINDOW)
        reply.u16(PART_SIZE)
