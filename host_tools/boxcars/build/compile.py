"""Compile MicroPython: mpy-cross, the 32-bit unix port, and the RP2040 image.

Every path is an argument, and the bytes made do not depend on any of them: file names are mapped,
and the date is that of the MicroPython release. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from boxcars.build import shell
from boxcars.build.progress import Progress
from boxcars.build.sources import version

# 15 April 2025, the day of MicroPython 1.25.0: what stands for "now" in everything compiled.
SOURCE_DATE_EPOCH = 1_744_675_200
_KEPT_ENV = ("HOME", "PATH", "TMPDIR", "TERM")


@dataclass(frozen=True)
class Compiler:
    """Runs the makefiles of one MicroPython tree, with a clean environment."""

    tree: Path
    log: Path
    progress: Progress
    jobs: int = os.cpu_count() or 1

    def mpy_cross(self, work: Path, out: Path) -> None:
        self._make("mpy-cross", work, {}, "mpy-cross")
        shutil.copy2(work / "mpy-cross", out / "mpy-cross")

    def unix32(self, work: Path, out: Path, mpy_cross: Path) -> None:
        """The unix port as the board sees numbers: 31-bit small ints."""
        settings = {
            "MICROPY_FORCE_32BIT": "1",
            "MICROPY_PY_FFI": "0",
            "MICROPY_PY_SSL": "0",
            "MICROPY_PY_BTREE": "0",
            "FROZEN_MANIFEST": "",
            "MICROPY_MPYCROSS": str(mpy_cross),
            "MICROPY_MPYCROSS_DEPENDENCY": str(mpy_cross),
        }
        self._make("ports/unix", work, settings, "unix port")
        shutil.copy2(work / "micropython", out / "micropython")

    def rp2(self, work: Path, board: Path, mpy_cross: Path, mapped: Mapping[Path, str]) -> None:
        """Compile the image of a board folder in `work`; `mapped` names the folders it reads."""
        # The last map that fits wins, so the folder that may hold the others comes first.
        names = {**mapped, self.tree: "micropython", work: "build"}
        maps = [f"{path}={name}" for path, name in names.items()]
        flags = " ".join(f"-ffile-prefix-map={entry}" for entry in maps)
        assembler = " ".join(f"-Wa,--debug-prefix-map={entry}" for entry in maps)
        env = self._environment()
        env.update(CFLAGS=flags, CXXFLAGS=flags, ASMFLAGS=f"{flags} {assembler}")
        env.update(MICROPY_MPYCROSS=str(mpy_cross))
        self._run(
            [
                "cmake",
                "-S",
                self.tree / "ports/rp2",
                "-B",
                work,
                f"-DMICROPY_BOARD={board.name}",
                f"-DMICROPY_BOARD_DIR={board}",
                f"-DBOXCARS_PYTHON3={sys.executable}",
                "-DPICO_NO_PICOTOOL=1",
                "-DPICO_BUILD_DOCS=0",
                "-DCMAKE_BUILD_TYPE=MinSizeRel",
            ],
            f"{board.name}: configuring",
            env,
        )
        self._run(["make", "-C", work, f"-j{self.jobs}", "firmware"], f"{board.name}", env)

    def _make(self, part: str, work: Path, settings: Mapping[str, str], what: str) -> None:
        words = [f"{name}={value}" for name, value in settings.items()]
        command: list[str | Path] = ["make", "-C", self.tree / part, f"-j{self.jobs}"]
        command += [f"BUILD={work}", *words]
        self._run(command, what, self._environment())

    def _run(self, command: list[str | Path], what: str, env: Mapping[str, str]) -> None:
        shell.run(command, log=self.log, progress=self.progress, what=what, env=env)

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in _KEPT_ENV if name in os.environ}
        major, minor, micro = version(self.tree)
        return {
            **kept,
            "LC_ALL": "C",
            "TZ": "UTC",
            "SOURCE_DATE_EPOCH": str(SOURCE_DATE_EPOCH),
            "MICROPY_GIT_TAG": f"v{major}.{minor}.{micro}",
            "MICROPY_GIT_HASH": "<no hash>",
        }
