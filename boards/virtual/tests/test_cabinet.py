"""The cabinet by itself: fair dice, the same run from the same seed, pictures that can be read."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from boards.virtual import Board
from boards.virtual.cabinet import Cabinet, FaultError, parse_faults
from boards.virtual.cabinet.chamber import Chamber
from boards.virtual.cabinet.dice import Die
from boards.virtual.cabinet.faults import KINDS, Fault
from boards.virtual.cabinet.sensor import Adns3080
from boards.virtual.simtime import MS
from boxcars.build import artifacts, wiring
from boxcars.commands.virtual import parse_rolls
from boxcars.errors import UsageError
from boxcars.paths import BOARDS
from shaker.dice.reader import Reader

CHI_SQUARE_5_999 = 20.52  # five degrees of freedom, one in a thousand
CHI_SQUARE_35_999 = 66.62


def roll(die: Die, now: int) -> int:
    die.follow(now, 60.0)
    die.follow(now + 500 * MS, 5.0)
    return die.pose.face


def test_faces_are_fair_and_the_two_dice_independent() -> None:
    dice = [Die(random.Random(f"fair {side}")) for side in (0, 1)]
    count = 36_000
    pairs = Counter(tuple(roll(die, turn * 1000 * MS) for die in dice) for turn in range(count))
    for side in (0, 1):
        faces = Counter(pair[side] for pair in pairs.elements())
        expected = count / 6
        assert sum((faces[f] - expected) ** 2 / expected for f in range(1, 7)) < CHI_SQUARE_5_999
    expected = count / 36
    every = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert sum((pairs[p] - expected) ** 2 / expected for p in every) < CHI_SQUARE_35_999


def test_a_plate_that_hardly_moves_throws_nothing() -> None:
    die = Die(random.Random(1))
    pose = die.pose
    for turn in range(50):
        die.follow(turn * MS, 15.0)
    assert die.pose == pose
    assert die.roll_count == 0


def chamber(seed: int = 0, fault: Fault | None = None, width: int = 30) -> Chamber:
    return Chamber(
        width,
        width,
        lambda purpose: random.Random(f"{seed} {purpose}"),
        0,
        lambda kind: fault if fault is not None and fault.kind == kind else None,
    )


@pytest.mark.parametrize("width", [30, 40])
def test_pictures_of_dice_at_rest_are_read(width: int) -> None:
    """No misread; the reader's own tests have the volume."""
    reader = Reader(width, width)
    wrong, refused = [], 0
    for seed in range(6):
        place = chamber(seed, width=width)
        for face in range(1, 7):
            place.place(face)
            if reader.read(bytearray(place.frame(0, 1.0))):
                refused += 1
            elif reader.face != face:
                wrong.append((seed, face, reader.face))
    assert wrong == []
    assert refused <= 2


def test_frames_are_alike_at_rest_differ_in_motion_and_dark_without_light() -> None:
    place = chamber()
    frames = [np.frombuffer(place.frame(0, 1.0), np.uint8).astype(int) for _ in range(3)]
    assert np.abs(frames[0] - frames[1]).max() <= 7
    assert (frames[0] != frames[1]).mean() > 0.2
    place.die.follow(0, 60.0)
    moving = [np.frombuffer(place.frame(0, 1.0), np.uint8).astype(int) for _ in range(2)]
    assert (np.abs(moving[0] - moving[1]) > 7).sum() > 30
    dark = np.frombuffer(place.frame(0, 0.0), np.uint8)
    assert dark.max() < 10
    half = np.frombuffer(place.frame(0, 0.5), np.uint8)
    assert 0.35 < half.mean() / frames[0].mean() < 0.75


def test_the_same_seed_gives_the_same_cabinet(uf2_path: Path) -> None:
    def run(seed: int) -> list[bytes]:
        board = Board(uf2_path, seed=seed, powered=False)
        cabinet = Cabinet(board, wiring.load(BOARDS / artifacts.BENCH))
        frames = [cabinet.golden_floor(side) for side in (0, 1)]
        for place in cabinet.chambers:
            frames += [place.frame(0, 1.0) for _ in range(2)]
            roll(place.die, 0)
            frames.append(place.frame(2000 * MS, 1.0))
        return frames

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_a_sensor_in_its_own_time() -> None:
    clock = [0]
    pixels = bytes(range(60)) * 15
    sensor = Adns3080(lambda: clock[0], lambda _exposure: pixels)

    def send(*words: int, gap: int = 60_000) -> list[int]:
        sensor.select()
        answers = []
        for word in words:
            clock[0] += gap
            answers.append(sensor.exchange(word))
        sensor.deselect()
        return answers

    assert send(0x00, 0)[1] == 0x17
    assert send(0x3F, 0)[1] == 0xE8
    send(0x93, 0x83)
    assert send(0x40, 0)[1] & 0x40 == 0  # too early: no frame yet
    clock[0] += 5 * MS
    burst = send(0x40, *[0] * 900)[1:]
    assert burst[0] == pixels[0] | 0x40
    assert bytes(burst[1:]) == pixels[1:]
    before = sensor.hasty_count
    send(0x40, *[0] * 5, gap=4_000)
    assert sensor.hasty_count > before


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_of_fault_can_be_ordered(kind: str) -> None:
    (fault,) = parse_faults(f"{kind} left")
    assert fault.kind == kind
    assert fault.sides == (0,)
    assert KINDS[kind].meaning


def test_faults_in_words_and_in_a_file(tmp_path: Path) -> None:
    words = "cocked left 30; lid at=800 for=20 shake=2 ; dead-rows right 4 shake=3-5"
    file = tmp_path / "faults.txt"
    file.write_text("# a bad day\ncocked left 30\n\nlid at=800 for=20 shake=2  # short\n")
    faults = parse_faults(words)
    assert parse_faults(str(file)) == faults[:2]
    assert (faults[0].number, faults[0].sides) == (30.0, (0,))
    assert (faults[1].at_ms, faults[1].for_ms, faults[1].holds_in(2)) == (800.0, 20.0, True)
    assert not faults[1].holds_in(1)
    assert [faults[2].holds_in(shake) for shake in (2, 3, 5, 6)] == [False, True, True, False]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("cooked left", "is not a fault"),
        ("cocked above", "not understood"),
        ("cocked 90", "not from 0 to 45"),
        ("cocked at=50", "whole shakes"),
        ("lid at=soon", "not understood"),
    ],
)
def test_a_fault_that_is_none(words: str, complaint: str) -> None:
    with pytest.raises(FaultError, match=complaint):
        parse_faults(words)


def test_rolls_to_show() -> None:
    assert parse_rolls("3-5, 6-6") == ((3, 5), (6, 6))
    for text in ("3-7", "35", ""):
        with pytest.raises(UsageError):
            parse_rolls(text)
