"""Register blocks of our own on the emulated bus: one that listens in, one that is the bench's."""

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
