"""`boxcars optics`: read frames of dice, show what the reader sees, survey the reader."""

from __future__ import annotations

import math
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from boxcars.console.documents import emit, json_errors
from boxcars.console.hands import ask_hands
from boxcars.console.options import JSON, JSON_LINES, PORT, SIGNER
from boxcars.console.screen import screen
from boxcars.console.session import open_link, signer_for
from boxcars.errors import HostError, UsageError
from boxcars.optics import calibration, capture, picture, report, survey
from boxcars.optics.chambers import chamber_frames
from boxcars.optics.engine import ENGINES
from shaker.link.messages import STATION, TECHNICIAN

_SCHEMA = "optics-show/1"
_SIDES = ("left", "right")
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
@JSON_LINES
@click.option(
    "--check", is_flag=True, help="Compare with the faces that the JSON file beside FRAMES has."
)
def read(frames: Path, die_px: int, engine: str, check: bool, as_json: bool) -> None:
    """Read FRAMES, a .npy array (n, h, w) of bytes from 0 to 63: one JSON line for each frame.

    {"face":4,"margin":17} or {"refused":"cocked","margin":3}.

    With --check it ends with 1 if a face was read that is not there; a refusal is no such.
    """
    with json_errors(as_json):
        array = capture.load(frames)
        shown = capture.load_faces(frames, len(array)) if check else None
        if not len(array):
            return
        wrong = []
        with ENGINES[engine](array.shape[2], array.shape[1], die_px) as reader:
            for index, verdict in enumerate(reader.read(array)):
                sys.stdout.write(verdict.line() + "\n")
                if shown is not None and verdict.face not in (0, shown[index]):
                    what = shown[index] or "none"
                    wrong.append(f"frame {index} shows {what}, read {verdict.face}")
        if wrong:
            raise HostError(f"{frames}: {len(wrong)} misread: {'; '.join(wrong[:5])}")


@command.command("show")
@_FRAMES
@_DIE_PX
@click.option("--frame", "index", type=int, help="Show this frame alone, from 0 on.")
@click.option("--png", type=click.Path(path_type=Path), help="Write an annotated picture.")
@JSON
def show(frames: Path, die_px: int, index: int | None, png: Path | None, as_json: bool) -> None:
    """Show the frames of a saved capture with mask, lattice and margins.

    With --png the first frame (or the one of --frame) is written as a picture instead.
    """
    with json_errors(as_json):
        array = capture.load(frames)
        if index is not None and not -len(array) <= index < len(array):
            raise UsageError(f"{frames}: has {len(array)} frames, no frame {index}")
        if png is not None and not len(array):
            raise UsageError(f"{frames}: has no frame to draw")
        chosen = range(len(array)) if index is None else [index]
        chosen = chosen if png is None else chosen[:1]
        found = [(at, picture.explain(array[at], die_px)) for at in chosen]
        if png is not None:
            picture.render_png(array[found[0][0]], found[0][1], png)
    if as_json:
        emit(_SCHEMA, {"frames": [_as_dict(f"frame {at}", findings) for at, findings in found]})
        return
    if png is not None:
        click.echo(picture.caption(found[0][1]))
        return
    console = screen()
    for at, findings in found:
        console.print(f"frame {at}")
        console.print(picture.render_for(console, array[at], findings))


def _as_dict(name: str, findings: picture.Findings) -> dict[str, object]:
    verdict = findings.verdict
    return {
        "name": name,
        "face": verdict.face or None,
        "refused": None if verdict.face else verdict.word,
        "margin": verdict.margin,
        "die_px": findings.edge_px,
        "contrast": findings.contrast,
        "outline": findings.outline,
    }


@command.command("survey")
@click.option("--frames", type=click.IntRange(1), default=20_000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1), help="Processes; one for each core if not set.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    help="Keep the counts in this file, and go on from what it has.",
)
@JSON
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

    boxcars optics survey --frames 1000000 --seed 62 --keep firmware/tests/data/dice_survey.json
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
        disable=not sys.stderr.isatty(),
    )
    with json_errors(as_json), bar:
        task = bar.add_task("frames", total=frames)
        found = survey.run(frames, seed, workers or 0, lambda n: bar.advance(task, n), keep)
    if publish:
        report.publish(found, survey.reader_digest())
    if as_json:
        emit("optics-survey/1", found.as_json())
    elif markdown:
        click.echo(report.whole(found, survey.reader_digest()), nl=False)
    else:
        _print_survey(found)
    if found.misread:
        sys.exit(1)


def _print_survey(found: survey.Survey) -> None:
    console = screen()
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


@command.command("calibrate")
@PORT
@SIGNER
@click.option("--anew", is_flag=True, help="Take all of it, whatever the board has: a new sensor.")
@JSON
def calibrate_command(port: str | None, key_path: Path | None, anew: bool, as_json: bool) -> None:
    """Let a board take golden frames: of its empty chambers, then of a die in each.

    It asks for both at the terminal. Without one it ends where hands are needed, and goes on from
    there when it is run again. A locked board wants a technician's key, and records it.

    Exit codes: 0 all kept, 1 a chamber is not ready or a sensor failed, 4 no device, 5 busy, 6 the
    image takes none, 7 wrong key, 8 locked.
    """
    with json_errors(as_json), open_link(port) as link:
        signer = signer_for(link, key_path, TECHNICIAN | STATION)
        taken = calibration.calibrate(link, ask_hands, signer, anew=anew)
        device = link.welcome.device.hex()
    if as_json:
        emit("optics-calibrate/1", {"device": device, "taken": taken})
    else:
        click.echo(f"board {device}: {taken} of 4 steps taken, all are kept")


@command.command("live")
@PORT
@click.option("--record", type=click.Path(path_type=Path), help="Keep the frames as a capture.")
@click.option(
    "--faces",
    metavar="FACES",
    callback=_two_faces,
    help="What lies there, as in 3-5 (0: none): kept with --record.",
)
@click.option("--png", type=click.Path(path_type=Path), help="Write left-PNG and right-PNG.")
@click.option("--dark", is_flag=True, help="With the ring light off.")
@JSON
def live(
    port: str | None,
    record: Path | None,
    faces: list[int] | None,
    png: Path | None,
    dark: bool,
    as_json: bool,
) -> None:
    """Show what both chambers of a board see now. It moves nothing.

    What --record keeps is test data: `boxcars optics read --check` reads it again.

    Exit codes: 0 fine, 2 wrong use, 4 no device, 5 busy port, 6 another board or version.
    """
    with json_errors(as_json):
        if record is not None:
            capture.check_name(record)
        elif faces is not None:
            raise UsageError("--faces says what --record keeps: give a file with --record")
        with open_link(port) as link:
            array = chamber_frames(link, light=not dark)
            device = link.welcome.device.hex()
        if record is not None:
            taken = datetime.now(UTC).isoformat(timespec="seconds")
            capture.save(record, array, capture.Notes(device, "left right", 0, faces or [], taken))
        found = [picture.explain(frame) for frame in array]
        if png is not None:
            for name, frame, findings in zip(_SIDES, array, found, strict=True):
                picture.render_png(frame, findings, png.with_name(f"{name}-{png.name}"))
    if as_json:
        rows = [_as_dict(name, one) for name, one in zip(_SIDES, found, strict=True)]
        emit(_SCHEMA, {"frames": rows})
        return
    console = screen()
    for name, frame, findings in zip(_SIDES, array, found, strict=True):
        console.print(f"{name} chamber: {picture.caption(findings)}")
        console.print(picture.render_for(console, frame, findings))
