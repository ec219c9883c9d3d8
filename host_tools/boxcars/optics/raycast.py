"""An adversary for the reader: frames of dice by ray casting, many at a time.

Written from how a die, a lamp and a lens behave, not from how the reader works: a pinhole camera
at a finite height with barrel distortion, a cube cut by a sphere (rounded corners), six faces that
sum to seven, concave pips with their own glint, a lamp off the axis, contact shadow, fall-off,
texture, wear. It shares no code and no assumption with the virtual cabinet's optics.

Lengths are edges of the die; the floor is z = 0 and the camera looks down the z axis. Every field
of a `Scene` is an array with one entry per frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Frames = NDArray[np.uint8]

LEVEL_MAX = 63
_AT_ONCE = 4  # frames: what is worked on then stays in the caches, which halves the time
_F = np.float32
_Which = NDArray[np.int64] | tuple[slice, None]
_EACH = (slice(None), None)  # one value a frame, for all its places

# Which of the nine lattice places of a face carry a pip, for the values 0..6, in two turns.
_ROWS = (
    ("000000000", "000000000"),
    ("000010000", "000010000"),
    ("100000001", "001000100"),
    ("100010001", "001010100"),
    ("101000101", "101000101"),
    ("101010101", "101010101"),
    ("101101101", "111000111"),
)
PIPS = np.array([[[c == "1" for c in turn] for turn in value] for value in _ROWS], dtype=bool)


@dataclass
class Die:
    """One die in each frame. `present` 0 leaves it out."""

    present: Floats
    x: Floats
    y: Floats
    yaw: Floats
    tilt: Floats
    axis: Floats
    faces: NDArray[np.int64]  # (n, 6): values on +x, -x, +y, -y, +z, -z
    turns: NDArray[np.int64]  # (n, 6): which of the two turns the pattern has
    wear: Floats  # (n, 6, 9): 0 a fresh pip, 1 a pip that is gone
    albedo: Floats
    pip_albedo: Floats
    pip_radius: Floats
    pitch: Floats
    round_radius: Floats
    gloss: Floats
    shine: Floats
    dish: Floats


@dataclass
class Scene:
    """What is common to a frame."""

    die_px: Floats
    height: Floats  # of the camera above the floor
    barrel: Floats
    floor: Floats
    texture: Floats
    texture_size: Floats
    shadow: Floats
    ambient: Floats
    lamp_x: Floats
    lamp_y: Floats
    lamp_z: Floats
    head_on: Floats  # share of the light that comes from a ring round the lens
    exposure: Floats
    vignette: Floats
    blur: Floats
    noise: Floats
    shot: Floats


_Arrays = TypeVar("_Arrays", Die, Scene)


def _matrix(die: Die) -> Floats:
    """(n, 3, 3): from the die's own axes to the room's."""
    n = len(die.yaw)
    c, s = np.cos(die.yaw), np.sin(die.yaw)
    spin = np.zeros((n, 3, 3))
    spin[:, 0, 0], spin[:, 0, 1], spin[:, 1, 0], spin[:, 1, 1], spin[:, 2, 2] = c, -s, s, c, 1
    ax, ay = np.cos(die.axis), np.sin(die.axis)
    ct, st = np.cos(die.tilt), np.sin(die.tilt)
    lean = np.zeros((n, 3, 3))
    lean[:, 0, 0] = ct + ax * ax * (1 - ct)
    lean[:, 0, 1] = ax * ay * (1 - ct)
    lean[:, 0, 2] = ay * st
    lean[:, 1, 0] = ax * ay * (1 - ct)
    lean[:, 1, 1] = ct + ay * ay * (1 - ct)
    lean[:, 1, 2] = -ax * st
    lean[:, 2, 0] = -ay * st
    lean[:, 2, 1] = ax * st
    lean[:, 2, 2] = ct
    turned: Floats = np.einsum("nij,njk->nik", lean, spin).astype(_F)
    return turned


def _col(values: Floats) -> Floats:
    return values.astype(_F)[:, None]


def _dot(one: Sequence[Floats], other: Sequence[Floats]) -> Floats:
    total: Floats = one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
    return total


def _hit(
    die: Die, origin: Floats, ray: Sequence[Floats]
) -> tuple[NDArray[np.bool_], Floats, Floats, list[Floats]]:
    """Which rays meet the die; distance, albedo and normal of those."""
    turn = _matrix(die)
    low = (np.abs(turn[:, 2, :]).sum(1) / 2).astype(_F)  # of the middle above the floor
    centre = np.stack([die.x, die.y, low], 1).astype(_F)
    start = np.einsum("nij,ni->nj", turn, origin - centre).astype(_F)
    way = [_dot([_col(turn[:, i, j]) for i in range(3)], ray) for j in range(3)]
    near = np.full(ray[0].shape, -np.inf, dtype=_F)
    far = np.full(ray[0].shape, np.inf, dtype=_F)
    axis = np.zeros(ray[0].shape, dtype=np.int8)
    for j in range(3):
        inverse = 1 / np.where(np.abs(way[j]) < 1e-6, _F(1e-6), way[j])
        one = (-0.5 - start[:, j, None]) * inverse
        other = (0.5 - start[:, j, None]) * inverse
        first, last = np.minimum(one, other), np.maximum(one, other)
        axis = np.where(first > near, np.int8(j), axis)
        near = np.maximum(near, first)
        far = np.minimum(far, last)
    inside = near < far
    # The sphere that rounds the corners off.
    b = _dot([start[:, j, None] for j in range(3)], way)
    a = _dot(way, way)
    c = _col((start**2).sum(1)) - _col(die.round_radius) ** 2
    root = b * b - a * c
    ball = (-b - np.sqrt(np.maximum(root, 0))) / a
    inside &= (root > 0) & (ball < far)
    inside &= _col(die.present) > 0
    frame = np.nonzero(inside)[0]
    near, ball = near[inside], ball[inside]
    t = np.maximum(near, ball)
    spot = [start[frame, j] + t * way[j][inside] for j in range(3)]
    albedo, normal = _skin(die, frame, spot, axis[inside], ball > near)
    world = [_dot([turn[frame, i, j] for j in range(3)], normal) for i in range(3)]
    return inside, t, albedo, world


def _skin(
    die: Die,
    frame: NDArray[np.int64],
    spot: list[Floats],
    axis: NDArray[np.int8],
    rounded: NDArray[np.bool_],
) -> tuple[Floats, list[Floats]]:
    """Albedo and normal of places on the dice of these frames, in the die's own axes."""
    along = [np.where(axis == j, spot[j], 0) for j in range(3)]
    positive = sum(along) > 0
    face = 2 * axis.astype(np.int64) + np.where(positive, 0, 1)
    a = np.where(axis == 0, spot[1], spot[0])
    b = np.where(axis == 2, spot[1], spot[2])
    pitch = die.pitch[frame]
    i = np.clip(np.rint(a / pitch), -1, 1)
    j = np.clip(np.rint(b / pitch), -1, 1)
    off_a, off_b = a - i * pitch, b - j * pitch
    place = ((j + 1) * 3 + i + 1).astype(np.int64)
    has = PIPS[die.faces, die.turns][frame, face, place]
    distance = np.sqrt(off_a**2 + off_b**2) / die.pip_radius[frame]
    pip = has & (distance < 1)
    worn = die.wear[frame, face, place]
    mixed = die.pip_albedo[frame] * (1 - worn) + die.albedo[frame] * worn
    albedo = np.where(pip, mixed, die.albedo[frame])
    sign = np.where(positive, _F(1), _F(-1))
    ball = 1 / np.sqrt(_dot(spot, spot) + 1e-9)
    normal = []
    dish = np.where(pip, die.dish[frame], 0) / die.pip_radius[frame]
    for k in range(3):
        flat = np.where(axis == k, sign, 0)
        slope = np.where(axis == 0, off_a if k == 1 else off_b if k == 2 else 0, 0)
        slope = slope + np.where(axis == 1, off_a if k == 0 else off_b if k == 2 else 0, 0)
        slope = slope + np.where(axis == 2, off_a if k == 0 else off_b if k == 1 else 0, 0)
        normal.append(np.where(rounded, spot[k] * ball, flat - dish * slope).astype(_F))
    return albedo, normal


def _light(
    scene: Scene, frame: _Which, spot: list[Floats], normal: Sequence[Floats]
) -> tuple[Floats, list[Floats], list[Floats]]:
    """Diffuse light on places of these frames; where the lamp is from there, where the eye."""
    size = 1 / np.sqrt(_dot(normal, normal) + 1e-9)
    unit = [c * size for c in normal]
    lamp = [
        scene.lamp_x[frame] - spot[0],
        scene.lamp_y[frame] - spot[1],
        scene.lamp_z[frame] - spot[2],
    ]
    reach = np.sqrt(_dot(lamp, lamp))
    lamp = [c / reach for c in lamp]
    eye = [-spot[0], -spot[1], scene.height[frame] - spot[2]]
    size = 1 / np.sqrt(_dot(eye, eye))
    eye = [c * size for c in eye]
    fall = (scene.lamp_z[frame] / reach) ** 2
    from_lamp = np.maximum(_dot(unit, lamp), 0) * fall
    from_ring = np.maximum(_dot(unit, eye), 0)
    share = scene.head_on[frame]
    ambient = scene.ambient[frame]
    diffuse = ambient + (1 - ambient) * (share * from_ring + (1 - share) * from_lamp)
    return diffuse.astype(_F), lamp, eye


def _glint(
    die: Die,
    frame: NDArray[np.int64],
    normal: Sequence[Floats],
    lamp: list[Floats],
    eye: list[Floats],
) -> Floats:
    """The lamp mirrored in the die."""
    middle = [u + v for u, v in zip(lamp, eye, strict=True)]
    size = np.sqrt((_dot(middle, middle) + 1e-9) * (_dot(normal, normal) + 1e-9))
    cosine = np.maximum(_dot(normal, middle) / size, 0)
    mirrored: Floats = (die.gloss[frame] * np.power(cosine, die.shine[frame])).astype(_F)
    return mirrored


def _texture(scene: Scene, x: Floats, y: Floats, seed: Floats) -> Floats:
    """Felt or scratches: three waves of their own for each frame."""
    total = np.zeros_like(x)
    for k in range(3):
        angle = _col(seed[:, k]) * 6.283
        rate = 6.283 / _col(scene.texture_size) * (1 + 0.7 * k)
        total += np.sin(rate * (np.cos(angle) * x + np.sin(angle) * y) + angle * 7)
    grown: Floats = (1 + _col(scene.texture) * total / 1.7).astype(_F)
    return grown


def _shadow(scene: Scene, die: Die, x: Floats, y: Floats) -> Floats:
    c, s = _col(np.cos(die.yaw)), _col(np.sin(die.yaw))
    dx, dy = x - _col(die.x), y - _col(die.y)
    u, v = np.abs(c * dx + s * dy) - 0.5, np.abs(c * dy - s * dx) - 0.5
    away = np.sqrt(np.maximum(u, 0) ** 2 + np.maximum(v, 0) ** 2)
    dimmed: Floats = (1 - _col(scene.shadow * die.present) * np.exp(-away / 0.12)).astype(_F)
    return dimmed


def _rays(scene: Scene, width: int, height: int, fine: int) -> tuple[Floats, Floats, Floats]:
    step = (np.arange(width * fine) + 0.5) / fine - width / 2
    drop = (np.arange(height * fine) + 0.5) / fine - height / 2
    px, py = (a.ravel()[None].astype(_F) for a in np.meshgrid(step, drop))
    bend = 1 + _col(scene.barrel) * (px**2 + py**2) / (width / 2) ** 2
    focus = _col(scene.die_px * (scene.height - 1))
    x = (px * bend / focus).astype(_F)
    return x, (py * bend / focus).astype(_F), np.full_like(x, -1)


def render(
    scene: Scene, dice: list[Die], width: int, height: int, rng: np.random.Generator, fine: int = 3
) -> Frames:
    """Draw every frame of the scene: (n, height, width), levels 0..63."""
    waves = rng.random((len(scene.die_px), 3)).astype(_F)
    parts = []
    for first in range(0, len(waves), _AT_ONCE):
        span = slice(first, first + _AT_ONCE)
        here = [_some(die, span) for die in dice]
        parts.append(_lit(_some(scene, span), here, width, height, waves[span], fine))
    return _expose(scene, np.concatenate(parts), rng)


def _some(of: _Arrays, span: slice) -> _Arrays:
    """The same for some of the frames."""
    return replace(of, **{field.name: getattr(of, field.name)[span] for field in fields(of)})


def _lit(
    scene: Scene, dice: list[Die], width: int, height: int, waves: Floats, fine: int
) -> Floats:
    """What falls on each pixel of these frames."""
    n = len(scene.die_px)
    ray = _rays(scene, width, height, fine)
    origin = np.zeros((n, 3), dtype=_F)
    origin[:, 2] = scene.height
    depth = np.broadcast_to(_col(scene.height), ray[0].shape).astype(_F)
    spot = [depth * ray[0], depth * ray[1], np.zeros_like(depth)]
    still = np.zeros_like(depth)
    up = (still, still, np.ones_like(depth))
    tone = _col(scene.floor) * _texture(scene, spot[0], spot[1], waves)
    for die in dice:
        tone = tone * _shadow(scene, die, spot[0], spot[1])
    image = tone * _light(scene, _EACH, spot, up)[0]
    for die in dice:
        inside, t, albedo, normal = _hit(die, origin, ray)
        nearer = t < depth[inside]
        inside[inside] = nearer
        t, albedo, normal = t[nearer], albedo[nearer], [c[nearer] for c in normal]
        frame = np.nonzero(inside)[0]
        place = [t * ray[0][inside], t * ray[1][inside], scene.height[frame] - t]
        diffuse, lamp, eye = _light(scene, frame, place, normal)
        image[inside] = albedo * diffuse + _glint(die, frame, normal, lamp, eye)
        depth[inside] = t
    pixels: Floats = image.reshape(n, height, fine, width, fine).mean((2, 4))
    return pixels


def _expose(scene: Scene, image: Floats, rng: np.random.Generator) -> Frames:
    height, width = image.shape[1:]
    y, x = np.mgrid[:height, :width]
    radius = ((x - width / 2 + 0.5) ** 2 + (y - height / 2 + 0.5) ** 2) / (width**2 / 2)
    image = image * (1 - scene.vignette[:, None, None] * radius)
    image = _blurred(image, scene.blur)
    image = image * scene.exposure[:, None, None] * LEVEL_MAX
    spread = np.sqrt(
        scene.noise[:, None, None] ** 2 + scene.shot[:, None, None] ** 2 * np.maximum(image, 0)
    )
    image = image + rng.standard_normal(image.shape) * spread
    levels: Frames = np.clip(np.rint(image), 0, LEVEL_MAX).astype(np.uint8)
    return levels


def _blurred(image: Floats, sigma: Floats) -> Floats:
    """Gaussian blur with a width of its own for each frame."""
    reach = 4
    taps = np.arange(-reach, reach + 1)
    weight = np.exp(-0.5 * (taps / np.maximum(sigma, 0.05)[:, None]) ** 2)
    weight /= weight.sum(1, keepdims=True)
    for axis in (1, 2):
        pad = [(0, 0), (0, 0), (0, 0)]
        pad[axis] = (reach, reach)
        wide = np.pad(image, pad, mode="edge")
        size = image.shape[axis]
        image = np.zeros_like(image)
        for k in range(2 * reach + 1):
            image += weight[:, k, None, None] * wide.take(range(k, k + size), axis=axis)
    return image
