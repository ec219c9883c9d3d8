"""`boxcars verify` and `boxcars key` as a person and as a script use them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from boxcars.commands import verify
from boxcars.record import LogWriter
from boxcars.record.sample import SAMPLE_RULE_BOOK, SampleBoard

BOOK = ("--rule-book", SAMPLE_RULE_BOOK.hex())


def _boxcars(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "boxcars", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "table.log"
    with LogWriter(path) as writer:
        for item in SampleBoard().records(60):
            writer.append(item.header, item.signature, item.body)
    return path


@pytest.fixture
def public() -> str:
    return SampleBoard().signer.public.hex()


def test_a_good_log(log: Path, public: str) -> None:
    done = _boxcars("verify", log, *BOOK)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("verified 60 records: sequence 0 to 59, boot 1 to 2, ")
    assert public in done.stdout
    assert "which the log itself introduces" in done.stdout


def test_a_good_log_as_json(log: Path, public: str) -> None:
    done = _boxcars("verify", log, *BOOK, "--json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert answer["ok"] is True
    assert (answer["records"], answer["first"], answer["last"]) == (60, 0, 59)
    assert answer["key"] == public
    assert answer["kinds"]["genesis"] == 1


@pytest.mark.parametrize("style", ["pem", "hex"])
def test_verify_with_an_exported_key(log: Path, tmp_path: Path, style: str) -> None:
    key = tmp_path / "board.key"
    done = _boxcars("key", "export", log, "--format", style, "--output", key)
    assert (done.returncode, done.stdout) == (0, "")
    done = _boxcars("verify", log, "--key", key, *BOOK)
    assert done.returncode == 0
    assert "which the log itself introduces" not in done.stdout


def test_key_show_and_export(log: Path, public: str, tmp_path: Path) -> None:
    assert _boxcars("key", "show", log).stdout == f"Ed25519 {public}\n"
    shown = json.loads(_boxcars("key", "show", log, "--json").stdout)
    assert shown["hex"] == public
    pem = _boxcars("key", "export", log).stdout
    assert pem.startswith("-----BEGIN PUBLIC KEY-----\n")
    assert shown["pem"] == pem
    (tmp_path / "a.pem").write_text(pem)
    assert _boxcars("key", "show", tmp_path / "a.pem").stdout == f"Ed25519 {public}\n"
    (tmp_path / "a.bin").write_bytes(bytes.fromhex(public))
    assert _boxcars("key", "export", tmp_path / "a.bin", "--format", "hex").stdout == public + "\n"


def test_one_line_and_a_code_for_what_is_wrong(log: Path) -> None:
    data = bytearray(log.read_bytes())
    data[16 + 8 + 160] ^= 1  # a face in the first record; its CRC no longer fits
    log.write_bytes(data)
    done = _boxcars("verify", log, *BOOK)
    assert (done.returncode, done.stdout) == (70, "")
    text = f"{log}: garbage at record 0, byte 16: the frame's CRC-32 does not match"
    assert done.stderr == f"boxcars: {text}\n"


def test_what_is_wrong_as_json(log: Path) -> None:
    done = _boxcars("verify", log, "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["code"], answer["kind"]) == (77, 77, "unknown rule book")
    assert answer["ok"] is False
    assert answer["sequence"] == 1
    assert done.stderr.count("\n") == 1


def test_last(log: Path) -> None:
    assert _boxcars("verify", log, *BOOK, "--last", "59").returncode == 0
    done = _boxcars("verify", log, *BOOK, "--last", "60")
    assert done.returncode == 70
    assert "the log ends at 59, not at 60" in done.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("verify", "none.log"), 3),
        (("verify", "none.log", "--key", "none.key"), 2),
        (("verify", "none.log", "--rule-book", "12"), 2),
        (("verify", "none.log", "--last", "-1"), 2),
        (("verify",), 2),
        (("key", "show", "none.key"), 2),
        (("key",), 2),
    ],
)
def test_usage(words: tuple[str, ...], code: int, tmp_path: Path) -> None:
    done = _boxcars(*(str(tmp_path / word) if "none" in word else word for word in words))
    assert done.returncode == code
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "00" * 31,
        "zz" * 32,
        "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
    ],
)
def test_files_that_hold_no_key(log: Path, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.key"
    path.write_text(text)
    for words in (("key", "show", path), ("verify", log, "--key", path)):
        done = _boxcars(*words)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1


def test_help_lists_the_exit_codes() -> None:
    text = _boxcars("verify", "--help").stdout
    for code in range(70, 80):
        assert f" {code} " in text


def test_a_bar_for_long_logs_on_a_terminal_only(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(verify, "_BAR_BYTES", 0)
    monkeypatch.setattr(
        verify, "Console", lambda stderr: Console(file=screen, force_terminal=stderr)
    )
    done = CliRunner().invoke(verify.command, [str(log), *BOOK])
    assert done.exit_code == 0
    assert done.stdout.startswith("verified 60 records")
    assert "verifying" in screen.getvalue()
    assert "100%" in screen.getvalue()
    screen.truncate(0)
    monkeypatch.setattr(
        verify, "Console", lambda stderr: Console(file=screen, force_terminal=False)
    )
    assert CliRunner().invoke(verify.command, [str(log), *BOOK]).exit_code == 0
    assert screen.getvalue().strip("\0") == ""
