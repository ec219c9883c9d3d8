"""The tables of a page like PROTOCOL.md, from its message table: tests hold them equal."""

from __future__ import annotations

from boxcars.link.errors import code_word
from boxcars.link.schema import LINK, Message, Table
from shaker.link import codes, messages


def _words(bits: int, names: tuple[str, ...], none: str) -> str:
    found = [name for bit, name in enumerate(names) if bits >> bit & 1]
    return ", ".join(found) or none


def _fields(message: Message, answer: bool) -> str:
    layout = message.answer if answer else message.fields
    return " ".join(f"{field.name}:{field.type}" for field in layout.fields) or "-"


def message_rows(table: Table = LINK) -> list[str]:
    """One row for each message."""
    rows = []
    for message in table.messages.values():
        cells = [
            f"0x{message.id:02x}",
            message.name,
            "host" if message.direction == messages.TO_BOARD else "board",
            messages.KIND_WORDS[message.kind],
            _words(message.ports, messages.PORT_WORDS, "-"),
            _words(message.authorities, messages.AUTHORITY_WORDS, "anyone"),
            "yes" if message.allowed_while_faulted else "no",
            _fields(message, answer=False),
            _fields(message, answer=True),
        ]
        rows.append("| " + " | ".join(cells) + " |")
    return rows


def entry_rows(table: Table = LINK) -> list[str]:
    """One row for each list."""
    rows = []
    for (message, field), layout in table.entries.items():
        text = " ".join(f"{part.name}:{part.type}" for part in layout.fields)
        rows.append(f"| {table.messages[message].name} | {field} | {text} |")
    return rows


def code_rows() -> list[str]:
    """One row for each code of the link."""
    count = len(codes.CODE_WORDS)
    return [f"| {code} | {code_word(code)} |" for code in range(codes.FIRST, codes.FIRST + count)]
