"""Simulated time: whole nanoseconds since the first power-on of the board."""

from __future__ import annotations

US = 1_000
MS = 1_000_000
SEC = 1_000_000_000

CLK_SYS_HZ = 125_000_000
"""The system clock that MicroPython sets; a cycle of it is 8 ns."""

CYCLE_NS = SEC // CLK_SYS_HZ
