"""One HTML page for a run: what failed, its round in time, its motor, its chambers.

One file without anything from elsewhere: pictures and drawings are in it.
"""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from boxcars.replay.bundle import Bundle, BundleError
from boxcars.replay.tape import Seen
from boxcars.replay.timeline import Moment, moments, phases

_SHOWN_NS = 8_000_000_000  # the end of a run is what failed
_WIDTH, _LANE = 1000, 26
_PIXEL = 6
_COLOURS = {
    "idle": "#bbb", "betting": "#7a7", "closed": "#cc7", "shaking": "#d77",
    "rested": "#c8a", "sealing": "#88c", "waiting": "#7bb",
}  # fmt: skip
_LINES = ("enable", "brake", "pwm")
_STYLE = """body{font:14px sans-serif;margin:2em;max-width:1100px}pre{background:#f4f4f4;
padding:8px;overflow:auto}td,th{text-align:left;padding:2px 10px}svg{background:#fafafa}
figure{display:inline-block;margin:4px;text-align:center}"""


@dataclass(frozen=True)
class Row:
    """One test of the run."""

    test: str
    outcome: str
    seconds: float
    requirements: str
    bundle: Path | None


def write(path: Path, facts: dict[str, str], rows: Sequence[Row]) -> None:
    """The page of a run; bundles are linked where they lie."""
    failed = [row for row in rows if row.outcome not in ("passed", "skipped")]
    parts = [
        "<!doctype html><meta charset=utf-8><title>Tests in the loop</title>",
        f"<style>{_STYLE}</style><h1>Tests in the loop</h1>",
        _table(list(facts.items())),
        f"<p>{len(rows)} tests, {len(failed)} failed.</p>",
    ]
    for row in failed:
        parts.append(f"<h2>{html.escape(row.test)}</h2>")
        parts.append(failure(row.bundle, path.parent) if row.bundle else "<p>No bundle.</p>")
    head = ("test", "outcome", "seconds", "proves")
    body = [(row.test, row.outcome, f"{row.seconds:.1f}", row.requirements) for row in rows]
    parts += ["<h2>All tests</h2>", _table(body, head)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(parts))


def failure(path: Path, folder: Path) -> str:
    """What there is to see of one failure."""
    try:
        bundle = Bundle.read(path)
    except BundleError as error:
        return f"<p>{html.escape(str(error))}</p>"
    link = html.escape(str(path.relative_to(folder) if path.is_relative_to(folder) else path))
    parts = [
        f"<p>Bundle: <a href='{link}'>{link}</a>; play it again: <code>boxcars replay</code></p>",
        f"<pre>{html.escape(bundle.failure[-4000:])}</pre>",
        "<h3>The round in time</h3>",
        timeline(bundle),
        "<h3>Motor</h3>",
        motor_trace(bundle),
        "<h3>Chambers</h3>",
        chambers(bundle.frames),
    ]
    return "\n".join(parts)


def _table(rows: Sequence[Sequence[str]], head: Sequence[str] = ()) -> str:
    lines = ["<table>"]
    if head:
        lines.append("<tr>" + "".join(f"<th>{html.escape(cell)}" for cell in head))
    for row in rows:
        lines.append("<tr>" + "".join(f"<td>{html.escape(cell)}" for cell in row))
    return "\n".join([*lines, "</table>"])


class _Scale:
    """From nanoseconds to pixels, over the end of a run."""

    def __init__(self, times: Sequence[int]) -> None:
        self.last = max(times, default=1)
        self.first = max(min(times, default=0), self.last - _SHOWN_NS)
        self._factor = (_WIDTH - 40) / max(1, self.last - self.first)

    def x(self, time: int) -> float:
        return 20 + (max(time, self.first) - self.first) * self._factor

    def shows(self, time: int) -> bool:
        return time >= self.first


def timeline(bundle: Bundle) -> str:
    """Phases as a bar; messages, hands and power as ticks with their names on hover."""
    told = moments(bundle)
    if not told:
        return "<p>Nothing was said.</p>"
    scale = _Scale([moment.time for moment in told])
    lanes = list(dict.fromkeys(moment.lane for moment in told))
    height = _LANE * (len(lanes) + 1) + 24
    parts = [f"<svg width={_WIDTH} height={height}>"]
    bars = phases(bundle)
    for at, phase in enumerate(bars):
        end = bars[at + 1].time if at + 1 < len(bars) else scale.last
        if scale.shows(end):
            left, width = scale.x(phase.time), scale.x(end) - scale.x(phase.time)
            parts.append(
                f"<rect x={left:.1f} y=2 width={width:.1f} height=18 "
                f"fill='{_COLOURS[phase.word]}'><title>{phase.word}</title></rect>"
                f"<text x={left + 2:.1f} y=15 font-size=10>{phase.word if width > 45 else ''}"
                "</text>"
            )
    parts += [_lane(lane, index, told, scale) for index, lane in enumerate(lanes)]
    parts.append(
        f"<text x=20 y={height - 4} font-size=10>{scale.first / 1e9:.3f} s</text>"
        f"<text x={_WIDTH - 90} y={height - 4} font-size=10>{scale.last / 1e9:.3f} s</text></svg>"
    )
    return "".join(parts)


def _lane(lane: str, index: int, told: Sequence[Moment], scale: _Scale) -> str:
    y = _LANE * (index + 1)
    parts = [f"<text x=20 y={y + 10} font-size=9 fill='#999'>{html.escape(lane)}</text>"]
    for moment in told:
        if moment.lane == lane and scale.shows(moment.time):
            x = scale.x(moment.time)
            title = html.escape(f"{moment.time / 1e9:.6f} s: {moment.text}")
            parts.append(
                f"<line x1={x:.1f} x2={x:.1f} y1={y + 12} y2={y + 22} stroke='#357' "
                f"stroke-width=2><title>{title}</title></line>"
            )
    return "".join(parts)


def motor_trace(bundle: Bundle) -> str:
    """Enable, brake and duty of the motor as three lines."""
    if not bundle.motor:
        return "<p>The motor did not move, or nobody looked.</p>"
    scale = _Scale([time for time, _, _ in bundle.motor])
    parts = [f"<svg width={_WIDTH} height={_LANE * 3 + 10}>"]
    for index, line in enumerate(_LINES):
        base = _LANE * (index + 1)
        level, points = 0.0, [(20.0, float(base))]
        for time, name, value in bundle.motor:
            if name == line:
                if scale.shows(time):
                    x = scale.x(time)
                    points += [(x, base - 18 * level), (x, base - 18 * value)]
                else:
                    points[0] = (20.0, base - 18 * value)
                level = value
        points.append((_WIDTH - 20.0, base - 18 * level))
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(
            f"<text x=22 y={base - 8} font-size=9 fill='#999'>{line}</text>"
            f"<polyline points='{path}' fill=none stroke='#a40'/>"
        )
    return "".join([*parts, "</svg>"])


def chambers(frames: Sequence[Seen]) -> str:
    """The last frames of each sensor."""
    if not frames:
        return "<p>No frame was taken.</p>"
    return "".join(
        f"<figure><img src='{_png(seen.pixels)}'><figcaption>{('left', 'right')[seen.side]}, "
        f"{seen.time / 1e9:.3f} s</figcaption></figure>"
        for seen in frames
    )


def _png(pixels: bytes) -> str:
    size = round(len(pixels) ** 0.5)
    levels = np.frombuffer(pixels, np.uint8).reshape(size, size)
    bright = (np.minimum(levels, 63).astype(np.uint16) * 255 // 63).astype(np.uint8)
    image = Image.fromarray(np.kron(bright, np.ones((_PIXEL, _PIXEL), np.uint8)))
    out = io.BytesIO()
    image.save(out, "PNG")
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()
