"""A board as the system sees it, before anybody has talked to it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

VENDOR = 0x2E8A  # Raspberry Pi: the chip's maker, and MicroPython's on it
PID_RUNNING = 0x0005  # MicroPython's serial port
PID_BOOTSEL = 0x0003  # the boot ROM's drive


@dataclass(frozen=True)
class Device:
    """`location` names the place on the bus, which a board keeps across BOOTSEL."""

    location: str
    vid: int
    pid: int
    serial: str = ""
    product: str = ""
    port: str | None = None  # while it runs
    drive: Path | None = None  # while it is in BOOTSEL and its drive is mounted
    is_virtual: bool = False

    @property
    def in_bootsel(self) -> bool:
        return self.pid == PID_BOOTSEL

    @property
    def is_bench(self) -> bool:
        """As its name on the bus tells."""
        return "bench" in self.product

    @property
    def vid_pid(self) -> str:
        return f"{self.vid:04x}:{self.pid:04x}"

    @property
    def name(self) -> str:
        """What to call it in a message."""
        return self.port or f"BOOTSEL at {self.location}"
