"""`boxcars verify` and `boxcars key` as a person and as a script use them."""

from __future__ import annotations

import base64
import io
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from rich.console import Console

from boards.virtual.tests.documents import checked
from boxcars.commands import verify
from boxcars.record import LogWriter, PublicKey
from boxcars.record.findings import FindingKind, KeyFileError
from boxcars.record.keys import BadKeyError, read_key_file
from boxcars.record.sample import SAMPLE_RULE_BOOK, SampleBoard
from boxcars.sealgen import curve
from shaker.seal.ed25519 import BAD_KEY, Verifier

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
    answer = checked(done.stdout, "verify/1")
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
    shown = checked(_boxcars("key", "show", log, "--json").stdout, "key/1")
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
    assert (done.returncode, done.stdout) == (80, "")
    text = f"{log}: garbage at record 0, byte 16: the frame's CRC-32 does not match"
    assert done.stderr == f"boxcars: {text}\n"


def test_what_is_wrong_as_json(log: Path) -> None:
    done = _boxcars("verify", log, "--json")
    answer = checked(done.stdout, "verify/1")
    assert (done.returncode, answer["code"], answer["kind"]) == (77, 77, "unknown rule book")
    assert answer["ok"] is False
    assert answer["sequence"] == 1
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [(("none.log",), 3, "cannot read"), (("none.log", "--key", "none.key"), 2, "usage")],
)
def test_what_cannot_be_read_as_json(
    tmp_path: Path, words: tuple[str, ...], code: int, kind: str
) -> None:
    named = [str(tmp_path / word) if "none" in word else word for word in words]
    done = _boxcars("verify", *named, "--json")
    answer = checked(done.stdout, "verify/1")
    assert (done.returncode, answer["code"], answer["kind"]) == (code, code, kind)
    assert (answer["ok"], answer["record"]) == (False, None)
    assert "cannot read" in answer["text"]


def test_a_part_of_a_log(tmp_path: Path, public: str) -> None:
    part, key = tmp_path / "part.log", tmp_path / "board.key"
    key.write_text(public)
    with LogWriter(part) as writer:
        for item in list(SampleBoard().records(20))[10:]:
            writer.append(item.header, item.signature, item.body)
    done = _boxcars("verify", part, "--key", key, *BOOK)
    assert done.returncode == 72
    assert "10 missing" in done.stderr
    assert _boxcars("verify", part, "--key", key, "--first", "10", *BOOK).returncode == 0
    assert _boxcars("verify", part, "--first", "10", *BOOK).returncode == 79


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


def _no_keys() -> list[bytes]:
    """What the board refuses: of small order, not canonical, no point."""
    small = [(y | odd << 255) for _, y in curve.small_order() for odd in (0, 1)]
    large = [curve.PRIME + more | odd << 255 for more in (0, 1, 3, 18) for odd in (0, 1)]
    off = [y for y in range(2, 40) if curve.recover_x(y, 0) is None][:4]
    return [number.to_bytes(32, "little") for number in (*small, *large, *off)]


def test_keys_that_the_board_refuses_are_refused(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.key"
    verifier = Verifier()
    for raw in _no_keys():
        assert verifier.verify(raw, bytes(64), b"", 0) == BAD_KEY
        path.write_text(raw.hex())
        with pytest.raises(KeyFileError):
            read_key_file(path)
        with pytest.raises(BadKeyError):
            PublicKey(raw)
    for words in (("key", "show", path), ("verify", log, "--key", path)):
        done = _boxcars(*words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_pem_of_an_unknown_algorithm(tmp_path: Path) -> None:
    """A good SubjectPublicKeyInfo with the object identifier 1.2.3.4."""
    der = bytes.fromhex("300c300506032a0304030300") + b"\x01\x02"
    text = base64.b64encode(der).decode()
    path = tmp_path / "odd.pem"
    path.write_text(f"-----BEGIN PUBLIC KEY-----\n{text}\n-----END PUBLIC KEY-----\n")
    with pytest.raises(UnsupportedAlgorithm):
        load_pem_public_key(path.read_bytes())
    with pytest.raises(KeyFileError):
        read_key_file(path)


def test_help_lists_the_exit_codes() -> None:
    text = _boxcars("verify", "--help").stdout
    for kind in FindingKind:
        assert f" {kind.exit_code}  {kind.word}" in text


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
