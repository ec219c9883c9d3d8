"""Functions of an image by name, from its ELF file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from boards.virtual.errors import SymbolError


@dataclass(frozen=True)
class Function:
    """Where a function starts, and the first halfword of its code."""

    name: str
    address: int
    opcode: int


class Symbols:
    """The symbol table of an image."""

    def __init__(self, elf: Path | None) -> None:
        if elf is None:
            raise SymbolError("the board was made without an ELF file: pass elf=...")
        self.path = elf
        self._functions: dict[str, Function] = {}
        self._addresses: dict[str, int] = {}
        try:
            with elf.open("rb") as file:
                self._read(ELFFile(file))
        except OSError as error:
            raise SymbolError(f"cannot read {elf}: {error.strerror}") from None
        except ELFError as error:
            raise SymbolError(f"{elf} is no ELF file: {error}") from None

    def _read(self, elf: ELFFile) -> None:
        sections = list(elf.iter_sections())
        data: dict[int, bytes] = {}
        for table in sections:
            if not isinstance(table, SymbolTableSection):
                continue
            for symbol in table.iter_symbols():
                index = symbol["st_shndx"]
                self._addresses[symbol.name] = symbol["st_value"]
                if symbol["st_info"]["type"] != "STT_FUNC" or not isinstance(index, int):
                    continue
                section = sections[index]
                address = symbol["st_value"] & ~1
                offset = address - section["sh_addr"]
                if index not in data:
                    data[index] = section.data() if section["sh_type"] == "SHT_PROGBITS" else b""
                code = data[index][offset : offset + 2]
                if len(code) == 2:
                    opcode = int.from_bytes(code, "little")
                    self._functions[symbol.name] = Function(symbol.name, address, opcode)

    def function(self, name: str) -> Function:
        try:
            return self._functions[name]
        except KeyError:
            raise SymbolError(f"{self.path.name} has no function {name}") from None

    def address(self, name: str) -> int:
        """The value of any symbol: a variable, a mark of the linker."""
        try:
            return self._addresses[name]
        except KeyError:
            raise SymbolError(f"{self.path.name} has no symbol {name}") from None

    def __contains__(self, name: str) -> bool:
        return name in self._functions
