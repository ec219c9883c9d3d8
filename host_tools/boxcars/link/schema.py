"""A message table as typed specifications: how each message is packed and read on the host.

`LINK` is the board's. A rig's own board has another on the same frames (`boxcars.rig`).
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from shaker.link import messages

_FORMATS = {"u8": "B", "u16": "H", "u30": "I", "s30": "i"}
_LIMITS = {
    "u8": (0, 0xFF),
    "u16": (0, 0xFFFF),
    "u30": (0, (1 << 30) - 1),
    "s30": (-(1 << 30), (1 << 30) - 1),
}

Value = int | bytes


def field_size(kind: str) -> int:
    """Bytes of a field type; 0 for `rest`."""
    if kind == "rest":
        return 0
    if kind.startswith("b"):
        return int(kind[1:])
    return {"u8": 1, "u16": 2, "u30": 4, "s30": 4}[kind]


def field_words(text: str) -> list[str]:
    """The `name:type` words of a column."""
    return [] if text == "-" else text.split(" ")


class FieldError(ValueError):
    """A payload does not fit its fields, or a value its type."""


@dataclass(frozen=True)
class Field:
    """One field: its name and its type, a word of the table."""

    name: str
    type: str

    @property
    def size(self) -> int:
        return field_size(self.type)


@dataclass(frozen=True)
class Layout:
    """Fields one after the other; the last may be `rest`."""

    fields: tuple[Field, ...]

    @classmethod
    def of(cls, text: str) -> Layout:
        words = (word.split(":") for word in field_words(text))
        return cls(tuple(Field(name, kind) for name, kind in words))

    @property
    def size(self) -> int:
        """Bytes of all fields but `rest`."""
        return sum(field.size for field in self.fields)

    @property
    def has_rest(self) -> bool:
        return bool(self.fields) and self.fields[-1].type == "rest"

    def pack(self, values: Mapping[str, Value]) -> bytes:
        out = bytearray()
        for field in self.fields:
            value = values[field.name]
            if isinstance(value, int):
                low, high = _LIMITS.get(field.type, (1, 0))
                if not low <= value <= high:
                    raise FieldError(f"{field.name}={value} is no {field.type}")
                out += struct.pack("<" + _FORMATS[field.type], value)
            elif field.type == "rest":
                out += value
            elif len(value) > field.size:
                raise FieldError(f"{field.name} is {len(value)} bytes, not {field.size}")
            else:
                out += value.ljust(field.size, b"\0")
        return bytes(out)

    def unpack(self, data: bytes) -> dict[str, Any]:
        if len(data) < self.size or (len(data) > self.size and not self.has_rest):
            raise FieldError(f"{len(data)} bytes for fields of {self.size}")
        out: dict[str, Any] = {}
        at = 0
        for field in self.fields:
            if field.type == "rest":
                out[field.name] = bytes(data[at:])
            elif field.type in _FORMATS:
                (out[field.name],) = struct.unpack_from("<" + _FORMATS[field.type], data, at)
            else:
                out[field.name] = bytes(data[at : at + field.size])
            at += field.size
        return out

    def unpack_all(self, data: bytes) -> list[dict[str, Any]]:
        """Entries one after the other."""
        if len(data) % self.size:
            raise FieldError(f"{len(data)} bytes are no entries of {self.size}")
        return [self.unpack(data[at : at + self.size]) for at in range(0, len(data), self.size)]


@dataclass(frozen=True)
class Message:
    """One row of the table."""

    id: int
    name: str
    direction: int
    kind: int
    ports: int
    authorities: int
    allowed_while_faulted: bool
    fields: Layout
    answer: Layout


def _message(row: tuple[Any, ...]) -> Message:
    fields, answer = Layout.of(row[messages.COL_FIELDS]), Layout.of(row[messages.COL_ANSWER])
    number, name, direction, kind, ports, authorities, faulted = row[: messages.COL_FIELDS]
    return Message(
        number, name, direction, kind, ports, authorities, bool(faulted), fields, answer
    )


class Rows(Protocol):
    """A module that holds a table."""

    @property
    def VERSION(self) -> int: ...  # noqa: N802
    @property
    def TABLE(self) -> Sequence[tuple[Any, ...]]: ...  # noqa: N802
    @property
    def ENTRIES(self) -> Sequence[tuple[Any, ...]]: ...  # noqa: N802


class Table:
    """All messages of one table, by id and by name."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.messages: dict[int, Message] = {row[0]: _message(row) for row in rows.TABLE}
        self.by_name: dict[str, Message] = {it.name: it for it in self.messages.values()}
        self.entries: dict[tuple[int, str], Layout] = {
            (message, field): Layout.of(text) for message, field, text in rows.ENTRIES
        }

    @property
    def digest(self) -> bytes:
        """What both sides compare: the first 16 bytes of SHA-256 over the rows as text."""
        rows = self.rows
        lines = [f"version {rows.VERSION}"]
        lines += ["\t".join(map(str, row)) for row in (*rows.TABLE, *rows.ENTRIES)]
        return hashlib.sha256("\n".join(lines).encode()).digest()[:16]


LINK = Table(messages)
MESSAGES, BY_NAME, ENTRIES = LINK.messages, LINK.by_name, LINK.entries


def table_digest() -> bytes:
    """Of the board's table."""
    return LINK.digest
