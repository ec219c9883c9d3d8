"""`boxcars optics`: the format of frames and verdicts is a contract, and bad files say why."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image
from rich.console import Console

from boards.virtual.tests.documents import checked
from boxcars.cli import group
from boxcars.console.documents import document
from boxcars.errors import UsageError
from boxcars.optics import capture, picture, report, survey
from boxcars.optics.draw import CLEAN, draw
from boxcars.optics.engine import EngineFaultError, MicropythonEngine
from boxcars.paths import FIRMWARE

LINE = re.compile(
    r'\{"face":[1-6],"margin":\d{1,3}\}'
    r'|\{"refused":"(missing|cocked|moved|unreadable|foreign|sensor-fault)","margin":\d{1,3}\}'
)


@pytest.fixture(scope="module")
def frames(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = np.random.default_rng(12)
    kinds = ("clean", "empty", "tilted", "two")
    path = tmp_path_factory.mktemp("optics") / "mixed.npy"
    capture.save(path, np.concatenate([draw(kind, 8, rng).frames for kind in kinds]))
    return path


def invoke(*words: str | Path) -> Result:
    return CliRunner().invoke(group, ["optics", *map(str, words)])


def whole(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it, with its error boundary."""
    command = [sys.executable, "-c", "from boxcars.cli import main; main()", "optics"]
    return subprocess.run([*command, *words], capture_output=True, text=True, check=False)


def test_one_line_for_each_frame_and_both_engines_alike(frames: Path) -> None:
    plain = invoke("read", frames)
    assert plain.exit_code == 0
    lines = plain.stdout.splitlines()
    assert len(lines) == 32
    assert all(LINE.fullmatch(line) for line in lines)
    assert sum("face" in line for line in lines[:8]) >= 6
    assert not any("face" in line for line in lines[8:16])
    assert invoke("read", frames, "--engine", "micropython").stdout == plain.stdout


def test_what_is_shown_as_json(frames: Path, tmp_path: Path) -> None:
    told = checked(invoke("show", frames, "--json").stdout, "optics-show/1")["frames"]
    lines = [json.loads(line) for line in invoke("read", frames).stdout.splitlines()]
    assert [row["name"] for row in told] == [f"frame {at}" for at in range(32)]
    for row, line in zip(told, lines, strict=True):
        assert (row["face"], row["refused"]) == (line.get("face"), line.get("refused"))
        assert row["margin"] == line["margin"]
    png = tmp_path / "one.png"
    words = "show", frames, "--frame", "3", "--png", png, "--json"
    alone = checked(invoke(*words).stdout, "optics-show/1")["frames"]
    assert alone == [told[3]]
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_size_that_is_given_counts(frames: Path) -> None:
    for engine in ("python", "micropython"):
        done = invoke("read", frames, "--die-px", "44", "--engine", engine)
        assert '"face"' not in done.stdout


@pytest.mark.parametrize("pixels", ["3", "65", "nan", "inf", "ten"])
def test_a_size_that_is_none_is_refused(pixels: str, frames: Path) -> None:
    done = whole("read", frames, "--die-px", pixels)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Invalid value for '--die-px'" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_frames_no_lines(tmp_path: Path) -> None:
    capture.save(tmp_path / "none.npy", np.zeros((0, 30, 30), np.uint8))
    done = invoke("read", tmp_path / "none.npy")
    assert (done.exit_code, done.stdout) == (0, "")


BAD: dict[str, np.ndarray | None] = {
    "float": np.zeros((2, 30, 30)),
    "flat": np.zeros((30, 30), np.uint8),
    "tiny": np.zeros((1, 15, 30), np.uint8),
    "huge": np.zeros((1, 30, 65), np.uint8),
    "bright": np.full((3, 30, 30), 64, np.uint8),
    "object": None,
    "text": None,
    "cut": None,
    "archive": None,
}


@pytest.mark.parametrize("name", [*BAD, "absent", "folder"])
def test_a_bad_file_is_one_line_and_code_2(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.npy"
    if name == "object":
        np.save(path, np.array([{}], dtype=object), allow_pickle=True)
    elif name == "text":
        path.write_text("frames\n")
    elif name == "cut":
        np.save(path, np.zeros((9, 30, 30), np.uint8))
        path.write_bytes(path.read_bytes()[:500])
    elif name == "archive":
        with path.open("wb") as file:
            np.savez(file, np.zeros((1, 30, 30), np.uint8))
    elif name == "folder":
        path.mkdir()
    elif name != "absent":
        array = BAD[name]
        assert array is not None
        np.save(path, array)
    done = whole("read", path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"boxcars: {path}: ")
    assert done.stderr.count("\n") == 1


def test_a_worker_that_breaks_its_promise_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = np.zeros((1, 30, 30), np.uint8)
    for text, says in (("b'\\xfe\\x00\\x00'", "allocated"), ("b'\\xff\\x00\\x00'", "raised")):
        worker = tmp_path / "worker.py"
        worker.write_text(
            f"import sys\nsys.stdin.buffer.read(903)\nsys.stdout.buffer.write({text})"
        )
        monkeypatch.setattr("boxcars.optics.engine.WORKER", worker)
        with MicropythonEngine(30, 30) as engine, pytest.raises(EngineFaultError, match=says):
            list(engine.read(frame))


def test_show_draws_mask_lattice_and_verdict(frames: Path, tmp_path: Path) -> None:
    done = invoke("show", frames, "--frame", "0")
    assert done.exit_code == 0
    assert "face" in done.stdout
    array = capture.load(frames)
    findings = picture.explain(array[0])
    pips, bare = (sum(pip == kind for _, pip in findings.places) for kind in (True, False))
    rows = done.stdout.splitlines()[1:31]  # not a terminal: letters
    assert len(done.stdout.splitlines()) == 32
    assert sum(row.count("##") for row in rows) == pips
    assert sum(row.count("..") for row in rows) == bare
    assert len({letter for row in rows for letter in row}) > 4
    coloured = picture.render_for(Console(color_system="truecolor"), array[0], findings)
    assert coloured.plain.count("\u2580") == 30 * 15
    png = tmp_path / "frame.png"
    assert invoke("show", frames, "--png", png).exit_code == 0
    with Image.open(png) as image:
        assert image.size == (2 * 360 + 12, 360 + 24)
    assert whole("show", frames, "--frame", "99").returncode == 2


def test_findings_agree_with_the_verdict(frames: Path) -> None:
    array = capture.load(frames)
    findings = [picture.explain(frame) for frame in array[:8]]
    read = [found for found in findings if found.verdict.face]
    assert len(read) >= 6
    for found in read:
        assert sum(pip for _, pip in found.places) == found.verdict.face
        assert found.mask.sum() > 80


def test_a_capture_comes_back_with_its_notes(tmp_path: Path) -> None:
    path = tmp_path / "golden.npy"
    array = draw("clean", 2, np.random.default_rng(1)).frames
    notes = capture.Notes(source="bench", chamber="left", die_px=15.5, faces=[3, 4])
    capture.save(path, array, notes)
    assert (capture.load(path) == array).all()
    assert capture.load_notes(path) == notes
    capture.sidecar(path).write_text('{"format": "other"}')
    with pytest.raises(UsageError, match="boxcars-frames-1"):
        capture.load_notes(path)
    capture.sidecar(path).unlink()
    assert capture.load_notes(path) is None


def test_a_capture_is_test_data(frames: Path, tmp_path: Path) -> None:
    """--check reads a capture against what its sidecar says that it shows."""
    array = capture.load(frames)[:8]
    read = [json.loads(line).get("face", 0) for line in invoke("read", frames).stdout.splitlines()]
    path = tmp_path / "kept.npy"
    capture.save(path, array, capture.Notes("test", faces=read[:8]))
    for engine in ("python", "micropython"):
        done = invoke("read", path, "--check", "--engine", engine)
        assert (done.exit_code, len(done.stdout.splitlines())) == (0, 8)
    at = next(k for k in range(8) if read[k])
    wrong = read[:8]
    wrong[at] = read[at] % 6 + 1
    capture.save(path, array, capture.Notes("test", faces=wrong))
    failed = whole("read", path, "--check")
    assert failed.returncode == 1
    assert f"1 misread: frame {at} shows {wrong[at]}, read {read[at]}" in failed.stderr
    capture.save(path, array, capture.Notes("test", faces=wrong[:3]))
    assert whole("read", path, "--check").returncode == 2
    capture.sidecar(path).unlink()
    assert whole("read", path, "--check").stderr.count("\n") == 1


FACES_THAT_ARE_NONE = ["5", '["1", "2"]', "[1, 7]", "[1, -1]", "[1, 2.0]", "[1, true]", "null"]


@pytest.mark.parametrize("faces", FACES_THAT_ARE_NONE)
def test_a_sidecar_with_wrong_faces_is_one_line(faces: str, tmp_path: Path) -> None:
    path = tmp_path / "kept.npy"
    capture.save(path, draw("clean", 2, np.random.default_rng(1)).frames)
    capture.sidecar(path).write_text(f'{{"format": "{capture.FORMAT}", "faces": {faces}}}')
    done = whole("read", path, "--check")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"{capture.sidecar(path)}: faces is not a list" in done.stderr


def test_frames_are_not_lost_to_their_own_sidecar(tmp_path: Path) -> None:
    """A capture called .json would be overwritten by its notes."""
    path = tmp_path / "kept.json"
    done = whole("live", "--port", "none", "--record", path)
    assert done.returncode == 2
    assert "call them .npy" in done.stderr
    with pytest.raises(UsageError, match=r"call them \.npy"):
        capture.save(path, np.zeros((1, 30, 30), np.uint8), capture.Notes("test"))
    assert not path.exists()


def test_faces_are_kept_with_frames_or_refused() -> None:
    done = whole("live", "--port", "none", "--faces", "3-5")
    assert done.returncode == 2
    assert "--record" in done.stderr


def test_a_refused_die_is_shown_with_its_outline() -> None:
    """Whatever was tried after it."""
    drawn = draw("tilted", 24, np.random.default_rng(3), (25, 35))
    found = [picture.explain(frame) for frame in drawn.frames]
    cocked = [one for one in found if one.verdict.word == "cocked"]
    assert len(cocked) >= 6
    assert all(one.mask.sum() >= 80 and abs(one.outline) > 2 for one in cocked)


def test_a_survey_counts_and_repeats() -> None:
    one = survey.run_batch(3, 7, 16)
    assert one == survey.run_batch(3, 7, 16)
    found = survey.Survey(3)
    found.add(7, one)
    wrong = survey.Batch("clean", [4, 0], [0.0, 0.0], [(0, 5, 99), (0, 1, 99)])
    found.add(8, wrong)
    assert (found.frames, found.misread, len(found.wrong)) == (18, 2, 2)
    assert checked(document("optics-survey/1", found.as_json()), "optics-survey/1")["misread"] == 2


def test_what_is_published_was_counted(tmp_path: Path) -> None:
    """The figures of the recorded survey stand on both pages as its file has them."""
    found = json.loads(report.RECORDED.read_text())
    counts = survey.Survey.from_json(found)
    for page in report.PAGES:
        (tmp_path / page).write_text(f"Before.\n{report.START}old\n{report.END}\nAfter.\n")
    report.publish(counts, found["reader"], tmp_path)
    for page in report.PAGES:
        fresh = (tmp_path / page).read_text()
        assert fresh.startswith("Before.\n")
        assert fresh.endswith("\nAfter.\n")
        assert "old" not in fresh
        assert (
            fresh.partition(report.START)[2][: -len("After.\n")] in (FIRMWARE / page).read_text()
        )
    assert counts.misread == len(counts.wrong) <= 1
    assert all(counts.kinds[kind].misread == 0 for kind in CLEAN)
    for kind in ("cabinet", "clean", "large"):
        assert counts.kinds[kind].refused_rate <= 0.01
    assert whole("survey", "--publish", "--frames", "1").returncode == 2


def test_a_survey_as_the_text_of_a_page(tmp_path: Path) -> None:
    kept = tmp_path / "counts.json"
    counts = survey.Survey(4)
    counts.add(0, survey.Batch("tilted", [4, 2], [7.0, 31.0], [(0, 4, 99), (2, 0, 3)]))
    assert "| tilted | 2 | 1 | 0 | 50.00 % | 0 | 1 | 0 | 0 | 0 |" in report.whole(counts, "ab")
    assert "| 4 | 0 | 0 | 0 | 0 | 1 | 0 | 0 |" in report.essence(counts, "ab")
    survey.save(kept, survey.Survey(4))
    done = invoke("survey", "--frames", "64", "--seed", "4", "--workers", "1", "--keep", kept)
    assert done.exit_code == 0
    again = invoke("survey", "--frames", "64", "--seed", "4", "--keep", kept, "--markdown")
    assert again.stdout == report.whole(survey.load(kept), survey.reader_digest())
