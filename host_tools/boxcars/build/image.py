"""A board's image: compile it, write its files, and say in a manifest what it is made of.

Standard library only.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from boxcars import __version__
from boxcars.build import frozen, sources, uf2, wiring
from boxcars.build.compile import Compiler
from boxcars.build.store import Digest, source_files
from boxcars.errors import HostError

_RECIPE = "3"  # counts up when the way of building changes what the image holds
_SECTION = re.compile(r"^(\.\w+)\s+(\d+)\s+(\d+)$", re.MULTILINE)
_RAM_BASE = 0x2000_0000
RIG = "RIG_PICO"
# What a rig's image has of the controller's: the link, and how a board says who it is.
RIG_SHARES = (
    "__init__.py",
    "limits.py",
    "app/__init__.py",
    "app/identity.py",
    "app/passport.py",
    "chip/__init__.py",
    "chip/usb_port.py",
    "link",
    "octets",
)
_FLASH_SECTIONS = (".boot2", ".text", ".rodata", ".binary_info", ".data")


@dataclass(frozen=True)
class Project:
    """The checkout that an image is built from."""

    root: Path

    def board(self, name: str) -> Path:
        return self.root / "boards" / name

    def inputs(self, board: str) -> list[Path]:
        """Every file of ours that can change the image of a board."""
        return [
            *self._frozen(board),
            *source_files(self.board(board)),
            self.root / "boards/boxcars.cmake",
            self.root / "host_tools/boxcars/build/frozen.py",
            self.root / "host_tools/boxcars/build/wiring.py",
            self.root / "host_tools/boxcars/__init__.py",
        ]

    def _frozen(self, board: str) -> list[Path]:
        """What the board's manifest freezes of the firmware."""
        firmware = self.root / "firmware"
        if board == RIG:
            shared = (firmware / "shaker" / path for path in RIG_SHARES)
            return [*source_files(firmware / "rig"), *chain(*map(_files, shared))]
        return [
            firmware / "manifest.py",
            firmware / "main.py",
            firmware / "boot.py",
            *source_files(firmware / "shaker"),
        ]

    def revision(self, board: str) -> str:
        """The commit that last changed the image's inputs, marked where they differ from it."""
        paths = sorted({str(path.relative_to(self.root)) for path in self.inputs(board)})
        commit = self._git("log", "-1", "--format=%H", "--", *paths)
        if commit is None:
            return "unknown"
        changed = self._git("status", "--porcelain", "--", *paths)
        return (commit or "uncommitted") + ("-dirty" if changed else "")

    def _git(self, *words: str) -> str | None:
        try:
            done = subprocess.run(
                ["git", "-C", self.root, *words], capture_output=True, text=True, check=True
            )
        except (OSError, subprocess.CalledProcessError):
            return None
        return done.stdout.strip()


def _files(path: Path) -> list[Path]:
    return source_files(path) if path.is_dir() else [path]


@dataclass(frozen=True)
class Source:
    """What an image is made from: our files, MicroPython's, and the compiler."""

    project: Project
    board: str
    provenance: tuple[str, ...]
    toolchain: str


def inputs_digest(project: Project, board: str) -> str:
    """What tells whether our files are still those that an image was built from."""
    return Digest().files(project.root, project.inputs(board)).hex()


def key(project: Project, board: str, tree_key: str, toolchain: str) -> str:
    digest = Digest().text("image", _RECIPE, board, tree_key, toolchain, project.revision(board))
    return digest.text(inputs_digest(project, board)).hex()


def objects_key(source: Source, tree_key: str, mpy_cross: Path) -> str:
    """What the objects of an image depend on: all but the Python that is frozen into it."""
    project, board = source.project, source.board
    compiled = [path for path in project.inputs(board) if path.suffix not in (".py", ".toml")]
    digest = Digest().text("objects", _RECIPE, board, tree_key, source.toolchain, str(mpy_cross))
    return digest.files(project.root, compiled).text(sys.executable).hex()


def build(source: Source, compiler: Compiler, mpy_cross: Path, work: Path, out: Path) -> None:
    """Compile the image of a board in `work` and write its files to `out`.

    `work` may hold the objects of an earlier image with the same `objects_key`: what is frozen is
    always made anew.
    """
    project, board = source.project, source.board
    folder = project.board(board)
    checked = wiring.load(folder)
    shutil.rmtree(work / "frozen_mpy", ignore_errors=True)
    (work / "frozen_content.c").unlink(missing_ok=True)
    compiler.rp2(work, folder, mpy_cross, {project.root: "boxcars"})
    frozen.check(work / "firmware.elf")
    image = (work / "firmware.bin").read_bytes()
    limit = checked.numbers["flash.image_bytes_max"]
    if len(image) > limit:
        raise HostError(f"{board}: the image has {len(image)} bytes, over the board's {limit}")
    (out / "firmware.bin").write_bytes(image)
    (out / "firmware.uf2").write_bytes(uf2.encode(image))
    shutil.copy2(work / "firmware.elf", out / "firmware.elf")
    manifest = _manifest(source, checked, sources.version(compiler.tree), work, image)
    (out / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


def _manifest(
    source: Source,
    checked: wiring.Wiring,
    version: tuple[int, int, int],
    work: Path,
    image: bytes,
) -> dict[str, object]:
    flash, ram = _sizes(work / "firmware.elf")
    return {
        "format": 1,
        "board": checked.board,
        "kind": checked.kind,
        "version": __version__,
        "revision": source.project.revision(source.board),
        "inputs": inputs_digest(source.project, source.board),
        "micropython": ".".join(map(str, version)),
        "sources": list(source.provenance),
        "toolchain": source.toolchain,
        "image": {
            "sha256": hashlib.sha256(image).hexdigest(),
            "uf2_sha256": hashlib.sha256(uf2.encode(image)).hexdigest(),
            "bytes": len(image),
            "bytes_max": checked.numbers["flash.image_bytes_max"],
        },
        "flash_bytes": flash,
        "ram_static_bytes": ram,
        "frozen": _frozen(work),
    }


def _sizes(elf: Path) -> tuple[int, int]:
    """Bytes of flash and of RAM that the image takes, from its sections."""
    listing = subprocess.run(
        ["arm-none-eabi-size", "-A", elf], capture_output=True, text=True, check=True
    ).stdout
    sections = [(name, int(size), int(at)) for name, size, at in _SECTION.findall(listing)]
    flash = sum(size for name, size, _ in sections if name in _FLASH_SECTIONS)
    ram = sum(size for name, size, at in sections if at >= _RAM_BASE and name != ".heap")
    return flash, ram


def _frozen(work: Path) -> list[dict[str, str]]:
    """Each frozen module with the digest of its bytecode, in the order of its name."""
    folder = work / "frozen_mpy"
    modules: Sequence[Path] = sorted(folder.rglob("*.mpy"))
    return [
        {
            "module": str(path.relative_to(folder).with_suffix(".py")),
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        }
        for path in modules
    ]
