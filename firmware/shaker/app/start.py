"""Start-up: measure the image, say who we are on both ports, then run the board.

The controller's round is not in yet: a product says its identity, again on every line end that
either port receives, and ignores every other byte.
"""

import select
import sys

import uctypes
import wiring
from machine import UART, Pin

from micropython import const
from shaker.app import identity

_LINE_FEED = const(10)
_CARRIAGE_RETURN = const(13)
_POLL_MS = const(1000)


def run():
    """Announce the board; a product then serves its ports for ever."""
    text = _identity_line()
    uart = UART(
        wiring.HOST_UART,
        wiring.HOST_BAUD,
        tx=Pin(wiring.HOST_TX),
        rx=Pin(wiring.HOST_RX),
    )
    uart.write(text)
    sys.stdout.buffer.write(text)
    if wiring.KIND == "product":
        while True:
            try:
                _serve(uart, text)
            except Exception as error:
                # Whatever it was, a product has no prompt to fall to.
                sys.print_exception(error)


def _identity_line():
    flash = uctypes.bytearray_at(identity.FLASH_BASE, wiring.FLASH_SIZE_BYTES)
    digest = identity.measure(flash)
    name = identity.line(wiring.KIND, wiring.VERSION, wiring.BOARD, digest)
    return (name + "\r\n").encode()


def _serve(uart, text):
    """Answer both ports. Allocates before its loop, nothing in it."""
    byte_buf = bytearray(1)
    console_in, console_out = sys.stdin.buffer, sys.stdout.buffer
    poll = select.poll()
    poll.register(uart, select.POLLIN)
    poll.register(console_in, select.POLLIN)
    while True:
        for item in poll.ipoll(_POLL_MS):
            port = item[0]
            if port is uart:
                uart.readinto(byte_buf)
            else:
                console_in.readinto(byte_buf)
            if byte_buf[0] == _LINE_FEED or byte_buf[0] == _CARRIAGE_RETURN:
                if port is uart:
                    uart.write(text)
                else:
                    console_out.write(text)
