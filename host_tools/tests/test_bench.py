"""`boxcars bench`: names, limits, and figures that do not depend on the machine."""

from __future__ import annotations

from collections.abc import Iterator

import click.testing
import pytest

from boards.virtual.tests.documents import checked_rows, invoke
from boxcars.bench import registry
from boxcars.bench.figure import Better, Figure
from boxcars.cli import group
from boxcars.errors import HostError, UsageError


def _figure(name: str, value: float, limit: float | None, better: Better = "lower") -> Figure:
    return Figure(name, value, "cycles", limit, better)


def _group(*figures: Figure) -> registry.Group:
    return registry.Group(tuple(figure.name for figure in figures), lambda: figures)


@pytest.mark.parametrize(
    ("value", "limit", "better", "keeps"),
    [
        (5, None, "lower", True),
        (5, 5, "lower", True),
        (6, 5, "lower", False),
        (5, 5, "higher", True),
        (4, 5, "higher", False),
        (0, 0, "lower", True),
        (0.1, 0, "lower", False),
    ],
)
def test_limits(value: float, limit: float | None, better: Better, keeps: bool) -> None:
    assert _figure("x", value, limit, better).keeps_limit is keeps


GROUPS = (
    _group(_figure("boot.ready.cycles", 1, 2), _figure("boot.first.cycles", 1, 2)),
    _group(_figure("image.bytes", 1, None)),
)


@pytest.mark.parametrize(
    ("patterns", "names"),
    [
        ((), ["boot.ready.cycles", "boot.first.cycles", "image.bytes"]),
        (("image.bytes",), ["image.bytes"]),
        (("boot",), ["boot.ready.cycles", "boot.first.cycles"]),
        (("*.bytes", "*.first.*"), ["boot.first.cycles", "image.bytes"]),
    ],
)
def test_names(patterns: tuple[str, ...], names: list[str]) -> None:
    assert registry.select(patterns, GROUPS) == names
    assert [figure.name for figure in registry.run(names, GROUPS)] == names


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(UsageError, match=r"image\.bytes"):
        registry.select(["bot"], GROUPS)


def test_only_the_groups_asked_for_run() -> None:
    def never() -> Iterator[Figure]:
        raise AssertionError

    groups = (*GROUPS, registry.Group(("slow.cycles",), never))
    assert len(registry.run(["image.bytes"], groups)) == 1


def test_a_group_must_measure_what_it_declares() -> None:
    wrong = registry.Group(("a", "b"), lambda: [_figure("a", 1, None)])
    with pytest.raises(HostError):
        registry.run(["a"], [wrong])


def test_names_are_declared_once() -> None:
    names = [name for one in registry.GROUPS for name in one.names]
    assert len(names) == len(set(names))


@pytest.mark.emulator
def test_the_first_figures() -> None:
    runner = click.testing.CliRunner()
    names = ["boot.ready.cycles", "image.bytes", "ram.free.bytes", "idle.heap.bytes_per_s"]
    results = [runner.invoke(group, ["bench", "--json", *names]) for _ in range(2)]
    assert results[0].stdout == results[1].stdout
    assert results[0].exit_code == 0
    rows = checked_rows(results[0].stdout, "bench/1")
    assert [row["name"] for row in rows] == names
    assert all({"name", "value", "unit", "limit", "better"} < set(row) for row in rows)
    values = {row["name"]: row["value"] for row in rows}
    assert 0 < values["boot.ready.cycles"] <= 125_000_000
    assert values["idle.heap.bytes_per_s"] == 0
    limits = {row["name"]: row["limit"] for row in rows}
    assert values["ram.free.bytes"] >= limits["ram.free.bytes"] > 0


def test_a_broken_limit_ends_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = _group(_figure("x.cycles", 3, 2))
    monkeypatch.setattr(registry, "select", lambda names: ["x.cycles"])
    monkeypatch.setattr(registry, "run", lambda names: broken.measure())
    for options in ([], ["--json"]):
        ended = invoke("bench", *options)
        assert ended.code == 1
        assert "limit broken: x.cycles" in ended.text
        assert "x.cycles" in ended.out
