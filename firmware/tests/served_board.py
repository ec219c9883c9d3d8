"""The board's session behind a TCP port, as it is behind a device server: raw, or by RFC 2217."""

from __future__ import annotations

import select
import socket
import threading
import time
from typing import Any

from serial.rfc2217 import PortManager

from firmware.tests.link_rig import Board

BAUD_MAX = 460_800  # of the device server's own UART


class _BoardClock:
    def ticks_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000 & 0x3FFFFFFF

    def ticks_diff(self, one: int, other: int) -> int:
        return (one - other + 0x20000000 & 0x3FFFFFFF) - 0x20000000


class ServedBoard:
    """One client at a time may come and go: what it sends is what the board gets."""

    scheme = "socket"

    def __init__(self) -> None:
        self.board: Any = Board(_BoardClock())  # type: ignore[no-untyped-call]
        self.connect_count = 0
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"{self.scheme}://127.0.0.1:{self._server.getsockname()[1]}"
        self._client: socket.socket | None = None
        self._ended = threading.Event()
        self._cut = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.is_set():
            if self._cut.is_set() and self._client is not None:
                self._drop()
                self._cut.clear()
            watched = [self._server] if self._client is None else [self._client]
            if select.select(watched, [], [], 0.005)[0]:
                self._take()
            self.board.hub.poll()
            outgoing, self.board.port.outgoing = self.board.port.outgoing, []
            if self._client is not None and outgoing:
                self.write(self._to_client(b"".join(outgoing)))

    def write(self, data: bytes) -> None:
        if self._client is not None:
            self._client.sendall(data)

    def _drop(self) -> None:
        assert self._client is not None
        self._client.close()
        self._client = None

    def _take(self) -> None:
        if self._client is None:
            self._client = self._server.accept()[0]
            self.connect_count += 1
            self._begin()
            return
        try:
            data = self._client.recv(4096)
        except ConnectionError:
            data = b""
        if data:
            self.board.port.incoming.extend(self._from_client(data))
        else:
            self._drop()

    def _begin(self) -> None:
        """A client has come."""

    def _from_client(self, data: bytes) -> bytes:
        return data

    def _to_client(self, data: bytes) -> bytes:
        return data

    def unplug(self) -> None:
        self._cut.set()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()
        if self._client is not None:
            self._client.close()
        self._server.close()


class _Uart:
    """The far UART, as the port manager sets it."""

    def __init__(self) -> None:
        self.bytesize, self.parity, self.stopbits = 8, "N", 1
        self.xonxoff = self.rtscts = self.dtr = self.rts = self.break_condition = False
        self.cts = self.dsr = self.ri = self.cd = False
        self.set_count = 0
        self._baudrate = 9600

    @property
    def baudrate(self) -> int:
        return self._baudrate

    @baudrate.setter
    def baudrate(self, value: int) -> None:
        if value > BAUD_MAX:
            raise ValueError(f"{value} baud")
        self.set_count += 1
        self._baudrate = value

    def reset_input_buffer(self) -> None:
        pass

    def reset_output_buffer(self) -> None:
        pass


class Rfc2217Board(ServedBoard):
    """Behind pyserial's port manager. A rate that is not the board's carries garbage."""

    scheme = "rfc2217"

    def __init__(self) -> None:
        self.uart = _Uart()
        self._manager: PortManager | None = None
        super().__init__()

    def _begin(self) -> None:
        self._manager = PortManager(self.uart, self)

    def _carry(self, data: bytes) -> bytes:
        if self.uart.baudrate == self.board.port.rate:
            return data
        return bytes(byte ^ 0x55 for byte in data)

    def _from_client(self, data: bytes) -> bytes:
        assert self._manager is not None
        return self._carry(b"".join(self._manager.filter(data)))

    def _to_client(self, data: bytes) -> bytes:
        assert self._manager is not None
        return b"".join(self._manager.escape(self._carry(data)))
