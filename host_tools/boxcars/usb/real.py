"""Boards on the real bus: serial ports by pyserial, BOOTSEL drives by sysfs and the mounts.

Elsewhere than on Linux a drive's place on the bus is not told; give it with --drive.
"""

from __future__ import annotations

import re
from pathlib import Path

from serial.tools import list_ports

from boxcars.usb.devices import PID_BOOTSEL, PID_RUNNING, VENDOR, Device

_SYS = Path("/sys")
_MOUNTS = Path("/proc/self/mounts")
_PLACE = re.compile(r"\d+-\d+(\.\d+)*")  # 1-2.4: bus, then port by port
_INFO = "INFO_UF2.TXT"


def running() -> list[Device]:
    """Boards with a serial port."""
    return [
        Device(
            location=(port.location or port.device).partition(":")[0],
            vid=port.vid,
            pid=port.pid,
            serial=port.serial_number or "",
            product=port.product or "",
            port=port.device,
        )
        for port in list_ports.comports()
        if (port.vid, port.pid) == (VENDOR, PID_RUNNING)
    ]


def in_bootsel(sys: Path = _SYS, mounts: Path = _MOUNTS) -> list[Device]:
    """Boards that wait for a program."""
    found = []
    for folder in sorted(_children(sys / "bus/usb/devices")):
        if not _PLACE.fullmatch(folder.name):
            continue
        if (_hex(folder / "idVendor"), _hex(folder / "idProduct")) != (VENDOR, PID_BOOTSEL):
            continue
        found.append(
            Device(
                location=folder.name,
                vid=VENDOR,
                pid=PID_BOOTSEL,
                serial=_text(folder / "serial"),
                product=_text(folder / "product"),
                drive=_drive(folder.name, sys, mounts),
            )
        )
    return found


def _drive(location: str, sys: Path, mounts: Path) -> Path | None:
    """Where the drive of the device at that place is mounted."""
    blocks = {
        entry.name for entry in _children(sys / "class/block") if location in entry.resolve().parts
    }
    for line in _text(mounts).splitlines():
        source, target = (line.split(" ") + [""])[:2]
        folder = Path(re.sub(r"\\(\d{3})", lambda octal: chr(int(octal[1], 8)), target))
        if Path(source).name in blocks and (folder / _INFO).exists():
            return folder
    return None


def _children(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _text(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _hex(path: Path) -> int:
    try:
        return int(_text(path), 16)
    except ValueError:
        return -1
