"""The link on the board, for the bench and for tests: a server on UART0, and frames to time.

`serve(seconds)` serves the ledger over UART0 by DMA without allocating, and may erase flash
sectors meanwhile. `encode()`, `decode()` and `poll()` are what the bench times.
"""

import time

import rp2
from link_ledger import Ledger, Records

from micropython import const
from shaker.chip.uart_dma import UartPort, stop_all
from shaker.link.fields import Writer
from shaker.link.frame import FRAME, FrameReader, FrameWriter
from shaker.link.hub import Hub
from shaker.link.messages import BET, HOST_PORT
from shaker.link.session import Session
from shaker.octets.kernels import move

_RATE = const(115200)
_PAGE_SIZE = const(256)
_PAGES = const(6)
_FRAME_PAYLOAD = const(48)  # with header, CRC, stuffing and delimiters 64 bytes on the line


class Server:
    """Hub, session and port of one run."""

    def __init__(self, tx, rx):
        stop_all()
        self.port = UartPort(0, tx, rx, _RATE, 921600)
        self.ledger = Ledger()
        self.records = Records()
        self.hub = Hub(self.ledger, self.records, time)
        self.session = Session(self.hub, self.port, HOST_PORT)
        self.ledger.events = self.hub.events
        self.erase_count = 0
        self.program_count = 0
        self._piece_buf = bytearray(256)
        self._page_buf = bytearray(_PAGE_SIZE)
        self._flash = rp2.Flash()
        self._block = self._flash.ioctl(4, 0) - 5

    def serve(self, seconds, erase_every_ms=0):
        """Serve for so long; erase a sector every so many milliseconds."""
        start = time.ticks_ms()
        erased = start
        while time.ticks_diff(time.ticks_ms(), start) < 1000 * seconds:
            self.hub.poll()
            now = time.ticks_ms()
            if erase_every_ms and time.ticks_diff(now, erased) > erase_every_ms:
                self._flash.ioctl(6, self._block)
                self.erase_count += 1
                erased = time.ticks_ms()

    def drain(self, into, erase_every_ms):
        """Take bytes off the line until `into` is full or nothing comes for 2 s: how many.

        Each sector that was erased is programmed after it, as the journal does. Not measured for
        heap: its own frame is too big.
        """
        count = 0
        heard = time.ticks_ms()
        erased = heard
        while count < len(into) and time.ticks_diff(time.ticks_ms(), heard) < 2000:
            size = self.port.read_into(self._piece_buf, 256)
            if size:
                heard = time.ticks_ms()
                size = min(size, len(into) - count)
                move(into, count, self._piece_buf, 0, size)
                count += size
            if count and time.ticks_diff(time.ticks_ms(), erased) > erase_every_ms:
                self._flash.ioctl(6, self._block)
                self.erase_count += 1
                self._program()
                erased = time.ticks_ms()
        return count

    def _program(self):
        """Some pages, one by one."""
        for page in range(_PAGES):
            self._flash.writeblocks(self._block, self._page_buf, page * _PAGE_SIZE)
            self.program_count += 1


_payload = Writer()
_writer = FrameWriter(_payload)
_reader = FrameReader()
_tag = b"\x11\x22\x33\x44"
_content = bytes(range(_FRAME_PAYLOAD))
_line_buf = bytearray(80)


def encode():
    """One frame of 64 bytes on the line: header, payload, CRC-32, stuffing."""
    _writer.begin(BET, _tag, 7)
    _payload.copy(_content, 0, _FRAME_PAYLOAD)
    _writer.seal()
    return _writer.end


def ready():
    """Lay the frame out for `decode`."""
    size = encode()
    for index in range(size):
        _line_buf[index] = _writer.buf[index]
    return size


def decode():
    """The same frame back: found, unstuffed, CRC-32 checked."""
    _reader.take(_line_buf, 0, 64)
    return _reader.take(_line_buf, _reader.next, 64) == FRAME
