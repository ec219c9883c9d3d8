"""What a sensor sees of a chamber: a cube from above, its pips, the floor, the light, the noise.

The view is orthographic, straight down. Each pixel is the mean of a grid of points; each point
lies on the face of the cube that shows there, or on the floor. Light falls off from a centre
that is a little different in every chamber, the window has its own dirt, and each pixel its own
offset: that is how one chamber can be told from another.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boards.virtual.cabinet.dice import OPPOSITE, Pose

Image = NDArray[np.float64]

_GRID = 3  # points per pixel and axis
_DIE_EDGE = 0.5  # of the frame's width
_PIP_OFFSET = 0.265  # of the edge
_PIP_RADIUS = 0.105
_ROUND = 8  # the higher, the sharper the die's corners
_FLOOR, _DIE, _PIP = 0.17, 0.74, 0.11
_GLOSS, _GLOSS_RADIUS = 0.30, 0.35  # the light mirrored in a pip, of its radius
_BLUR = 0.14  # of a pixel's light that goes to each neighbour
_NOISE = 0.8
_AMBIENT = 0.6
PIXEL_MAX = 63

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Window:
    """What is always the same in one chamber: light, dirt and the sensor's own pattern."""

    width: int
    height: int
    light: Image
    offset: Image

    @staticmethod
    def make(width: int, height: int, rng: random.Random, dirt: float = 0.0) -> Window:
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float64)
        x0 = width * (0.5 + rng.uniform(-0.15, 0.15))
        y0 = height * (0.5 + rng.uniform(-0.15, 0.15))
        far = np.hypot(columns - x0, rows - y0) / (0.5 * width)
        light = 1.0 - 0.16 * far**2
        for _ in range(3):
            x, y = rng.uniform(0, width), rng.uniform(0, height)
            spread = rng.uniform(1.5, 4.0)
            spot = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * spread**2))
            light *= 1.0 - rng.uniform(0.02, 0.10) * spot
        if dirt:
            smear = np.exp(-(((columns - rows) - (width - height) / 2) ** 2) / (2 * 3.0**2))
            light *= 1.0 - dirt * smear
        pattern = np.random.default_rng(rng.getrandbits(32)).normal(0.0, 0.5, (height, width))
        return Window(width, height, np.clip(light, 0.05, None), pattern)


def scene(width: int, height: int, poses: list[Pose]) -> Image:
    """How much light each pixel sends back, 0 to 1, under even light."""
    size_x, size_y = width * _GRID, height * _GRID
    ys, xs = np.mgrid[0:size_y, 0:size_x].astype(np.float64)
    xs = (xs + 0.5) / _GRID - width / 2
    ys = (ys + 0.5) / _GRID - height / 2
    points = np.full((size_y, size_x), _FLOOR)
    for pose in poses:
        _put_die(points, xs - pose.x, ys - pose.y, pose, _DIE_EDGE * width)
    pixels: Image = points.reshape(height, _GRID, width, _GRID).mean(axis=(1, 3))
    return pixels


def _rotation(pose: Pose) -> NDArray[np.float64]:
    """The die's own axes to the chamber's: yaw on the floor, then tilt toward a direction."""
    yaw, toward, tilt = np.radians([pose.yaw, pose.tilt_toward, pose.tilt])

    def about_z(angle: float) -> NDArray[np.float64]:
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])

    c, s = np.cos(tilt), np.sin(tilt)
    about_y = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    turned: NDArray[np.float64] = about_z(toward) @ about_y @ about_z(-toward) @ about_z(yaw)
    return turned


def _put_die(points: Image, x: Image, y: Image, pose: Pose, edge: float) -> None:
    half = edge / 2
    rotation = _rotation(pose)
    third = next(f for f in range(1, 7) if f not in {*_pair(pose.face), *_pair(pose.side)})
    faces = (
        (2, 1, pose.face),
        (2, -1, OPPOSITE - pose.face),
        (0, 1, pose.side),
        (0, -1, OPPOSITE - pose.side),
        (1, 1, third),
        (1, -1, OPPOSITE - third),
    )
    for axis, sign, number in faces:
        normal = sign * rotation[:, axis]
        if normal[2] < 0.02:
            continue
        z = (half - normal[0] * x - normal[1] * y) / normal[2]
        one, other = rotation[:, (axis + 1) % 3], rotation[:, (axis + 2) % 3]
        u = (one[0] * x + one[1] * y + one[2] * z) / half
        v = (other[0] * x + other[1] * y + other[2] * z) / half
        inside = np.abs(u) ** _ROUND + np.abs(v) ** _ROUND <= 1.0
        if inside.any():
            _paint_face(points, inside, u, v, number, 0.55 + 0.45 * normal[2])


def _pair(face: int) -> tuple[int, int]:
    return face, OPPOSITE - face


def _paint_face(
    points: Image, inside: NDArray[np.bool_], u: Image, v: Image, number: int, shade: float
) -> None:
    points[inside] = _DIE * shade
    for column, row in _PIPS[number]:
        far_u, far_v = u - 2 * _PIP_OFFSET * column, v - 2 * _PIP_OFFSET * row
        far = np.hypot(far_u, far_v)
        pip = inside & (far <= 2 * _PIP_RADIUS)
        points[pip] = _PIP * shade
        shift = 0.3 * _PIP_RADIUS
        mirror = np.hypot(far_u - shift, far_v + shift) <= 2 * _PIP_RADIUS * _GLOSS_RADIUS
        points[pip & mirror] += _GLOSS * shade


def expose(window: Window, image: Image, light: float, noise: np.random.Generator | None) -> bytes:
    """The 6-bit frame of an image under that much light (1 is what the design has)."""
    soft = _soften(image) * window.light
    level = PIXEL_MAX * light * soft + _AMBIENT + window.offset
    if noise is not None:
        level = level + noise.standard_normal(image.shape) * _NOISE
    return np.clip(np.rint(level), 0, PIXEL_MAX).astype(np.uint8).tobytes()


def _soften(image: Image) -> Image:
    """Each pixel gives a share of its light to its neighbours."""
    padded = np.pad(image, 1, mode="edge")
    side = padded[1:-1, :-2] + padded[1:-1, 2:] + padded[:-2, 1:-1] + padded[2:, 1:-1]
    soft: Image = image * (1 - 4 * _BLUR / 2) + side * (_BLUR / 2)
    return soft
