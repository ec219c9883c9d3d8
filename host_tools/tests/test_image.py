"""The built images: the manifest says what the files are, and everything of ours is frozen in."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from boxcars.build import artifacts, uf2
from boxcars.build.image import Project
from boxcars.paths import FIRMWARE, ROOT
from shaker.app import identity

BOARDS = pytest.mark.parametrize("board", artifacts.BOARD_NAMES)


def manifest(board: str) -> dict[str, object]:
    loaded: dict[str, object] = json.loads(artifacts.image(board).manifest.read_text())
    return loaded


@BOARDS
def test_the_manifest_names_the_bytes_that_are_there(board: str) -> None:
    image, said = artifacts.image(board), manifest(board)
    data = image.bin.read_bytes()
    assert said["image"] == {
        "sha256": hashlib.sha256(data).hexdigest(),
        "uf2_sha256": hashlib.sha256(image.uf2.read_bytes()).hexdigest(),
        "bytes": len(data),
        "bytes_max": 1_048_576,
    }
    assert said["board"] == board
    kinds = {artifacts.PRODUCT: "product", artifacts.BENCH: "bench", artifacts.RIG: "rig"}
    assert said["kind"] == kinds[board]
    assert said["micropython"] == "1.25.0"
    assert said["flash_bytes"] == len(data)


def frozen_files(board: str) -> list[Path]:
    """What its image carries of the firmware: all of it, or the rig and what that shares."""
    if board != artifacts.RIG:
        return list(FIRMWARE.glob("shaker/**/*.py"))
    inputs = Project(ROOT).inputs(board)
    return [path for path in inputs if path.suffix == ".py" and path.is_relative_to(FIRMWARE)]


@BOARDS
def test_every_module_of_the_firmware_is_frozen(board: str) -> None:
    frozen = manifest(board)["frozen"]
    assert isinstance(frozen, list)
    names = {row["module"] for row in frozen}
    ours = {str(path.relative_to(FIRMWARE)) for path in frozen_files(board)}
    ours |= {path.name for path in (ROOT / "boards" / board / "modules").glob("*.py")}
    assert names == ours | {"boot.py", "main.py", "rp2.py", "wiring.py"}


@BOARDS
def test_the_uf2_holds_the_image_and_measures_the_same(board: str) -> None:
    image = artifacts.image(board)
    data, flashed = image.bin.read_bytes(), uf2.decode(image.uf2.read_bytes())
    assert flashed[: len(data)] == data
    assert identity.image_size(flashed) == len(data)
    assert identity.measure(flashed) == hashlib.sha256(data).hexdigest()
    nonce = b"fresh"
    assert identity.measure(flashed, nonce) == hashlib.sha256(nonce + data).hexdigest()


@BOARDS
def test_a_changed_byte_measures_differently(board: str) -> None:
    flashed = bytearray(uf2.decode(artifacts.image(board).uf2.read_bytes()))
    before = identity.measure(bytes(flashed))
    flashed[0x8000] ^= 1
    assert identity.measure(bytes(flashed)) != before


def test_flash_without_an_image_has_no_measurement() -> None:
    assert identity.measure(b"\xff" * 4096) == ""
    broken = bytearray(b"\xff" * 4096)
    broken[0x100:0x104] = b"\xf2\xeb\x88\x71"
    assert identity.measure(bytes(broken)) == ""
