"""What is there, what is missing, and the one line that mends it. Standard library only."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import asdict, dataclass

from boxcars.build import sources, system, venv
from boxcars.build.artifacts import BOARD_NAMES, Image, is_stale
from boxcars.paths import OUT, ROOT

_SET_UP = "python3 -m host_tools build"


@dataclass(frozen=True)
class Finding:
    """One row: a part, whether it is there, what was found, and how to mend it."""

    part: str
    ok: bool
    found: str
    mend: str

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


def examine() -> list[Finding]:
    """Look at everything the project stands on; changes nothing."""
    return [_python(), _system(), _space(), *_packages(), _environment(), *_built()]


def _python() -> Finding:
    ok = sys.version_info >= venv.PYTHON_MIN
    mend = "" if ok else "install Python 3.11 or newer and run the command with it"
    return Finding("Python", ok, sys.version.split()[0], mend)


def _system() -> Finding:
    ok = system.debian() or not system.missing()
    root = "root" if os.geteuid() == 0 else "not root"
    return Finding(
        "system", ok, f"{system.system_name()}, {root}", "" if ok else system.OTHER_WAYS
    )


def _space() -> Finding:
    free = shutil.disk_usage(ROOT).free
    built = all((OUT / board).exists() for board in BOARD_NAMES)
    needed = system.COMPILE_BYTES_MIN if built else system.SPACE_BYTES_MIN
    mend = "" if free >= needed else f"free {needed // 10**6} MB on the disk of this checkout"
    return Finding("disk space", free >= needed, f"{free / 10**9:.1f} GB free", mend)


def _packages() -> list[Finding]:
    findings = []
    lacking = system.missing()
    names = " ".join(package.name for package in lacking)
    for package in system.BUILD_PACKAGES:
        ok = package not in lacking
        mend = "" if ok else f"apt-get install --no-install-recommends {names}"
        findings.append(Finding(package.name, ok, package.purpose if ok else "missing", mend))
    return findings


def _environment() -> Finding:
    ok = venv.ready()
    return Finding(
        "Python environment",
        ok,
        ".venv" if ok else "missing or out of date",
        "" if ok else _SET_UP,
    )


def _built() -> list[Finding]:
    findings = [_folder("MicroPython sources", "sources", "tree/py")]
    tree = OUT / "sources/tree"
    if findings[0].ok:
        shown = ".".join(map(str, sources.version(tree)))
        findings[0] = Finding("MicroPython sources", True, shown, "")
    findings.append(_folder("mpy-cross", "mpy-cross", "mpy-cross"))
    findings.append(_folder("MicroPython, 32-bit", "unix", "micropython"))
    findings += [_image(board) for board in BOARD_NAMES]
    return findings


def _image(board: str) -> Finding:
    found = _folder(f"image {board}", board, "firmware.uf2")
    if found.ok and is_stale(Image(board, OUT / board)):
        return Finding(found.part, False, "out of date: the firmware has changed", _SET_UP)
    return found


def _folder(part: str, name: str, probe: str) -> Finding:
    ok = (OUT / name / probe).exists()
    return Finding(part, ok, "built" if ok else "missing", "" if ok else _SET_UP)


def table(findings: list[Finding]) -> str:
    """The findings as plain text, for a terminal that has nothing installed yet."""
    width = max(len(finding.part) for finding in findings)
    lines = []
    for finding in findings:
        mark = "ok     " if finding.ok else "MISSING"
        lines.append(f"{mark}  {finding.part:{width}}  {finding.found}")
        if finding.mend:
            lines.append(f"{'':{width + 11}}-> {finding.mend}")
    return "\n".join(lines)
