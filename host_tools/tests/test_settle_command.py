"""`boxcars settle`: files, standard input, line ends, and answers that do not wait."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from boxcars.paths import FIRMWARE
from boxcars.settle.engine import EngineFaultError, MicropythonEngine
from boxcars.settle.session import Session, installed_books
from shaker.core.rules import AT_PAYS, COL_UNITS, PAY_COUNT
from shaker.core.spots import SPOT_COUNT

COMMAND = [sys.executable, "-c", "from boxcars.cli import main; main()", "settle"]
SCRIPT = b'{"profile":"rws-2013","seats":1}\r\n\n{"op":"close"}\n{"op":"roll","dice":[3,4]}'
ANSWERS = (
    b'{"ok":true}\n{"ok":false,"error":"E_PARSE"}\n{"ok":true,"returned":[]}\n'
    b'{"ok":true,"total":7,"event":"natural","point":0,"returned":[],"results":[]}\n'
)


_LINES = 36  # of the worked session that the board plays


def _settle(
    *arguments: str, script: bytes = b"", timeout_s: int = 60
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=script, capture_output=True, timeout=timeout_s, check=False
    )


@pytest.mark.parametrize("engine", ["python", "micropython"])
def test_file_and_standard_input(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(SCRIPT)
    for done in (_settle(str(path), "--engine", engine), _settle("-", script=SCRIPT)):
        assert (done.returncode, done.stdout, done.stderr) == (0, ANSWERS, b"")


@pytest.mark.emulator
@pytest.mark.slow
def test_a_worked_session_on_the_board() -> None:
    """The shipped image over its link, to the byte. `hil_tests/test_settlement.py --sessions 40`
    has all of them."""
    path = FIRMWARE / "tests/vectors/clearwater-etg-04.jsonl"
    script = b"".join(path.read_bytes().splitlines(keepends=True)[:_LINES])
    wanted = path.with_suffix(".expected.jsonl").read_bytes().splitlines(keepends=True)
    for op in (b'"limits"', b'"no_roll"', b'"power_fail"', b'"roll"'):
        assert op in script
    done = _settle("-", "--engine", "board", script=script, timeout_s=1800)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"".join(wanted[:_LINES])


def test_empty_script_has_no_answer() -> None:
    assert _settle("-").stdout == b""


def test_a_line_break_is_the_newline_alone() -> None:
    script = '{"profile":"rws-2013","seats":1}\n{"op":"close","x":"\u2028\u0085"}\n\x0b\n'.encode()
    assert _settle("-", script=script).stdout.count(b"\n") == 3


def test_missing_file_is_a_usage_error() -> None:
    done = _settle("no-such-file")
    assert done.returncode == 2
    assert b"no-such-file" in done.stderr


def test_each_line_is_answered_before_the_next_is_sent() -> None:
    process = subprocess.Popen([*COMMAND, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    for line, answer in zip(SCRIPT.split(b"\n"), ANSWERS.splitlines(), strict=True):
        process.stdin.write(line + b"\n")
        process.stdin.flush()
        assert process.stdout.readline() == answer + b"\n"
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    process.stdout.close()


def test_a_core_that_allocates_stops_the_run() -> None:
    """A rule book that pays 600 to 1: on the highest stake the product is no small int."""
    rules = bytearray(installed_books()["division"])
    for pay in range(PAY_COUNT):
        rules[AT_PAYS + 4 * pay : AT_PAYS + 4 * pay + 3] = bytes([600 % 256, 600 // 256, 1])
    with MicropythonEngine() as engine:
        session = Session(engine, {"broken": bytes(rules)})
        assert session.answer('{"profile":"broken","seats":1}') == '{"ok":true}'
        assert session.answer('{"op":"bet","seat":0,"spot":"lay-4","amount":1000}').count("true")
        with pytest.raises(EngineFaultError, match=r"allocated \d+ bytes in operation"):
            session.answer('{"op":"bet","seat":0,"spot":"lay-5","amount":2000000}')


def test_a_core_that_raises_stops_the_run(capfd: pytest.CaptureFixture[str]) -> None:
    """A rule book in which stakes are multiples of nothing."""
    rules = bytearray(installed_books()["rws-2013"])
    rules[COL_UNITS : COL_UNITS + SPOT_COUNT] = bytes(SPOT_COUNT)
    header = '{"profile":"broken","seats":1}'
    with MicropythonEngine() as engine:
        session = Session(engine, {"broken": bytes(rules)})
        assert session.answer(header) == '{"ok":true}'
        with pytest.raises(EngineFaultError, match="raised an exception in operation"):
            session.answer('{"op":"bet","seat":0,"spot":"pass","amount":5}')
    assert "ZeroDivisionError" in capfd.readouterr().err


@pytest.mark.parametrize("redirected", [">/dev/full", ">&-", "</proc/self/mem", "<&-"])
def test_a_stream_that_fails_is_no_traceback(redirected: str, tmp_path: Path) -> None:
    line = f"printf '{{}}\\n' | {sys.executable} -m boxcars settle - {redirected}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1
