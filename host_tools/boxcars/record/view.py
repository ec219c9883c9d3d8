"""A record as typed values: the 256 bytes of the header, the entries of the body."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from shaker.seal import body as layout
from shaker.seal import record

_BYTES = {"magic", "device", "image", "previous", "rule_book", "limits", "reserved", "body"}
_ENDS = [at for _, at in record.FIELDS[1:]] + [record.HEADER_SIZE]
SLICES = {name: slice(at, end) for (name, at), end in zip(record.FIELDS, _ENDS, strict=True)}


_RESERVED = SLICES["reserved"]
_TIME_MS = SLICES["time_ms"]
_ZEROS = bytes(_RESERVED.stop - _RESERVED.start)
_FACES = 6
_POINTS = frozenset((0, 4, 5, 6, 8, 9, 10))
_SECOND_MS = 1000
_top_bytes = itemgetter(
    *(
        part.stop - 1
        for name, part in SLICES.items()
        if name not in _BYTES and part.stop - part.start == 4
    )
)
_TOP_MAX = 0x3F  # numbers of 32 bits are below 2**30
_SMALL = 1 << 30


class LayoutError(ValueError):
    """Bytes that do not follow the layout; the text says where."""


@dataclass(frozen=True)
class Header:
    """The fields of RECORD.md, in its order."""

    magic: bytes
    version: int
    kind: int
    build: int
    reason: int
    device: bytes
    image: bytes
    boot: int
    sequence: int
    previous: bytes
    time_s: int
    time_ms: int
    time_source: int
    dice_set: int
    rule_book: bytes
    limits: bytes
    die_a: int
    die_b: int
    point_before: int
    point_after: int
    spin_up_ms: int
    tumble_ms: int
    soft_stop_ms: int
    brake_ms: int
    settle_ms: int
    tach_count: int
    motor_work_mj: int
    margin_a: int
    margin_b: int
    frame_count: int
    retry_count: int
    round: int
    detail: int
    body_size: int
    reserved: bytes
    body: bytes

    @property
    def kind_word(self) -> str:
        return record.KIND_WORDS[self.kind]


@dataclass(frozen=True)
class Wager:
    """A wager as it stood before the roll."""

    seat: int
    spot: int
    call: int
    stake: int
    craps: int


@dataclass(frozen=True)
class Return:
    """Units that went back without a roll."""

    seat: int
    spot: int
    credit: int


@dataclass(frozen=True)
class Line:
    """What the roll did to one wager; `to` is None unless it moved."""

    seat: int
    spot: int
    outcome: int
    to: int | None
    stake: int
    win: int
    vig: int
    credit: int


@dataclass(frozen=True)
class KeyEntry:
    """The public key that a genesis record introduces."""

    public: bytes


@dataclass(frozen=True)
class DigestEntry:
    """One side of a program event."""

    what: int
    after: bool
    digest: bytes


Entry: TypeAlias = Wager | Return | Line | KeyEntry | DigestEntry


def digest(data: bytes) -> bytes:
    """The digest of RECORD.md: the first 32 bytes of SHA-512."""
    return hashlib.sha512(data).digest()[: record.DIGEST_SIZE]


def check_layout(header: bytes) -> None:
    """Raise LayoutError unless magic, version, kind, build and reserved bytes are in order."""
    if header[:4] != record.MAGIC:
        raise LayoutError("a header begins with BXSR, this one does not")
    if header[record.AT_VERSION] != record.VERSION:
        raise LayoutError(f"layout version {header[record.AT_VERSION]} is not known here")
    if not record.KIND_GENESIS <= header[record.AT_KIND] <= record.KIND_RETIRE:
        raise LayoutError(f"kind {header[record.AT_KIND]} is not known here")
    if header[record.AT_BUILD] > record.BUILD_PRODUCT:
        raise LayoutError(f"build {header[record.AT_BUILD]} is neither bench nor product")
    if header[_RESERVED] != _ZEROS:
        raise LayoutError("reserved bytes are not zero")
    if header[record.AT_DIE_A] > _FACES or header[record.AT_DIE_B] > _FACES:
        raise LayoutError(f"a die shows 1 to {_FACES}, or 0 if none was read")
    points = header[record.AT_POINT_BEFORE], header[record.AT_POINT_AFTER]
    if points[0] not in _POINTS or points[1] not in _POINTS:
        raise LayoutError(f"a point is 4, 5, 6, 8, 9, 10 or 0, not {points[0]} or {points[1]}")
    if int.from_bytes(header[_TIME_MS], "little") >= _SECOND_MS:
        raise LayoutError(f"a second has {_SECOND_MS} milliseconds")
    if header[record.AT_TIME_SOURCE] > record.TIME_OF_HOST:
        raise LayoutError(f"time source {header[record.AT_TIME_SOURCE]} is not known here")
    if max(_top_bytes(header)) > _TOP_MAX:
        raise LayoutError("a number of 32 bits is not below 2**30")


def parse_header(header: bytes) -> Header:
    """The fields of a header."""
    if len(header) != record.HEADER_SIZE:
        raise LayoutError(f"a header has {record.HEADER_SIZE} bytes, not {len(header)}")
    check_layout(header)
    values = {
        name: header[part] if name in _BYTES else int.from_bytes(header[part], "little")
        for name, part in SLICES.items()
    }
    return Header(**values)  # type: ignore[arg-type]


def _u32(entry: bytes, at: int, *, signed: bool = False) -> int:
    value = int.from_bytes(entry[at : at + 4], "little", signed=signed)
    if not -_SMALL <= value < _SMALL:
        raise LayoutError("a number of 32 bits is not below 2**30")
    return value


def _wager(entry: bytes) -> Wager:
    seat, spot, call = entry[layout.AT_SEAT], entry[layout.AT_SPOT], entry[layout.AT_CALL]
    if call > layout.CALL_MAX:
        raise LayoutError(f"call {call} of a wager is not known")
    return Wager(seat, spot, call, _u32(entry, layout.AT_VALUE), _u32(entry, layout.AT_CRAPS))


def _return(entry: bytes) -> Return:
    if entry[3]:
        raise LayoutError("the zero of a return is not 0")
    return Return(entry[layout.AT_SEAT], entry[layout.AT_SPOT], _u32(entry, layout.AT_VALUE))


def _line(entry: bytes) -> Line:
    outcome, to = entry[layout.AT_OUTCOME], entry[layout.AT_TO]
    if outcome > layout.OUTCOME_MAX or to > layout.NO_SPOT:
        raise LayoutError(f"outcome {outcome} of a line is not known")
    if any(entry[5:8]) or (to != layout.NO_SPOT) != (outcome == layout.OUTCOME_MOVE):
        raise LayoutError("a line goes to a spot when it moves, and only then")
    return Line(
        entry[layout.AT_SEAT],
        entry[layout.AT_SPOT],
        outcome,
        None if to == layout.NO_SPOT else to,
        _u32(entry, layout.AT_STAKE),
        _u32(entry, layout.AT_WIN, signed=True),
        _u32(entry, layout.AT_VIG),
        _u32(entry, layout.AT_CREDIT),
    )


def _key(entry: bytes) -> KeyEntry:
    if any(entry[1:4]):
        raise LayoutError("the zeros of a key entry are not 0")
    return KeyEntry(entry[4:])


def _digest(entry: bytes) -> DigestEntry:
    what, after = entry[1], entry[2]
    if not layout.WHAT_IMAGE <= what <= layout.WHAT_TABLE or after > 1 or entry[3]:
        raise LayoutError(f"digest entry of {what}, {after} is not known")
    return DigestEntry(what, bool(after), entry[4:])


_DECODERS: dict[int, Callable[[bytes], Entry]] = {
    layout.TAG_WAGER: _wager,
    layout.TAG_RETURN: _return,
    layout.TAG_LINE: _line,
    layout.TAG_KEY: _key,
    layout.TAG_DIGEST: _digest,
}


def decode_body(body: bytes) -> list[Entry]:
    """The entries of a body; LayoutError if the bytes are not exactly a body in its order."""
    entries: list[Entry] = []
    at = 0
    last = -1
    while at < len(body):
        tag = body[at]
        if tag not in _DECODERS:
            raise LayoutError(f"entry tag {tag} at byte {at} of the body is not known")
        entry = body[at : at + layout.SIZES[tag]]
        if len(entry) != layout.SIZES[tag]:
            raise LayoutError(f"the entry at byte {at} of the body is cut")
        if entry[layout.AT_SPOT] > layout.SPOT_MAX:
            raise LayoutError(f"spot {entry[layout.AT_SPOT]} at byte {at} of the body cannot be")
        order = tag << 16 | entry[layout.AT_SEAT] << 8 | entry[layout.AT_SPOT]
        if order <= last:
            raise LayoutError(f"the entry at byte {at} of the body is out of order")
        entries.append(_DECODERS[tag](entry))
        last = order
        at += len(entry)
    return entries
