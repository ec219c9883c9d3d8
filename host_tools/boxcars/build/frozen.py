"""Put frozen machine code on word boundaries. Standard library only.

MicroPython freezes native and viper functions for Cortex-M0+ on half words. Their 32-bit
constants are loaded relative to the program counter rounded down to a word, so a function that
happens to lie on an odd half word reads its constants two bytes off: `stake & 0xFFFFFF` gave 0.
Loaded from a file the same code is right, because the heap is word-aligned.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from boxcars.errors import HostError

_HALF_WORD = re.compile(r"(\bfun_data_\w+\[\d+\][^;{=]*?aligned \()2(\)\))")
_SYMBOL = re.compile(r"^([0-9a-f]+) [tT] (fun_data_\w+)$", re.MULTILINE)


def align(text: str) -> str:
    """The generated C with every machine-code function on a word."""
    return _HALF_WORD.sub(r"\g<1>4\g<2>", text)


def check(elf: Path) -> None:
    """Refuse an image with machine code off a word, whoever built it."""
    listing = subprocess.run(
        ["arm-none-eabi-nm", elf], capture_output=True, text=True, check=True
    ).stdout
    for address, name in _SYMBOL.findall(listing):
        if int(address, 16) % 4:
            raise HostError(f"{elf.name}: {name} is not on a word: its constants would be wrong")


def main(arguments: list[str]) -> int:
    """`python3 -m boxcars.build.frozen frozen_content.c`: what a board's CMake calls."""
    file = Path(arguments[0])
    text = file.read_text()
    aligned = align(text)
    if aligned != text:
        aside = file.with_suffix(".aligned")
        aside.write_text(aligned)
        os.replace(aside, file)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
