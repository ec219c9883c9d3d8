"""Scenes drawn at random: what a clean frame is, and what is thrown at the reader besides."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np

from boards.virtual.cabinet import dice as cabinet_dice
from boards.virtual.cabinet import optics as cabinet_optics
from boxcars.optics.raycast import Die, Floats, Frames, Scene, render

KINDS = (
    "cabinet",
    "clean",
    "large",
    "small",
    "hard",
    "tilted",
    "empty",
    "two",
    "partial",
    "double",
    "glare",
)
CLEAN = ("cabinet", "clean", "large", "small")  # a flat die that a person reads at a glance
# Pixels of an edge; others 12 to 20. Two dice must both have room.
SIZES = {"large": (24.0, 40.0), "small": (10.0, 12.0), "two": (10.0, 13.0)}


@dataclass(frozen=True)
class Drawn:
    """Frames with what they show. `face` is the top face, or 0 where no reading is right."""

    frames: Frames
    face: np.ndarray
    tilt: np.ndarray  # degrees
    die_px: np.ndarray


def _uniform(rng: np.random.Generator, low: float, high: float, n: int) -> Floats:
    return rng.uniform(low, high, n).astype(np.float32)


def _full(value: float, n: int) -> Floats:
    return np.full(n, value, dtype=np.float32)


def _tones(
    rng: np.random.Generator, n: int, contrast: float, edge: float
) -> tuple[Floats, Floats, Floats]:
    """Levels of die, pip and floor: pips are off the die by `contrast`, the floor by `edge`."""
    die = np.empty(n)
    pip = np.empty(n)
    floor = np.empty(n)
    for k in range(n):
        while True:
            die[k], pip[k], floor[k] = rng.uniform(0.04, 0.95, 3)
            if abs(die[k] - pip[k]) >= contrast and abs(die[k] - floor[k]) >= edge:
                break
    return die.astype(np.float32), pip.astype(np.float32), floor.astype(np.float32)


def _orient(rng: np.random.Generator, top: np.ndarray) -> np.ndarray:
    """(n, 6) values on the six sides: opposite ones sum to seven."""
    faces = np.empty((len(top), 6), dtype=np.int64)
    for k, value in enumerate(top):
        east = rng.choice([v for v in range(1, 7) if v not in (value, 7 - value)])
        north = rng.choice([v for v in range(1, 7) if v not in (value, 7 - value, east, 7 - east)])
        faces[k] = (east, 7 - east, north, 7 - north, value, 7 - value)
    return faces


def _die(rng: np.random.Generator, n: int, top: np.ndarray, die: Floats, pip: Floats) -> Die:
    return Die(
        present=_full(1, n),
        x=_full(0, n),
        y=_full(0, n),
        yaw=_uniform(rng, 0, 2 * np.pi, n),
        tilt=_full(0, n),
        axis=_uniform(rng, 0, 2 * np.pi, n),
        faces=_orient(rng, top),
        turns=rng.integers(0, 2, (n, 6)),
        wear=rng.uniform(0, 0.15, (n, 6, 9)).astype(np.float32),
        albedo=die,
        pip_albedo=pip,
        pip_radius=_uniform(rng, 0.085, 0.115, n),
        pitch=_uniform(rng, 0.23, 0.28, n),
        round_radius=_uniform(rng, 0.76, 0.87, n),
        gloss=_uniform(rng, 0, 0.05, n),
        shine=_uniform(rng, 10, 80, n),
        dish=_uniform(rng, 0, 0.5, n),
    )


def _scene(rng: np.random.Generator, n: int, die_px: Floats, floor: Floats) -> Scene:
    return Scene(
        die_px=die_px,
        height=np.exp(_uniform(rng, np.log(5), np.log(40), n)),
        barrel=_uniform(rng, -0.03, 0.05, n),
        floor=floor,
        texture=_uniform(rng, 0, 0.03, n),
        texture_size=_uniform(rng, 0.1, 1.0, n),
        shadow=_uniform(rng, 0, 0.3, n),
        ambient=_uniform(rng, 0.2, 0.8, n),
        lamp_x=_uniform(rng, -2, 2, n),
        lamp_y=_uniform(rng, -2, 2, n),
        lamp_z=_uniform(rng, 4, 10, n),
        head_on=_uniform(rng, 0.2, 1, n),
        exposure=_uniform(rng, 0.7, 0.95, n),
        vignette=_uniform(rng, 0, 0.25, n),
        blur=_uniform(rng, 0.2, 0.7, n),
        noise=_uniform(rng, 0.2, 1.5, n),
        shot=_uniform(rng, 0, 0.15, n),
    )


def _place(
    rng: np.random.Generator, die: Die, scene: Scene, width: int, height: int, reach: float
) -> None:
    """Anywhere such that the whole outline stays in the frame (`reach` 0), or part of it."""
    turn = np.abs(np.cos(die.yaw)) + np.abs(np.sin(die.yaw))
    half = turn * scene.die_px / 2 + 1
    for name, size in (("x", width), ("y", height)):
        room = np.maximum(size / 2 - half, 0) + reach * scene.die_px
        place = rng.uniform(-1, 1, len(room)) * room / scene.die_px
        setattr(die, name, place.astype(np.float32))


def _roughen(rng: np.random.Generator, scene: Scene, die: Die) -> None:
    """What no cabinet should be like: blur, noise, shadow, wear, gloss and exposure run wild."""
    n = len(scene.die_px)
    scene.blur = _uniform(rng, 0.2, 1.2, n)
    scene.noise = _uniform(rng, 0.2, 3.5, n)
    scene.texture = _uniform(rng, 0, 0.12, n)
    scene.vignette = _uniform(rng, 0, 0.5, n)
    scene.shadow = _uniform(rng, 0, 0.7, n)
    scene.height = np.exp(_uniform(rng, np.log(3), np.log(40), n))
    scene.barrel = _uniform(rng, -0.1, 0.15, n)
    scene.exposure = _uniform(rng, 0.5, 1.5, n)
    die.wear = np.minimum(rng.exponential(0.2, (n, 6, 9)), 0.5).astype(np.float32)
    die.gloss = _uniform(rng, 0, 0.2, n)


def _lean(rng: np.random.Generator, die: Die, tilts: tuple[float, float]) -> None:
    """Half of them about an edge, half about any line."""
    n = len(die.yaw)
    die.tilt = np.radians(_uniform(rng, *tilts, n)).astype(np.float32)
    about_edge = die.yaw + np.pi / 2 * rng.integers(0, 4, n)
    die.axis = np.where(rng.random(n) < 0.5, about_edge, die.axis).astype(np.float32)


def _second(rng: np.random.Generator, die: Die) -> Die:
    """Another die that touches the first or lies near it."""
    n = len(die.yaw)
    other = _die(rng, n, rng.integers(1, 7, n), die.albedo, die.pip_albedo)
    angle = _uniform(rng, 0, 2 * np.pi, n)
    gap = _uniform(rng, 1.0, 1.6, n)
    other.x = (die.x + gap * np.cos(angle)).astype(np.float32)
    other.y = (die.y + gap * np.sin(angle)).astype(np.float32)
    return other


def _shows(scene: Scene, dice: list[Die], index: int, width: int, height: int) -> np.ndarray:
    """Does this die change a thirtieth of the pixels by three levels, but for noise?"""
    still = replace(scene, noise=0 * scene.noise, shot=0 * scene.shot)
    without = dice[:index] + dice[index + 1 :]
    one, other = (
        render(still, some, width, height, np.random.default_rng(0)).astype(int)
        for some in (dice, without)
    )
    changed: np.ndarray = (np.abs(one - other) >= 3).mean((1, 2)) >= 1 / 30
    return changed


def _of_the_cabinet(n: int, rng: np.random.Generator) -> Drawn:
    """Dice at rest as the virtual cabinet shows them, in one chamber."""
    fate = random.Random(int(rng.integers(1 << 32)))
    window = cabinet_optics.Window.make(30, 30, fate)
    poses = [cabinet_dice.draw(fate) for _ in range(n)]
    scenes = [cabinet_optics.scene(30, 30, [pose]) for pose in poses]
    seen = b"".join(cabinet_optics.expose(window, scene, 1.0, rng) for scene in scenes)
    frames: Frames = np.frombuffer(seen, np.uint8).reshape(n, 30, 30)
    return Drawn(frames, np.array([pose.face for pose in poses]), np.zeros(n), np.full(n, 15.0))


def draw(
    kind: str, n: int, rng: np.random.Generator, tilts: tuple[float, float] = (0, 45)
) -> Drawn:
    """Draw `n` frames of one kind."""
    if kind == "cabinet":
        return _of_the_cabinet(n, rng)
    width = height = 64 if kind == "large" else 30
    die_px = _uniform(rng, *SIZES.get(kind, (12, 20)), n)
    top = rng.integers(1, 7, n)
    tone, pip, floor = _tones(rng, n, *((0.3, 0.2) if kind in CLEAN else (0.12, 0.05)))
    die = _die(rng, n, top, tone, pip)
    scene = _scene(rng, n, die_px, floor)
    _place(rng, die, scene, width, height, 0.4 if kind == "partial" else 0)
    dice = [die]
    face = top.copy()
    if kind not in CLEAN:
        _roughen(rng, scene, die)
    if kind == "tilted":
        _lean(rng, die, tilts)
    if kind == "glare":
        die.gloss = _uniform(rng, 0.2, 1.5, n)
        die.shine = np.exp(_uniform(rng, 1.5, 6, n))
        scene.lamp_x = _uniform(rng, -1, 1, n)
        scene.lamp_y = _uniform(rng, -1, 1, n)
    if kind == "empty":
        die.present = _full(0, n)
        face[:] = 0
    if kind == "two":
        dice.append(_second(rng, die))
        room = [side / 2 / die_px - 0.2 for side in (width, height)]
        near = (np.abs(dice[1].x) < room[0]) & (np.abs(dice[1].y) < room[1])
        # A corner that peeps in may be taken for dirt, most of a die may not. A die that light
        # or dark has swallowed is not in the frame; then the other one may be read.
        first, second = (_shows(scene, dice, k, width, height) for k in (0, 1))
        face[near & second] = 0
        face[near & second & ~first] = dice[1].faces[near & second & ~first, 4]
    frames = render(scene, dice, width, height, rng)
    if kind == "double":
        die.yaw = die.yaw + _uniform(rng, 0.1, 1.0, n)
        die.x = die.x + _uniform(rng, -0.2, 0.2, n)
        again = render(scene, dice, width, height, rng)
        frames = ((frames.astype(int) + again + 1) // 2).astype(np.uint8)
    return Drawn(frames, face, np.degrees(die.tilt), die_px)
