"""`rigs/NAME.toml`: which ports, which board, which image, and what the rig can do.

    [board]
    name  = "SHAKER_RP2040_R1"
    id    = "e66118604b2d7a21"      # of its flash chip; "any" takes what is there
    image = "built"                 # or the SHA-256 that it must tell, 64 hex digits
    [ports]
    host = "/dev/serial/by-id/..."  # UART0
    usb  = "/dev/serial/by-id/..."  # the technician's; "" if it is not connected
    rig  = "/dev/serial/by-id/..."  # USB of the rig's own board; "" if there is none
    [can]
    do = ["power_cut", "lid", "dice", "motor_trace"]

Every setting must be there, and nothing else.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boxcars.build.artifacts import SHAKERS
from boxcars.errors import UsageError
from hil_tests.bench import CAPABILITIES

_LAYOUT = {"board": ("name", "id", "image"), "ports": ("host", "usb", "rig"), "can": ("do",)}
NEED_RIG = frozenset(("power_cut", "lid", "dice", "motor_trace"))


class RigFileError(UsageError):
    """The file does not describe a rig."""


@dataclass(frozen=True)
class RigFile:
    """A rig as its file has it."""

    name: str
    board: str
    device: bytes | None
    image: str
    host: str
    usb: str
    rig: str
    capabilities: frozenset[str]


def load(path: Path) -> RigFile:
    """Read and check a file; the first thing wrong is named, with what is allowed."""
    try:
        data = tomllib.loads(path.read_text())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RigFileError(f"{path}: cannot be read: {error}") from error
    _check_names(path, data)
    board, ports = data["board"], data["ports"]
    for section in ("board", "ports"):
        for name in _LAYOUT[section]:
            if not isinstance(data[section][name], str):
                raise RigFileError(f"{path}: {section}.{name} is not a text")
    if board["name"] not in SHAKERS:
        raise RigFileError(
            f"{path}: board.name {board['name']!r} is not one of {', '.join(SHAKERS)}"
        )
    if board["id"] != "any" and not re.fullmatch(r"[0-9a-f]{16}", board["id"]):
        raise RigFileError(f"{path}: board.id is not 16 hex digits, nor 'any'")
    if board["image"] != "built" and not re.fullmatch(r"[0-9a-f]{64}", board["image"]):
        raise RigFileError(f"{path}: board.image is not 64 hex digits, nor 'built'")
    if not ports["host"]:
        raise RigFileError(f"{path}: ports.host is empty: the tests talk to it")
    can = _capabilities(path, data["can"]["do"])
    if can & NEED_RIG and not ports["rig"]:
        raise RigFileError(f"{path}: ports.rig is empty, and who would {_first(can & NEED_RIG)}?")
    return RigFile(
        path.stem,
        board["name"],
        None if board["id"] == "any" else bytes.fromhex(board["id"]),
        board["image"],
        ports["host"],
        ports["usb"],
        ports["rig"],
        can | ({"usb"} if ports["usb"] else set()),
    )


def _check_names(path: Path, data: dict[str, Any]) -> None:
    for section in data:
        if section not in _LAYOUT:
            raise RigFileError(f"{path}: [{section}] is not one of {', '.join(_LAYOUT)}")
    for section, names in _LAYOUT.items():
        found = data.get(section)
        if not isinstance(found, dict):
            raise RigFileError(f"{path}: [{section}] is missing")
        for name in found:
            if name not in names:
                raise RigFileError(f"{path}: {section}.{name} is not one of {', '.join(names)}")
        for name in names:
            if name not in found:
                raise RigFileError(f"{path}: {section}.{name} is missing")


def _capabilities(path: Path, words: Any) -> frozenset[str]:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise RigFileError(f"{path}: can.do is not a list of words")
    for word in words:
        if word not in CAPABILITIES:
            raise RigFileError(f"{path}: can.do {word!r} is not one of {', '.join(CAPABILITIES)}")
    return frozenset(words)


def _first(words: frozenset[str]) -> str:
    return CAPABILITIES[sorted(words)[0]]
