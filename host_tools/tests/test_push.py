"""`boxcars push`: what differs is copied, by the real mpremote, and the rest is left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boards.virtual.tests.documents import checked, invoke
from boards.virtual.tests.virtual_process import running
from boxcars.flashing import sources

CASES = [
    # id, here, frozen, on the board: copied, removed
    ("same", {"a.py": "1"}, {"a.py": "1"}, {}, [], []),
    ("changed", {"a.py": "2"}, {"a.py": "1"}, {}, ["a.py"], []),
    ("new", {"a.py": "1", "b.py": "1"}, {"a.py": "1"}, {}, ["b.py"], []),
    ("pushed before", {"a.py": "2"}, {"a.py": "1"}, {"a.py": "2"}, [], []),
    ("pushed, changed again", {"a.py": "3"}, {"a.py": "1"}, {"a.py": "2"}, ["a.py"], []),
    ("taken back", {"a.py": "1"}, {"a.py": "1"}, {"a.py": "2"}, [], ["a.py"]),
    ("gone", {"a.py": "1"}, {"a.py": "1"}, {"b.py": "1"}, [], ["b.py"]),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_what_is_pushed(
    case: tuple[str, dict[str, str], dict[str, str], dict[str, str], list[str], list[str]],
) -> None:
    _, local, frozen, there, copied, removed = case
    changes = sources.compare(local, frozen, there)
    assert (changes.copy, changes.remove) == (copied, removed)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    yield tmp_path


@pytest.mark.emulator
@pytest.mark.slow
def test_a_changed_source_reaches_the_bench_kit(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    firmware = folder / "firmware"
    (firmware / "shaker/app").mkdir(parents=True)
    (firmware / "shaker/app/news.py").write_text("WORD = 'pushed'\n")
    local = {"shaker/app/news.py": sources.local_digests(firmware)["shaker/app/news.py"]}
    monkeypatch.setattr(sources, "local_digests", lambda: local)
    push = sources.push
    monkeypatch.setattr(sources, "push", lambda *words: push(*words, firmware))
    with running() as virtual:
        listed = checked(invoke("list", "--json").out, "list/1")["boards"][0]
        assert listed["kind"] == "bench"
        assert listed["version"] == "0.1.0"
        first = checked(invoke("push", "--json").out, "push/1")
        assert first["copied"] == ["shaker/app/news.py"]
        again = checked(invoke("push", "--json").out, "push/1")
        assert again["copied"] == []
        code = "print(open('/shaker/app/news.py').read())"
        assert "pushed" in virtual.mpremote("exec", code)
    gone = invoke("push", "--json")
    assert gone.code == 4
    checked(gone.out, "error/1")
