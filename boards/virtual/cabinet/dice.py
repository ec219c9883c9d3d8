"""The dice: thrown about while the plate shakes hard enough, at rest some time after.

Where a die comes to rest is drawn once, when it does: a fair face, any yaw, any place on the
floor. On the way each look at it finds it somewhere else.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, replace

from boards.virtual.simtime import MS

_TUMBLE_RPS = 20.0  # the plate's speed from which the dice jump
_REST_MS = (60, 380)  # from the end of the jumping to rest
_REACH_PX = 4.0  # how far from the middle of a 30 pixel frame a die comes to rest

OPPOSITE = 7  # two opposite faces add up to it


@dataclass(frozen=True)
class Pose:
    """A die as seen from above, in pixels and degrees; `side` is the face that its tilt shows."""

    face: int
    x: float
    y: float
    yaw: float
    tilt: float = 0.0
    tilt_toward: float = 0.0
    side: int = 1


def draw(rng: random.Random, face: int | None = None, reach: float = 1.0) -> Pose:
    """A place to rest, every one alike; `reach` stretches how far from the middle it may be."""
    far = reach * _REACH_PX
    face = rng.randint(1, 6) if face is None else face
    side = rng.choice([f for f in range(1, 7) if f not in (face, OPPOSITE - face)])
    x, y = rng.uniform(-far, far), rng.uniform(-far, far)
    return Pose(face, x, y, rng.uniform(0.0, 360.0), side=side)


class Die:
    """One die over time, in simulated nanoseconds; `scale` is pixels per design pixel."""

    def __init__(self, rng: random.Random, scale: float = 1.0) -> None:
        self._rng = rng
        self._scale = scale
        self._looks = random.Random(rng.random())  # apart: looking must not change the fall
        self.wanted: deque[int] = deque()
        self.pose = draw(rng, reach=scale)
        self.restless = False
        self.roll_count = 0
        self._jumping = False
        self.rests_at = 0

    def stir(self, rng: random.Random) -> None:
        """Fall by another stream of chance from here on."""
        self._rng = rng
        self._looks = random.Random(rng.random())

    def place(self, pose: Pose) -> None:
        """Laid down by hand."""
        self.pose = pose

    def follow(self, now: int, rps: float) -> None:
        """The plate at `now`."""
        jumping = rps > _TUMBLE_RPS
        if self._jumping and not jumping:
            self.rests_at = now + self._rng.randint(*_REST_MS) * MS
            face = self.wanted.popleft() if self.wanted else None
            self.pose = draw(self._rng, face, self._scale)
            self.roll_count += 1
        self._jumping = jumping

    def moves(self, now: int) -> bool:
        return self._jumping or now < self.rests_at or self.restless

    def look(self, now: int) -> Pose:
        """What an instant of light shows."""
        if not self.moves(now):
            return self.pose
        if self._jumping:
            pose = draw(self._looks, reach=2 * self._scale)
            return replace(
                pose,
                tilt=self._looks.uniform(0.0, 40.0),
                tilt_toward=self._looks.uniform(0.0, 360.0),
            )
        shake = self._looks
        return replace(
            self.pose,
            x=self.pose.x + shake.uniform(-2.5, 2.5),
            y=self.pose.y + shake.uniform(-2.5, 2.5),
            yaw=self.pose.yaw + shake.uniform(-40.0, 40.0),
        )
