"""Frozen machine code lies on words: the generated C is mended, and both images were checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxcars.build import artifacts, frozen
from boxcars.errors import HostError

GENERATED = """\
static const byte fun_data_a__lt_module_gt_[20] = {
static const byte fun_data_a_f[30] __attribute__((section(".text,"ax",%progbits @ "))) \
__attribute__ ((aligned (2))) = {
static const byte const_obj_a_0[4] __attribute__ ((aligned (2))) = {
"""


def test_only_machine_code_is_moved() -> None:
    lines = frozen.align(GENERATED).splitlines()
    assert "aligned (4)" in lines[1]
    assert [lines[0], lines[2]] == [GENERATED.splitlines()[0], GENERATED.splitlines()[2]]
    assert frozen.align("\n".join(lines)) == "\n".join(lines)


@pytest.mark.parametrize("board", artifacts.BOARD_NAMES)
def test_the_images_pass_the_check(board: str) -> None:
    frozen.check(artifacts.image(board).elf)


def test_an_image_off_a_word_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nm = tmp_path / "arm-none-eabi-nm"
    nm.write_text("#!/bin/sh\necho '10031122 t fun_data_core_pay'\n")
    nm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HostError, match="fun_data_core_pay is not on a word"):
        frozen.check(tmp_path / "firmware.elf")
