"""JOURNAL.md is the layout in the code, field by field."""

import re
from pathlib import Path

import pytest

from shaker import limits
from shaker.journal import keystore, record, settings

_PAGE = (Path(record.__file__).parents[2] / "JOURNAL.md").read_text()
_TABLES = [
    ("### Stamp", record.STAMP_FIELDS, record.SLOT_SIZE),
    ("### Header", record.HEADER_FIELDS, record.HEADER_SIZE),
    ("### Slot", record.SLOT_FIELDS, record.SLOT_SIZE),
    ("## Settings", settings.FIELDS, record.SLOT_SIZE),
    ("## Key", keystore.FIELDS, record.SLOT_SIZE),
]


def _rows(heading):
    text = re.split(r"\n##+ ", _PAGE.split(f"{heading}\n", 1)[1], maxsplit=1)[0]
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


@pytest.mark.parametrize(("heading", "fields", "size"), _TABLES, ids=[t[0] for t in _TABLES])
def test_page_equals_the_layout(heading, fields, size):
    ends = [at for _, at in fields[1:]] + [size]
    expected = [(at, end - at, name) for (name, at), end in zip(fields, ends, strict=True)]
    assert [(int(row[0]), int(row[1]), row[2]) for row in _rows(heading)] == expected
    assert fields[0][1] == 0
    assert all(width > 0 for _, width, _ in expected)


def test_page_equals_the_magics_and_versions():
    def meaning(heading, field):
        return next(row[3] for row in _rows(heading) if row[2] == field)

    assert f"`{record.STAMP_MAGIC.decode()}`" == meaning("### Stamp", "magic")
    assert f"`{record.HEADER_MAGIC.decode()}`" == meaning("### Header", "magic")
    assert f"`{settings.MAGIC.decode()}`" == meaning("## Settings", "magic")
    magics = f"`{keystore.SEAL_MAGIC.decode()}` seal, `{keystore.WIPE_MAGIC.decode()}` wipe"
    assert magics == meaning("## Key", "magic")
    versions = {meaning(table, "version") for table in ("### Stamp", "### Header")}
    assert versions == {str(record.VERSION)}
    assert {meaning(t, "layout") for t in ("## Settings", "## Key")} == {"1"}
    assert settings.LAYOUT == keystore.LAYOUT == 1
    parts = [chr(p) for p in (record.PART_SHORT, record.PART_HEAD, record.PART_COMMIT)]
    assert re.findall(r"`(.)`", meaning("### Slot", "part")) == parts


def test_page_equals_the_sizes():
    assert [row[:1] for row in _rows("## Area")] == [
        [str(limits.KEY_SECTORS)],
        [str(limits.SETTINGS_SECTORS)],
        ["the rest"],
    ]
    assert f"up to {limits.JOURNAL_RECORD_SIZE_MAX} bytes" in _PAGE
    assert f"up to {limits.SETTINGS_SIZE_MAX} bytes" in _PAGE
    last = f"{record.SECTOR_SEQUENCE_MAX:,}".replace(",", " ")
    assert f"Sector sequences end at {last}" in _PAGE
    assert f"{record.SECTOR_SEQUENCE_MAX // 250:,}".replace(",", " ") + " times round" in _PAGE
    assert (limits.JOURNAL_SECTORS_AHEAD, limits.JOURNAL_SECTORS_SPARE) == (2, 2)
    assert f"at {keystore.KEY_AT} the page" in _PAGE
    assert f"at {keystore.SEAL_AT} its seal" in _PAGE
    assert f"at {keystore.WIPE_AT} the mark" in _PAGE


@pytest.mark.parametrize(
    ("size", "slots"),
    [(0, 1), (1, 1), (20, 1), (21, 3), (52, 3), (53, 4), (84, 4), (85, 5), (320, 12), (8192, 258)],
)
def test_slots_of_a_record(size, slots):
    assert record.slots_of(size) == slots
