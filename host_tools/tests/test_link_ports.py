"""Ports of the link: a real TCP socket through pyserial's URL, and ports that cannot be had."""

from __future__ import annotations

import os
import pty
import select
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxcars.link import Link
from boxcars.link.errors import (
    LinkError,
    NoDeviceError,
    PortBusyError,
    PortPermissionError,
    RefusedError,
    code_word,
)
from boxcars.link.ports import _cannot_open, open_port
from firmware.tests.link_rig import Board


class _BoardClock:
    def ticks_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000 & 0x3FFFFFFF

    def ticks_diff(self, one: int, other: int) -> int:
        return (one - other + 0x20000000 & 0x3FFFFFFF) - 0x20000000


class _Served:
    """The board's session behind a TCP port; a client may come and go."""

    def __init__(self) -> None:
        self.board: Any = Board(_BoardClock())  # type: ignore[no-untyped-call]
        self.connect_count = 0
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        self._client: socket.socket | None = None
        self._ended = threading.Event()
        self._cut = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.is_set():
            if self._cut.is_set() and self._client is not None:
                self._client.close()
                self._client = None
                self._cut.clear()
            watched = [self._server] if self._client is None else [self._client]
            if select.select(watched, [], [], 0.005)[0]:
                self._take()
            self.board.hub.poll()
            outgoing, self.board.port.outgoing = self.board.port.outgoing, []
            if self._client is not None and outgoing:
                self._client.sendall(b"".join(outgoing))

    def _take(self) -> None:
        if self._client is None:
            self._client = self._server.accept()[0]
            self.connect_count += 1
            return
        data = self._client.recv(4096)
        if data:
            self.board.port.incoming.extend(data)
        else:
            self._client.close()
            self._client = None

    def unplug(self) -> None:
        self._cut.set()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()
        if self._client is not None:
            self._client.close()
        self._server.close()


@pytest.fixture
def served() -> Iterator[_Served]:
    board = _Served()
    yield board
    board.end()


def test_a_socket_is_a_port_like_any_other(served: _Served) -> None:
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
def test_a_cut_connection_is_made_again(served: _Served) -> None:
    with Link.open(served.url) as link:
        assert link.bet(0, 1, 5).total == 5
        served.unplug()
        while served.connect_count < 2:
            link.ping()
        assert link.bet(0, 1, 5).total == 10
        assert link.reconnect_count >= 1
    assert served.board.ledger.performed == 2


def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    for url in (str(tmp_path / "ttyACM9"), "socket://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(NoDeviceError) as missing:
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


def test_a_port_that_this_user_may_not_open() -> None:
    """By the error alone: tests may run as a user who may open everything."""
    error = _cannot_open("/dev/ttyACM0", PermissionError(13, "Permission denied"))
    assert isinstance(error, PortPermissionError)
    assert error.exit_code == 5
    assert "dialout" in str(error)


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
