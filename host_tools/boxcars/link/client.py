"""The link to a board, for every tool: connects, reconnects, and loses or doubles nothing.

    with Link.open("/dev/ttyACM0") as link:
        link.follow()
        while record := link.next_record(timeout_s=5):
            log.append(record.header, record.signature, record.body)
            link.commit(record)

A command that was under way when the line broke is sent again under its number: a board that had
performed it answers as before and does nothing. If the line stays broken the command ends in an
exception, and `connect()` and `resume()` tell later what came of it.
"""

from __future__ import annotations

import contextlib
import hashlib
import termios
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, ClassVar, Self, TypeVar

from boxcars.link.answers import Begun, BoardMemory, Event, EventsLost, Pong, Record, Welcome
from boxcars.link.authority import Signer, signed_bytes
from boxcars.link.calls import Calls
from boxcars.link.connection import Connection, Expectation
from boxcars.link.errors import (
    AnswerLostError,
    LinkError,
    NoDeviceError,
    NotAcknowledgerError,
    PortBusyError,
    PortPermissionError,
    RefusedError,
    SessionLostError,
    SilentDeviceError,
    UnansweredError,
    UnpluggedError,
)
from boxcars.link.exchange import Answer, Pending, result
from boxcars.link.inbox import EventInbox, RecordInbox
from boxcars.link.ports import BASE_BAUD, Clock, Opener, SerialPort, WallClock, opener, set_baud
from boxcars.link.schema import LINK, Message, Table
from boxcars.link.service import ServiceCalls
from boxcars.link.table import TableCalls
from boxcars.link.wire import NO_TAG
from shaker.link import codes
from shaker.link.sizes import ROLE_ACKNOWLEDGE, ROLE_LISTEN

_HELLO_S = 6.0  # a board at another rate comes back to the base rate after 3 s of silence
_RECONNECT_S = 20.0
_RETRY_S = 0.25
_NOT_CONNECTED = "the link is not connected: use it in a 'with' block, or connect() it again"
_LISTENS = "another connection acknowledges records: this one can only listen"
_CHALLENGES_MAX = 3
_BROKEN = (UnpluggedError, SilentDeviceError, SessionLostError)
# What a port says that was just plugged in again: its permissions come a moment after it.
_NOT_BACK = (NoDeviceError, PortBusyError, PortPermissionError)

_Result = TypeVar("_Result")
Command = tuple[str, dict[str, int | bytes]]


class Client(Calls):
    """A connection that heals, by any table. Not for use by several threads at once."""

    table: ClassVar[Table] = LINK

    def __init__(
        self,
        open_port: Opener,
        *,
        clock: Clock | None = None,
        expect: Expectation | None = None,
        acknowledge: bool = False,
        keep_events: bool = True,
        baud: int = BASE_BAUD,
        hello_s: float = _HELLO_S,
        reconnect_s: float = _RECONNECT_S,
    ) -> None:
        """`acknowledge` claims the one role that may acknowledge records; else it listens."""
        self.memory = expect.memory if expect else None
        self.reconnect_count = 0
        self.records = RecordInbox()
        self.events = EventInbox(keep=keep_events)
        self._open_port = open_port
        self._clock = clock or WallClock()
        self._expect = expect or Expectation()
        self._role = ROLE_ACKNOWLEDGE if acknowledge else ROLE_LISTEN
        self._baud = baud
        self._hello_s = hello_s
        self._reconnect_s = reconnect_s
        self._port: SerialPort | None = None
        self._connection: Connection | None = None
        self._seen: BoardMemory | None = None  # what the board last said of itself
        self._next_command = 0
        self._numbered: list[tuple[int, Message, bytes]] = []  # commands that are under way
        self._answers: dict[int, Pending] = {}
        self._own_tags = {NO_TAG}  # of the sessions whose commands were ours; and after a restart
        self._given: Event | EventsLost | None = None

    @classmethod
    def open(cls, url: str, **options: Any) -> Self:
        """A link to a device path or URL of pyserial; connect by `with` or `connect()`."""
        return cls(opener(url), **options)

    # -- the connection ----------------------------------------------------------------------

    def connect(self) -> Welcome:
        """Open the port and begin a session; the port is free again if that fails."""
        try:
            self._connect()
        except BaseException:
            self._drop_port()
            raise
        return self.welcome

    def close(self) -> None:
        """Say goodbye, if the board still listens, and close the port."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(LinkError):  # it finds out by itself
                connection.leave()
        self._drop_port()

    def __enter__(self) -> Self:
        self.connect()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether a session has begun that was neither closed nor given up."""
        return self._connection is not None

    @property
    def welcome(self) -> Welcome:
        """What the board said of itself when this session began."""
        return self._live().welcome

    @property
    def begun(self) -> Begun:
        return self._live().begun

    @property
    def may_acknowledge(self) -> bool:
        """Whether this is the connection that acknowledges records."""
        return self.begun.role == ROLE_ACKNOWLEDGE

    def _live(self) -> Connection:
        if self._connection is None:
            raise LinkError(_NOT_CONNECTED)
        return self._connection

    def _drop_port(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            with contextlib.suppress(OSError, TypeError, termios.error):  # it was unplugged
                port.close()

    def _connect(self) -> None:
        self._connection = None
        if self._port is None:
            self._port = self._open_port()
        set_baud(self._port, BASE_BAUD)
        connection = Connection(self._port, self._clock, self.records, self.events, self.table)
        expect, memory = self._expect, self._latest()
        if memory is not None:
            expect = Expectation(
                expect.device, expect.image, expect.rules, memory, expect.any_table
            )
        welcome = connection.hello(expect, self._hello_s)
        self._seen = BoardMemory(welcome.device, welcome.boot, welcome.sequence, welcome.head)
        if expect.device is None:  # from now on it must be this board
            self._expect = Expectation(
                welcome.device, expect.image, expect.rules, None, expect.any_table
            )
        self._next_command = max(self._next_command, welcome.last_command + 1)
        first = next((number for number, _, _ in self._unanswered()), self._next_command)
        self._own_tags.add(connection.tag)
        connection.begin(first, self._role)
        if self._baud != BASE_BAUD and not connection.raise_baud(self._baud):
            raise SilentDeviceError(f"nothing is heard at {self._baud} baud: use a lower rate")
        self._connection = connection

    def _latest(self) -> BoardMemory | None:
        """What this host remembers: what it has on disk, and what the board said since."""
        memory, seen = self.memory, self._seen
        if memory is None or seen is None:
            return memory or seen
        last = seen if seen.sequence > memory.sequence else memory
        return BoardMemory(last.device, max(memory.boot, seen.boot), last.sequence, last.head)

    def _healing(self, action: Callable[[Connection], _Result]) -> _Result:
        """Do it; when the line breaks, connect again and do it again."""
        deadline: float | None = None
        if self._connection is not None and self._connection.has_lapsed:
            self._connection = None
            deadline = self._clock.monotonic() + self._reconnect_s
        while True:
            try:
                if self._connection is None:
                    if deadline is None:
                        raise LinkError(_NOT_CONNECTED)
                    self._connect()
                    self.reconnect_count += 1
                return action(self._live())
            except (*_BROKEN, *_NOT_BACK) as error:
                now = self._clock.monotonic()
                if deadline is None:
                    deadline = now + self._reconnect_s
                self._connection = None
                if not isinstance(error, SessionLostError):
                    self._drop_port()
                if now >= deadline:
                    raise
                if self._port is None:
                    self._clock.sleep(_RETRY_S)

    # -- requests ----------------------------------------------------------------------------

    def ask(self, name: str, /, **values: int | bytes) -> dict[str, Any]:
        """A query by its name in the table: the fields of the answer, or `RefusedError`."""
        return self._healing(lambda connection: connection.ask(name, **values))

    def perform(self, name: str, /, **values: int | bytes) -> dict[str, Any]:
        """A command by its name in the table, performed once whatever the line does."""
        answer = self.perform_all([(name, values)])[0]
        if isinstance(answer, LinkError):
            raise answer
        return answer

    def perform_all(self, commands: Sequence[Command]) -> list[Answer]:
        """Several commands in order, under way together; an error takes its answer's place."""
        if self._numbered:
            names = ", ".join(message.name for _, message, _ in self._unanswered())
            raise UnansweredError(
                f"{names} had no answer when the line broke: connect(), then resume() or abandon()"
            )
        numbered: list[tuple[int, Message, bytes]] = []
        for name, values in commands:
            message = self.table.by_name[name]
            number = self._next_command + len(numbered)
            numbered.append((number, message, message.fields.pack(values)))
        self._next_command += len(numbered)
        self._numbered = numbered
        return self.resume()

    def resume(self) -> list[Answer]:
        """The answers of the commands that had none when the line broke for good, in order.

        They are sent again under their numbers: what was performed is not performed again.
        """
        try:
            self._healing(self._send_all)
        except AnswerLostError:
            self.abandon()
            raise
        except RefusedError as error:
            if error.name not in [message.name for _, message, _ in self._numbered]:
                raise  # of the connection that was to be made: these may have been performed
            self.abandon()  # a message that the board does not have: its number is not used
            self._connect()  # so the next is begun with
            raise
        answers = [result(self._answers[number]) for number, _, _ in self._numbered]
        self.abandon()
        return answers

    def abandon(self) -> None:
        """Do without those answers: the state of the table tells what was performed."""
        self._numbered = []
        self._answers = {}

    def _unanswered(self) -> list[tuple[int, Message, bytes]]:
        return [item for item in self._numbered if item[0] not in self._answers]

    def _send_all(self, connection: Connection) -> None:
        """What has no answer yet, a window at a time."""
        welcome = connection.welcome
        while left := self._unanswered():
            if welcome.last_command >= left[0][0] and welcome.last_session not in self._own_tags:
                raise AnswerLostError("another host has sent commands meanwhile: read the state")
            for pending in connection.perform(left[: welcome.window]):
                self._answers[pending.frame.number] = pending

    def authorised(self, signer: Signer, name: str, /, **values: int | bytes) -> dict[str, Any]:
        """A command that needs authority: challenge, sign, perform. A question repeated on
        a slow line may have replaced the challenge: then once more."""
        message = self.table.by_name[name]
        payload = message.fields.pack(values)
        for _ in range(_CHALLENGES_MAX):
            try:
                return message.answer.unpack(self._sign(signer, message, payload)["body"])
            except RefusedError as error:
                refused = RefusedError(name, error.code)  # of what was signed, not of its envelope
                if error.code != codes.E_NONCE:  # that one only means that the line broke between
                    raise refused from error
        raise refused

    def _sign(self, signer: Signer, message: Message, payload: bytes) -> dict[str, Any]:
        nonce = self.ask("challenge")["nonce"]
        device = self.welcome.device
        signed = signed_bytes(device, nonce, signer.authority, message.id, payload)
        return self.perform(
            "authorised",
            message=message.id,
            authority=signer.authority,
            key=signer.key_id,
            nonce=nonce,
            signature=signer.sign(signed),
            body=payload,
        )

    def command(
        self, name: str, signer: Signer | None = None, /, **values: int | bytes
    ) -> dict[str, Any]:
        """Bare, or by signed challenge if there is a signer."""
        if signer is None:
            return self.perform(name, **values)
        return self.authorised(signer, name, **values)

    def ping(self) -> Pong:
        return Pong(**self.ask("ping"))

    def idle(self, seconds: float) -> None:
        """Let time pass and keep the session alive; streams are taken in meanwhile."""
        self._healing(lambda connection: connection.pump(lambda: False, seconds))

    # -- records -----------------------------------------------------------------------------

    def follow(self, first: int | None = None) -> None:
        """Take records from that sequence on; by default from the first unacknowledged."""
        if first is None:
            first = self.ping().acknowledged + 1
        want = self.records.follow(first)
        self._healing(lambda connection: connection.send_want(want))

    def next_record(self, timeout_s: float) -> Record | None:
        """The next record, once, in order; None if none comes in time. Then `commit` it."""
        complete = self.records.complete
        self._healing(lambda connection: connection.pump(lambda: bool(complete), timeout_s))
        return complete.popleft() if complete else None

    def commit(self, record: Record) -> None:
        """The caller has the record on disk: acknowledge it, and remember it as the last."""
        if self._role == ROLE_ACKNOWLEDGE:
            self.acknowledge(record.sequence)
        head = hashlib.sha512(record.header + record.signature).digest()[:32]
        boot = max(self.welcome.boot, self.memory.boot if self.memory else 0)
        self.memory = BoardMemory(self.welcome.device, boot, record.sequence, head)

    def acknowledge(self, sequence: int) -> None:
        """All up to that one are on disk. A board that is busy with a shake is told again; a role
        that went to another while this host was silent is claimed again."""
        end = self._clock.monotonic() + self._reconnect_s
        while self.may_acknowledge:
            try:
                self.ask("record-ack", sequence=sequence)
                return
            except RefusedError as error:
                if error.code == codes.E_ROLE:
                    self._healing(lambda connection: connection.claim(self._role))
                elif error.code != codes.E_BUSY or self._clock.monotonic() >= end:
                    raise
                else:
                    self.idle(_RETRY_S)
        raise NotAcknowledgerError(_LISTENS)

    # -- events ------------------------------------------------------------------------------

    def next_event(self, timeout_s: float) -> Event | EventsLost | None:
        """The next event, once, in order. Asking for the next acknowledges the one before."""
        self.finish_event()
        self._healing(lambda connection: connection.pump(lambda: len(self.events) > 0, timeout_s))
        self._given = self.events.next()
        return self._given

    def finish_event(self) -> None:
        """The caller has done with the event it was given."""
        if self._given is not None:
            self._given = None
            self.events.finish()
            self._healing(lambda connection: connection.send_event_ack())


class Link(Client, TableCalls, ServiceCalls):
    """The connection to a board, with a call for each of its messages."""
