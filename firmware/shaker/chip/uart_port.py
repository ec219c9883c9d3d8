"""The host's line: UART receive by DMA into a ring, so that no flash erase loses a byte."""

import rp2
import uctypes
from machine import UART, Pin, mem32

import micropython
from micropython import const
from shaker.octets.kernels import move

_RING_BITS = const(13)
_RING_SIZE = const(1 << 13)
_COUNT_BITS = const(29)
_UART_BASE = const(0x40034000)
_DREQ_RX = const(21)
_DREQ_ALWAYS = const(0x3F)
_TX_SIZE = const(1024)
_CHUNK = const(128)
RATES = (115200, 460800, 921600)


@micropython.viper
def _received(channel: int) -> int:
    return (0 - ptr32(0x50000008)[channel << 4]) & 0x1FFFFFFF


@micropython.viper
def _drain(ring: ptr8, tail: int, size: int, out: ptr8):
    i = 0
    while i < size:
        out[i] = ring[(tail + i) & 0x1FFF]
        i += 1


class UartPort:
    """One UART as a port of the link."""

    def __init__(self, number, tx, rx, baud, baud_max):
        self._baud = baud
        self._baud_max = baud_max
        mem32[0x50000444] = 0xFFF  # what a soft reset left running would write into our memory
        raw = bytearray(2 * _RING_SIZE)
        offset = -uctypes.addressof(raw) & (_RING_SIZE - 1)
        self._raw = raw
        self._base = uctypes.addressof(raw) + offset
        self._ring = uctypes.bytearray_at(self._base, _RING_SIZE)
        self._reload = bytearray(4)
        self._reload[_COUNT_BITS >> 3] = 1 << (_COUNT_BITS & 7)
        self._tail = 0
        self._lost = 0
        self._uart = UART(number, baud, tx=Pin(tx), rx=Pin(rx), rxbuf=32, txbuf=_TX_SIZE)
        self._chunk_buf = bytearray(_CHUNK)
        # A view of each length, made once: a slice would allocate.
        self._views = [memoryview(self._chunk_buf)[:size] for size in range(_CHUNK + 1)]
        self._write = self._uart.write
        self._data = rp2.DMA()
        self._again = rp2.DMA()
        self._start()

    def _start(self):
        mem32[0x40034038] = 0x20
        mem32[0x40034048] = 1
        data, again = self._data, self._again
        data.config(
            read=_UART_BASE,
            write=self._base,
            count=1 << _COUNT_BITS,
            ctrl=data.pack_ctrl(
                size=0,
                inc_read=False,
                inc_write=True,
                ring_size=_RING_BITS,
                ring_sel=True,
                treq_sel=_DREQ_RX,
                irq_quiet=True,
                chain_to=again.channel,
            ),
        )
        again.config(
            read=self._reload,
            write=0x5000001C + (data.channel << 6),
            count=1,
            ctrl=again.pack_ctrl(
                size=2, inc_read=False, inc_write=False, treq_sel=_DREQ_ALWAYS, irq_quiet=True
            ),
        )
        data.active(1)
        self._channel = data.channel

    def read_into(self, buf, size):
        """Take what has come; how many bytes."""
        waiting = (_received(self._channel) - self._tail) & 0x1FFFFFFF
        if waiting > _RING_SIZE:
            self._lost += waiting - _RING_SIZE
            self._tail = (self._tail + waiting - _RING_SIZE) & 0x1FFFFFFF
            waiting = _RING_SIZE
        size = size if size < waiting else waiting
        _drain(self._ring, self._tail, size, buf)
        self._tail = (self._tail + size) & 0x1FFFFFFF
        return size

    def write(self, buf, at, size):
        """Hand bytes to the line; how many it took."""
        done = 0
        while done < size:
            piece = size - done if size - done < _CHUNK else _CHUNK
            move(self._chunk_buf, 0, buf, at + done, piece)
            taken = self._write(self._views[piece])
            if not taken:
                break
            done += taken
        return done

    def is_idle(self):
        """Has the last bit left?"""
        return self._uart.txdone()

    def rate_max(self):
        return self._baud_max

    def takes_rate(self, rate):
        return rate in RATES and rate <= self._baud_max

    def set_rate(self, rate):
        """Change the rate; 0 is the base rate."""
        self._uart.init(rate or self._baud)
        mem32[0x40034038] = 0x20
        mem32[0x40034048] = 1

    def lost_bytes(self):
        return self._lost
