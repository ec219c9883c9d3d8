"""Signed challenges: who may send what a bare message may not.

The signature is over DOMAIN, the board's device id, the nonce it gave, the authority, the id of
the message and its fields. A nonce counts for one attempt, for a minute, on the port it was given.
"""

from shaker.link.codes import E_AUTHORITY, E_NONCE, E_PORT, E_UNKNOWN, OK
from shaker.link.messages import COMMAND
from shaker.link.sizes import (
    CHALLENGE_MS,
    DEVICE_SIZE,
    FRAME_SIZE_MAX,
    KEY_ID_SIZE,
    NONCE_SIZE,
    SIGNATURE_SIZE,
)
from shaker.octets.kernels import equal, move

DOMAIN = b"boxcars authorised 1"
_AT_DEVICE = len(DOMAIN)
_AT_NONCE = _AT_DEVICE + DEVICE_SIZE
_AT_AUTHORITY = _AT_NONCE + NONCE_SIZE
_AT_MESSAGE = _AT_AUTHORITY + 1
_AT_BODY = _AT_MESSAGE + 1


class Authority:
    """The challenge of one port, and the check of what comes back."""

    def __init__(self, hub):
        self.nonce_buf = bytearray(NONCE_SIZE)
        self._hub = hub
        self._given = 0
        self._time = 0
        self._message = 0
        self._authority = 0
        self._signature_buf = bytearray(SIGNATURE_SIZE)
        self._signed_buf = bytearray(_AT_BODY + FRAME_SIZE_MAX)
        move(self._signed_buf, 0, DOMAIN, 0, len(DOMAIN))

    def forget(self):
        """No challenge counts any more."""
        self._given = 0

    def challenge(self):
        """Draw a fresh nonce into `nonce_buf`: a code."""
        code = self._hub.handler.nonce_into(self.nonce_buf, 0, NONCE_SIZE)
        self._given = 1 if code == OK else 0
        self._time = self._hub.clock.ticks_ms()
        return code

    def open(self, request):
        """Check a signed request and turn `request` into the one that it carries: a code."""
        fields = request.fields
        self._message = fields.u8()
        self._authority = fields.u8()
        code = self._may_be(request)
        if code != OK:
            return code
        move(request.key_buf, 0, fields.buf, fields.skip(KEY_ID_SIZE), KEY_ID_SIZE)
        if not self._use_nonce(fields.buf, fields.skip(NONCE_SIZE)):
            return E_NONCE
        move(self._signature_buf, 0, fields.buf, fields.skip(SIGNATURE_SIZE), SIGNATURE_SIZE)
        code = self._verify(request)
        if code == OK:
            request.message = self._message
            request.authority = self._authority
        return code

    def _may_be(self, request):
        """Whether that message can be carried, under that authority, on this port."""
        layout = self._hub.layout
        message = self._message
        code = self._check(request.fields)
        if code != OK:
            return code
        if layout.kind(message) != COMMAND or not layout.authorities(message):
            return E_UNKNOWN
        if not layout.ports(message) & request.place:
            return E_PORT
        bit = self._authority
        if bit & (bit - 1) or not bit & layout.authorities(message):
            return E_AUTHORITY
        return OK

    def _check(self, fields):
        """The structure of what is carried."""
        at = fields.at + KEY_ID_SIZE + NONCE_SIZE + SIGNATURE_SIZE
        return self._hub.layout.check(self._message, fields.buf, at, fields.end - at)

    def age(self):
        """Forget a challenge in time: ticks come round, and one kept for a week would be fresh."""
        clock = self._hub.clock
        if self._given and clock.ticks_diff(clock.ticks_ms(), self._time) > CHALLENGE_MS:
            self._given = 0

    def _use_nonce(self, buf, at):
        """Whether those bytes are the challenge; either way it is used up."""
        self.age()
        given = self._given
        self._given = 0
        if not given:
            return False
        return equal(buf, at, self.nonce_buf, 0, NONCE_SIZE) == 1

    def _verify(self, request):
        signed = self._signed_buf
        fields = request.fields
        move(signed, _AT_DEVICE, self._hub.handler.device, 0, DEVICE_SIZE)
        move(signed, _AT_NONCE, self.nonce_buf, 0, NONCE_SIZE)
        signed[_AT_AUTHORITY] = self._authority
        signed[_AT_MESSAGE] = self._message
        size = fields.left()
        move(signed, _AT_BODY, fields.buf, fields.at, size)
        return self._ask(request.key_buf, _AT_BODY + size)

    def _ask(self, key, size):
        handler = self._hub.handler
        return handler.verify(self._authority, key, self._signature_buf, self._signed_buf, size)
