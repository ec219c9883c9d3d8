"""Requests and their answers: sent again until answered, within what the board can keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boxcars.link.errors import AnswerLostError, LinkError, RefusedError, SilentDeviceError
from boxcars.link.ports import READ_S, Clock
from boxcars.link.schema import Message
from boxcars.link.wire import Frame
from shaker.link import codes
from shaker.link.sizes import COMMAND_WINDOW, STUFFED_SIZE_MAX

# What may be on its way to a board that stands still in an erase: its ring has room for half as
# much again, for a probe and for notes.
UNDER_WAY_MAX = COMMAND_WINDOW * (STUFFED_SIZE_MAX + 2)
_ANSWER_S = 0.5  # the first wait for an answer; a sector erase may take 0.4 s
_ANSWER_S_MAX = 2.0
TRIES = 7

Answer = dict[str, Any] | LinkError


@dataclass
class Pending:
    """A request, and its answer once it is there."""

    frame: Frame
    message: Message
    answer: bytes | None = None
    refusal: int = 0
    was_sent: bool = False
    is_under_way: bool = False  # sent, and for all we know not yet read by the board
    on_answer: Callable[[dict[str, Any]], None] | None = None


def result(pending: Pending) -> Answer:
    """The fields of the answer, or what was said instead."""
    assert pending.answer is not None
    if pending.refusal == codes.E_ANSWER_LOST:
        return AnswerLostError(
            f"{pending.message.name} was performed before the board lost power, but its answer "
            "is gone: read the state"
        )
    if pending.refusal:
        return RefusedError(pending.message.name, pending.refusal)
    return pending.message.answer.unpack(pending.answer)


def _is_done(batch: Sequence[Pending]) -> bool:
    return all(pending.answer is not None for pending in batch)


class Exchange:
    """`send` sends a frame; `pump` serves the line until something holds or a time has come."""

    def __init__(
        self,
        clock: Clock,
        send: Callable[[Frame], None],
        pump: Callable[[Callable[[], bool], float], bool],
    ) -> None:
        self.resent_count = 0
        self._clock = clock
        self._send = send
        self._pump = pump
        self._pending: dict[tuple[int, int], Pending] = {}
        self._responded: float | None = None  # when the board last said something to a request
        self._is_early = False  # a command came before one that it must follow
        self._is_careful = False  # the board was silent: one frame at a time

    def find(self, message: int, number: int) -> Pending | None:
        """The request of that message and number that is under way."""
        return self._pending.get((message, number))

    def run(self, batch: Sequence[Pending], tries_max: int = TRIES) -> None:
        """Send frames until each has its answer; give up after so many waits without any.

        A board that says nothing may stand still in an erase with all of it in its ring. So after
        a wait without a word it gets one frame more, and one when it has answered and is quiet.
        """
        for pending in batch:
            self._pending[pending.frame.message, pending.frame.number] = pending
        try:
            self._is_careful = False
            tries, wait_s = 0, _ANSWER_S
            self._send_due(batch)
            while tries < tries_max:
                self._responded, self._is_early = None, False
                end = self._clock.monotonic() + wait_s
                self._pump(lambda: _is_done(batch) or self._is_due(), end)
                if _is_done(batch):
                    return
                if self._responded is None:
                    self._is_careful = True
                    tries, wait_s = tries + 1, min(2 * wait_s, _ANSWER_S_MAX)
                else:
                    tries, wait_s = 0, _ANSWER_S
                if self._is_careful:
                    self._send_one(next(p for p in batch if p.answer is None))
                else:
                    self._send_due(batch)
            raise SilentDeviceError(
                f"the board does not answer {batch[0].message.name}: is it still on?"
            )
        finally:
            self._pending.clear()

    def note_response(self, number: int) -> None:
        """The board has read this frame, and so all that were sent before it."""
        self._responded = self._clock.monotonic()
        for pending in self._pending.values():
            if pending.frame.number <= number:
                pending.is_under_way = False

    def note_early(self, number: int) -> None:
        """The board has refused this frame, as one before it was lost."""
        self._is_early = True
        self.note_response(number)

    def _send_due(self, batch: Sequence[Pending]) -> None:
        """What has no answer and is not under way, as far as the credit reaches."""
        left = [pending for pending in batch if pending.answer is None]
        size = sum(len(pending.frame.encode()) for pending in left if pending.is_under_way)
        for pending in left:
            if pending.is_under_way:
                continue
            size += len(pending.frame.encode())
            if size > UNDER_WAY_MAX:
                return
            self._send_one(pending)

    def _send_one(self, pending: Pending) -> None:
        self.resent_count += int(pending.was_sent)
        pending.was_sent = pending.is_under_way = True
        self._send(pending.frame)

    def _is_due(self) -> bool:
        """Whether the board has said all it had to say, and there is something to send again."""
        if self._responded is None or not (self._is_early or self._is_careful):
            return False
        quiet_s = 2 * READ_S if self._is_careful else READ_S
        return self._clock.monotonic() - self._responded >= quiet_s
