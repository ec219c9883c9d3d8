"""Ports of the link: TCP through pyserial's URLs, pseudo-terminals, ports that cannot be had."""

from __future__ import annotations

import os
import pty
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxcars.link import Link
from boxcars.link.errors import (
    BaudError,
    LinkError,
    NoDeviceError,
    NotABoardError,
    PortBusyError,
    PortPermissionError,
    RefusedError,
    SilentDeviceError,
    UnpluggedError,
    code_word,
)
from boxcars.link.ports import SerialPort, _cannot_open, open_port, read_some, set_baud, write_all
from firmware.bench.link_ledger import record_bytes
from firmware.tests.served_board import BAUD_MAX, Rfc2217Board, ServedBoard
from shaker.link import codes


@pytest.fixture
def served() -> Iterator[ServedBoard]:
    board = ServedBoard()
    yield board
    board.end()


@pytest.fixture
def far() -> Iterator[Rfc2217Board]:
    board = Rfc2217Board()
    yield board
    board.end()


def test_a_socket_is_a_port_like_any_other(served: ServedBoard) -> None:
    served.board.records.count = 3
    with Link.open(served.url, acknowledge=True) as link:
        assert link.bet(0, 1, 5).total == 5
        link.follow()
        for sequence in range(3):
            record = link.next_record(10.0)
            assert record is not None
            assert record.sequence == sequence
            link.commit(record)
    assert served.board.records.acked == 2


# pyserial forgets to close a socket that it can no longer shut down.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_cut_connection_is_made_again(served: ServedBoard) -> None:
    with Link.open(served.url) as link:
        assert link.bet(0, 1, 5).total == 5
        served.unplug()
        while served.connect_count < 2:
            link.ping()
        assert link.bet(0, 1, 5).total == 10
        assert link.reconnect_count >= 1
    assert served.board.ledger.performed == 2


# pyserial still names its thread the old way.
_OLD_WAY = pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")


@_OLD_WAY
def test_a_device_server_is_a_port_like_any_other(far: Rfc2217Board) -> None:
    """Through RFC 2217: records of all byte values, FF among them, at a rate that is raised."""
    far.board.records.count = 8
    expected = [bytes(record_bytes(n)) for n in range(8)]  # type: ignore[no-untyped-call]
    assert any(b"\xff" in data for data in expected)
    with Link.open(far.url, acknowledge=True, baud=BAUD_MAX) as link:
        assert far.uart.baudrate == far.board.port.rate == BAUD_MAX
        before = far.uart.set_count
        assert link.bet(0, 1, 5).total == 5
        link.follow()
        for data in expected:
            record = link.next_record(10.0)
            assert record is not None
            assert record.data == data
            link.commit(record)
        assert far.uart.set_count == before, "reading must not configure the far port"
    assert far.board.records.acked == 7
    assert far.board.session.reader.damaged_count == 0


@_OLD_WAY
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_cut_device_server_is_connected_to_again(far: Rfc2217Board) -> None:
    with Link.open(far.url) as link:
        assert link.bet(0, 1, 5).total == 5
        far.unplug()
        while far.connect_count < 2:
            link.ping()
        assert link.bet(0, 1, 5).total == 10
        assert link.reconnect_count >= 1
    assert far.board.ledger.performed == 2


@_OLD_WAY
def test_a_rate_that_the_device_server_does_not_have(far: Rfc2217Board) -> None:
    with pytest.raises(BaudError, match="921600"):
        Link.open(far.url, baud=921_600).connect()


def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("no port")
    for url, why in (
        (str(tmp_path / "ttyACM9"), "plugged in"),
        (str(plain), "no serial port"),
        (str(tmp_path), "no serial port"),
        ("socket://127.0.0.1:1", "cannot be reached"),
        ("rfc2217://127.0.0.1:1", "cannot be reached"),
        ("nonsense://x", "'nonsense' not known"),
    ):
        with pytest.raises(NoDeviceError, match=why) as missing:
            open_port(url)
        assert missing.value.exit_code == 4
        assert "\n" not in str(missing.value)


def test_a_port_that_another_program_has() -> None:
    master, slave = pty.openpty()
    first = open_port(os.ttyname(slave))
    with pytest.raises(PortBusyError) as busy:
        open_port(os.ttyname(slave))
    assert busy.value.exit_code == 5
    first.close()
    os.close(master)
    os.close(slave)


def test_a_port_is_free_again_when_nobody_answers_on_it() -> None:
    master, slave = pty.openpty()
    link = Link.open(os.ttyname(slave), hello_s=0.1)
    for _ in range(2):
        with pytest.raises(SilentDeviceError):
            link.connect()
    open_port(os.ttyname(slave)).close()
    os.close(master)
    os.close(slave)


def test_a_port_that_this_user_may_not_open() -> None:
    """By the error alone: tests may run as a user who may open everything."""
    error = _cannot_open("/dev/ttyACM0", PermissionError(13, "Permission denied"))
    assert isinstance(error, PortPermissionError)
    assert error.exit_code == 5
    assert "dialout" in str(error)


class _Gone:
    """A port whose device has gone, as pyserial lets it be seen."""

    timeout: float | None = None

    def __init__(self, error: Exception) -> None:
        self._error = error

    @property
    def in_waiting(self) -> int:
        raise self._error

    def read(self, size: int = 1) -> bytes:
        raise self._error

    def write(self, data: bytes) -> int:
        raise self._error

    @property
    def baudrate(self) -> int:
        return 115_200

    @baudrate.setter
    def baudrate(self, rate: int) -> None:
        raise self._error

    def close(self) -> None:
        raise self._error


@pytest.mark.parametrize(
    "error", [OSError(5, "Input/output error"), termios.error(5, "gone"), TypeError("no int")]
)
def test_a_port_that_went_away_is_unplugged_whatever_is_done_with_it(error: Exception) -> None:
    port: SerialPort = _Gone(error)
    with pytest.raises(UnpluggedError):
        read_some(port)
    with pytest.raises(UnpluggedError):
        write_all(port, b"x")
    with pytest.raises(UnpluggedError) as gone:
        set_baud(port, 921_600)
    assert gone.value.exit_code == 4


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_permissions_that_come_after_the_port_are_waited_for(served: ServedBoard) -> None:
    """A port that was plugged in again belongs to nobody until the system has given it away."""
    refusals = [PortPermissionError("not yet"), PortPermissionError("nor now")]
    link = Link(lambda: open_port(served.url))
    opened = link._open_port

    def open_again() -> SerialPort:
        if link._connection is None and served.connect_count and refusals:
            raise refusals.pop()
        return opened()

    link._open_port = open_again
    with link:
        served.unplug()
        while served.connect_count < 2:
            link.ping()
        assert link.bet(0, 1, 5).total == 5
    assert not refusals


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_unplugged_from_a_terminal() -> None:
    master, slave = pty.openpty()
    port = open_port(os.ttyname(slave))
    os.close(slave)
    os.close(master)
    with pytest.raises(UnpluggedError):
        read_some(port)
    with pytest.raises(UnpluggedError):
        write_all(port, b"x")
    port.close()


def _on_terminal(speech: bytes) -> LinkError:
    """What a host finds at a terminal on which somebody says something, again and again."""
    master, slave = pty.openpty()
    ended = threading.Event()

    def speak() -> None:
        while not ended.is_set():
            os.write(master, speech)
            time.sleep(0.05)

    speaker = threading.Thread(target=speak)
    speaker.start()
    try:
        with pytest.raises(LinkError) as found:
            Link.open(os.ttyname(slave), hello_s=0.6).connect()
    finally:
        ended.set()
        speaker.join()
        os.close(master)
        os.close(slave)
    return found.value


def test_a_silent_device_and_one_that_is_no_board() -> None:
    silent = _on_terminal(b"")
    assert type(silent) is SilentDeviceError
    assert silent.exit_code == 4
    other = _on_terminal(b"OK\r\n+CSQ: 17\r\n")
    assert isinstance(other, NotABoardError)
    assert other.exit_code == 6
    assert "another device" in str(other)


def test_a_link_that_is_not_connected_says_so() -> None:
    link = Link(lambda: pytest.fail("opened"))
    with pytest.raises(LinkError, match="not connected"):
        link.ping()


def test_codes_have_words_and_exit_codes() -> None:
    assert [code_word(code) for code in (0, 1, 18, 64, 99, 60)] == [
        "OK",
        "E_PARSE",
        "E_TOGGLE",
        "E_SESSION",
        "E_TABLE_FULL",
        "E_60",
    ]
    assert RefusedError("bet", 11).exit_code == 1
    assert RefusedError("lock", 80).exit_code == 8


@pytest.mark.parametrize("word", codes.CODE_WORDS)
def test_every_refusal_says_what_to_do_next(word: str) -> None:
    code = codes.FIRST + codes.CODE_WORDS.index(word)
    text = str(RefusedError("exercise", code))
    assert text.startswith(f"exercise was refused with {word}: ")
    assert len(text) > len(f"exercise was refused with {word}: ") + 10
