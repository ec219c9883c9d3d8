"""The journal on the 32-bit unix port: no heap, and power cuts at every operation.

The whole of the cuts is a recorded run (`journal_cuts.py 120`, some minutes); here every 37th.
"""

import re
import subprocess
from pathlib import Path

import pytest

from boxcars.build import artifacts
from boxcars.paths import FIRMWARE
from boxcars.record.logfile import LogWriter
from boxcars.record.verify import verify_log
from firmware.tests.unix_port import compile_report
from shaker.seal.body import SIZE_KEY, TAG_KEY

_SCRIPTS = Path(__file__).parent / "micropython"
_FRAME_WORDS_MAX = 11
_ONCE = {  # run at start or when the key changes, where heap may be used
    "recover.py",
    "settings.py",
    "keystore.py",
    "space.py find_ready",
    "space.py __init__",
}


def _run(script, *arguments):
    done = subprocess.run(
        [str(artifacts.unix_micropython()), "-X", "heapsize=8m", str(_SCRIPTS / script)]
        + [str(argument) for argument in arguments],
        env={"MICROPYPATH": f"{FIRMWARE}:{_SCRIPTS}"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    return done.stdout.splitlines()


def test_the_ring_takes_no_heap():
    names = ["wager", "sealed", "checkpoint", "refused", "marks", "walk", "full_ring"]
    assert _run("journal_heap.py") == [f"{name} 0" for name in names]


def test_no_frame_of_the_ring_is_on_the_heap():
    report = compile_report("shaker.journal.recover, shaker.journal.ring, shaker.journal.wear")
    frame = re.compile(
        r"File (\S+), code block '([^']+)'(?:(?!File ).)*?"
        r"\(N_STATE (\d+)\)\n\(N_EXC_STACK (\d+)\)",
        re.DOTALL,
    )
    sizes = {}
    for file, block, words, handlers in frame.findall(report):
        name = file.split("/")[-1]
        if "/shaker/journal/" in file and block != "<module>":
            sizes[f"{name} {block}"] = int(words) + 3 * int(handlers)
    assert "ring.py append" in sizes
    assert "reader.py next" in sizes
    too_big = {name for name, size in sizes.items() if size > _FRAME_WORDS_MAX}
    assert {n for n in too_big if n not in _ONCE and n.split(" ")[0] not in _ONCE} == set()


@pytest.mark.slow
def test_power_cuts_and_second_cuts():
    ((first, second, sectors),) = ([int(n) for n in row.split()] for row in _run(
        "journal_cuts.py", 120, 37
    ))  # fmt: skip
    assert first >= 60
    assert second >= 800
    assert sectors > 2 * 8  # round the small ring more than twice


def test_sequence_and_boot_never_go_back_and_resealing_gives_the_same(tmp_path):
    """Each life was cut in an operation, torn, and again in the next start; its log verifies."""
    lives = []
    for line in _run("sealed_life.py", 3):
        if line.startswith("life"):
            lives.append((line, []))
        else:
            lives[-1][1].append(bytes.fromhex(line))
    assert len(lives) >= 60
    whole = [(line, records) for line, records in lives if records]
    assert len(whole) >= 20
    boots = set()
    for number, (line, records) in enumerate(whole):
        assert len(records) == int(line.split()[3])
        path = tmp_path / f"{number}.log"
        write_log(path, records)
        summary = verify_log(path, rule_books=(), last=len(records) - 1)
        assert summary.count == len(records)
        boots.add(summary.boot_last)
    assert boots <= {1, 2, 3}
    assert 3 in boots


def write_log(path, records):
    """A log of records without body; only the first has one, which is its key."""
    with LogWriter(path) as log:
        for number, data in enumerate(records):
            body = b"" if number else bytes([TAG_KEY, 0, 0, 0]) + PUBLIC
            assert len(body) in (0, SIZE_KEY)
            log.append(data[:256], data[256:], body)


def _public():
    from shaker.seal.ed25519 import Signer

    return bytes(Signer(bytes((i * 7 + 3) & 0xFF for i in range(32))).public)


PUBLIC = _public()
