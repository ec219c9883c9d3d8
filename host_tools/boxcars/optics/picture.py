"""A frame and what the reader makes of it, for people: in the terminal, or as a picture.

`explain` reads the frame once more in this process and keeps what the verdict leaves out: the
mask, the outline's square, the nine places of the lattice and the weight of each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from rich.console import Console
from rich.text import Text

from boxcars.errors import SetupError
from boxcars.optics.engine import Verdict
from boxcars.optics.raycast import LEVEL_MAX, Frames
from shaker.dice import reader as numbers
from shaker.dice.reader import Reader
from shaker.dice.reasons import NONE

Point = tuple[float, float]
_ZOOM = 12
_SHADES = " '-:~+=*%@"
_PIP = (255, 80, 60)
_BARE = (80, 200, 255)
_SQUARE = (60, 220, 90)


@dataclass(frozen=True)
class Findings:
    """What the reader saw on its way to a verdict; places are in pixels from the top left."""

    verdict: Verdict
    mask: Frames
    corners: list[Point]  # of the outline's square, if there was one
    places: list[tuple[Point, bool]]  # of the lattice, with whether it holds a pip
    edge_px: float
    contrast: float  # pips against the face, in levels
    outline: float  # die against the floor, in levels


class _Watched(Reader):
    """Keeps the outline that was refused, where its pips were then tried without it in vain."""

    def _by_pips(self, frame_buf: bytes, reason: int) -> int:
        numbers, mask = self.numbers[:], self.mask_buf[:]
        by_pips: Any = super()._by_pips
        found = int(by_pips(frame_buf, reason))
        if found != NONE:
            self.numbers[:], self.mask_buf[:] = numbers, mask
        return found


def explain(frame: Frames, die_px: int = 0) -> Findings:
    """Read a frame and keep what was found on the way."""
    height, width = frame.shape
    make: Callable[[int, int, int], Any] = _Watched
    reader = make(width, height, die_px)
    reader.read(frame.tobytes())
    n = reader.numbers
    padded = np.frombuffer(bytes(reader.mask_buf), np.uint8).reshape(height + 2, width + 2)
    mask = (padded[1:-1, 1:-1] == n[numbers.LABEL]).astype(np.uint8)
    if not n[numbers.LABEL]:
        mask[:] = 0
    edge = n[numbers.EDGE] / 16

    def at(u: float, v: float) -> Point:
        c, s = n[numbers.COS] / 1024, n[numbers.SIN] / 1024
        return n[numbers.CX] / 16 + c * u - s * v, n[numbers.CY] / 16 + s * u + c * v

    half = edge / 2
    corners = [at(*c) for c in ((-half, -half), (half, -half), (half, half), (-half, half))]
    step = edge / 24
    places = [
        (
            at(
                step * (n[numbers.SHIFT_U] + i * n[numbers.PITCH_U]),
                step * (n[numbers.SHIFT_V] + j * n[numbers.PITCH_V]),
            ),
            bool(n[numbers.PATTERN] >> (3 * (j + 1) + i + 1) & 1),
        )
        for j in (-1, 0, 1)
        for i in (-1, 0, 1)
    ]
    return Findings(
        verdict=Verdict(reader.reason, reader.face, reader.margin),
        mask=mask,
        corners=corners if edge else [],
        places=places if n[numbers.PITCH_U] else [],
        edge_px=edge,
        contrast=n[numbers.FULL] / 16,
        outline=n[numbers.LEVEL] * n[numbers.SIGN] / 16,
    )


def caption(findings: Findings) -> str:
    """One line under a picture."""
    verdict = findings.verdict
    head = f"face {verdict.face}" if verdict.face else f"refused: {verdict.word}"
    return (
        f"{head}  margin {verdict.margin}  die {findings.edge_px:.1f} px  "
        f"pips {findings.contrast:.0f}  outline {findings.outline:+.0f} levels"
    )


def render_for(console: Console, frame: Frames, findings: Findings) -> Text:
    """The picture that this console can show: in colour, or in letters for a file or a pipe."""
    draw = render_terminal if console.color_system else render_letters
    return draw(frame, findings)


def render_letters(frame: Frames, findings: Findings) -> Text:
    """The frame in two letters a pixel, from dark to bright; ## is a pip, .. a bare place."""
    rows = [[_SHADES[int(v) * len(_SHADES) // (LEVEL_MAX + 1)] * 2 for v in row] for row in frame]
    for (x, y), pip in findings.places:
        if 0 <= int(y) < frame.shape[0] and 0 <= int(x) < frame.shape[1]:
            rows[int(y)][int(x)] = "##" if pip else ".."
    lines = ["".join(row).rstrip() for row in rows]
    return Text("\n".join([*lines, caption(findings)]), no_wrap=True)


def render_terminal(frame: Frames, findings: Findings) -> Text:
    """The frame in half blocks, two pixels a character; rim and lattice in colour."""
    grey = (frame.astype(int) * 255 // LEVEL_MAX)[..., None].repeat(3, 2)
    inner = findings.mask.astype(bool)
    rim = inner & ~_eroded(inner)
    grey[rim] = (grey[rim] + np.array(_SQUARE)) // 2
    for (x, y), pip in findings.places:
        row, column = int(y), int(x)
        if 0 <= row < frame.shape[0] and 0 <= column < frame.shape[1]:
            grey[row, column] = _PIP if pip else _BARE
    if len(grey) % 2:
        grey = np.vstack([grey, np.zeros_like(grey[:1])])
    text = Text(no_wrap=True)
    for top, bottom in zip(grey[::2], grey[1::2], strict=True):
        for upper, lower in zip(top, bottom, strict=True):
            text.append("\u2580", style=f"{_colour(upper)} on {_colour(lower)}")
        text.append("\n")
    text.append(caption(findings))
    return text


def render_png(frame: Frames, findings: Findings, path: Path) -> None:
    """The frame beside its mask, with square, lattice and verdict drawn in."""
    height, width = frame.shape
    size = (width * _ZOOM, height * _ZOOM)
    grey = Image.fromarray((frame.astype(int) * 255 // LEVEL_MAX).astype(np.uint8))
    mask = Image.fromarray(findings.mask * np.uint8(200))
    canvas = Image.new("RGB", (2 * size[0] + _ZOOM, size[1] + 2 * _ZOOM), (24, 24, 24))
    canvas.paste(grey.resize(size, Image.Resampling.NEAREST), (0, 0))
    canvas.paste(mask.resize(size, Image.Resampling.NEAREST), (size[0] + _ZOOM, 0))
    pen = ImageDraw.Draw(canvas)
    if findings.corners:
        line = [(x * _ZOOM, y * _ZOOM) for x, y in [*findings.corners, findings.corners[0]]]
        pen.line(line, fill=_SQUARE, width=2)
    for (x, y), pip in findings.places:
        radius = 0.1 * findings.edge_px * _ZOOM if pip else _ZOOM / 3
        x, y = x * _ZOOM, y * _ZOOM
        pen.ellipse(
            (x - radius, y - radius, x + radius, y + radius), outline=_PIP if pip else _BARE
        )
    pen.text((4, size[1] + 4), caption(findings), fill=(230, 230, 230))
    try:
        canvas.save(path, format="PNG")
    except OSError as error:
        raise SetupError(f"{path}: cannot be written: {error.strerror}") from None


def _eroded(mask: np.ndarray) -> np.ndarray:
    wide = np.pad(mask, 1)
    inner: np.ndarray = wide[:-2, 1:-1] & wide[2:, 1:-1] & wide[1:-1, :-2] & wide[1:-1, 2:]
    return inner


def _colour(level: np.ndarray) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(int(part) for part in level))
