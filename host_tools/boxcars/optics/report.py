"""A survey as text for a page: `firmware/DICE.md` has all of it, `firmware/README.md` the essence.

The counts themselves are in `firmware/tests/data/dice_survey.json`, and a test holds both pages to
them. A survey can go on from that file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from boxcars.optics.draw import CLEAN
from boxcars.optics.survey import TILT_STEP, Survey
from boxcars.paths import FIRMWARE
from shaker.dice import reasons

RECORDED = FIRMWARE / "tests" / "data" / "dice_survey.json"
START, END = "<!-- survey -->\n", "<!-- end of survey -->"
_TILTED = "Tilted dice that were read, by degrees (drawn *hard*: most flat ones are refused too):"
_REFUSALS = ("missing", "cocked", "unreadable", "foreign", "sensor-fault")


def _table(head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> list[str]:
    """A table whose first columns are words and whose others are numbers."""
    rule = ["---"] * words + ["--:"] * (len(head) - words)
    return [_row(head), "|" + "|".join(rule) + "|", *(_row(row) for row in rows)]


def _row(cells: Sequence[object]) -> str:
    return "|" + "".join(f" {cell} |" if cell != "" else " |" for cell in cells)


def _head(found: Survey, digest: str) -> list[str]:
    flat = [
        f"*{kind}* {100 * count.refused_rate:.2f} %"
        for kind, count in found.kinds.items()
        if kind in CLEAN and count.frames
    ]
    text = (
        f"{found.frames} frames, seed {found.seed}, reader {digest[:16]}, on the unix port behind "
        f"both heap gates: **{found.misread} misread**\nin {found.read} readings, which bounds "
        f"the share of wrong readings at {found.bound:.1e} with 95 % confidence (Poisson)\n"
        f"for frames drawn this way. Refused of flat dice: {', '.join(flat)}."
    )
    return [text, *(f"Misread: {wrong}." for wrong in found.wrong)]


def _confusion(found: Survey) -> list[str]:
    rows = [(shown, *(found.confusion[shown, read] for read in range(7))) for shown in range(7)]
    return [
        "Shown (rows; 0: nothing that may be read) against read (columns; 0: refused):",
        "",
        *_table(["", *map(str, range(7))], rows),
    ]


def _steepest(found: Survey) -> str:
    return (
        f"The steepest die that was read leaned by {found.tilt_most:.0f} degrees, and its top "
        "face was the one that was read."
    )


def _tilts(found: Survey) -> list[str]:
    steps = sorted(found.tilt_seen)
    shares = [f"{100 * found.tilt_read[k] / found.tilt_seen[k]:.1f} %" for k in steps]
    table = _table(["from", *(str(TILT_STEP * k) for k in steps)], [("read", *shares)])
    return [_TILTED, "", *table, "", _steepest(found)]


def essence(found: Survey, digest: str) -> str:
    """What matters, for the firmware's front page."""
    parts = [_head(found, digest), _confusion(found), _tilts(found)]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def whole(found: Survey, digest: str) -> str:
    """Every kind of frame, and the tilts, as well."""
    kinds = [
        (
            kind,
            count.frames,
            count.read,
            count.misread,
            f"{100 * count.refused_rate:.2f} %",
            *(count.refused[word] for word in _REFUSALS),
        )
        for kind, count in found.kinds.items()
        if count.frames
    ]
    table = _table(["kind", "frames", "read", "misread", "refused", *_REFUSALS], kinds)
    parts = [_head(found, digest), table, _confusion(found), _tilts(found)]
    assert all(reasons.word(code) in _REFUSALS for code in range(1, 7) if code != reasons.MOVED)
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


PAGES = {"DICE.md": whole, "README.md": essence}


def publish(found: Survey, digest: str, folder: Path = FIRMWARE) -> None:
    """Write the figures where the pages have them."""
    for name, write in PAGES.items():
        page = folder / name
        before, _, rest = page.read_text().partition(START)
        after = rest.partition(END)[2]
        page.write_text(before + START + write(found, digest) + END + after)
