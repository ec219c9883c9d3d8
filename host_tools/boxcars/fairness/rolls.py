"""Rolls to judge: the results of a log that verifies, or throws of the virtual cabinet's dice."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from boards.virtual.cabinet.dice import Die
from boxcars.record.keys import PublicKey
from boxcars.record.logfile import LogReader
from boxcars.record.rulebooks import known_rule_books
from boxcars.record.verify import verify_log
from shaker.seal import record

Faces = NDArray[np.int64]
_FAST_RPS = 60.0  # a plate on which the dice jump, and one that stands
_STILL_RPS = 0.0


@dataclass(frozen=True)
class Rolls:
    """Faces of both dice, roll by roll, each from 1 to 6."""

    source: str
    left: Faces
    right: Faces

    @property
    def count(self) -> int:
        return len(self.left)

    def dice(self) -> tuple[tuple[str, Faces], tuple[str, Faces]]:
        return ("left", self.left), ("right", self.right)


def of_log(path: Path, key: PublicKey | None = None, dice_set: int | None = None) -> Rolls:
    """Every result of a log, verified first; of one dice set alone if its number is given."""
    summary = verify_log(path, key, rule_books=known_rule_books())
    pairs = []
    with LogReader(path) as reader:
        for item in reader:
            header = item.header
            if header[record.AT_KIND] != record.KIND_RESULT:
                continue
            if dice_set in (None, header[record.AT_DICE_SET]):
                pairs.append((header[record.AT_DIE_A], header[record.AT_DIE_B]))
    faces = np.array(pairs, np.int64).reshape(-1, 2)
    which = "" if dice_set is None else f", dice set {dice_set}"
    source = f"{path}: {summary.count} records verified{which}"
    return Rolls(source, faces[:, 0], faces[:, 1])


def thrown(count: int, seed: int) -> Rolls:
    """Throws of the virtual cabinet's dice: their model alone, without board or optics."""
    rng = random.Random(seed)
    dice = Die(random.Random(rng.random())), Die(random.Random(rng.random()))
    faces = np.empty((count, 2), np.int64)
    for number in range(count):
        for side, die in enumerate(dice):
            die.follow(number, _FAST_RPS)
            die.follow(number, _STILL_RPS)
            faces[number, side] = die.pose.face
    source = f"{count} throws of the virtual cabinet's dice, seed {seed}"
    return Rolls(source, faces[:, 0], faces[:, 1])
