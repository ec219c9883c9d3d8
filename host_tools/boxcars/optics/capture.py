"""Frames on disk: an (n, h, w) array of bytes in a .npy file, and a JSON file beside it.

The array alone is enough to read it; the sidecar says where the frames come from, and what they
show if that is known, so that a capture can be replayed as a test.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from boxcars.errors import SetupError, UsageError
from boxcars.optics.raycast import LEVEL_MAX, Frames
from shaker.dice.reader import SIDE_MAX, SIDE_MIN

FORMAT = "boxcars-frames-1"


@dataclass(frozen=True)
class Notes:
    """What is known of a capture. `faces` has one entry per frame: 0 where none can be read."""

    source: str = ""
    chamber: str = ""
    die_px: float = 0
    faces: list[int] = field(default_factory=list)
    taken: str = ""  # ISO 8601


def sidecar(path: Path) -> Path:
    return path.with_suffix(".json")


def check_name(path: Path) -> None:
    """Frames and what is said of them are two files."""
    if sidecar(path) == path:
        raise UsageError(f"{path}: the name of the JSON file beside the frames: call them .npy")


def load(path: Path) -> Frames:
    """The frames of a file, checked: what is wrong with it is said in one line."""
    try:
        frames = np.load(path, allow_pickle=False)
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file") from None
    except OSError as error:
        why = error.strerror or "it is not a .npy file"
        raise UsageError(f"{path}: cannot be read: {why}") from None
    except (ValueError, EOFError, SyntaxError, MemoryError):
        raise UsageError(f"{path}: not a .npy array of bytes, or cut short") from None
    if not isinstance(frames, np.ndarray):
        raise UsageError(f"{path}: an archive of arrays: save the one array with numpy.save")
    if frames.dtype != np.uint8 or frames.ndim != 3:
        shape = "x".join(map(str, frames.shape)) or "scalar"
        raise UsageError(f"{path}: {frames.dtype} {shape}: frames are uint8 (n, h, w)")
    if not all(SIDE_MIN <= side <= SIDE_MAX for side in frames.shape[1:]):
        raise UsageError(
            f"{path}: frames of {frames.shape[2]}x{frames.shape[1]} pixels: "
            f"the reader takes {SIDE_MIN} to {SIDE_MAX} on each side"
        )
    high = np.nonzero((frames > LEVEL_MAX).any((1, 2)))[0]
    if len(high):
        raise UsageError(f"{path}: frame {high[0]} has levels above {LEVEL_MAX}")
    return np.ascontiguousarray(frames)


def save(path: Path, frames: Frames, notes: Notes | None = None) -> None:
    """Write frames, and their sidecar if there is something to say."""
    check_name(path)
    try:
        with path.open("wb") as file:
            np.save(file, frames, allow_pickle=False)
        if notes is not None:
            text = json.dumps({"format": FORMAT, "count": len(frames), **asdict(notes)}, indent=1)
            sidecar(path).write_text(text + "\n")
    except OSError as error:
        raise SetupError(f"{path}: cannot be written: {error.strerror}") from None


def load_faces(path: Path, count: int) -> list[int]:
    """What the frames of a capture show, by its sidecar: one for each frame."""
    notes = load_notes(path)
    if notes is None or not notes.faces:
        raise UsageError(f"{sidecar(path)}: says nothing of faces: nothing to check against")
    if len(notes.faces) != count:
        raise UsageError(f"{sidecar(path)}: {len(notes.faces)} faces for {count} frames")
    return notes.faces


def load_notes(path: Path) -> Notes | None:
    """The sidecar of a capture, if it has one."""
    try:
        found = json.loads(sidecar(path).read_text())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise UsageError(f"{sidecar(path)}: not the JSON of a capture") from None
    if not isinstance(found, dict) or found.pop("format", None) != FORMAT:
        raise UsageError(f"{sidecar(path)}: not a {FORMAT} file")
    found.pop("count", None)
    try:
        notes = Notes(**found)
    except TypeError:
        raise UsageError(f"{sidecar(path)}: has unknown fields") from None
    if not isinstance(notes.faces, list) or not all(map(_is_face, notes.faces)):
        raise UsageError(f"{sidecar(path)}: faces is not a list of numbers from 0 to 6")
    return notes


def _is_face(value: object) -> bool:
    return type(value) is int and 0 <= value <= 6
