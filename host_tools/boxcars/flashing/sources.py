"""Sources on a bench kit: which differ from what it runs, copied and taken away by mpremote.

MicroPython looks at the file system before frozen code, so a file there stands for the frozen
module of its name, and taking it away brings the frozen one back.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from boxcars.build import artifacts
from boxcars.errors import HostError
from boxcars.paths import FIRMWARE

_LIST = """
import os, hashlib, binascii
def walk(folder):
    for name, kind, *_ in os.ilistdir(folder):
        path = folder + "/" + name
        if kind == 0x4000:
            walk(path)
        elif name.endswith(".py"):
            with open(path, "rb") as file:
                sha = hashlib.sha256()
                while True:
                    part = file.read(512)
                    if not part:
                        break
                    sha.update(part)
            print(path[1:], binascii.hexlify(sha.digest()).decode())
try:
    walk("/shaker")
except OSError:
    pass
"""

Run = Callable[..., str]


@dataclass(frozen=True)
class Changes:
    copy: list[str]
    remove: list[str]
    unchanged: int


def frozen_digests() -> dict[str, str]:
    """What the built bench image holds, by module path."""
    manifest = json.loads(artifacts.image(artifacts.BENCH).manifest.read_text())
    return {row["module"]: row["sha256"] for row in manifest["frozen"]}


def local_digests(firmware: Path = FIRMWARE) -> dict[str, str]:
    files = sorted((firmware / "shaker").rglob("*.py"))
    return {
        str(path.relative_to(firmware)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def compare(local: dict[str, str], frozen: dict[str, str], there: dict[str, str]) -> Changes:
    """What must be copied so that the board runs the local sources, and what stands in the way."""
    copy, remove = [], []
    for path, digest in local.items():
        runs = there.get(path, frozen.get(path))
        if runs == digest:
            continue
        if frozen.get(path) == digest:
            remove.append(path)
        else:
            copy.append(path)
    remove += [path for path in there if path not in local]
    return Changes(copy, sorted(remove), len(local) - len(copy))


def on_board(run: Run, port: str) -> dict[str, str]:
    """Digests of the sources in the board's file system."""
    lines = run(port, "exec", _LIST).splitlines()
    try:
        return dict(line.split() for line in lines)
    except ValueError:
        raise HostError(f"{port}: the board lists its files in a way that is not known") from None


def push(run: Run, port: str, changes: Changes, firmware: Path = FIRMWARE) -> None:
    """Copy and remove, then restart; with nothing to do, nothing is done."""
    folders: list[str] = []
    for path in changes.copy:
        for folder in reversed(Path(path).parents[:-1]):
            if str(folder) not in folders:
                folders.append(str(folder))
    if folders:
        made = ",".join(repr("/" + folder) for folder in folders)
        script = f"import os\nfor f in ({made},):\n try: os.mkdir(f)\n except OSError: pass"
        run(port, "exec", script)
    for path in changes.copy:
        run(port, "fs", "cp", str(firmware / path), f":{path}")
    for path in changes.remove:
        run(port, "fs", "rm", f":{path}")
    if changes.copy or changes.remove:
        run(port, "reset")
