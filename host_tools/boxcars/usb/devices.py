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

    def is_at(self, port: str) -> bool:
        """Is that its port, by this or another name (`/dev/serial/by-id/...`), or its place?"""
        if port in (self.port, self.location):
            return True
        return self.port is not None and Path(port).resolve() == Path(self.port).resolve()

    @property
    def vid_pid(self) -> str:
        return f"{self.vid:04x}:{self.pid:04x}"

    @property
    def name(self) -> str:
        """What to call it in a message."""
        return self.port or f"BOOTSEL at {self.location}"
