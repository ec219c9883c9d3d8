"""The committed kernels, formulas and tables are what the generator writes, and small."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from boxcars import sealgen
from boxcars.build import artifacts
from boxcars.sealgen import curve, formulas, sha512

_CACHE_SIZE = 16 * 1024
_HOT = ("field_fast.py", "select_fast.py", "sha512_fast.py", "limbs_fast.py", "scalar_fast.py")


def test_committed_files_are_generated_ones() -> None:
    assert sealgen.stale() == []


def test_a_changed_file_is_stale_and_written_again(tmp_path: Path) -> None:
    assert sorted(sealgen.write(tmp_path)) == sorted(sealgen.pages())
    (tmp_path / "formulas.py").write_text("changed")
    assert sealgen.stale(tmp_path) == ["formulas.py"]
    assert sealgen.write(tmp_path) == ["formulas.py"]
    assert sealgen.stale(tmp_path) == []


def test_check_says_so_by_its_code() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "boxcars.sealgen", "--check"], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, b"up to date\n")


def test_pages_say_that_they_are_generated() -> None:
    for name, text in sealgen.pages().items():
        assert "GENERATED" in text[:300], name


def test_constants_are_those_of_the_standards() -> None:
    assert sha512.constants()[0] == 0x428A2F98D728AE22
    assert sha512.constants()[79] == 0x6C44198C4A475817
    assert sha512.initial()[0] == 0x6A09E667F3BCC908
    assert curve.multiple(curve.ORDER, curve.BASE) == curve.NEUTRAL
    base = "5866666666666666666666666666666666666666666666666666666666666666"
    assert curve.encode(curve.BASE).hex() == base
    assert len(set(curve.small_order())) == 8


def test_digest_of_an_empty_message_starts_from_the_initial_words() -> None:
    assert len(hashlib.sha512(b"").digest()) == 8 * len(sha512.initial())


@pytest.mark.parametrize("name", formulas.FORMULAS)
def test_a_formula_never_reads_what_it_lost(name: str) -> None:
    """Scratch elements 0 and 1 are not operands of a line."""
    for line in filter(str.strip, formulas.FORMULAS[name][1].splitlines()):
        words = line.split()
        for word in (words[0], words[2], words[4]):
            assert word.isdigit() or formulas.ELEMENTS.index(word) >= 2


def test_hot_code_fits_the_flash_cache(tmp_path: Path) -> None:
    """All kernels together, compiled for the board: they must not evict one another."""
    total = 0
    for name in _HOT:
        compiled = tmp_path / "module.mpy"
        files = [str(compiled), str(sealgen.TARGET / name)]
        command = [str(artifacts.mpy_cross()), "-march=armv6m", "-o", *files]
        subprocess.run(command, check=True)
        total += compiled.stat().st_size
    assert total < _CACHE_SIZE
