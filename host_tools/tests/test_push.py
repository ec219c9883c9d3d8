"""`boxcars push`: what differs is copied by the real mpremote, and the board runs it."""

from __future__ import annotations

import contextlib
import hashlib
import time
from pathlib import Path

import pytest

from boards.virtual.tests.documents import checked, invoke
from boards.virtual.tests.virtual_process import running
from boxcars.errors import HostError
from boxcars.flashing import sources
from boxcars.link.ports import open_port
from boxcars.paths import FIRMWARE

_ONE = "from shaker.app import two\n"
_TWO = "WORD = 2\n"


def tree(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        path = folder / "shaker/app" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_what_is_imported_comes_first(tmp_path: Path) -> None:
    found = sources.changed({}, tree(tmp_path, one=_ONE, two=_TWO, three="import shaker.app.one"))
    assert [source.name for source in found] == [
        "p000__shaker__app__two.py",
        "p001__shaker__app__one.py",
        "p002__shaker__app__three.py",
    ]
    frozen = {"shaker/app/two.py": digest(_TWO), "shaker/app/one.py": "another"}
    found = sources.changed(frozen, tmp_path)
    assert [source.module for source in found] == ["shaker.app.one", "shaker.app.three"]


def test_what_cannot_be_pushed_is_told(tmp_path: Path) -> None:
    tree(tmp_path, one=_ONE, two="from shaker.app import one\n")
    with pytest.raises(HostError, match="import each other"):
        sources.changed({}, tmp_path)
    tree(tmp_path, two="def\n")
    with pytest.raises(HostError, match="line 1"):
        sources.changed({}, tmp_path)


def test_only_what_differs_is_copied(tmp_path: Path) -> None:
    wanted = sources.changed({}, tree(tmp_path, one=_ONE, two=_TWO))
    there = {wanted[0].name: wanted[0].digest, wanted[1].name: "old", "p009__gone.py": "x"}
    changes = sources.compare(wanted, there)
    assert changes.copy == [wanted[1]]
    assert changes.remove == ["p009__gone.py"]
    assert changes.unchanged == 1


@pytest.mark.emulator
@pytest.mark.slow
def test_a_changed_source_runs_on_the_bench_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    text = (FIRMWARE / "shaker/app/faults.py").read_text()
    firmware = tree(tmp_path / "firmware", faults=text.replace('"no-rolls"', '"pushed"'))
    with running() as virtual:
        listed = checked(invoke("list", "--json").out, "list/1")["boards"][0]
        assert (listed["kind"], listed["version"]) == ("bench", "0.1.0")
        for linked in (("diag",), ("monitor", "--log", tmp_path / "log")):
            wrong = invoke(*linked)
            assert (wrong.code, "is a bench kit" in wrong.text) == (6, True)
        with contextlib.closing(open_port(virtual.facts["usb"])) as line:
            line.write(b"\r\x01")  # as a client that was cut: the prompt is the raw one
            time.sleep(0.5)
        listed = checked(invoke("list", "--json").out, "list/1")["boards"][0]
        assert (listed["kind"], listed["version"]) == ("bench", "0.1.0")
        words = "push", "--firmware", firmware, "--json"
        assert checked(invoke(*words).out, "push/1")["copied"] == ["shaker.app.faults"]
        assert checked(invoke(*words).out, "push/1")["unchanged"] == 1
        asked = "from shaker.app import faults, book; print(faults.WORDS[1], book.BOOT)"
        assert virtual.mpremote("resume", "exec", asked) == "pushed 0\n"
        (firmware / "shaker/app/faults.py").write_text("WORDS = ()\n")  # nothing starts with it
        assert checked(invoke(*words).out, "push/1")["copied"] == ["shaker.app.faults"]
        (firmware / "shaker/app/faults.py").unlink()
        assert checked(invoke(*words).out, "push/1")["removed"] == ["p000__shaker__app__faults.py"]
        assert "no-rolls" in virtual.mpremote("resume", "exec", asked)
    gone = invoke("push", "--json")
    assert gone.code == 4
    checked(gone.out, "error/1")
