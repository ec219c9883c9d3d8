"""The shake without hardware: no heap on the 32-bit unix port, kernels like their plain twins."""

from __future__ import annotations

import re

from firmware.tests.unix_port import compile_report, run_script

FRAME_WORDS_MAX = 11
HOT = ("shaker.py", "chamber.py", "golden.py", "sensor.py", "motor.py", "switches.py")

# name, state, reason, faces; every row ends in the bytes that the shake took.
SHAKES = {
    "good": ("done", "read", "4", "4"),
    "cocked": ("no-roll", "cocked", "0", "0"),
    "still": ("fault", "motor-open", "0", "0"),
    "short": ("fault", "over-current", "0", "0"),
    "lid": ("no-roll", "lid-open", "0", "0"),
    "rested": ("no-roll", "disturbed", "0", "0"),
    "noisy": ("done", "read", "4", "4"),
    "early": ("no-roll", "lid-open", "0", "0"),
}


def test_shakes_take_nothing_from_the_heap() -> None:
    rows = {line.split()[0]: line.split()[1:] for line in run_script("shake_heap.py").splitlines()}
    assert set(rows) == set(SHAKES)
    for name, wanted in SHAKES.items():
        assert tuple(rows[name][:4]) == wanted
        assert rows[name][-1] == "0", f"{name} took {rows[name][-1]} bytes"


def test_the_evidence_is_what_was_driven() -> None:
    rows = {line.split()[0]: line.split()[1:] for line in run_script("shake_heap.py").splitlines()}
    tumble_ms, tach, work_mj = map(int, rows["good"][4:7])
    assert tumble_ms == 800 + 77
    assert 100 < tach < 160
    assert 800 < work_mj < 2500
    assert int(rows["lid"][4]) < 400
    assert int(rows["noisy"][5]) == 0xFFFF, "what a record holds, whatever the line picks up"
    assert int(rows["good"][7]) == 150


def test_a_lid_that_opens_before_there_is_drive_stops_it_without_the_loop() -> None:
    """It opens after the look at the switches, and the loop is elsewhere for 20 ms."""
    rows = {line.split()[0]: line.split()[1:] for line in run_script("shake_heap.py").splitlines()}
    assert int(rows["early"][7]) <= 2


def test_viper_kernels_are_like_their_plain_twins() -> None:
    assert run_script("motor_twins.py") == "same\n"


def test_no_frame_of_the_hot_path_is_on_the_heap() -> None:
    """Of the whole package but the reader, which has its own test; `__init__` runs once."""
    frame = re.compile(
        r"File \S*/(\S+), code block '([^']+)'(?:(?!File ).)*?"
        r"\(N_STATE (\d+)\)\n\(N_EXC_STACK (\d+)\)",
        re.DOTALL,
    )
    report = compile_report(
        "shaker.dice.shaker, shaker.dice.golden, shaker.dice.motor, shaker.dice.switches"
    )
    sizes = {
        f"{file} {block}": int(words) + 3 * int(handlers)
        for file, block, words, handlers in frame.findall(report)
        if file in HOT and block not in ("<module>", "__init__", "<listcomp>")
    }
    assert "motor.py _tick_isr" in sizes
    assert "sensor.py _fetch" in sizes
    assert "golden.py swapped" in sizes
    assert {name: size for name, size in sizes.items() if size > FRAME_WORDS_MAX} == {}
