"""The ways in which the processor starts."""

from __future__ import annotations

import enum


class ResetKind(enum.Enum):
    """Why the processor starts; what `machine.reset_cause()` says follows from it."""

    POWER_ON = "power-on"
    RUN_PIN = "run-pin"
    WATCHDOG = "watchdog"  # the watchdog ran out
    SOFTWARE = "software"  # machine.reset() forces the watchdog
    BOOTSEL = "bootsel"  # machine.bootloader()
