"""Talks to `micropython/link_server.py` on the 32-bit unix port."""

import subprocess
from pathlib import Path

from boxcars.build import artifacts
from boxcars.paths import FIRMWARE

_SERVER = Path(__file__).parent / "micropython" / "link_server.py"
_SECONDS_MAX = 600


def ask(lines):
    """The answer to each line, as a list of words."""
    done = subprocess.run(
        [str(artifacts.unix_micropython()), "-X", "heapsize=4m", str(_SERVER)],
        env={"MICROPYPATH": f"{FIRMWARE}:{FIRMWARE}/bench"},
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=_SECONDS_MAX,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    answers = [row.split(" ") for row in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    return answers
