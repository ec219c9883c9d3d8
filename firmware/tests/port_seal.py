"""Talks to `micropython/seal_server.py` on the 32-bit unix port."""

import subprocess
from pathlib import Path

from boxcars.build import artifacts
from boxcars.paths import FIRMWARE

_SERVER = Path(__file__).parent / "micropython" / "seal_server.py"
_SECONDS_MAX = 600


def ask(lines):
    """Answer each line by a list of words; numbers as int, buffers as bytes."""
    done = subprocess.run(
        [str(artifacts.unix_micropython()), "-X", "heapsize=8m", str(_SERVER)],
        env={"MICROPYPATH": f"{FIRMWARE}:{_SERVER.parent}"},
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=_SECONDS_MAX,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    answers = [[_value(word) for word in row.split(" ")] for row in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    return answers


def _value(word):
    return bytes.fromhex(word[1:]) if word.startswith(":") else int(word)
