"""From betting open to result acknowledged nothing is allocated, on the 32-bit unix port."""

from __future__ import annotations

import re

from firmware.tests.unix_port import compile_report, run_script

# objfun.c: a frame of more than eleven words goes to the heap.
FRAME_WORDS_MAX = 11
MADE_ONCE = {"<module>", "__init__"}
# At start, at provisioning, and for technicians, between rounds or outside of them.
COLD = {
    "app/controller.py": {"open_chain"},
    "app/keyring.py": {"verify"},
    "app/vault.py": {"add_key", "find_key", "set_calibration"},
    "app/service_commands.py": {"_log", "_meters", "_diagnostics", "_recall_step"},
    "app/setup_commands.py": {"_add_key", "_revoke_key"},
    "app/table_commands.py": {"_open"},
    "journal/keystore.py": {"_write"},
    "journal/recover.py": {"recover", "_scan", "_put_in_order", "_find_end"},
    "journal/settings.py": {"store", "_write", "_is_good"},
    "journal/space.py": {"find_ready"},
    "seal/keymaker.py": {"make", "load"},
    "seal/selftest.py": {"run"},
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
    for path, block, words, handlers in frame.findall(report):
        file = path.rsplit("/shaker/", 1)[-1]
        if block not in MADE_ONCE and block not in COLD.get(file, ()):
            sizes[f"{file} {block}"] = int(words) + 3 * int(handlers)
    assert "app/desk.py bet" in sizes
    assert "app/scribe.py seal" in sizes
    assert {name: size for name, size in sizes.items() if size > FRAME_WORDS_MAX} == {}
