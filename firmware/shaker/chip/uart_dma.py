"""UART0 by DMA in both directions: a port that goes on while flash stops the processor.

An erase keeps the processor and its interrupts off for up to 400 ms; the UART's FIFO holds 32
bytes. So received bytes go into a ring in RAM by themselves, and bytes to send leave one. The
receiving channel counts 2**29 bytes and is started again by a second one, so it never stops, and
its count tells where it is. A soft reset leaves channels running into memory that is used anew:
whoever starts up calls `stop_all` first.
"""

import gc

from machine import UART, Pin
from rp2 import DMA
from uctypes import addressof

from micropython import const
from shaker.chip import uart_fast
from shaker.chip.uart_fast import into_ring, ring_into

RING_BITS = const(13)  # received: 0.7 s at 115 200 baud, 89 ms at 921 600
_RING_SIZE = const(1 << 13)
_RING_MASK = const((1 << 13) - 1)
_SEND_BITS = const(11)  # `uart_fast.into_ring` knows it
_SEND_SIZE = const(1 << 11)
_COUNT_MASK = const((1 << 29) - 1)
_DREQ_TX = const(20)  # datasheet 2.5.3.1, of UART0
_DREQ_RX = const(21)
_TREQ_ALWAYS = const(0x3F)
_DATA = const(0x40034000)  # UARTDR
_DMA = const(0x50000000)
_AL1_COUNT = const(0x1C)
_ALL_CHANNELS = const(0xFFF)
_RATES = (115200, 460800, 921600)
_PAUSE_US_BAUD = const(15_000_000)  # 15 bits, more than a character: microseconds times baud


def stop_all():
    """Stop every DMA channel."""
    uart_fast.dma_abort(_ALL_CHANNELS)


def _number(dma):
    """Its channel: the stubs do not know the attribute."""
    return dma.channel


def aligned(size):
    """A buffer that begins at a multiple of its size, as DMA rings must."""
    ring = bytearray(size)
    place = addressof(ring)
    pad = -place & (size - 1)
    if pad:  # hold what lies before the next multiple, and take what comes behind it
        del ring
        gc.collect()
        held = [bytearray(pad)]
        while addressof(held[-1]) < place:  # a hole further down was large enough: fill it, too
            held.append(bytearray(pad))
        ring = bytearray(size)
        del held
    if addressof(ring) & (size - 1):
        raw = bytearray(2 * size)
        start = -addressof(raw) & (size - 1)
        return memoryview(raw)[start : start + size]
    return ring


class UartPort:
    """The host's line. All methods but the constructor run without heap and return at once."""

    def __init__(self, number, tx, rx, rate, rate_max):
        assert number == 0  # the registers below are UART0's
        self._base_rate = rate
        self._rate = rate
        self._rate_max = rate_max
        self._ring_buf = aligned(_RING_SIZE)
        self._send_buf = aligned(_SEND_SIZE)
        self._uart = UART(0, rate, tx=Pin(tx), rx=Pin(rx), rxbuf=32, txbuf=32)
        # Whatever clock the UART has, this many 64ths of it are a second's sixteenths of a bit.
        self._clock = rate * uart_fast.uart_divisor()  # below 2**30 up to 260 MHz
        uart_fast.uart_use_dma()
        self._count_buf = bytearray(4)
        self._count_buf[3] = 1 << 5  # 2**29, little-endian: what the second channel writes
        self._receive = DMA()
        self._again = DMA()
        self._send = DMA()
        self._channel = _number(self._receive)
        self._send_channel = _number(self._send)
        self._tail = 0
        self._lost = 0
        self._head = 0  # bytes that were given to be sent
        self._started = 0  # bytes of them that were handed to the channel
        self._configure()

    def _configure(self):
        self._receive.config(
            read=_DATA,
            write=addressof(self._ring_buf),
            count=1 << 29,
            ctrl=self._receive.pack_ctrl(
                size=0,
                inc_read=False,
                inc_write=True,
                ring_size=RING_BITS,
                ring_sel=True,
                treq_sel=_DREQ_RX,
                irq_quiet=True,
                chain_to=_number(self._again),
            ),
        )
        self._again.config(
            read=self._count_buf,
            write=_DMA + _AL1_COUNT + (_number(self._receive) << 6),
            count=1,
            ctrl=self._again.pack_ctrl(
                size=2, inc_read=False, inc_write=False, treq_sel=_TREQ_ALWAYS, irq_quiet=True
            ),
        )
        self._send.config(
            read=addressof(self._send_buf),
            write=_DATA,
            count=0,
            ctrl=self._send.pack_ctrl(
                size=0,
                inc_read=True,
                inc_write=False,
                ring_size=_SEND_BITS,
                ring_sel=False,
                treq_sel=_DREQ_TX,
                irq_quiet=True,
            ),
        )
        self._receive.active(1)

    def close(self):
        """Stop the channels: nothing is written to memory any more."""
        channels = 1 << self._channel | 1 << _number(self._again) | 1 << self._send_channel
        uart_fast.dma_abort(channels)
        self._receive.close()
        self._again.close()
        self._send.close()
        self._uart.deinit()

    def read_into(self, buf, size):
        """Bytes that have come, at most `size`: how many."""
        self._kick()
        head = uart_fast.received(self._channel)
        waiting = head - self._tail & _COUNT_MASK
        if waiting > _RING_SIZE:  # lapped: what is in the ring is no longer in order
            self._lost = self._lost + waiting & 0x3FFFFFFF
            self._tail = head
            return 0
        size = min(size, waiting)
        self._take(buf, size)
        return size

    def _take(self, buf, size):
        # Short, as `_put` is: with more locals beside five arguments a frame goes to the heap.
        ring_into(buf, self._ring_buf, self._tail, _RING_MASK, size)
        self._tail = self._tail + size & _COUNT_MASK

    def write(self, buf, at, size):
        """Take what there is room for: how many bytes."""
        self._kick()
        size = min(size, _SEND_SIZE - self._unsent())
        self._put(buf, at, size)
        self._kick()
        return size

    def _put(self, buf, at, size):
        into_ring(self._send_buf, self._head, buf, at, size)
        self._head = self._head + size & _COUNT_MASK

    def _unsent(self):
        """Bytes in the ring that have not gone to the UART."""
        waiting = self._head - self._started & _COUNT_MASK
        return waiting + uart_fast.dma_left(self._send_channel)

    def _kick(self):
        """Start the channel on what has come since it was started last."""
        if self._head != self._started and not uart_fast.dma_is_busy(self._send_channel):
            count = self._head - self._started & _COUNT_MASK
            self._started = self._head
            uart_fast.dma_start(self._send_channel, count)

    def is_idle(self):
        """Whether the last bit of all that was written has left."""
        self._kick()
        return not self._unsent() and not uart_fast.uart_is_sending()

    def rate_max(self):
        return self._rate_max

    def takes_rate(self, rate):
        return rate <= self._rate_max and rate in _RATES

    def set_rate(self, rate):
        """Change the baud rate, at once; 0 is the one to begin with."""
        if not rate:
            rate = self._base_rate
        if rate != self._rate:
            pause_us = _PAUSE_US_BAUD // self._rate + 1
            self._rate = rate
            uart_fast.uart_set_divisor((self._clock + (rate >> 1)) // rate, pause_us)

    def lost_bytes(self):
        """Bytes that came faster than they were read, since the start."""
        return self._lost
