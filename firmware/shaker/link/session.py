"""One connection of the board: hello, requests and their answers, both streams, silence.

`poll()` is the whole interface: it sends what is due, takes what has come and returns soon. It
allocates nothing, and no bytes on the line make it raise. The handler that it serves is described
in PROTOCOL.md, section *The handler*.
"""

from shaker.link.answers import Answers
from shaker.link.authority import Authority
from shaker.link.codes import (
    E_AUTHORITY,
    E_FAULTED,
    E_NUMBER,
    E_PORT,
    E_SESSION,
    E_UNKNOWN,
    E_VALUE,
    OK,
)
from shaker.link.events import EventCursor
from shaker.link.frame import FRAME, LINE, FrameReader, FrameWriter
from shaker.link.greeting import Greeting
from shaker.link.messages import AUTHORISED, BEGIN, COMMAND, HELLO, NAK, NOTE, RECORD_PART
from shaker.link.own import Own
from shaker.link.records import RecordCursor
from shaker.link.request import Request
from shaker.link.sizes import (
    ANSWER_BIT,
    AT_ID,
    AT_NUMBER,
    AT_PAYLOAD,
    AT_TAG,
    BAUD_TRIAL_MS,
    FRAMES_PER_POLL,
    PARTIAL_MS,
    SILENCE_MS,
    TAG_SIZE,
)
from shaker.octets.kernels import equal, move
from shaker.octets.words import get_u32

_PIECE_SIZE = 256


class Session:
    """The link on one port. `place` is HOST_PORT or USB_PORT."""

    def __init__(self, hub, port, place):
        self.place = place
        self.hub = hub
        self.port = port
        self.request = Request(place)
        self.reader = FrameReader()
        self.out = FrameWriter(self.request.reply)
        self.records = RecordCursor(hub.records, hub.clock)
        self.events = EventCursor(hub.events, hub.clock)
        self.authority = Authority(hub)
        self.refused_count = 0
        self.repeated_count = 0
        self.last_command = 0
        self.last_session_buf = bytearray(TAG_SIZE)  # whose it was; zeros before this start
        self.expected = 0
        self.rate_wanted = 0  # switch to it once the line is empty
        self._greeting = Greeting(self)
        self._own = Own(self)
        self._answers = Answers()
        self._tag_buf = bytearray(TAG_SIZE)
        self._foreign_buf = bytearray(TAG_SIZE)  # the tag of a frame that is not ours
        self._active = 0
        self._lost = 0
        self._leaving = 0
        self._heard = 0
        self._trial = 0  # at a new rate, and nothing has been heard at it
        self._piece_buf = bytearray(_PIECE_SIZE)
        self._piece_at = 0
        self._piece_end = 0
        self._piece_time = 0
        hub.sessions.append(self)

    # ---- the loop

    def poll(self):
        """Send what is due, take what has come: whether there was any."""
        busy = False
        for _ in range(FRAMES_PER_POLL):
            if not self._flush():
                busy = True
                break
            if not self._receive() and not self._stream():
                break
            busy = True
        self._watch()
        return busy

    def is_alive(self):
        """Whether a host is connected and not silent."""
        return self._active and not self._lost

    def _flush(self):
        """Hand the frame under way to the port: whether it is all gone."""
        out = self.out
        if out.at < out.end:
            out.at += self.port.write(out.buf, out.at, out.end - out.at)
        return out.at >= out.end

    def _receive(self):
        """Take the next frame, or what there is of it: whether anything came."""
        clock = self.hub.clock
        if self._piece_at == self._piece_end:
            size = self.port.read_into(self._piece_buf, _PIECE_SIZE)
            if not size:
                if clock.ticks_diff(clock.ticks_ms(), self._piece_time) > PARTIAL_MS:
                    self.reader.pause()
                return False
            self._piece_at = 0
            self._piece_end = size
            self._piece_time = clock.ticks_ms()
        while self._piece_at < self._piece_end:
            what = self.reader.take(self._piece_buf, self._piece_at, self._piece_end)
            self._piece_at = self.reader.next
            if what == FRAME:
                self._dispatch()
                break
            if what == LINE:
                self.out.put_text(self.hub.handler.line())
                break
        return True

    def _stream(self):
        """Send one event or one part of a record: whether there was one."""
        if not self._active or self._lost or self._leaving or self.rate_wanted:
            return False
        number = self.events.due()
        if number >= 0:
            events = self.hub.events
            self.out.begin(events.message_of(number), self._tag_buf, number)
            events.write_into(self.request.reply, number)
            self.events.note_sent()
            self.out.seal()
            return True
        size = self.records.due()
        if not size:
            return False
        self.out.begin(RECORD_PART, self._tag_buf, self.records.sequence())
        if not self.records.write_into(self.request.reply, size):
            return False
        self.out.seal()
        return True

    def _watch(self):
        """Silence, baud rates, and a challenge that nobody answers."""
        clock = self.hub.clock
        self.authority.age()
        if self.rate_wanted and self.out.at >= self.out.end and self.port.is_idle():
            self.port.set_rate(self.rate_wanted)
            self.rate_wanted = 0
            self._trial = 1
            self._heard = clock.ticks_ms()
        if not self._active or self._lost:
            return
        if self._leaving and self.out.at >= self.out.end and self.port.is_idle():
            self._leaving = 0
            self._active = 0
            self._lose()
            return
        silence = clock.ticks_diff(clock.ticks_ms(), self._heard)
        if self._trial and silence > BAUD_TRIAL_MS:
            self._trial = 0
            self.port.set_rate(0)
        if silence > SILENCE_MS:
            self._lose()

    def _lose(self):
        self._lost = 1
        self._trial = 0
        self.authority.forget()
        self.port.set_rate(0)
        self.hub.handler.lost(self.place)

    def leave(self):
        """The host says that it goes: once that is answered, the session is over."""
        self.hub.release(self.place)
        self.records.stop()
        self._leaving = 1

    # ---- requests

    def _dispatch(self):
        """A frame is in the reader."""
        buf = self.reader.buf
        message = buf[AT_ID]
        self.request.message = message
        self.request.authority = 0
        self.request.number = get_u32(buf, AT_NUMBER)
        self.request.fields.set(buf, AT_PAYLOAD, self.reader.size)
        code = self.hub.layout.check(message, buf, AT_PAYLOAD, self.reader.size - AT_PAYLOAD)
        if self.request.number < 0:
            self.request.number = 0
            code = E_VALUE
        if message == HELLO and code == OK:
            self._hello()
        elif not self._is_ours(buf, message):
            self._refuse(E_SESSION)
        else:
            self._sort(message, code)

    def _sort(self, message, code):
        """A frame of this session. A command that is refused has its place among the others."""
        if code == E_UNKNOWN or not self.hub.layout.is_from_host(message):
            self._refuse(code)
            return
        if code == OK and not self.hub.layout.ports(message) & self.place:
            code = E_PORT
        if self.hub.layout.kind(message) == COMMAND:
            self._command(message, code)
        elif code != OK:
            self._refuse(code)
        else:
            self._serve(message)

    def _is_ours(self, buf, message):
        """Whether the frame carries the tag of this session, or begins the one just agreed."""
        if self._active and equal(buf, AT_TAG, self._tag_buf, 0, TAG_SIZE):
            self._hear()
            return True
        if message != BEGIN or not self._greeting.is_agreed(buf, AT_TAG):
            return False
        self._greeting.tag_into(self._tag_buf)
        self._active = 1
        self._lost = 0
        self._leaving = 0
        self.expected = 0
        self.authority.forget()
        self.hub.release(self.place)
        self.records.stop()
        self._hear()
        self.hub.handler.begun(self.place)
        return True

    def _hear(self):
        self._heard = self.hub.clock.ticks_ms()
        self._trial = 0
        if self._lost:
            self._lost = 0
            self.hub.handler.begun(self.place)

    def _hello(self):
        move(self._foreign_buf, 0, self.reader.buf, AT_TAG, TAG_SIZE)
        self.out.begin(HELLO | ANSWER_BIT, self._foreign_buf, self.request.number)
        self._greeting.answer(self.request)
        self.out.seal()

    def _refuse(self, code):
        """Say no to a frame that is none of ours; never to one that a board has sent."""
        message = self.reader.buf[AT_ID]
        self.refused_count = self.refused_count + 1 & 0x3FFFFFFF
        if message & ANSWER_BIT or self.hub.layout.is_event(message):
            return
        move(self._foreign_buf, 0, self.reader.buf, AT_TAG, TAG_SIZE)
        self.out.begin(NAK, self._foreign_buf, self.request.number)
        reply = self.request.reply
        reply.u8(message)
        reply.u8(code)
        reply.u30(self.expected)
        self.out.seal()

    def _serve(self, message):
        if self.hub.layout.kind(message) == NOTE:
            if self._own.knows(message):
                code = self._own.serve(self.request)
                if code != OK:
                    self._refuse(code)
        else:
            self._begin_answer(message)
            if self._own.knows(message):
                self._end_answer(message, self._own.serve(self.request))
            else:
                self._end_answer(message, self._ask(message))

    def _ask(self, message):
        code = self._may(message)
        return self.hub.handler.ask(self.request) if code == OK else code

    def _begin_answer(self, message):
        self.out.begin(message | ANSWER_BIT, self._tag_buf, self.request.number)
        self.request.reply.u8(OK)

    def _end_answer(self, message, code):
        """A refusal is its code alone."""
        reply = self.request.reply
        if code != OK:
            reply.at = reply.start
            reply.u8(code)
        else:
            assert reply.size() >= self.hub.layout.answer_size(message)
        if self.hub.layout.kind(message) == COMMAND:
            self._answers.keep(self.request.number, message, reply)
        self.out.seal()

    # ---- commands

    def _command(self, message, code):
        """Perform a command that is next, answer one that was, hold one that is early.

        `code` is what is wrong with it by its structure or on this port.
        """
        number = self.request.number
        if not number or (number > self.last_command and number != self.expected):
            self._refuse(E_NUMBER)
            return
        if number > self.last_command:
            self._take_up(number)
            self._begin_answer(message)
            if code == OK:
                code = self._perform(message)
            self._end_answer(message, code)
            return
        self.repeated_count = self.repeated_count + 1 & 0x3FFFFFFF
        kept = self._answers.message_of(number)
        if kept and kept != message:
            self._refuse(E_NUMBER)
        elif kept:
            self.out.begin(message | ANSWER_BIT, self._tag_buf, number)
            self._answers.write_into(self.request.reply, number)
            self.out.seal()
        else:
            self._answer_again(message, code)

    def _take_up(self, number):
        """Before it is performed: if that fails half way, a repeat must not do it once more."""
        self.last_command = number
        move(self.last_session_buf, 0, self._tag_buf, 0, TAG_SIZE)
        self.expected = number + 1

    def _answer_again(self, message, code):
        """Performed before a power cut, perhaps: the handler may still know the answer."""
        self._begin_answer(message)
        if code == OK:
            code = self.hub.handler.answer_again(self.request)
        reply = self.request.reply
        if code != OK:
            reply.at = reply.start
            reply.u8(code)
        self.out.seal()

    def _perform(self, message):
        if message == AUTHORISED:
            code = self.authority.open(self.request)
            if code == OK and not self._stands(self.request.message):
                code = E_FAULTED
        else:
            code = self._may(message)
        return self.hub.handler.perform(self.request) if code == OK else code

    def _may(self, message):
        """Whether a bare message may be sent here and now: a code."""
        handler = self.hub.handler
        authorities = self.hub.layout.authorities(message)
        if authorities and not handler.allows(authorities, self.place):
            return E_AUTHORITY
        return OK if self._stands(message) else E_FAULTED

    def _stands(self, message):
        return self.hub.layout.allowed_while_faulted(message) or not self.hub.handler.faulted()
