"""The reader's viper kernels and their plain twins: one text, one result, no heap."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from boxcars.optics.engine import MicropythonEngine, PythonEngine
from boxcars.paths import FIRMWARE
from firmware.tests.dice_frames import compare_twins, hostile

DICE = FIRMWARE / "shaker" / "dice"
STEMS = ("mask", "outline", "lattice", "pips")


class _Plain(ast.NodeTransformer):
    """Takes away what viper needs and Python does not."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list, node.returns = [], None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "int":
            return node.args[0]
        return node


def functions(stem: str, kind: str) -> list[str]:
    tree = ast.parse((DICE / f"{stem}_{kind}.py").read_text())
    return [ast.dump(_Plain().visit(n)) for n in tree.body if isinstance(n, ast.FunctionDef)]


def places(path: str) -> dict[str, int]:
    found = {}
    for node in ast.parse((DICE / path).read_text()).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            name, value = node.targets[0], node.value.args[0]
            if isinstance(name, ast.Name) and isinstance(value, ast.Constant):
                found[name.id.lstrip("_")] = value.value
    return found


@pytest.mark.parametrize("stem", STEMS)
def test_the_plain_twin_is_the_same_text(stem: str) -> None:
    fast = functions(stem, "fast")
    assert len(fast) >= 4
    assert fast == functions(stem, "plain")


@pytest.mark.parametrize("stem", [*(f"{stem}_fast" for stem in STEMS), "faint"])
def test_numbers_have_one_place(stem: str) -> None:
    known = places("reader.py")
    shared = {k: v for k, v in places(f"{stem}.py").items() if k in known}
    assert len(shared) >= 5
    assert shared == {name: known[name] for name in shared}


def test_twins_leave_the_same_bytes_on_the_unix_port() -> None:
    assert compare_twins(hostile(120, 3)) == 120


@pytest.mark.parametrize("size", [(16, 16), (64, 64), (41, 23)])
def test_twins_leave_the_same_bytes_at_other_sizes(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(4)
    noise = rng.integers(0, 64, (4, *size), dtype=np.uint8)
    square = np.full((4, *size), 12, np.uint8)
    square[:, 3:-3, 3:14] = 50
    assert compare_twins(np.concatenate([noise, square])) == 8


@pytest.mark.parametrize("die_px", [0, 15])
def test_both_engines_say_the_same_and_nothing_allocates(die_px: int) -> None:
    frames = hostile(200, 5)
    with MicropythonEngine(30, 30, die_px) as port:  # it stops at the first byte of heap
        ours = list(port.read(frames))
    assert ours == list(PythonEngine(30, 30, die_px).read(frames))
    assert sum(verdict.face > 0 for verdict in ours) > 20
