"""The viper kernels are their plain twins, and nothing the board runs needs a frame on the heap."""

from __future__ import annotations

import ast
import re

from boxcars.paths import FIRMWARE
from firmware.tests.unix_port import compile_report, run_script
from shaker import limits
from shaker.core import codes, rules, spots, state

FAST = FIRMWARE / "shaker" / "core" / "settle_fast.py"

# objfun.c: a frame of more than eleven words goes to the heap. An exception handler takes three.
FRAME_WORDS_MAX = 11
PLAIN_TWINS = {"prepare", "decide", "action", "pay", "counted", "step"} | {
    "_run_action",
    "_is_counted",
    "_winnings",
    "_craps_counted",
    "_vigorish",
}


def test_constants_are_those_of_the_layouts() -> None:
    known = {}
    for module in (limits, spots, codes, rules, state):
        known.update(vars(module))
    count = 0
    for node in ast.parse(FAST.read_text()).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            (target,), (value,) = node.targets, node.value.args
            assert isinstance(target, ast.Name)
            assert known[target.id.removeprefix("_")] == ast.literal_eval(value), target.id
            count += 1
    assert count > 50


def test_twins_agree_on_random_tables() -> None:
    assert run_script("twin_kernels.py").strip() == "1500"


def test_no_frame_of_the_core_is_on_the_heap() -> None:
    report = compile_report("shaker.core.ops")
    frame = re.compile(
        r"File (\S+), code block '([^']+)'(?:(?!File ).)*?"
        r"\(N_STATE (\d+)\)\n\(N_EXC_STACK (\d+)\)",
        re.DOTALL,
    )
    sizes = {}
    for file, block, words, handlers in frame.findall(report):
        if "/shaker/core/" in file and block not in PLAIN_TWINS and block != "<module>":
            sizes[f"{file.rsplit('/', 1)[1]} {block}"] = int(words) + 3 * int(handlers)
    assert "betting.py bet" in sizes
    assert "rolling.py roll" in sizes
    too_big = {name: size for name, size in sizes.items() if size > FRAME_WORDS_MAX}
    too_big.pop("table.py __init__", None)  # runs once, before betting opens
    assert too_big == {}


def test_layouts_leave_no_gap_and_no_overlap() -> None:
    assert state.STATE_WORDS == state.SEAT_AT + limits.SEATS_MAX * state.SEAT_WORDS
    assert state.SEAT_AT == state.MAX_SPOT + spots.SPOT_COUNT
    lines = limits.SEATS_MAX * spots.SPOT_COUNT * state.LINE_WORDS
    assert state.LINE_AT + lines == state.RESULT_WORDS
    assert state.LINE_AT == state.SUMS + 2 * limits.SEATS_MAX
    assert rules.RULES_SIZE == rules.AT_ACTIONS + spots.PAIR_COUNT * rules.ACTION_ROWS
    assert rules.AT_ACTIONS == rules.AT_PAYS + 4 * rules.PAY_COUNT
    columns = sorted(value for name, value in vars(rules).items() if name.startswith("COL_"))
    assert columns == list(range(64, rules.AT_VIG_RULES, spots.SPOT_COUNT))
    assert len(spots.NAMES) == len(set(spots.NAMES)) == spots.SPOT_COUNT
