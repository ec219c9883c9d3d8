"""Frames for the tests of the reader: drawn, spoilt on purpose, or plain nonsense."""

from __future__ import annotations

import functools
import subprocess
from pathlib import Path

import numpy as np

from boxcars.build import artifacts
from boxcars.optics.draw import KINDS, Drawn, draw
from boxcars.optics.raycast import Frames
from boxcars.paths import FIRMWARE

_SCRIPTS = Path(__file__).parent / "micropython"


@functools.cache
def clean(count: int = 64, seed: int = 6) -> Drawn:
    return draw("clean", count, np.random.default_rng(seed))


def hostile(count: int, seed: int) -> Frames:
    """Every kind that is drawn, and bytes that no sensor gives, in turn."""
    rng = np.random.default_rng(seed)
    share = count // (len(KINDS) + 3) + 1
    drawn = [draw(kind, share, rng).frames for kind in KINDS if kind != "large"]
    noise = rng.integers(0, 64, (share, 30, 30), dtype=np.uint8)
    any_bytes = rng.integers(0, 256, (share, 30, 30), dtype=np.uint8)
    blocks = rng.integers(0, 64, (share, 6, 6), dtype=np.uint8).repeat(5, 1).repeat(5, 2)
    stripes = rng.integers(0, 64, (share, 30, 1), dtype=np.uint8).repeat(30, 2)
    mixed = np.concatenate([*drawn, noise, any_bytes, blocks, stripes])
    return np.ascontiguousarray(mixed[rng.permutation(len(mixed))[:count]])


def compare_twins(frames: Frames) -> int:
    """Read frames on the unix port with viper kernels and plain twins; how many were the same."""
    head = bytes((frames.shape[2], frames.shape[1]))
    done = subprocess.run(
        [str(artifacts.unix_micropython()), "-X", "heapsize=8m", str(_SCRIPTS / "dice_twins.py")],
        env={"MICROPYPATH": str(FIRMWARE)},
        input=head + frames.tobytes(),
        capture_output=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    return int(done.stdout)
