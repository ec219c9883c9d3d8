"""One chamber: a die, a window, what its sensor would show, and what may be wrong with it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from boards.virtual.cabinet import optics
from boards.virtual.cabinet.dice import Die, Pose, draw
from boards.virtual.cabinet.faults import Fault
from boards.virtual.simtime import MS

_REPLAY_COUNT = 24
_DEAD_FIRST = 0.4  # where dead rows begin, of the height
_NUDGE_PX, _NUDGE_DEG = 3.0, 20.0


class Chamber:
    """`fault(kind)` tells whether a fault holds here now."""

    def __init__(
        self,
        width: int,
        height: int,
        rng: Callable[[str], random.Random],
        side: int,
        fault: Callable[[str], Fault | None],
    ) -> None:
        self.width, self.height = width, height
        self.die = Die(rng(f"die {side}"), width / 30)
        self._rng = rng
        self._side = side
        self._fault = fault
        self._clean = self._window(0.0)
        self._dirty: optics.Window | None = None
        self._noise = np.random.default_rng(rng(f"noise {side}").getrandbits(32))
        self._frozen: bytes | None = None
        self._replay: list[bytes] = []
        self._replay_at = 0

    def _window(self, dirt: float) -> optics.Window:
        return optics.Window.make(
            self.width, self.height, self._rng(f"window {self._side}"), dirt=dirt
        )

    def place(self, face: int) -> None:
        """Lay the die down with that face up, square to nothing."""
        self.die.place(draw(self._rng(f"hand {self._side} {face}"), face, self.width / 30))

    def clear(self) -> None:
        """Faults are over."""
        self._frozen = None
        self._replay = []
        self._dirty = None

    def bare(self) -> bytes:
        """The empty chamber in its light, without the noise of one frame."""
        image = optics.scene(self.width, self.height, [])
        return optics.expose(self._clean, image, 1.0, None)

    def frame(self, now: int, light: float) -> bytes:
        """What the sensor gives for a frame taken at `now` under that much light."""
        if self._fault("replayed"):
            return self._next_replayed()
        if self._fault("frozen"):
            if self._frozen is None:
                self._frozen = self._picture(now, light)
            return self._frozen
        frame = self._picture(now, light)
        dead = self._fault("dead-rows")
        if dead is None:
            return frame
        first = int(self.height * _DEAD_FIRST)
        last = min(self.height, first + int(dead.number))
        zeros = bytes((last - first) * self.width)
        return frame[: first * self.width] + zeros + frame[last * self.width :]

    def _picture(self, now: int, light: float) -> bytes:
        window = self._clean
        dirt = self._fault("dirt")
        if dirt is not None:
            self._dirty = self._dirty or self._window(dirt.number / 100)
            window = self._dirty
        image = optics.scene(self.width, self.height, self._poses(now))
        double = self._fault("double")
        if double is not None:
            shift = max(1, round(double.number / 10))
            image = (image + np.roll(image, shift, axis=1)) / 2
        return optics.expose(window, image, light, self._noise)

    def _poses(self, now: int) -> list[Pose]:
        if self._fault("missing"):
            return []
        self.die.restless = self._fault("restless") is not None
        pose = self.die.look(now)
        if not self.die.moves(now):
            pose = self._at_rest(now, pose)
        if not self._fault("extra"):
            return [pose]
        away = math.atan2(-pose.y, -pose.x)
        apart = 0.7 * self.width
        second = replace(
            draw(self._rng(f"extra {self._side}")),
            x=pose.x + apart * math.cos(away),
            y=pose.y + apart * math.sin(away),
        )
        return [pose, second]

    def _at_rest(self, now: int, pose: Pose) -> Pose:
        cocked, leaning = self._fault("cocked"), self._fault("leaning")
        nudged = self._fault("nudged")
        if cocked is not None:
            pose = replace(pose, tilt=cocked.number, tilt_toward=pose.yaw)
        if leaning is not None:
            wall = 0.5 * self.width - 0.27 * self.width
            pose = replace(pose, x=wall, tilt=leaning.number, tilt_toward=180.0, yaw=pose.yaw % 20)
        if nudged is not None and now >= self.die.rests_at + nudged.number * MS:
            pose = replace(pose, x=pose.x + _NUDGE_PX, yaw=pose.yaw + _NUDGE_DEG)
        return pose

    def _next_replayed(self) -> bytes:
        """Frames that were good once, in order: thrown about, then at rest."""
        if not self._replay:
            rng = self._rng(f"replay {self._side}")
            poses = [draw(rng, reach=2.0) for _ in range(_REPLAY_COUNT)]
            self._replay = [
                optics.expose(
                    self._clean,
                    optics.scene(self.width, self.height, [pose]),
                    1.0,
                    self._noise,
                )
                for pose in poses
            ]
        self._replay_at += 1
        return self._replay[self._replay_at % _REPLAY_COUNT]
