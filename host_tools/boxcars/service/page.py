"""The health of a board as one page of HTML that stands alone: pictures and plots inside."""

from __future__ import annotations

import base64
import html
import io
from datetime import UTC, datetime
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from boxcars.optics.raycast import Frames
from boxcars.service.health import Health
from boxcars.service.verdicts import when

_STYLE = """
body { font: 14px sans-serif; margin: 2em; max-width: 60em; }
table { border-collapse: collapse; margin: 1em 0; } td, th { padding: .2em .7em; text-align: left;
border-bottom: 1px solid #ccc; vertical-align: top; } .good { color: #060; } .look { color: #a50; }
.bad { color: #b00; font-weight: bold; } img { margin-right: 1em; image-rendering: pixelated; }
"""
_ZOOM = 8
_LEVELS = 63


def render(health: Health) -> str:
    """The whole page."""
    facts = health.facts
    title = f"Board {facts['device']}: {health.verdict}"
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    head = {name: facts[name] for name in ("label", "site", "board", "version", "image")}
    head |= {
        name: facts[name] for name in ("locked", "boot", "round", "phase", "fault", "clock_s")
    }
    return "\n".join(
        [
            "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
            f"<title>{html.escape(title)}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{html.escape(title)}</h1><p>{when}</p>",
            _pairs(head),
            "<h2>Parts</h2>",
            _parts(health),
            "<h2>Chambers</h2>",
            _pictures(health),
            "<h2>Motor, last shake of this start</h2>",
            _trace(health),
            "<h2>Meters</h2>",
            _pairs(facts["meters"]),
            "<h2>Values</h2>",
            _pairs(facts["values"]),
            "<h2>Links</h2>",
            "".join(f"<h3>{name}</h3>{_pairs(counts)}" for name, counts in facts["link"].items()),
            "<h2>Logs</h2>",
            "".join(_log(name, rows) for name, rows in facts["logs"].items()),
            "</body></html>",
        ]
    )


def _cell(value: Any) -> str:
    return html.escape(str(value))


def _pairs(values: dict[str, Any]) -> str:
    rows = (
        f"<tr><td>{_cell(name)}</td><td>{_cell(value)}</td></tr>" for name, value in values.items()
    )
    return f"<table>{''.join(rows)}</table>"


def _parts(health: Health) -> str:
    rows = "".join(
        f"<tr><td>{_cell(part.name)}</td><td class='{part.verdict}'>{part.verdict}</td>"
        f"<td>{_cell(part.value)}</td><td>{_cell(part.action)}</td></tr>"
        for part in health.parts
    )
    return (
        f"<table><tr><th>part</th><th>verdict</th><th>found</th><th>next</th></tr>{rows}</table>"
    )


def _pictures(health: Health) -> str:
    """Of each chamber: what its sensor sees, or why there is no picture of it."""
    shown = []
    for name, text in health.facts["chambers"].items():
        caption = f"<figcaption>{_cell(f'{name}: {text}')}</figcaption>"
        frame = health.frames.get(name)
        image = "" if frame is None else _image(_png(frame), name)
        shown.append(f"<figure>{image}{caption}</figure>")
    return "".join(shown)


def _png(frame: Frames) -> bytes:
    grey = Image.fromarray((frame.astype(np.uint16) * 255 // _LEVELS).astype(np.uint8))
    grey = grey.resize((_ZOOM * grey.width, _ZOOM * grey.height), Image.Resampling.NEAREST)
    out = io.BytesIO()
    grey.save(out, "PNG")
    return out.getvalue()


def _image(data: bytes, name: str) -> str:
    code = base64.b64encode(data).decode()
    return f"<img alt='{name}' src='data:image/png;base64,{code}'>"


def _trace(health: Health) -> str:
    if not health.trace:
        return "<p>No shake since the start.</p>"
    ms, ma, tach = zip(*health.trace, strict=True)
    figure = Figure(figsize=(8, 3), layout="constrained")
    axes = figure.subplots()
    current = axes.plot(ms, ma, label="current, mA")
    axes.set_xlabel("ms since the start of the motor")
    axes.set_ylabel("mA")
    other = axes.twinx()
    pulses = other.plot(ms, tach, color="tab:orange", label="tach pulses")
    other.set_ylabel("tach pulses")
    axes.legend(handles=[*current, *pulses], loc="lower center")
    out = io.BytesIO()
    figure.savefig(out, format="png")
    return _image(out.getvalue(), "motor trace")


def _log(name: str, rows: list[dict[str, Any]]) -> str:
    cells = "".join(
        f"<tr><td>{row['sequence']}</td><td>{row['boot']}</td><td>{when(row['time_s'])}</td>"
        f"<td>{_cell(row['what'])}</td></tr>"
        for row in rows
    )
    head = "<tr><th>record</th><th>boot</th><th>time</th><th>what</th></tr>"
    return f"<h3>{_cell(name)}</h3><table>{head}{cells}</table>"
