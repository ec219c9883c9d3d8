"""What is made from what, in order: sources, mpy-cross, the unix port, an image per board.

Standard library only.
"""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path

from boxcars.build import image, shell, sources, system, venv
from boxcars.build.artifacts import BOARD_NAMES
from boxcars.build.compile import Compiler
from boxcars.build.progress import Progress
from boxcars.build.store import Digest, Store
from boxcars.errors import SetupError, UsageError
from boxcars.paths import BUILD, ROOT


class Plan:
    """Everything a checkout needs built, for one set of sources."""

    def __init__(
        self,
        micropython_dir: Path | None = None,
        *,
        project: image.Project | None = None,
        store: Store | None = None,
    ) -> None:
        self.project = project or image.Project(ROOT)
        self.store = store or Store(BUILD, Progress())
        self._checkout = micropython_dir

    def build(self, boards: Sequence[str] = BOARD_NAMES) -> None:
        """Make what is missing; what is there already costs a look."""
        for board in boards:
            if not (self.project.board(board) / "wiring.toml").exists():
                raise UsageError(f"there is no board '{board}': {', '.join(BOARD_NAMES)}")
        self.packages()
        tree = self.tree()
        cross = self.mpy_cross(tree)
        self.unix(tree, cross)
        for board in boards:
            self.image(board, tree, cross)

    def packages(self) -> None:
        """Install the Debian packages that are missing."""
        system.check_machine()
        lacking = system.missing()
        if lacking or system.unfinished(self.store):
            system.check_space(self.store.folder)
            system.install([package.name for package in lacking], self.store)

    def tree(self) -> sources.Tree:
        """MicroPython's sources, fetched if need be."""
        if self._checkout is not None:
            return sources.from_checkout(self._checkout)
        key = sources.debian_key()
        if not self.store.has("sources", key):
            if not system.debian():
                raise SetupError(
                    f"{system.system_name()} is not Debian, where MicroPython's sources come "
                    f"from: {system.OTHER_WAYS}"
                )
            system.check_space(self.store.folder)
        kept = self.store.ensure(
            "sources",
            key,
            "MicroPython sources from Debian",
            lambda folder: sources.fetch(self.store, folder),
        )
        return sources.from_store(kept)

    def mpy_cross(self, tree: sources.Tree) -> Path:
        key = Digest().text("mpy-cross", "1", tree.key, compiler_version("gcc")).hex()

        def make(folder: Path) -> None:
            self._compiler(tree, "mpy-cross").mpy_cross(_work(folder), folder)
            _discard_work(folder)

        return self.store.ensure("mpy-cross", key, "mpy-cross", make) / "mpy-cross"

    def unix(self, tree: sources.Tree, cross: Path) -> Path:
        key = Digest().text("unix", "1", tree.key, compiler_version("gcc")).hex()

        def make(folder: Path) -> None:
            self._compiler(tree, "unix").unix32(_work(folder), folder, cross)
            _discard_work(folder)

        return self.store.ensure("unix", key, "MicroPython for this machine, 32-bit", make)

    def image(self, board: str, tree: sources.Tree, cross: Path) -> Path:
        toolchain = compiler_version("arm-none-eabi-gcc")
        key = image.key(self.project, board, tree.key, toolchain)

        def make(folder: Path) -> None:
            compiler = self._compiler(tree, board)
            source = image.Source(self.project, board, tree.provenance, toolchain)
            objects = image.objects_key(source, tree.key, cross)
            with self.store.workshop(board, objects) as work:
                image.build(source, compiler, cross, work, folder)

        return self.store.ensure(board, key, f"image of {board}", make)

    def typings(self) -> Path:
        """MicroPython's type stubs, for checking the firmware; apart from CPython's packages."""
        needs = tomllib.loads((self.project.root / "pyproject.toml").read_text())
        wanted = needs["project"]["optional-dependencies"]["stubs"]

        def make(folder: Path) -> None:
            shell.run(
                [venv.PYTHON, "-m", "pip", "install", "--target", folder, *wanted],
                log=self.store.log("typings"),
                progress=self.store.progress,
                what="MicroPython stubs",
            )

        key = Digest().text("typings", "1", *wanted).hex()
        return self.store.ensure("typings", key, "MicroPython stubs", make)

    def _compiler(self, tree: sources.Tree, name: str) -> Compiler:
        system.check_space(self.store.folder, system.COMPILE_BYTES_MIN)
        return Compiler(tree.folder, self.store.log(name), self.store.progress)


def _work(folder: Path) -> Path:
    return folder / "work"


def _discard_work(folder: Path) -> None:
    shutil.rmtree(_work(folder))


def compiler_version(name: str) -> str:
    """The first line of a compiler's own version text."""
    try:
        done = subprocess.run([name, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError(f"{name} is not installed (see 'boxcars doctor')") from error
    return done.stdout.splitlines()[0]
