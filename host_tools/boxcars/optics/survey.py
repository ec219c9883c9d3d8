"""Many frames drawn, read on the unix port, and counted: what the reader's figures rest on.

A survey is cut into batches of one kind each; a batch is drawn from the survey's seed and its own
number alone, so that any part of a survey can be repeated. A long one keeps its counts in a file
and goes on from there when it was stopped.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from boxcars.errors import SetupError, UsageError
from boxcars.optics.draw import KINDS, draw
from boxcars.optics.engine import MicropythonEngine
from boxcars.paths import FIRMWARE
from shaker.dice import reasons

BATCH = 64
TILT_STEP = 3  # degrees of one column of the tilt curve
_KEEP_EVERY = 100  # batches from one writing of the counts to the next

# What decides a verdict; a survey counts for these sources alone.
_SOURCES = (
    "faint.py",
    "lattice_fast.py",
    "mask_fast.py",
    "outline_fast.py",
    "pips_fast.py",
    "reader.py",
    "traces.py",
)

# What a survey is made of, in 64ths.
SHARES = {
    "cabinet": 6,
    "clean": 20,
    "large": 2,
    "small": 4,
    "hard": 8,
    "tilted": 8,
    "empty": 2,
    "two": 4,
    "partial": 4,
    "double": 2,
    "glare": 4,
}
_PLAN = [kind for kind, share in SHARES.items() for _ in range(share)]


def reader_digest() -> str:
    """Which reader this is: SHA-256 over its sources."""
    digest = hashlib.sha256()
    for name in _SOURCES:
        digest.update((FIRMWARE / "shaker" / "dice" / name).read_bytes())
    return digest.hexdigest()


@dataclass
class Count:
    """Frames of one kind and what became of them."""

    frames: int = 0
    read: int = 0
    misread: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def refused_rate(self) -> float:
        return 1 - self.read / self.frames if self.frames else 0.0


@dataclass
class Survey:
    """The counts of all batches so far."""

    seed: int
    kinds: dict[str, Count] = field(default_factory=lambda: {kind: Count() for kind in KINDS})
    confusion: Counter[tuple[int, int]] = field(default_factory=Counter)  # (shown, read)
    tilt_seen: Counter[int] = field(default_factory=Counter)
    tilt_read: Counter[int] = field(default_factory=Counter)
    tilt_most: float = 0.0  # the steepest die that was read
    wrong: list[str] = field(default_factory=list)

    @property
    def frames(self) -> int:
        return sum(count.frames for count in self.kinds.values())

    @property
    def read(self) -> int:
        return sum(count.read for count in self.kinds.values())

    @property
    def misread(self) -> int:
        return sum(count.misread for count in self.kinds.values())

    @property
    def bound(self) -> float:
        """What share of readings can be wrong at most, with 95 % confidence."""
        if not self.read:
            return 1.0
        from scipy.stats import chi2  # slow to import, and seldom needed

        return float(chi2.ppf(0.95, 2 * (self.misread + 1))) / 2 / self.read

    def add(self, number: int, batch: Batch) -> None:
        count = self.kinds[batch.kind]
        rows = zip(batch.face, batch.verdicts, batch.tilt, strict=True)
        for index, (shown, (reason, face, margin), tilt) in enumerate(rows):
            count.frames += 1
            self.confusion[shown, face] += 1
            if batch.kind == "tilted":
                self.tilt_seen[int(tilt) // TILT_STEP] += 1
            if not face:
                count.refused[reasons.word(reason)] += 1
                continue
            count.read += 1
            if batch.kind == "tilted":
                self.tilt_read[int(tilt) // TILT_STEP] += 1
                self.tilt_most = max(self.tilt_most, tilt)
            if face != shown:
                count.misread += 1
                self.wrong.append(
                    f"batch {number} frame {index}: {batch.kind}, shown {shown}, read {face}, "
                    f"margin {margin}, tilt {tilt:.0f}"
                )

    def as_json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "frames": self.frames,
            "read": self.read,
            "misread": self.misread,
            "bound95": self.bound,
            "kinds": {
                kind: {
                    "frames": c.frames,
                    "read": c.read,
                    "misread": c.misread,
                    "refused": dict(sorted(c.refused.items())),
                }
                for kind, c in self.kinds.items()
                if c.frames
            },
            "confusion": [[self.confusion[s, r] for r in range(7)] for s in range(7)],
            "tilt": [
                {"from": TILT_STEP * k, "frames": self.tilt_seen[k], "read": self.tilt_read[k]}
                for k in sorted(self.tilt_seen)
            ],
            "tilt_most": round(self.tilt_most, 1),
            "wrong": self.wrong,
        }

    @staticmethod
    def from_json(found: dict[str, Any]) -> Survey:
        """The survey that `as_json` told."""
        survey = Survey(int(found["seed"]))
        for kind, row in found["kinds"].items():
            refused = Counter({str(word): int(n) for word, n in row["refused"].items()})
            survey.kinds[kind] = Count(row["frames"], row["read"], row["misread"], refused)
        for shown, row in enumerate(found["confusion"]):
            survey.confusion.update({(shown, read): int(n) for read, n in enumerate(row)})
        for row in found["tilt"]:
            survey.tilt_seen[row["from"] // TILT_STEP] = row["frames"]
            survey.tilt_read[row["from"] // TILT_STEP] = row["read"]
        survey.tilt_most = float(found["tilt_most"])
        survey.wrong = [str(line) for line in found["wrong"]]
        return survey


@dataclass(frozen=True)
class Batch:
    """One batch, drawn and read."""

    kind: str
    face: list[int]
    tilt: list[float]
    verdicts: list[tuple[int, int, int]]


_engines: dict[tuple[int, int], MicropythonEngine] = {}


def run_batch(seed: int, number: int, size: int = BATCH) -> Batch:
    """Draw batch `number` of a survey and read it on the unix port of this process."""
    kind = _PLAN[number * 27 % len(_PLAN)]  # kinds in turn, not in blocks
    rng = np.random.default_rng([seed, number])
    drawn = draw(kind, size, rng)
    shape = drawn.frames.shape[2], drawn.frames.shape[1]
    if shape not in _engines:
        _engines[shape] = MicropythonEngine(*shape)
    verdicts = [(v.reason, v.face, v.margin) for v in _engines[shape].read(drawn.frames)]
    return Batch(kind, [int(f) for f in drawn.face], [float(t) for t in drawn.tilt], verdicts)


def _job(job: tuple[int, int, int]) -> tuple[int, Batch]:
    seed, number, size = job
    return number, run_batch(seed, number, size)


def _leave_interrupts() -> None:
    """Ctrl-C is the parent's: it ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _jobs(first: int, frames: int, seed: int) -> Iterator[tuple[int, int, int]]:
    for number in range(first // BATCH, -(-frames // BATCH)):
        yield seed, number, min(BATCH, frames - number * BATCH)


def load(path: Path) -> Survey:
    """The counts in a file, if they are of this reader."""
    try:
        found = json.loads(path.read_text())
        digest, survey = found["reader"], Survey.from_json(found)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(f"{path}: not the counts of a survey") from None
    if digest != reader_digest():
        raise UsageError(f"{path}: surveyed another reader ({str(digest)[:16]}): begin anew")
    return survey


def save(path: Path, survey: Survey) -> None:
    """Write the counts; a reader of the file finds the old ones or the new ones, never half."""
    text = json.dumps({"reader": reader_digest(), **survey.as_json()}, indent=1)
    fresh = path.with_suffix(".new")
    try:
        fresh.write_text(text + "\n")
        fresh.replace(path)
    except OSError as error:
        raise SetupError(f"{path}: cannot be written: {error.strerror}") from None


def run(
    frames: int,
    seed: int,
    workers: int = 0,
    step: Callable[[int], None] = lambda _: None,
    keep: Path | None = None,
) -> Survey:
    """Survey so many frames on all cores; `step` is told how many more are done.

    With `keep` the counts are kept in that file, and what it already has is not done again.
    """
    survey = load(keep) if keep is not None and keep.exists() else Survey(seed)
    if survey.seed != seed or survey.frames % BATCH:
        raise UsageError(f"{keep}: a survey of seed {survey.seed} with {survey.frames} frames")
    step(survey.frames)
    # Forked workers would share the parent's threads and pipes: start them afresh.
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers or os.cpu_count() or 1, _leave_interrupts) as pool:
        for number, batch in pool.imap(_job, _jobs(survey.frames, frames, seed)):
            survey.add(number, batch)
            step(len(batch.face))
            if keep is not None and number % _KEEP_EVERY == 0:
                save(keep, survey)
    if keep is not None:
        save(keep, survey)
    return survey
