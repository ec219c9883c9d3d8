"""Runs a bundle again on the virtual cabinet, and says whether the board did the same."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from boxcars.build import artifacts
from boxcars.replay.bundle import Bundle, BundleError
from boxcars.replay.tape import PORTS, TapedTable


@dataclass(frozen=True)
class Played:
    """What came of it: `differs` names the port that went another way, None if none did."""

    strokes: int
    seconds: float  # of the board's time
    said: dict[str, int]
    differs: str | None
    at: int  # byte of that port at which it did
    table: TapedTable


def image_digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def play(bundle: Bundle, image: Path | None = None) -> Played:
    """Do everything on the tape again, at the same times, on a board of the same seed."""
    if not bundle.tape:
        raise BundleError(
            "this bundle is of a board on a port, which keeps no tape: run its test again with "
            f"pytest '{bundle.facts.get('test', '?')}' --seed {bundle.facts.get('seed', 0)}"
        )
    elf = None
    if image is None:
        built = artifacts.image(artifacts.PRODUCT)
        image, elf = built.uf2, built.elf
    table = TapedTable(image, elf, seed=int(bundle.facts["seed"]))
    for stroke in bundle.tape:
        table.play(stroke)
    said: dict[str, int] = {}
    for port in PORTS:
        was, is_now = _said(bundle, port), _said(table, port)
        said[port] = len(is_now)
        if was != is_now:
            at = next(
                (at for at, (a, b) in enumerate(zip(was, is_now, strict=False)) if a != b),
                min(len(was), len(is_now)),
            )
            return Played(len(bundle.tape), table.board.now / 1e9, said, port, at, table)
    return Played(len(bundle.tape), table.board.now / 1e9, said, None, 0, table)


def _said(source: Bundle | TapedTable, port: str) -> bytes:
    return b"".join(heard.data for heard in source.heard if heard.port == port)
