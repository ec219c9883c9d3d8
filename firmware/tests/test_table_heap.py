"""From betting open to result acknowledged nothing is allocated, on the 32-bit unix port."""

from __future__ import annotations

import re

from firmware.tests.unix_port import compile_report, run_script

# objfun.c: a frame of more than eleven words goes to the heap.
FRAME_WORDS_MAX = 11
# At start, at provisioning, and for technicians, between rounds or outside of them.
COLD = {
    "<module>",
    "__init__",
    "open_chain",
    "replay",
    "_open",
    "add_key",
    "find_key",
    "calibration_into",
    "set_calibration",
    "_add_key",
    "_revoke_key",
    "_log",
    "_meters",
    "_diagnostics",
    "_recall_step",
    "verify",
}
# An import within an import takes stack, and the unix port has little.
BOTTOM_UP = [
    "shaker.octets.words",
    "shaker.seal.sha512",
    "shaker.seal.ed25519",
    "shaker.core.ops",
    "shaker.journal.ring",
    "shaker.link.session",
    "shaker.app.ledger",
    "shaker.app.controller",
]


def test_round_takes_no_heap_by_both_gates() -> None:
    lines = run_script("table_heap.py").splitlines()
    assert lines[-1] == "locked 12"
    assert {line.split()[0] for line in lines[:-1]} == {
        "bet", "call", "take", "close", "roll", "step", "read", "ack", "message", "again", "ask",
    }  # fmt: skip
    assert all(line.split()[2] == "0" for line in lines[:-1])


def test_no_frame_of_the_controller_is_on_the_heap() -> None:
    report = compile_report(", ".join(BOTTOM_UP))
    frame = re.compile(
        r"File (\S+), code block '([^']+)'(?:(?!File ).)*?"
        r"\(N_STATE (\d+)\)\n\(N_EXC_STACK (\d+)\)",
        re.DOTALL,
    )
    sizes = {}
    for file, block, words, handlers in frame.findall(report):
        if "/shaker/app/" in file and block not in COLD:
            sizes[f"{file.rsplit('/', 1)[1]} {block}"] = int(words) + 3 * int(handlers)
    assert "desk.py bet" in sizes
    assert "scribe.py seal" in sizes
    assert {name: size for name, size in sizes.items() if size > FRAME_WORDS_MAX} == {}
