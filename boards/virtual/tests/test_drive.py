"""The BOOTSEL drive: a folder that flashes what is copied into it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boards.virtual import load_image
from boards.virtual.drive import BootselDrive
from boards.virtual.errors import DriveError
from boards.virtual.tests.conftest import make_uf2
from boards.virtual.tests.virtual_process import Virtual, running

_LIMIT_S = 30.0


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[BootselDrive]:
    made = BootselDrive(tmp_path / "RPI-RP2")
    made.appear()
    yield made
    made.vanish()
    assert not made.folder.exists()


def test_the_drive_says_what_it_is(drive: BootselDrive) -> None:
    assert "RPI-RP2" in (drive.folder / "INFO_UF2.TXT").read_text()
    assert (drive.folder / "INDEX.HTM").exists()
    assert not drive.look()


def test_a_file_that_grows(drive: BootselDrive, uf2_path: Path) -> None:
    data = uf2_path.read_bytes()
    with (drive.folder / "any name").open("wb") as file:
        for at in range(0, len(data), 100_000):
            assert not drive.look()
            file.write(data[at : at + 100_000])
            file.flush()
    assert drive.look()
    assert drive.receiver.pages == load_image(uf2_path).pages


def test_a_file_that_is_written_anew_between_two_looks(
    drive: BootselDrive, uf2_path: Path
) -> None:
    """Half of another program under the same name, and then the whole: nothing is passed over."""
    data = uf2_path.read_bytes()
    with (drive.folder / "firmware.uf2").open("wb", buffering=0) as file:
        file.write(make_uf2(b"half of another" * 1000)[: 10 * 512])
        assert not drive.look()
        file.truncate(0)
        file.seek(0)
        file.write(data)
    assert drive.look()
    assert drive.receiver.pages == load_image(uf2_path).pages


@pytest.mark.parametrize(
    "make",
    [
        lambda good: b"garbage" * 10_000,
        lambda good: make_uf2(bytes(10_000), family=0x12345678),
        lambda good: make_uf2(bytes(10_000), base=0x00000000),
        lambda good: good[: len(good) // 2],
        lambda good: good[1:],
    ],
    ids=["garbage", "family", "address", "partial", "shifted"],
)
def test_what_is_no_program_is_ignored(
    drive: BootselDrive, uf2_path: Path, make: Callable[[bytes], bytes]
) -> None:
    (drive.folder / "bad.uf2").write_bytes(make(uf2_path.read_bytes()))
    assert not drive.look()
    shutil.copy(uf2_path, drive.folder / "good.uf2")
    assert drive.look()


def test_a_link_or_a_folder_is_not_followed(drive: BootselDrive, uf2_path: Path) -> None:
    (drive.folder / "link.uf2").symlink_to(uf2_path)
    (drive.folder / "folder").mkdir()
    assert not drive.look()


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DriveError, match="exists"):
        BootselDrive(tmp_path)
    with pytest.raises(DriveError, match="is no folder"):
        BootselDrive(tmp_path / "nowhere" / "drive")


def _wait(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _LIMIT_S
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _to_bootsel(virtual: Virtual) -> Path:
    drive = Path(virtual.facts["bootsel"])
    assert not drive.exists()
    virtual.mpremote("bootloader")
    _wait((drive / "INDEX.HTM").exists)
    return drive


@pytest.mark.emulator
def test_reflash_through_the_drive(tmp_path: Path, uf2_path: Path) -> None:
    flash = tmp_path / "board.flash"
    with running("--flash", flash, "--bootsel", tmp_path / "drive") as virtual:
        virtual.mpremote("exec", "f = open('/kept', 'w'); f.write('kept'); f.close()")
        drive = _to_bootsel(virtual)
        assert drive == tmp_path / "drive"
        (drive / "bad.uf2").write_bytes(b"garbage" * 1000)
        shutil.copy(uf2_path, drive / "firmware.uf2")
        _wait(lambda: not drive.exists())
        assert virtual.mpremote("exec", "print(open('/kept').read())") == "kept\n"


@pytest.mark.emulator
def test_the_drive_goes_with_the_process() -> None:
    with running() as virtual:
        drive = _to_bootsel(virtual)
    assert not drive.exists()
