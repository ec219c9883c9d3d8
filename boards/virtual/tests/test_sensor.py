"""The sensor's driver on the cabinet's model of the part: identity, bursts, exposure, selects.

The driver runs in this process; its bus leads to `Adns3080`, which keeps the times of the
datasheet, and its clock is a number. Whole shakes with it are in `test_shake.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boards.virtual.cabinet.sensor import Adns3080
from boards.virtual.simtime import MS, US
from shaker.dice import sensor as driver

SIZES = [(16, 16), (30, 30), (41, 23), (64, 64)]
_TURN_US = 14  # of the loop that fetches pixels, besides the byte on the wire
_BYTE_US = 4


class Clock:
    def __init__(self) -> None:
        self.ns = MS

    def ticks_us(self) -> int:
        return self.ns // US

    def ticks_diff(self, one: int, other: int) -> int:
        return one - other

    def sleep_us(self, us: int) -> None:
        self.ns += us * US


class Select:
    """A chip select that leads to a part."""

    def __init__(self, part: Adns3080) -> None:
        self.part = part
        self.level = 0

    def value(self, level: int) -> None:
        if level != self.level:
            (self.part.deselect if level else self.part.select)()
        self.level = level


class Bus:
    """SPI that two parts share; nobody selected: the line floats high."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.selects: list[Select] = []

    def write(self, buf: bytes) -> None:
        for word in buf:
            self._exchange(word)

    def readinto(self, buf: bytearray, word: int) -> None:
        for at in range(len(buf)):
            self.clock.sleep_us(_TURN_US)
            buf[at] = self._exchange(word)

    def _exchange(self, word: int) -> int:
        self.clock.sleep_us(_BYTE_US)
        chosen = [select.part for select in self.selects if not select.level]
        assert len(chosen) < 2, "two chip selects are low"
        return chosen[0].exchange(word) if chosen else 0xFF


class Rig:
    """Two sensors of a size on one bus."""

    def __init__(self, width: int = 30, height: int = 30) -> None:
        self.clock = Clock()
        self.exposures: list[float] = []
        size = width * height
        self.pictures = [bytes((at * 7 + 11 * side) % 64 for at in range(size)) for side in (0, 1)]
        self.parts = [Adns3080(lambda: self.clock.ns, self._render(side)) for side in (0, 1)]
        bus: Any = Bus(self.clock)
        bus.selects = [Select(part) for part in self.parts]
        clock: Any = self.clock
        selects: Any = bus.selects
        self.sensors: Any = [
            driver.OpticalSensor(bus, select, width, height, clock) for select in selects
        ]

    def _render(self, side: int) -> Callable[[float], bytes]:
        def render(exposure: float) -> bytes:
            self.exposures.append(exposure)
            return self.pictures[side]

        return render

    def capture(self, side: int = 0) -> int:
        """A frame as the loop takes it: the clock goes on between two steps."""
        sensor = self.sensors[side]
        sensor.begin()
        code: int = driver.BUSY
        while code == driver.BUSY:
            self.clock.sleep_us(100)
            code = sensor.step()
        return code


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_pixel_of_both_chambers_at_any_size(width: int, height: int) -> None:
    """No byte is asked for before it is there, and each select has its own part."""
    rig = Rig(width, height)
    for side in (0, 1):
        assert rig.sensors[side].start() == driver.OK
        assert rig.capture(side) == driver.OK
        assert bytes(rig.sensors[side].frame_buf) == rig.pictures[side]
    assert [part.hasty_count for part in rig.parts] == [0, 0]
    assert [part.frame_count for part in rig.parts] == [1, 1]


@pytest.mark.parametrize("size", [(15, 30), (30, 65)])
def test_a_size_that_no_part_has_is_a_bug(size: tuple[int, int]) -> None:
    with pytest.raises(AssertionError):
        Rig(*size)


class Other(Adns3080):
    """A part whose registers answer something else, or keep nothing."""

    answers: dict[int, int]

    def _read(self, register: int) -> int:
        answer = super()._read(register)
        return self.answers.get(register, answer)


IDENTITIES = [
    # what the registers answer, what the driver says of it
    ({}, driver.OK),
    ({0x00: 0x22}, driver.E_PRODUCT),  # another part of the family
    ({0x3F: 0x17}, driver.E_INVERSE),
    ({0x0B: 0x00}, driver.E_CONFIG),
]


@pytest.mark.parametrize(("answers", "code"), IDENTITIES)
def test_who_answers_is_checked(answers: dict[int, int], code: int) -> None:
    rig = Rig()
    part = Other(lambda: rig.clock.ns, rig._render(0))
    part.answers = answers
    rig.sensors[0]._select.part = part
    assert rig.sensors[0].start() == rig.sensors[0].error == code


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_stuck_line_is_no_sensor_and_gives_no_frame(level: int) -> None:
    rig = Rig()
    assert rig.sensors[0].start() == driver.OK
    rig.parts[0].stuck = level
    assert rig.sensors[0].identify() == driver.E_PRODUCT
    assert rig.capture() == (driver.E_SYNC if level else driver.E_NO_FRAME)
    assert rig.sensors[0].error != driver.OK


def test_a_first_pixel_in_the_middle_is_no_frame() -> None:
    rig = Rig()
    rig.sensors[0].start()
    rig.pictures[0] = rig.pictures[0][:450] + b"\x45" + rig.pictures[0][451:]
    assert rig.capture() == driver.E_SYNC


def test_exposure_is_what_was_asked_for_and_a_frame_is_waited_for() -> None:
    rig = Rig()
    sensor = rig.sensors[0]
    sensor.start()
    rig.capture()
    for shutter in (2_000, 16_000, 60_000):
        assert sensor.expose(shutter) == driver.OK
        assert rig.capture() == driver.OK
    assert rig.exposures == [1.0, 0.25, 2.0, 7.5]
    assert rig.parts[0].hasty_count == 0
    for shutter in (0, 60_001):
        with pytest.raises(AssertionError):
            sensor.expose(shutter)


def test_a_frame_that_is_given_up_leaves_the_bus_free() -> None:
    """In the middle of a burst: a new frame of the same sensor, then one of the other."""
    rig = Rig()
    for sensor in rig.sensors:
        sensor.start()
    rig.sensors[0].begin()
    rig.clock.sleep_us(5_000)
    assert rig.sensors[0].step() == driver.BUSY
    rig.sensors[0].begin()  # anew
    rig.clock.sleep_us(5_000)
    rig.sensors[0].step()
    rig.sensors[0].give_up()
    assert rig.capture(1) == driver.OK
    assert bytes(rig.sensors[1].frame_buf) == rig.pictures[1]
    assert rig.capture(0) == driver.OK
    assert bytes(rig.sensors[0].frame_buf) == rig.pictures[0]


def test_the_light_is_a_share_of_full() -> None:
    class Pwm:
        duty = -1

        def duty_u16(self, duty: int) -> None:
            self.duty = duty

    pwm: Any = Pwm()
    light: Any = driver.Light(pwm, 600)
    seen = [(light.is_on, pwm.duty)]
    for act in (light.on, lambda: light.level(250), light.off):
        act()
        seen.append((light.is_on, pwm.duty))
    assert seen == [(0, 0), (1, 39_321), (1, 16_383), (0, 0)]
