"""What holds for every command: `--json` with a schema, one line of error, quiet in a pipe."""

from __future__ import annotations

import ast
import contextlib
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from boards.virtual.tests.documents import checked, checked_rows, invoke
from boxcars import commands
from boxcars.cli import COMMANDS, group
from boxcars.commands import flash
from boxcars.console.documents import schema_names
from boxcars.usb import choose
from boxcars.usb.devices import PID_RUNNING, VENDOR, Device

_ONE = Device("1-1", VENDOR, PID_RUNNING, port="/dev/ttyNONE")
_SHELL_CODE = {"completion"}  # what it prints is for a shell


def leaves(found: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """Every command that does something, by its words."""
    if isinstance(found, click.Group):
        for below in found.commands.values():
            yield from leaves(below, f"{name} {below.name}")
    else:
        yield name, found


def every_command() -> dict[str, click.Command]:
    with click.Context(group) as context:
        found = [(name, group.get_command(context, name)) for name in COMMANDS]
    return dict(leaf for name, one in found if one is not None for leaf in leaves(one, name))


def test_every_command_has_json() -> None:
    lacking = {
        name
        for name, found in every_command().items()
        if not any("--json" in parameter.opts for parameter in found.params)
    }
    assert lacking == _SHELL_CODE


def emitted() -> set[str]:
    """Schemas that commands name, as they stand in their sources."""
    found = set()
    for path in Path(next(iter(commands.__path__))).glob("*.py"):
        text = path.read_text()
        found |= set(re.findall(r'"([a-z-]+/\d+)"', text))
    return {name for name in found if not name.startswith("USB")}


def test_every_schema_is_printed_by_a_command_and_every_one_printed_is_there() -> None:
    assert emitted() | {"error/1"} == set(schema_names())


def test_nothing_else_prints_json() -> None:
    """`json.dumps` in a command would be an object without a schema."""
    for path in Path(next(iter(commands.__path__))).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Attribute) and node.attr == "dumps"), path


WRONG_WORDS = [
    # words, what the line says
    (("list", "--nope"), "No such option '--nope'"),
    (("dice", "300"), "300 is not in the range 0<=x<=255"),
    (("dice",), "Missing argument 'SET'"),
    (("keys", "add", "x"), "Missing option '--as'"),
    (("fairnes",), "did you mean fairness"),
    (("clear", "--key", "."), "is a directory"),
]


@pytest.mark.parametrize("case", WRONG_WORDS, ids=lambda case: " ".join(case[0]))
def test_wrong_words_end_in_one_line(case: tuple[tuple[str, ...], str]) -> None:
    words, text = case
    done = CliRunner().invoke(group, [*words, "--json"])
    assert done.exit_code == 2
    assert done.stderr.startswith("boxcars: ")
    assert done.stderr.count("\n") == 1
    assert text in done.stderr
    assert "--help'" in done.stderr
    told = checked(done.stdout, "error/1")
    assert (told["exit_code"], text in told["text"]) == (2, True)


def test_what_is_interrupted_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> list[Device]:
        raise KeyboardInterrupt

    monkeypatch.setattr(choose, "devices", interrupted)
    done = CliRunner().invoke(group, ["measure"])
    assert (done.exit_code, done.stderr) == (130, "\nboxcars: interrupted\n")


def test_what_is_not_confirmed_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flash, "devices", lambda: [_ONE])
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(flash, "sys", SimpleNamespace(stdin=terminal))
    done = CliRunner().invoke(group, ["flash"], input="n\n")
    assert done.exit_code == 1
    assert "Flash " in done.stderr
    assert "not confirmed: nothing was done" in done.stderr


def boxcars(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", "boxcars", *words]
    return subprocess.run(argv, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("words", [("schema", "diag/1"), ("rules", "show", "rws-2013")])
def test_a_reader_that_goes_away_is_no_failure(words: tuple[str, ...]) -> None:
    read_fd, write_fd = os.pipe()
    os.close(read_fd)
    argv = [sys.executable, "-m", "boxcars", *words]
    try:
        done = subprocess.run(argv, stdout=write_fd, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(write_fd)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_disk_that_is_full_is_told() -> None:
    argv = [sys.executable, "-m", "boxcars", "rules", "list"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(argv, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 3
    assert done.stderr == b"boxcars: a file or stream failed: No space left on device\n"


def on_terminal(*words: str, **environment: str) -> str:
    """What a command shows on a terminal."""
    board_fd, client_fd = pty.openpty()
    argv = [sys.executable, "-m", "boxcars", *words]
    base = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(
        argv,
        stdin=client_fd,
        stdout=client_fd,
        stderr=client_fd,
        env={**base, "TERM": "xterm", **environment},
    )
    os.close(client_fd)
    shown = b""
    with contextlib.suppress(OSError):  # the terminal goes with its last user
        while data := os.read(board_fd, 4096):
            shown += data
    process.wait()
    os.close(board_fd)
    return shown.decode()


_COLOUR = re.compile(r"\x1b\[(\d+;)*(3|4|9|10)\d(;\d+)*m")
_FAIR = ("fairness", "--rolls", "200")


def test_colours_are_for_terminals_without_no_color() -> None:
    assert _COLOUR.search(on_terminal(*_FAIR))
    assert not _COLOUR.search(on_terminal(*_FAIR, NO_COLOR="1"))
    assert "\x1b" not in boxcars(*_FAIR).stdout


def test_a_row_is_not_folded_in_a_pipe() -> None:
    free = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    lines = boxcars("rules", "list", env={**free, "TERM": "dumb"}).stdout.splitlines()
    row = next(line for line in lines if "clearwater-etg" in line)
    assert "Clearwater Casino: Electronic Table Games Rules, Craps" in row
    narrow = boxcars("rules", "list", env={**os.environ, "COLUMNS": "40"}).stdout.splitlines()
    assert max(map(len, narrow)) <= 40


def test_doctor_and_schema_as_json() -> None:
    done = CliRunner().invoke(group, ["doctor", "--json"])
    rows = checked_rows(done.stdout, "doctor/1")
    assert {"Python", "mpy-cross"} <= {row["part"] for row in rows}
    assert done.exit_code == (0 if all(row["ok"] for row in rows) else 1)
    told = checked(CliRunner().invoke(group, ["schema", "--json"]).stdout, "schema/1")
    assert told["schemas"] == schema_names()


def test_bench_names_as_json() -> None:
    rows = checked_rows(invoke("bench", "--list", "--json").out, "bench/1")
    assert "image.bytes" in [row["name"] for row in rows]
    assert checked(invoke("bench", "nonsense", "--json").out, "error/1")["exit_code"] == 2


def test_only_static_takes_no_words_of_pytest() -> None:
    done = invoke("test", "--only-static", "-k", "x", "--json")
    assert done.code == 2
    assert "runs no tests" in checked(done.out, "error/1")["text"]


def test_an_error_of_a_file_is_an_object_as_well(tmp_path: Path) -> None:
    """A command of each kind, with what it cannot read."""
    text = tmp_path / "text"
    text.write_text("hello\n")
    gone = tmp_path / "gone"
    cases: list[tuple[tuple[str | Path, ...], int]] = [
        (("key", "show", gone), 2),
        (("key", "export", text), 2),
        (("key", "make", text), 2),
        (("keys", "revoke", gone), 2),
        (("settle", text, "--port", "x"), 2),
        (("optics", "read", gone), 2),
        (("optics", "show", text), 2),
        (("rules", "show", "vegas"), 2),
        (("rules", "diff", "vegas", "reno"), 2),
        (("rules", "check", text), 1),
        (("replay", text), 2),
        (("demo", "--profile", "vegas"), 2),
        (("demo", "--port", "x"), 2),
        (("virtual", "--image", gone), 3),
        (("virtual", "--faults", "nonsense"), 2),
        (("monitor", "--port", gone, "--log", tmp_path / "log"), 4),
        (("optics", "live", "--port", gone), 4),
        (("optics", "calibrate", "--port", gone), 4),
        (("build", "--micropython-dir", tmp_path), 3),
        (("fairness", "--rolls", "200", "--dice-set", "1"), 2),
        (("log", "--key", gone), 2),
    ]
    for words, code in cases:
        done = invoke(*words, "--json")
        assert done.code == code, words
        assert "\n" not in done.text.strip()
        assert checked(done.out.splitlines()[-1], "error/1")["exit_code"] == code


def test_keys_are_made_once_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "alice.pem"
    made = checked(invoke("key", "make", path, "--json").out, "key/1")
    assert path.stat().st_mode & 0o777 == 0o600
    public = Path(made["file"])
    assert public.name == "alice.pem.pub"
    assert checked(invoke("key", "show", public, "--json").out, "key/1")["hex"] == made["hex"]
    before = path.read_bytes()
    again = invoke("key", "make", path)
    assert (again.code, path.read_bytes()) == (2, before)
    assert invoke("key", "make", tmp_path / "no" / "key").code == 3
    (tmp_path / "carol.pem.pub").write_text("")
    assert invoke("key", "make", tmp_path / "carol.pem").code == 2
    assert not (tmp_path / "carol.pem").exists()  # no half of a pair
    unseen = invoke("key", "make", tmp_path / "bob.pem", "--passphrase")
    assert (unseen.code, "at a terminal" in unseen.text) == (2, True)
    out = tmp_path / "out.hex"
    told = checked(
        invoke("key", "export", public, "--format", "hex", "--output", out, "--json").out, "key/1"
    )
    assert (told["file"], out.read_text().strip()) == (str(out), made["hex"])
    assert invoke("key", "show", path).code == 2  # the private half is not shown
