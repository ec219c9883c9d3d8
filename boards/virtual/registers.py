"""Register blocks of our own on the emulated bus: one listens in, one is the test bench's, one
wakes the second core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Tap:
    """Sits in front of a register block and tells of every write to it."""

    def __init__(self, blocks: Any, key: int, told: Callable[[], None]) -> None:
        self._inner: Any = blocks[key]
        self._told = told
        blocks[key] = self

    def read_uint32(self, offset: int) -> int:
        return int(self._inner.read_uint32(offset))

    def write_uint32(self, offset: int, value: int) -> None:
        self._inner.write_uint32(offset, value)
        self._told()

    def write_uint32_atomic(self, offset: int, value: int, atomic_type: int) -> None:
        self._inner.write_uint32_atomic(offset, value, atomic_type)
        self._told()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class Window:
    """A register block of the test bench at an address where the chip has nothing."""

    def __init__(self, written: Callable[[int, int], None]) -> None:
        self._written = written

    def read_uint32(self, _offset: int) -> int:
        return 0

    def write_uint32(self, offset: int, value: int) -> None:
        self._written(offset, value & 0xFFFFFFFF)

    def write_uint32_atomic(self, offset: int, value: int, _atomic_type: int) -> None:
        self.write_uint32(offset, value)

    def reset(self) -> None:
        pass


class WakeOnPending:
    """Sits in front of the processors' private registers, for what the emulator leaves out.

    A core that has set SEVONPEND is woken from WFE by an interrupt that begins to wait, enabled or
    not (ARMv6-M, B1.5.18). Here it is done for core 1, from the moment at which it asks for it.
    """

    _SCR, _SEVONPEND, _SIO_CPUID = 0xD10, 0x10, 0

    def __init__(self, mcu: Any) -> None:
        self._mcu = mcu
        self._inner: Any = mcu.ppb
        mcu.ppb = self

    def read_uint32(self, offset: int) -> int:
        return int(self._inner.read_uint32(offset))

    def write_uint32(self, offset: int, value: int) -> None:
        second = offset == self._SCR and self._mcu.sio.read_uint32(self._SIO_CPUID) == 1
        if not second:
            self._inner.write_uint32(offset, value)
        elif value & self._SEVONPEND:
            self._mcu.set_interrupt = self._on_line
        else:
            del self._mcu.set_interrupt

    def write_uint32_atomic(self, offset: int, value: int, _atomic_type: int) -> None:
        self.write_uint32(offset, value)

    def _on_line(self, number: int, level: bool) -> None:
        core = self._mcu.core1
        begins = level and not core.pending_interrupts >> number & 1
        self._mcu._native_set_interrupt(number, level)
        if not begins:
            return
        if core.waiting and core.event_wait:
            core.waiting = core.event_wait = False
        else:
            core.event_registered = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)
