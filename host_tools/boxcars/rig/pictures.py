"""The pictures that a rig shows: dice in two chambers, by the optics of the virtual cabinet."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from boards.virtual.cabinet import optics
from boards.virtual.cabinet.dice import Pose, draw

_TILT_DEG = 40.0
_DESIGN_PX = 30


class Pictures:
    """Frames of two chambers that differ as real ones do. The same seed gives the same."""

    def __init__(self, width: int, height: int, seed: int) -> None:
        self.width, self.height = width, height
        self._seed = seed
        self._windows = [
            optics.Window.make(width, height, self._rng("window", side)) for side in range(2)
        ]

    def _rng(self, *purpose: object) -> random.Random:
        return random.Random(f"{self._seed}/rig {purpose}")

    @property
    def _scale(self) -> float:
        return self.width / _DESIGN_PX

    def dark(self) -> bytes:
        """Without light."""
        return self._expose(0, [], 0.0, "dark")

    def floor(self, side: int) -> bytes:
        """The empty chamber."""
        return self._expose(side, [], 1.0, "floor")

    def die(self, side: int, face: int) -> bytes:
        """A die at rest with that face up."""
        pose = draw(self._rng("rest", side, face), face, self._scale)
        return self._expose(side, [pose], 1.0, "rest", face)

    def tumbling(self, side: int, index: int) -> bytes:
        """A die on its way."""
        rng = self._rng("tumble", side, index)
        pose = replace(
            draw(rng, reach=2 * self._scale),
            tilt=rng.uniform(0.0, _TILT_DEG),
            tilt_toward=rng.uniform(0.0, 360.0),
        )
        return self._expose(side, [pose], 1.0, "tumble", index)

    def _expose(self, side: int, poses: list[Pose], light: float, *what: object) -> bytes:
        noise = np.random.default_rng(self._rng("noise", side, *what).getrandbits(32))
        image = optics.scene(self.width, self.height, poses)
        return optics.expose(self._windows[side], image, light, noise)
