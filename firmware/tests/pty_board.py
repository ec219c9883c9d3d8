"""The firmware's controller on the unix port, on a pseudo-terminal: cheap enough for twenty."""

from __future__ import annotations

import os
import pty
import subprocess
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boxcars.build import artifacts
from boxcars.paths import FIRMWARE

_SCRIPTS = FIRMWARE / "tests" / "micropython"


@contextmanager
def running(
    device: str, *, kind: str = "product", image: Path | None = None, cut: int = 0
) -> Iterator[str]:
    """A board that was just unpacked; its port."""
    image = image or artifacts.image(artifacts.PRODUCT).bin
    board_fd, client_fd = pty.openpty()
    tty.setraw(client_fd)
    words = [str(_SCRIPTS / "pty_board.py"), device, str(image), kind, str(cut)]
    process = subprocess.Popen(
        [str(artifacts.unix_micropython()), "-X", "heapsize=8m", *words],
        env={"MICROPYPATH": f"{FIRMWARE}:{_SCRIPTS}"},
        stdin=board_fd,
        stdout=board_fd,
    )
    try:
        yield os.ttyname(client_fd)
    finally:
        process.kill()
        process.wait()
        os.close(client_fd)
        os.close(board_fd)
