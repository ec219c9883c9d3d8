"""The messages that the link answers by itself, found by their id."""

from shaker.link.codes import E_BAUD, E_GONE, E_NUMBER, E_ROLE, E_VALUE, OK
from shaker.link.messages import (
    BAUD,
    BEGIN,
    BYE,
    CHALLENGE,
    EVENT_ACK,
    LINK_ERRORS,
    PING,
    RECORD_ACK,
    RECORD_WANT,
)
from shaker.link.sizes import (
    NONCE_SIZE,
    NUMBER_JUMP_MAX,
    ROLE_ACKNOWLEDGE,
    ROLE_LISTEN,
)


class Own:
    """Serves one session."""

    def __init__(self, session):
        self._session = session
        self._hub = session.hub
        self._serve = {
            BEGIN: self._begin,
            PING: self._ping,
            BAUD: self._baud,
            CHALLENGE: self._challenge,
            BYE: self._bye,
            LINK_ERRORS: self._link_errors,
            RECORD_WANT: self._record_want,
            RECORD_ACK: self._record_ack,
            EVENT_ACK: self._event_ack,
        }

    def knows(self, message):
        return message in self._serve

    def serve(self, request):
        """A code; the answer's fields are in the reply."""
        return self._serve[request.message](request)

    def _begin(self, request):
        session = self._session
        first = request.fields.u30()
        events_from = request.fields.u30()
        claim = request.fields.u8()
        if first > session.last_command + NUMBER_JUMP_MAX:
            return E_NUMBER
        if not session.expected:  # not a repeat
            session.events.start(events_from)
        session.expected = max(first, session.last_command + 1, session.expected)
        request.reply.u8(self._role(claim))
        request.reply.u30(session.expected)
        request.reply.u30(self._hub.events.first)
        return self._ping(request)

    def _role(self, claim):
        place = self._session.place
        if claim != ROLE_ACKNOWLEDGE or not self._hub.handler.may_acknowledge(place):
            return ROLE_LISTEN
        return ROLE_ACKNOWLEDGE if self._hub.claim(place) else ROLE_LISTEN

    def _ping(self, request):
        records = self._hub.records
        request.reply.u30(self._hub.events.next)
        request.reply.s30(records.oldest())
        request.reply.s30(records.newest())
        request.reply.s30(records.acknowledged())
        return OK

    def _baud(self, request):
        rate = request.fields.u30()
        if not self._session.port.takes_rate(rate):
            return E_BAUD
        self._session.rate_wanted = rate
        request.reply.u30(rate)
        return OK

    def _challenge(self, request):
        code = self._session.authority.challenge()
        if code == OK:
            request.reply.copy(self._session.authority.nonce_buf, 0, NONCE_SIZE)
        return code

    def _bye(self, request):
        self._session.leave()
        return OK

    def _record_want(self, request):
        fields = request.fields
        records = self._session.records
        if records.want(fields.u30(), fields.u30(), fields.u16(), fields.u8()):
            return OK
        return E_GONE

    def _record_ack(self, request):
        sequence = request.fields.u30()
        records = self._hub.records
        if not self._hub.may_acknowledge(self._session.place):
            return E_ROLE
        if sequence > records.newest():
            return E_VALUE
        code = OK
        if sequence > records.acknowledged():
            code = records.acknowledge(sequence)
        request.reply.s30(records.acknowledged())
        return code

    def _event_ack(self, request):
        self._session.events.acknowledge(request.fields.u30())
        return OK

    def _link_errors(self, request):
        session = self._hub.session_at(request.fields.u8())
        if session is None:
            return E_VALUE
        reply = request.reply
        reply.u8(session.place)
        reply.u30(session.reader.received_count)
        reply.u30(session.out.sent_count)
        reply.u30(session.reader.damaged_count)
        reply.u30(session.reader.too_long_count)
        reply.u30(session.refused_count)
        reply.u30(session.repeated_count)
        reply.u30(session.records.resent_count + session.events.resent_count & 0x3FFFFFFF)
        reply.u30(session.port.lost_bytes())
        reply.u30(session.events.lost_count)
        return OK
