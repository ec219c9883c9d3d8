"""What happened in a bundle, in time: messages both ways, phases of the round, power."""

from __future__ import annotations

from dataclasses import dataclass

from boxcars.link.schema import BY_NAME, MESSAGES, FieldError
from boxcars.link.wire import Deframer, Frame
from boxcars.replay.bundle import Bundle
from shaker.app.book import PHASE_WORDS
from shaker.link.messages import HELLO
from shaker.link.sizes import ANSWER_BIT

TO_BOARD, FROM_BOARD = "to the board", "from the board"
_ROUND_EVENT = "round-event"


@dataclass(frozen=True)
class Moment:
    """A message on a line, or a stroke of a hand."""

    time: int
    lane: str
    text: str


@dataclass(frozen=True)
class Phase:
    """A phase of the round, as the board told of it."""

    time: int
    word: str


def moments(bundle: Bundle) -> list[Moment]:
    """Everything that can be told, in order of time."""
    found: list[Moment] = []
    deframers: dict[tuple[str, str], Deframer] = {}
    for stroke in bundle.tape:
        if stroke.name == "write":
            port, data = stroke.args
            assert isinstance(data, bytes)
            deframer = deframers.setdefault((TO_BOARD, str(port)), Deframer())
            for frame in deframer.feed(data):
                found.append(Moment(stroke.time, TO_BOARD, name_of(frame)))
        elif stroke.name not in ("run", "end", "baud"):
            args = " ".join(
                f"{len(arg)} bytes" if isinstance(arg, bytes) else str(arg) for arg in stroke.args
            )
            found.append(Moment(stroke.time, "hands", f"{stroke.name} {args}".strip()))
    for lane, rows in ((TO_BOARD, bundle.sent), (FROM_BOARD, bundle.heard)):
        for row in rows:
            deframer = deframers.setdefault((lane, row.port), Deframer())
            for frame in deframer.feed(row.data):
                found.append(Moment(row.time, lane, name_of(frame)))
    found += [Moment(time, "board", kind) for time, kind in bundle.events]
    return sorted(found, key=lambda moment: moment.time)


def phases(bundle: Bundle) -> list[Phase]:
    """The phases of the round, each told once: an event that comes again is not a new phase."""
    found: list[Phase] = []
    deframer = Deframer()
    boot, last = -1, -1
    for heard in bundle.heard:
        if heard.port != "uart0":
            continue
        for frame in deframer.feed(heard.data):
            told = _boot_of(frame)
            if told is not None and told != boot:  # it counts its events from 0 again
                boot, last = told, -1
            word = _phase_of(frame)
            if word is None or frame.number <= last:
                continue
            last = frame.number
            if not found or found[-1].word != word:
                found.append(Phase(heard.time, word))
    return found


def name_of(frame: Frame) -> str:
    message = MESSAGES.get(frame.message & ~ANSWER_BIT)
    name = message.name if message else f"message {frame.message}"
    if not frame.message & ANSWER_BIT:
        return name
    code = frame.payload[0] if frame.payload else 0
    return f"{name} answered" + (f", code {code}" if code else "")


def _boot_of(frame: Frame) -> int | None:
    """The start of the board that an answer to hello tells."""
    if frame.message != HELLO | ANSWER_BIT or not frame.payload:
        return None
    try:
        return int(BY_NAME["hello"].answer.unpack(frame.payload[1:])["boot"])
    except FieldError:
        return None


def _phase_of(frame: Frame) -> str | None:
    message = MESSAGES.get(frame.message)
    if message is None or message.name != _ROUND_EVENT:
        return None
    try:
        return str(PHASE_WORDS[message.fields.unpack(frame.payload)["state"]])
    except (FieldError, IndexError):
        return None
