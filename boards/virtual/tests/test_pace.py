"""When simulated time is free and when it follows the wall clock."""

from __future__ import annotations

import pytest

from boards.virtual import MS, SEC
from boards.virtual.pace import Pace, Pacer


@pytest.mark.parametrize(
    ("ready", "uart_open", "usb_busy", "expected"),
    [
        (False, False, False, Pace.FREE),
        (False, True, False, Pace.FREE),
        (True, False, False, Pace.WALL),
        (True, False, True, Pace.FREE),
        (True, True, True, Pace.WALL),
        (True, True, False, Pace.WALL),
    ],
)
def test_choice(ready: bool, uart_open: bool, usb_busy: bool, expected: Pace) -> None:
    situation = {"ready": ready, "uart_open": uart_open, "usb_busy": usb_busy}
    assert Pacer(realtime=False).choose(**situation) is expected
    assert Pacer(realtime=True).choose(**situation) is Pace.WALL


def test_wall_pace_follows_the_wall() -> None:
    pacer = Pacer(realtime=False)
    assert pacer.goal(Pace.WALL, 5 * SEC, 100, 20 * MS) == 5 * SEC
    assert pacer.goal(Pace.WALL, 5 * SEC, 100 + 7 * MS, 20 * MS) == 5 * SEC + 7 * MS
    assert pacer.goal(Pace.WALL, 5 * SEC + 7 * MS, 100 + 8 * MS, 20 * MS) == 5 * SEC + 8 * MS


def test_a_delay_is_forgiven_or_made_up_for() -> None:
    for realtime, expected in ((False, 0), (True, 20 * MS)):
        pacer = Pacer(realtime=realtime)
        pacer.goal(Pace.WALL, 0, 0, 20 * MS)
        assert pacer.goal(Pace.WALL, 0, 300 * MS, 20 * MS) == expected


def test_realtime_gives_up_after_a_long_stop() -> None:
    pacer = Pacer(realtime=True)
    pacer.goal(Pace.WALL, 0, 0, 20 * MS)
    assert pacer.goal(Pace.WALL, 0, 60 * SEC, 20 * MS) == 0


def test_free_time_does_not_count_against_the_wall() -> None:
    pacer = Pacer(realtime=False)
    pacer.goal(Pace.WALL, 0, 0, 20 * MS)
    assert pacer.goal(Pace.FREE, 0, 1, 20 * MS) == 20 * MS
    assert pacer.goal(Pace.WALL, 50 * SEC, 2, 20 * MS) == 50 * SEC
