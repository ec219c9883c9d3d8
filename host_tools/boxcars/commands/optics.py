"""`boxcars optics`: read frames of dice, show what the reader sees, survey the reader."""

from __future__ import annotations

import json
import math
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from boxcars.errors import HostError, UsageError
from boxcars.link import Link
from boxcars.optics import capture, picture, report, survey
from boxcars.optics.chambers import chamber_frames
from boxcars.optics.engine import ENGINES

_FRAMES = click.argument("frames", type=click.Path(path_type=Path))


def _whole(_context: click.Context, _option: click.Parameter, pixels: float | None) -> int:
    """Whole pixels, as the reader takes them; 0 for none given."""
    if pixels is not None and math.isnan(pixels):
        raise click.BadParameter("nan is no number of pixels.")
    return round(pixels or 0)


def _two_faces(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> list[int] | None:
    """3-5; 0 for a chamber in which none can be read."""
    if value is None:
        return None
    if not re.fullmatch("[0-6]-[0-6]", value):
        raise click.BadParameter(f"{value!r} is not two faces, as in 3-5.")
    return [int(face) for face in value.split("-")]


_DIE_PX = click.option(
    "--die-px",
    type=click.FloatRange(4, 64),
    callback=_whole,
    help="Edge of the die in pixels; without it, as each frame has it.",
)


@click.group("optics")
def command() -> None:
    """Read frames of dice, show what the reader sees, and survey the reader."""


@command.command("read")
@_FRAMES
@_DIE_PX
@click.option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    default="python",
    show_default=True,
    help="What reads: CPython, or the 32-bit unix port of MicroPython with its heap locked.",
)
@click.option(
    "--check", is_flag=True, help="Compare with the faces that the JSON file beside FRAMES has."
)
def read(frames: Path, die_px: int, engine: str, check: bool) -> None:
    """Read FRAMES, a .npy array (n, h, w) of bytes from 0 to 63: one JSON line for each frame.

    {"face":4,"margin":17} or {"refused":"cocked","margin":3}.

    With --check it ends with 1 if a face was read that is not there; a refusal is no such.
    """
    array = capture.load(frames)
    shown = capture.load_faces(frames, len(array)) if check else None
    if not len(array):
        return
    wrong = []
    with ENGINES[engine](array.shape[2], array.shape[1], die_px) as reader:
        for index, verdict in enumerate(reader.read(array)):
            sys.stdout.write(verdict.line() + "\n")
            if shown is not None and verdict.face not in (0, shown[index]):
                wrong.append(f"frame {index} shows {shown[index] or 'none'}, read {verdict.face}")
    if wrong:
        raise HostError(f"{frames}: {len(wrong)} misread: {'; '.join(wrong[:5])}")


@command.command("show")
@_FRAMES
@_DIE_PX
@click.option("--frame", "index", type=int, help="Show this frame alone, from 0 on.")
@click.option("--png", type=click.Path(path_type=Path), help="Write an annotated picture.")
def show(frames: Path, die_px: int, index: int | None, png: Path | None) -> None:
    """Show the frames of a saved capture with mask, lattice and margins.

    With --png the first frame (or the one of --frame) is written as a picture instead.
    """
    array = capture.load(frames)
    if index is not None and not -len(array) <= index < len(array):
        raise UsageError(f"{frames}: has {len(array)} frames, no frame {index}")
    if png is not None:
        if not len(array):
            raise UsageError(f"{frames}: has no frame to draw")
        frame = array[index or 0]
        findings = picture.explain(frame, die_px)
        picture.render_png(frame, findings, png)
        click.echo(picture.caption(findings))
        return
    console = Console(highlight=False, soft_wrap=True)
    chosen = range(len(array)) if index is None else [index]
    for number in chosen:
        findings = picture.explain(array[number], die_px)
        console.print(f"frame {number}")
        console.print(picture.render_for(console, array[number], findings))


@command.command("survey")
@click.option("--frames", type=click.IntRange(1), default=20_000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1), help="Processes; one for each core if not set.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    help="Keep the counts in this file, and go on from what it has.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
@click.option("--markdown", is_flag=True, help="Print the counts as the text of a page.")
@click.option("--publish", is_flag=True, help="Write the counts of --keep into the pages.")
def survey_command(
    frames: int,
    seed: int,
    workers: int | None,
    keep: Path | None,
    as_json: bool,
    markdown: bool,
    publish: bool,
) -> None:
    """Draw frames of dice by ray casting, read them on the unix port, and count.

    Ends with 1 if a single frame was misread. The recorded survey, and the way to go on with it:

    boxcars optics survey --frames 1000000 --seed 60 --keep firmware/tests/data/dice_survey.json
    --publish
    """
    if publish and (keep is None or keep.resolve() != report.RECORDED):
        raise UsageError(f"--publish is for the recorded counts: --keep {report.RECORDED}")
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
    with bar:
        task = bar.add_task("frames", total=frames)
        found = survey.run(frames, seed, workers or 0, lambda n: bar.advance(task, n), keep)
    if publish:
        report.publish(found, survey.reader_digest())
    if as_json:
        click.echo(json.dumps(found.as_json()))
    elif markdown:
        click.echo(report.whole(found, survey.reader_digest()), nl=False)
    else:
        _print_survey(found)
    if found.misread:
        sys.exit(1)


def _print_survey(found: survey.Survey) -> None:
    console = Console(highlight=False)
    kinds = Table(title=f"{found.frames} frames, seed {found.seed}")
    for name in ("kind", "frames", "read", "misread", "refused", "by reason"):
        kinds.add_column(name, justify="left" if name in ("kind", "by reason") else "right")
    for kind, count in found.kinds.items():
        if count.frames:
            why = ", ".join(f"{word} {n}" for word, n in count.refused.most_common())
            rate = f"{100 * count.refused_rate:.2f} %"
            cells = (kind, str(count.frames), str(count.read), str(count.misread), rate, why)
            kinds.add_row(*cells)
    console.print(kinds)
    matrix = Table(title="shown (rows, 0: nothing to be read) against read (0: refused)")
    matrix.add_column("")
    for face in range(7):
        matrix.add_column(str(face), justify="right")
    for shown in range(7):
        matrix.add_row(str(shown), *(str(found.confusion[shown, read]) for read in range(7)))
    console.print(matrix)
    tilt = Table(title="tilted dice that were read, by degrees")
    tilt.add_column("from")
    tilt.add_column("read", justify="right")
    for step in sorted(found.tilt_seen):
        share = 100 * found.tilt_read[step] / found.tilt_seen[step]
        tilt.add_row(str(survey.TILT_STEP * step), f"{share:.1f} %")
    console.print(tilt)
    for line in found.wrong:
        console.print(line)
    console.print(
        f"{found.misread} of {found.read} readings wrong; with none, at most "
        f"{found.bound:.1e} with 95 % confidence. "
        f"Steepest die read: {found.tilt_most:.0f} degrees."
    )


@command.command("live")
@click.option("--port", required=True, help="The board's serial port, or a URL of pyserial.")
@click.option("--record", type=click.Path(path_type=Path), help="Keep the frames as a capture.")
@click.option(
    "--faces",
    metavar="FACES",
    callback=_two_faces,
    help="What lies there, as in 3-5 (0: none): kept with --record.",
)
@click.option("--png", type=click.Path(path_type=Path), help="Write left-PNG and right-PNG.")
@click.option("--dark", is_flag=True, help="With the ring light off.")
def live(
    port: str, record: Path | None, faces: list[int] | None, png: Path | None, dark: bool
) -> None:
    """Show what both chambers of a board see now. It moves nothing.

    What --record keeps is test data: `boxcars optics read --check` reads it again.

    Exit codes: 0 fine, 4 no device, 5 busy port, 6 another board or version.
    """
    with Link.open(port) as link:
        array = chamber_frames(link, light=not dark)
    if record is not None:
        taken = datetime.now(UTC).isoformat(timespec="seconds")
        capture.save(record, array, capture.Notes(port, "left right", 0, faces or [], taken))
    console = Console(highlight=False, soft_wrap=True)
    for name, frame in zip(("left", "right"), array, strict=True):
        findings = picture.explain(frame)
        console.print(f"{name} chamber: {picture.caption(findings)}")
        console.print(picture.render_for(console, frame, findings))
        if png is not None:
            picture.render_png(frame, findings, png.with_name(f"{name}-{png.name}"))
