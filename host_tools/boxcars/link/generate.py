"""Make what a board needs of its message table: its digest, and columns as bytes.

    python -m boxcars.link.generate

writes `digest.py` and `layout_data.py` of `shaker/link` and of `rig`; tests hold them equal to the
tables.
"""

from __future__ import annotations

from pathlib import Path

from boxcars.link.schema import LINK, Table, field_size, field_words
from boxcars.paths import FIRMWARE
from boxcars.rig.table import RIG
from shaker.link import messages

FOLDER = FIRMWARE / "shaker" / "link"
RIG_FOLDER = FIRMWARE / "rig"
IDS = 128
_FAULTED, _FROM_HOST, _KNOWN, _REST = 8, 16, 32, 64
_U30, _S30 = 1, 2
_ROW_BYTES = 16


def _escaped(data: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in data)


def _literal(data: bytes) -> str:
    rows = [data[at : at + _ROW_BYTES] for at in range(0, len(data), _ROW_BYTES)]
    return "\n".join(f'    b"{_escaped(row)}"' for row in rows)


def digest_source(table: Table = LINK) -> str:
    return (
        '"""GENERATED: first half of SHA-256 over the rows of the message table."""\n\n'
        f'TABLE_DIGEST = b"{_escaped(table.digest)}"\n'
    )


def layout_source(table: Table = LINK) -> str:
    flags, ports, authorities = bytearray(IDS), bytearray(IDS), bytearray(IDS)
    sizes, answers = bytearray(2 * IDS), bytearray(2 * IDS)
    numbers = [b""] * IDS
    for row in table.rows.TABLE:
        message = row[messages.COL_ID]
        kinds = [word.split(":")[1] for word in field_words(row[messages.COL_FIELDS])]
        places, size = bytearray(), 0
        for kind in kinds:
            if kind in ("u30", "s30"):
                places += bytes((size, _U30 if kind == "u30" else _S30))
            size += field_size(kind)
        answer = 1 + sum(
            field_size(word.split(":")[1]) for word in field_words(row[messages.COL_ANSWER])
        )
        flags[message] = _KNOWN | row[messages.COL_KIND]
        flags[message] |= _FAULTED if row[messages.COL_FAULTED] else 0
        flags[message] |= _FROM_HOST if row[messages.COL_DIRECTION] == messages.TO_BOARD else 0
        flags[message] |= _REST if "rest" in kinds else 0
        ports[message] = row[messages.COL_PORTS]
        authorities[message] = row[messages.COL_AUTHORITIES]
        sizes[2 * message : 2 * message + 2] = size.to_bytes(2, "little")
        answers[2 * message : 2 * message + 2] = answer.to_bytes(2, "little")
        numbers[message] = bytes(places)
    columns = {"FLAGS": flags, "PORTS": ports, "AUTHORITIES": authorities}
    columns |= {"SIZES": sizes, "ANSWERS": answers}
    text = '"""GENERATED from the message table: its columns by id, as bytes."""\n'
    for name, data in columns.items():
        text += f"\n{name} = (\n{_literal(bytes(data))}\n)\n"
    places_rows = "".join(f'    b"{_escaped(places)}",\n' for places in numbers)
    return text + f"\nNUMBERS = (\n{places_rows})\n"


def write(folder: Path, table: Table) -> None:
    (folder / "digest.py").write_text(digest_source(table))
    (folder / "layout_data.py").write_text(layout_source(table))


if __name__ == "__main__":
    write(FOLDER, LINK)
    write(RIG_FOLDER, RIG)
