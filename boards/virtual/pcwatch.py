"""Count how often the running image enters a function, without touching the image.

The emulated core looks every instruction up in a table of handlers, indexed by opcode. While the
watch is on, each core is pointed at a copy of that table in which one opcode of each watched
function, the rarest that every entry executes, leads to a handler of ours; it compares the program
counter, counts, and calls the handler that was there before. So an entry is seen however it comes
about (call, tail call, veneer, pointer), flash and RAM hold exactly what they held, and no cycle
is added or lost. The price is a call into Python for each instruction with such an opcode.

The table is not part of the emulator's API: the layout of the core's state is that of the pinned
version, and is checked against values that the API does give before anything is changed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from types import TracebackType

from boards.virtual.chip import Chip
from boards.virtual.errors import EmulatorError, SymbolError
from boards.virtual.symbols import Function

_OPCODE_COUNT = 65536
_WIDE_FIRST = 0xE800  # 32-bit instructions are not looked up by their first halfword alone
_Handler = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32
)
_HandlerTable = ctypes.c_void_p * _OPCODE_COUNT


class _CoreState(ctypes.Structure):
    """The emulator's `Cpu`, as far as the table of handlers."""

    _fields_ = (
        ("registers", ctypes.c_uint32 * 16),
        ("banked_sp", ctypes.c_uint32),
        ("cycles", ctypes.c_uint64),
        ("flags", ctypes.c_bool * 7),
        ("break_rewind", ctypes.c_uint32),
        ("primask", ctypes.c_bool),
        ("sp_select", ctypes.c_int),
        ("unprivileged", ctypes.c_bool),
        ("mode", ctypes.c_int),
        ("interrupts", ctypes.c_uint32 * 4),
        ("priorities", ctypes.c_uint32 * 4),
        ("pending", ctypes.c_bool * 5),
        ("vector_base", ctypes.c_uint32),
        ("system_priorities", ctypes.c_uint32 * 2),
        ("call_hook_on", ctypes.c_bool),
        ("peer", ctypes.c_void_p),
        ("bus", ctypes.c_void_p),
        ("host", ctypes.c_void_p * 5),
        ("irq_max", ctypes.c_uint32),
        ("table", ctypes.c_void_p),
        ("never_failed", ctypes.c_int),
    )


class EntryCounter:
    """A context manager: entries are counted inside of it. `counter["name"]` is the count."""

    def __init__(self, chip: Chip, functions: Sequence[Function]) -> None:
        for function in functions:
            if function.opcode >= _WIDE_FIRST:
                raise SymbolError(f"{function.name} starts with a wide instruction: not watchable")
        self._chip = chip
        self._functions = tuple(functions)
        self._counts = {function.watched: 0 for function in functions}
        self._first_arguments: dict[int, list[int]] = {f.watched: [] for f in functions}
        self._keep: list[object] = []
        self._restore: list[tuple[_CoreState, int]] = []

    def __getitem__(self, name: str) -> int:
        return self._counts[self._address(name)]

    def arguments(self, name: str) -> list[int]:
        """The first argument (r0) of each entry, in order."""
        return list(self._first_arguments[self._address(name)])

    @property
    def total(self) -> int:
        return sum(self._counts.values())

    def _address(self, name: str) -> int:
        return next(f.watched for f in self._functions if f.name == name)

    def __enter__(self) -> EntryCounter:
        states = [_CoreState.from_address(address) for address in self._chip.core_addresses()]
        self._check(states)
        original = _HandlerTable.from_address(states[0].table)
        table = _HandlerTable()
        ctypes.memmove(table, original, ctypes.sizeof(table))
        for opcode in {function.opcode for function in self._functions}:
            handler = _Handler(self._watching(_Handler(original[opcode] or 0)))
            self._keep.append(handler)
            table[opcode] = ctypes.cast(handler, ctypes.c_void_p).value
        self._keep.append(table)
        for state in states:
            self._restore.append((state, state.table))
            state.table = ctypes.addressof(table)
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        for state, table in reversed(self._restore):
            state.table = table
        self._restore.clear()
        self._keep.clear()

    def _watching(self, handler: Callable[..., int]) -> Callable[..., int]:
        counts, arguments = self._counts, self._first_arguments
        first_register = ctypes.c_uint32.from_address

        def watch(cpu: int, opcode: int, opcode2: int, pc: int) -> int:
            if pc in counts:
                counts[pc] += 1
                arguments[pc].append(first_register(cpu).value)
            return handler(cpu, opcode, opcode2, pc)

        return watch

    def _check(self, states: list[_CoreState]) -> None:
        registers, cycles, vector_base = self._chip.core_state()
        first, second = states
        good = (
            list(first.registers) == registers
            and first.cycles == cycles
            and first.vector_base == vector_base
            and first.bus == second.bus
            and first.table == second.table
            and 16 <= first.irq_max < 32
            and first.irq_max == second.irq_max
        )
        if not good:
            raise EmulatorError("the emulator's core is not laid out as in the pinned version")
