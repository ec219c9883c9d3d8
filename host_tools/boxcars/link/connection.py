"""One session on one open port: hello, requests with retransmission, the two streams coming in.

Nothing here reconnects: a port that goes away, a board that is silent or has forgotten the session
is an exception, and `client.Link` makes a new connection.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boxcars.link.answers import Begun, BoardMemory, Welcome
from boxcars.link.errors import (
    NotABoardError,
    RecordsGoneError,
    RefusedError,
    RolledBackError,
    SessionLostError,
    SilentDeviceError,
    WrongDeviceError,
)
from boxcars.link.exchange import TRIES, Exchange, Pending
from boxcars.link.inbox import EventInbox, RecordInbox, Want
from boxcars.link.ports import (
    BASE_BAUD,
    Clock,
    SerialPort,
    read_some,
    set_baud,
    write_all,
)
from boxcars.link.schema import LINK, FieldError, Message, Table
from boxcars.link.wire import NO_TAG, Deframer, Frame
from shaker.link import codes, messages
from shaker.link.sizes import ANSWER_BIT, SILENCE_MS

_HELLO_S = 0.5
_HEARTBEAT_S = 1.0
_BEATS_MAX = 4
_GOODBYES = 2
_SETTLE_S = 0.03  # between the change of rate on one side and on the other
_LAPSE_S = SILENCE_MS / 1000 - 0.5  # by then a board at a raised rate may have given it up


@dataclass(frozen=True)
class Expectation:
    """What hello asks the board to be; None is not asked for."""

    device: bytes | None = None
    image: bytes | None = None
    rules: bytes | None = None
    memory: BoardMemory | None = None
    any_table: bool = False


class Connection:
    """A begun session. Made by `open`, over when it raises anything but a refusal."""

    def __init__(
        self,
        port: SerialPort,
        clock: Clock,
        records: RecordInbox,
        events: EventInbox,
        table: Table = LINK,
    ) -> None:
        self.table = table
        self.records = records
        self.events = events
        self.welcome: Welcome
        self.begun: Begun
        self.draw_nonce: Callable[[], bytes] = lambda: secrets.token_bytes(16)
        self._port = port
        self._clock = clock
        self._deframer = Deframer()
        self._tag = NO_TAG
        self._number = 0
        self._exchange = Exchange(clock, self._send, self._pump)
        self._hello: tuple[bytes, bytes] | None = None
        self._heard = clock.monotonic()
        self._sent = self._heard
        self._beaten = self._heard
        self._moved = self._heard
        self._rate = BASE_BAUD
        self._byte_count = 0
        self._frame_count = 0
        self._is_begun = False
        self._beats = 0  # since the board was heard last
        self._is_gone_said = False  # of what is wanted now, or of what was wanted before

    # -- handshake ---------------------------------------------------------------------------

    def hello(self, expect: Expectation, timeout_s: float) -> Welcome:
        """Introduce both sides; gives the board's answer, or raises what differs."""
        memory = expect.memory
        device = expect.device or (memory.device if memory else bytes(8))
        if memory is not None and memory.device != device:  # it would latch the board
            raise WrongDeviceError(f"what is remembered is of another board than {device.hex()}")
        nonce = self.draw_nonce()
        fields: dict[str, int | bytes] = {
            "version": messages.VERSION,
            "nonce": nonce,
            "table": bytes(16) if expect.any_table else self.table.digest,
            "image": expect.image or bytes(32),
            "rules": expect.rules or bytes(32),
            "device": device,
            "known": int(memory is not None),
            "boot": memory.boot if memory else 0,
            "sequence": memory.sequence if memory else -1,
            "head": memory.head if memory else bytes(32),
        }
        payload = self.table.by_name["hello"].fields.pack(fields)
        deadline = self._clock.monotonic() + timeout_s
        self._number += 1
        while True:
            self._send(Frame(messages.HELLO, NO_TAG, self._number, payload))
            self._hello = (nonce, b"")
            end = min(deadline, self._clock.monotonic() + _HELLO_S)
            self._pump(lambda: self._hello is not None and bool(self._hello[1]), end)
            assert self._hello is not None
            if self._hello[1]:
                break
            if self._clock.monotonic() >= deadline:
                raise self._silence()
        answer, self._hello = self._hello[1], None
        code = answer[0]
        self.welcome = Welcome(**self.table.by_name["hello"].answer.unpack(answer[1:]))
        self._check(code)
        pairs = zip(nonce, self.welcome.board_nonce, strict=True)
        self._tag = bytes(one ^ other for one, other in pairs)[:4]
        return self.welcome

    def _silence(self) -> SilentDeviceError:
        if self._byte_count and not self._frame_count:
            return NotABoardError(
                "something speaks on this port, but not as a board does: is it another device?"
            )
        return SilentDeviceError("no board answers: is it on, and is this its port?")

    @property
    def tag(self) -> bytes:
        """The four bytes that every frame of this session carries."""
        return self._tag

    def _check(self, code: int) -> None:
        bits = self.welcome.differs
        words = [word for bit, word in enumerate(codes.DIFFERS_WORDS) if bits >> bit & 1]
        if "memory" in words:
            others = [word for word in words if word != "memory"]
            raise RolledBackError(
                "this board is behind what this host remembers of it (boot counter, sequence or "
                "head of chain): it was rolled back or cloned, and has latched"
                + (f"; it also differs in {', '.join(others)}" if others else "")
            )
        if code == codes.E_DIFFERS:
            device = self.welcome.device.hex()
            raise WrongDeviceError(f"board {device} differs in {', '.join(words)}")
        if code:
            raise RefusedError("hello", code)

    def begin(self, first_command: int, role: int) -> Begun:
        """Start the session that hello agreed on."""
        expected = self.events.expected if self.events.boot == self.welcome.boot else 0

        def on_answer(values: dict[str, Any]) -> None:
            # At once: events may follow the answer in the same bytes.
            self.begun = Begun(**values)
            self.events.begin(self.welcome.boot, max(expected, self.begun.event_first))
            self._is_begun = True

        fields = {"first_command": first_command, "events_from": expected, "role": role}
        _fields(self._ask("begin", fields, on_answer))
        if self.records.wanted is not None:
            self.send_want(self.records.restart())
        return self.begun

    def claim(self, role: int) -> Begun:
        """Begin the same session once more: all that changes is who may acknowledge."""
        fields = {"first_command": 0, "events_from": self.events.expected, "role": role}
        self.begun = Begun(**_fields(self._ask("begin", fields)))
        return self.begun

    def leave(self) -> None:
        """Say goodbye; a board that does not answer soon finds out by itself."""
        self._ask("bye", {}, tries=_GOODBYES)

    # -- requests ----------------------------------------------------------------------------

    def ask(self, name: str, /, **values: int | bytes) -> dict[str, Any]:
        """Send a query and give the fields of its answer; a refusal is raised."""
        return _fields(self._ask(name, values))

    def _ask(
        self,
        name: str,
        values: Mapping[str, int | bytes],
        on_answer: Callable[[dict[str, Any]], None] | None = None,
        tries: int = TRIES,
    ) -> Pending:
        message = self.table.by_name[name]
        self._number += 1
        frame = Frame(message.id, self._tag, self._number, message.fields.pack(values))
        pending = Pending(frame, message, on_answer=on_answer)
        self._exchange.run([pending], tries)
        return pending

    def perform(self, commands: Sequence[tuple[int, Message, bytes]]) -> list[Pending]:
        """Send numbered commands, as many at once as the board's window has room for."""
        done: list[Pending] = []
        todo = [
            Pending(Frame(message.id, self._tag, number, payload), message)
            for number, message, payload in commands
        ]
        while todo:
            self._exchange.run(todo[: self.welcome.window])
            done += todo[: self.welcome.window]
            del todo[: self.welcome.window]
        return done

    # -- the line ----------------------------------------------------------------------------

    def pump(self, done: Callable[[], bool], timeout_s: float) -> bool:
        """Serve the streams and keep the session alive until `done()` or the time is over."""
        end = self._clock.monotonic() + timeout_s
        while True:
            self._pump(lambda: done() or self._is_gone_said, end, beat=True)
            if done():
                return True
            if not self._is_gone_said:
                return False
            self._look_for_wanted()

    def _look_for_wanted(self) -> None:
        """A want that came late may have asked for what was let go since: that is nothing."""
        self._is_gone_said = False
        wanted = self.records.wanted
        if wanted is not None and wanted < self.ask("ping")["oldest"]:
            raise RecordsGoneError(
                f"record {wanted} is no longer on the board: begin with a later one"
            )

    def _pump(self, done: Callable[[], bool], end: float, *, beat: bool = False) -> bool:
        while not done():
            now = self._clock.monotonic()
            if now >= end:
                return False
            data = read_some(self._port)
            self._byte_count += len(data)
            if data:
                for frame in self._deframer.feed(data):
                    self._on_frame(frame)
            else:
                self._on_quiet()
            if beat:
                self._beat()
        return True

    def _send(self, frame: Frame) -> None:
        self._sent = self._clock.monotonic()
        write_all(self._port, frame.encode())

    def _beat(self) -> None:
        now = self._clock.monotonic()
        if (
            now - max(self._heard, self._beaten) >= _HEARTBEAT_S
            or now - self._sent >= _HEARTBEAT_S
        ):
            self._beaten = now
            self._beats += 1
            self._number += 1
            self._send(Frame(messages.PING, self._tag, self._number, b""))
        if self._beats > _BEATS_MAX:
            raise SilentDeviceError("the board has fallen silent: is it still on?")

    def _on_quiet(self) -> None:
        want = self.records.report()
        now = self._clock.monotonic()
        if want is None and now - self._moved > _HEARTBEAT_S and self._tag != NO_TAG:
            want = self.records.refresh()
        if want is not None:
            self.send_want(want)

    def send_want(self, want: Want) -> None:
        self._moved = self._clock.monotonic()
        fields = {
            "sequence": want.sequence,
            "offset": want.offset,
            "credit": want.credit,
            "again": want.again,
        }
        payload = self.table.by_name["record-want"].fields.pack(fields)
        self._send(Frame(messages.RECORD_WANT, self._tag, 0, payload))

    def send_event_ack(self) -> None:
        payload = self.table.by_name["event-ack"].fields.pack({"next": self.events.done})
        self._send(Frame(messages.EVENT_ACK, self._tag, 0, payload))

    # -- frames ------------------------------------------------------------------------------

    def _on_frame(self, frame: Frame) -> None:
        self._frame_count += 1
        try:
            if frame.message == messages.HELLO | ANSWER_BIT:
                self._on_welcome(frame)
            elif frame.tag != self._tag or self._tag == NO_TAG:
                return
            elif frame.message & ANSWER_BIT:
                self._hear()
                self._on_answer(frame)
            elif frame.message in self.table.messages:
                self._hear()
                self._on_message(frame, self.table.messages[frame.message])
        except FieldError:
            return  # as good as damaged: it comes again

    def _hear(self) -> None:
        self._heard = self._clock.monotonic()
        self._beats = 0

    def _on_welcome(self, frame: Frame) -> None:
        if self._hello is None or frame.number != self._number:
            return
        fields = self.table.by_name["hello"].answer.unpack(frame.payload[1:])
        if fields["nonce"] == self._hello[0]:
            self._hello = (self._hello[0], frame.payload)

    def _on_answer(self, frame: Frame) -> None:
        pending = self._exchange.find(frame.message & ~ANSWER_BIT, frame.number)
        if pending is None or not frame.payload or pending.answer is not None:
            return
        if not frame.payload[0]:
            values = pending.message.answer.unpack(frame.payload[1:])
            if pending.on_answer is not None:
                pending.on_answer(values)
        pending.answer = frame.payload[1:]
        pending.refusal = frame.payload[0]
        self._exchange.note_response(frame.number)

    def _on_message(self, frame: Frame, message: Message) -> None:
        if message.kind in (messages.RECORD, messages.EVENT) and not self._is_begun:
            return
        if message.kind == messages.RECORD:
            self._moved = self._clock.monotonic()
            want = self.records.take(frame)
            if want is not None:
                self.send_want(want)
        elif message.kind == messages.EVENT:
            if self.events.take(frame):
                self.send_event_ack()
        elif message.id == messages.NAK:
            self._on_nak(frame, message)

    def _on_nak(self, frame: Frame, message: Message) -> None:
        fields = message.fields.unpack(frame.payload)
        code = fields["code"]
        if code == codes.E_SESSION:
            raise SessionLostError("the board does not know this session: it has restarted")
        if code == codes.E_GONE and fields["message"] == messages.RECORD_WANT:
            self._is_gone_said = True
            return
        pending = self._exchange.find(fields["message"], frame.number)
        if pending is None:
            return
        if code == codes.E_NUMBER:  # one before it was lost, or this one overtook it
            self._exchange.note_early(frame.number)
        else:
            raise RefusedError(pending.message.name, code)

    # -- baud --------------------------------------------------------------------------------

    def raise_baud(self, rate: int) -> bool:
        """Agree on a rate and change to it; False if nothing is heard at it."""
        self.ask("baud", rate=rate)
        self._clock.sleep(_SETTLE_S)
        set_baud(self._port, rate)
        self._rate = rate
        self._deframer.clear()
        try:
            self.ask("ping")
        except SilentDeviceError:
            set_baud(self._port, BASE_BAUD)
            self._rate = BASE_BAUD
            return False
        return True

    @property
    def has_lapsed(self) -> bool:
        """Whether nothing was sent for so long that the board has given up a raised rate."""
        return self._rate != BASE_BAUD and self._clock.monotonic() - self._sent > _LAPSE_S


def _fields(pending: Pending) -> dict[str, Any]:
    """The answer of a request that was done; a refusal is raised."""
    assert pending.answer is not None
    if pending.refusal:
        raise RefusedError(pending.message.name, pending.refusal)
    return pending.message.answer.unpack(pending.answer)
