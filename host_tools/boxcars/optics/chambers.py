"""Frames of a board that runs: both chambers, over the link."""

from __future__ import annotations

import numpy as np

from boxcars.link import Link
from boxcars.optics.raycast import Frames

CHAMBERS = 2


def chamber_frames(link: Link, *, light: bool = True) -> Frames:
    """What the sensors of both chambers see now, left and right."""
    return np.stack([chamber_frame(link, chamber, light=light) for chamber in range(CHAMBERS)])


def chamber_frame(link: Link, chamber: int, *, light: bool = True) -> Frames:
    """What the sensor of a chamber sees now."""
    taken = link.picture(chamber, light=light)
    return np.frombuffer(taken.pixels, np.uint8).reshape(taken.height, taken.width)
