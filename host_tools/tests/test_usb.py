"""Boards on the real bus: BOOTSEL drives by their place in sysfs, ports by VID:PID."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from boxcars.usb import real
from boxcars.usb.image import version_key


def plug(sys: Path, place: str, vid: str, pid: str, disk: str | None) -> None:
    """A device in a made-up sysfs, with the partition of its drive."""
    device = sys / "devices/pci0/usb1" / place
    device.mkdir(parents=True)
    for name, text in (("idVendor", vid), ("idProduct", pid), ("serial", "E0C9125B0D9B")):
        (device / name).write_text(text + "\n")
    bus = sys / "bus/usb/devices"
    bus.mkdir(parents=True, exist_ok=True)
    (bus / place).symlink_to(device)
    if disk:
        block = device / f"{place}:1.0/host0/block/sda" / disk
        block.mkdir(parents=True)
        blocks = sys / "class/block"
        blocks.mkdir(parents=True, exist_ok=True)
        (blocks / disk).symlink_to(block)


def test_a_drive_belongs_to_the_board_at_its_place(tmp_path: Path) -> None:
    sys, mounts = tmp_path / "sys", tmp_path / "mounts"
    plug(sys, "1-2.3", "2e8a", "0003", "sda1")
    plug(sys, "1-2.4", "2e8a", "0003", "sdb1")
    plug(sys, "1-5", "0781", "5567", "sdc1")
    folders = {disk: tmp_path / f"drive {disk}" for disk in ("sda1", "sdc1")}
    for folder in folders.values():
        folder.mkdir()
        (folder / "INFO_UF2.TXT").write_text("")
    written = {disk: str(path).replace(" ", "\\040") for disk, path in folders.items()}
    mounts.write_text("\n".join(f"/dev/{disk} {path} vfat" for disk, path in written.items()))
    found = real.in_bootsel(sys, mounts)
    assert [(device.location, device.drive) for device in found] == [
        ("1-2.3", folders["sda1"]),
        ("1-2.4", None),  # not mounted yet
    ]
    assert found[0].serial == "E0C9125B0D9B"
    assert real.in_bootsel(tmp_path / "nowhere", mounts) == []


def test_ports_of_others_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def port(device: str, vid: int | None, location: str | None) -> SimpleNamespace:
        facts = {"serial_number": None, "product": "Dice shaker controller"}
        return SimpleNamespace(device=device, vid=vid, pid=5, location=location, **facts)

    ports = [port("/dev/ttyACM0", 0x2E8A, "1-2.3:1.0"), port("/dev/ttyS0", None, None)]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    found = real.running()
    assert [(device.port, device.location) for device in found] == [("/dev/ttyACM0", "1-2.3")]


def test_versions_are_compared_as_numbers() -> None:
    order = ["0.9.0", "0.10.0", "1.0.0rc1", "1.0.0", "1.0.1"]
    mixed = ["1.0.1", "0.10.0", "1.0.0", "0.9.0", "1.0.0rc1"]
    assert sorted(mixed, key=version_key) == order
