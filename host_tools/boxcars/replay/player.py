"""Runs a bundle again on the virtual cabinet, and says whether the board did the same."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from boxcars.build import artifacts
from boxcars.errors import SetupError
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
    kept_image: bool = False  # the program was taken out of the bundle


def play(bundle: Bundle, image: Path | None = None) -> Played:
    """Do everything on the tape again, at the same times, on a board of the same seed."""
    if not bundle.tape:
        raise BundleError(
            "this bundle is of a board on a port, which keeps no tape: run its test again with "
            f"pytest '{bundle.facts.get('test', '?')}' --seed {bundle.facts.get('seed', 0)}"
        )
    program, elf = (image, None) if image else _program(bundle)
    kept_image = isinstance(program, bytes)
    table = TapedTable(program, elf, seed=int(bundle.facts["seed"]))
    for stroke in bundle.tape:
        table.play(stroke)
    said: dict[str, int] = {}
    port: str | None
    for port in PORTS:
        was, is_now = _said(bundle, port), _said(table, port)
        said[port] = len(is_now)
        if was != is_now:
            at = next(
                (at for at, (a, b) in enumerate(zip(was, is_now, strict=False)) if a != b),
                min(len(was), len(is_now)),
            )
            break
    else:
        port, at = None, 0
    seconds = table.board.now / 1e9
    return Played(len(bundle.tape), seconds, said, port, at, table, kept_image)


def _program(bundle: Bundle) -> tuple[Path | bytes, Path | None]:
    """The program that failed: the built one if it is the same, else the bundle's own copy."""
    wanted = str(bundle.facts.get("image", ""))
    size = int(bundle.facts.get("image_size", 0))
    kept = bundle.flash[:size]
    if wanted and hashlib.sha256(kept).hexdigest() == wanted and wanted != _built_digest():
        return kept, None
    built = artifacts.image(artifacts.PRODUCT)
    if wanted and wanted != _built_digest():
        raise BundleError(
            f"it failed with the image sha256:{wanted[:16]}..., which is neither built here nor "
            "in the bundle's flash: give one by --image"
        )
    return built.uf2, built.elf


def _built_digest() -> str:
    """Of the product that is built here; empty if none is."""
    try:
        manifest = artifacts.image(artifacts.PRODUCT).manifest.read_text()
    except SetupError:
        return ""
    return str(json.loads(manifest)["image"]["sha256"])


def _said(source: Bundle | TapedTable, port: str) -> bytes:
    return b"".join(heard.data for heard in source.heard if heard.port == port)
