"""Functions of an image by name, from its ELF file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from boards.virtual.errors import SymbolError

_HEAD_HALFWORDS = 12
_PUSH = range(0xB400, 0xB600)
_STORE_SP = range(0x9000, 0x9800)
_GROW_STACK = range(0xB080, 0xB100)
_MOVE_HIGH = range(0x4640, 0x4700)  # mov between any two registers


@dataclass(frozen=True)
class Function:
    """Where a function starts, and an instruction that every entry executes once.

    `opcode` is the halfword at `watched`: of those that run before anything can branch or change
    the first argument, the one that is rarest in the image.
    """

    name: str
    address: int
    watched: int
    opcode: int


class Symbols:
    """The symbol table of an image."""

    def __init__(self, elf: Path | None) -> None:
        if elf is None:
            raise SymbolError("the board was made without an ELF file: pass elf=...")
        self.path = elf
        self._heads: dict[str, tuple[int, bytes]] = {}
        self._functions: dict[str, Function] = {}
        self._code = b""
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
                code = data[index][offset : offset + 2 * _HEAD_HALFWORDS]
                if len(code) >= 2:
                    self._heads[symbol.name] = (address, code)
            self._code = b"".join(data.values())

    def function(self, name: str) -> Function:
        if name not in self._functions:
            if name not in self._heads:
                raise SymbolError(f"{self.path.name} has no function {name}")
            self._functions[name] = self._watchable(name, *self._heads[name])
        return self._functions[name]

    def _watchable(self, name: str, address: int, code: bytes) -> Function:
        candidates = _straight(code)
        rarest = min(candidates, key=lambda at: self._code.count(code[at : at + 2]))
        opcode = int.from_bytes(code[rarest : rarest + 2], "little")
        return Function(name, address, address + rarest, opcode)

    def address(self, name: str) -> int:
        """The value of any symbol: a variable, a mark of the linker."""
        try:
            return self._addresses[name]
        except KeyError:
            raise SymbolError(f"{self.path.name} has no symbol {name}") from None

    def __contains__(self, name: str) -> bool:
        return name in self._heads


def _straight(code: bytes) -> list[int]:
    """Where in the head of a function each entry comes by once, its first argument untouched."""
    places = []
    for at in range(0, len(code) - 1, 2):
        opcode = int.from_bytes(code[at : at + 2], "little")
        if at and not _is_quiet(opcode) and not _is_small_add(opcode):
            break
        places.append(at)
        if not _is_quiet(opcode):
            break  # it runs once, but what is behind it may not
    return places


def _is_quiet(opcode: int) -> bool:
    """Does it leave r0 and the course of the program alone?"""
    if opcode in _MOVE_HIGH:
        return (opcode & 7 | opcode >> 4 & 8) not in (0, 15)
    return opcode in _PUSH or opcode in _STORE_SP or opcode in _GROW_STACK


def _is_small_add(opcode: int) -> bool:
    """`adds rd, #n`: it may change r0, when it is over."""
    return 0x3000 <= opcode < 0x3800
