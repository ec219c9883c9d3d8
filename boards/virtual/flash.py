"""The SPI NOR flash chip (W25Q16 class): commands, busy time, torn operations.

The chip sees bytes while it is selected and acts when it is deselected, as the real one does. An
erase or program takes effect when its time is over; a power cut before that leaves a mixture of
the old and the new bits. Nothing here knows the emulator: time and storage are passed in.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from boards.virtual.simtime import MS, US

PAGE_SIZE = 256
SECTOR_SIZE = 4096
BLOCK_SIZE = 65536
FLASH_SIZE = 2 * 1024 * 1024

_CMD_WRITE_STATUS = 0x01
_CMD_PAGE_PROGRAM = 0x02
_CMD_READ_DATA = 0x03
_CMD_WRITE_DISABLE = 0x04
_CMD_READ_STATUS_1 = 0x05
_CMD_WRITE_ENABLE = 0x06
_CMD_SECTOR_ERASE = 0x20
_CMD_READ_STATUS_2 = 0x35
_CMD_READ_UNIQUE_ID = 0x4B
_CMD_READ_JEDEC_ID = 0x9F
_CMD_BLOCK_ERASE = 0xD8

STATUS_BUSY = 0x01
_STATUS_WRITE_ENABLED = 0x02
_STATUS_2_QUAD_ENABLED = 0x02
_JEDEC_ID = bytes((0xEF, 0x40, 0x15))
_UNIQUE_ID_AT = 5  # one command byte and four dummy bytes come first

OpKind = Literal["program", "erase"]


@dataclass(frozen=True)
class FlashTiming:
    """How long the chip is busy. Typical figures of the W25Q16JV; `worst()` is its limit."""

    page_program_ns: int = 700 * US
    sector_erase_ns: int = 45 * MS
    block_erase_ns: int = 150 * MS

    @classmethod
    def worst(cls) -> FlashTiming:
        return cls(3 * MS, 400 * MS, 2000 * MS)


@dataclass(frozen=True)
class FlashOp:
    """One erase or program: when it ran, and what it was to make of which bytes."""

    index: int
    kind: OpKind
    address: int
    started: int
    ends: int
    old: bytes = field(repr=False)
    new: bytes = field(repr=False)


@dataclass(frozen=True)
class TornOp:
    """What a power cut left of the operation in progress."""

    op: FlashOp
    fraction: float


class NorFlash:
    """The flash chip. `storage` is the memory that the processor executes from."""

    def __init__(
        self,
        storage: memoryview,
        now: Callable[[], int],
        unique_id: bytes,
        timing: FlashTiming | None = None,
    ) -> None:
        assert len(unique_id) == 8
        assert len(storage) == FLASH_SIZE
        self.timing = timing or FlashTiming()
        self.unique_id = unique_id
        self.op_count = 0
        self.on_start: list[Callable[[FlashOp], None]] = []
        self.on_change: list[Callable[[int, int], None]] = []
        self._storage = storage
        self._now = now
        self._command = bytearray()
        self._write_enabled = False
        self._op: FlashOp | None = None

    # -- the storage -------------------------------------------------------------------------

    def read(self, address: int, size: int) -> bytes:
        self.settle()
        return bytes(self._storage[address : address + size])

    def contents(self) -> bytes:
        return self.read(0, FLASH_SIZE)

    def write_raw(self, address: int, data: bytes) -> None:
        """Put bytes there from outside, as a programmer in a socket would: no time passes."""
        assert 0 <= address <= FLASH_SIZE - len(data)
        self._storage[address : address + len(data)] = data
        for listener in self.on_change:
            listener(address, len(data))

    # -- the serial bus ----------------------------------------------------------------------

    @property
    def busy_until(self) -> int | None:
        """When the operation in progress ends; None if there is none."""
        self.settle()
        return self._op.ends if self._op else None

    def select(self) -> None:
        self._command.clear()

    def shift(self, byte: int) -> int:
        """One byte in, one byte out, while the chip is selected."""
        self._command.append(byte)
        position = len(self._command) - 1
        opcode = self._command[0]
        if position == 0:
            if opcode == _CMD_WRITE_ENABLE:
                self._write_enabled = self.busy_until is None
            elif opcode == _CMD_WRITE_DISABLE:
                self._write_enabled = False
            return 0xFF
        if opcode == _CMD_READ_STATUS_1:
            busy = STATUS_BUSY if self.busy_until is not None else 0
            return busy | (_STATUS_WRITE_ENABLED if self._write_enabled else 0)
        if opcode == _CMD_READ_STATUS_2:
            return _STATUS_2_QUAD_ENABLED
        if opcode == _CMD_WRITE_STATUS:
            return 0
        if opcode == _CMD_READ_JEDEC_ID:
            return _JEDEC_ID[(position - 1) % len(_JEDEC_ID)]
        if opcode == _CMD_READ_UNIQUE_ID and position >= _UNIQUE_ID_AT:
            return self.unique_id[(position - _UNIQUE_ID_AT) % len(self.unique_id)]
        if opcode == _CMD_READ_DATA and position >= 4:
            return self.read((self._address() + position - 4) % FLASH_SIZE, 1)[0]
        return 0xFF

    @property
    def polling_busy(self) -> bool:
        """Is the processor asking for the status of a chip that is busy?"""
        asking = bool(self._command) and self._command[0] == _CMD_READ_STATUS_1
        return asking and self.busy_until is not None

    def deselect(self) -> None:
        """The end of a command: an erase or program starts here."""
        command, self._command = self._command, bytearray()
        if len(command) < 4 or not self._write_enabled or self.busy_until is not None:
            return
        self._command = command
        address = self._address()
        self._command = bytearray()
        if command[0] == _CMD_SECTOR_ERASE:
            self._start_erase(address, SECTOR_SIZE, self.timing.sector_erase_ns)
        elif command[0] == _CMD_BLOCK_ERASE:
            self._start_erase(address, BLOCK_SIZE, self.timing.block_erase_ns)
        elif command[0] == _CMD_PAGE_PROGRAM and len(command) > 4:
            self._start_program(address, bytes(command[4:]))
        self._write_enabled = False

    def reset_bus(self) -> None:
        """The processor was reset: a half-sent command is forgotten, an operation goes on."""
        self._command.clear()

    # -- power -------------------------------------------------------------------------------

    def cut(self, time: int, rng: random.Random) -> TornOp | None:
        """The supply failed at `time`: each bit of the operation has changed by then, or not."""
        self._command.clear()
        self._write_enabled = False
        op, self._op = self._op, None
        if op is None:
            return None
        if time >= op.ends:
            self.write_raw(op.address, op.new)
            return None
        fraction = (time - op.started) / (op.ends - op.started)
        torn = bytearray(op.old)
        for at, (old, new) in enumerate(zip(op.old, op.new, strict=True)):
            for bit in range(8):
                mask = 1 << bit
                if (old ^ new) & mask and rng.random() < fraction:
                    torn[at] ^= mask
        self.write_raw(op.address, bytes(torn))
        return TornOp(op, fraction)

    # -- operations --------------------------------------------------------------------------

    def _address(self) -> int:
        return int.from_bytes(self._command[1:4], "big") % FLASH_SIZE

    def _start_erase(self, address: int, size: int, duration: int) -> None:
        self._start("erase", address & ~(size - 1), b"\xff" * size, duration)

    def _start_program(self, address: int, data: bytes) -> None:
        # Data beyond the end of the page wraps to its start and the last byte of each place wins;
        # programming can only clear bits.
        page = address & ~(PAGE_SIZE - 1)
        new = bytearray(self.read(page, PAGE_SIZE))
        latch: dict[int, int] = {}
        for at, byte in enumerate(data):
            latch[(address + at) % PAGE_SIZE] = byte
        for at, byte in latch.items():
            new[at] &= byte
        self._start("program", page, bytes(new), self.timing.page_program_ns)

    def _start(self, kind: OpKind, address: int, new: bytes, duration: int) -> None:
        started = self._now()
        old = self.read(address, len(new))
        self._op = FlashOp(self.op_count, kind, address, started, started + duration, old, new)
        self.op_count += 1
        for listener in self.on_start:
            listener(self._op)

    def settle(self) -> None:
        """Let an operation whose time is over take effect."""
        op = self._op
        if op is not None and self._now() >= op.ends:
            self._op = None
            self.write_raw(op.address, op.new)
