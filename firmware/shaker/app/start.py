"""From power-on to the loop: measure, test, recover, then open the ports and run the table.

Nobody is talked to before the self test: the identity line is the first thing the ports say. A
failed assertion or exception in the loop latches; without a prompt to fall to, the loop goes on.
"""

import gc
import sys
import time

import machine
import wiring
from machine import UART, Pin

from micropython import const
from shaker.app import faults, parts
from shaker.app.clock import Clock
from shaker.app.controller import Controller
from shaker.app.noise import Noise
from shaker.app.selftest import SelfTest
from shaker.app.workshop import Workshop
from shaker.chip import restart
from shaker.chip.flash import Device
from shaker.chip.uart_dma import UartPort, stop_all
from shaker.chip.usb_port import UsbPort
from shaker.dice.calibration import Gauge
from shaker.dice.golden import Golden
from shaker.dice.reader import Reader
from shaker.link.messages import HOST_PORT, USB_PORT
from shaker.octets.lent import Lent
from shaker.seal.ed25519 import Verifier
from shaker.seal.entropy import EntropySource
from shaker.seal.rosc_fast import sample_into

_BUSY_MS = const(1)
_IDLE_MS = const(5)


def run(passport):
    """Start the board; a product never comes back, a bench kit ends at its prompt."""
    if wiring.KIND == "product":
        ports = make_ports()
        shop = Workshop()
        board = make(passport, shop)
        open_ports(board, ports)
        gc.collect()  # what the start has left: from here on nothing allocates but by command
        serve(board)
    else:
        passport.wait()
        line = passport.line
        tx, rx = Pin(wiring.HOST_TX), Pin(wiring.HOST_RX)
        UART(wiring.HOST_UART, wiring.HOST_BAUD, tx=tx, rx=rx).write(line)
        sys.stdout.buffer.write(line)


def make(passport, shop):
    """The controller on this board's parts, recovered and tested, its ports still closed."""
    gc.collect()
    lent = Lent(shop.result, 4 * len(shop.result))  # no dice are read while a round is settled
    reader = Reader(wiring.OPTICS_FRAME_WIDTH, wiring.OPTICS_FRAME_HEIGHT, 0, lent)
    shaker = parts.make_shaker(wiring, reader)
    source = EntropySource(sample_into)
    source.start()
    tested = SelfTest(shaker, source)
    tested.run()
    device = Device(wiring.FLASH_SIZE_BYTES, wiring.FLASH_FILES_BYTES, wiring.FLASH_JOURNAL_BYTES)
    gc.collect()
    clock = Clock(time, restart.cause())
    board = Controller(shop, device, shaker, clock, Noise(source), passport, tested, Verifier())
    golden = Golden(board.calibration, reader.width * reader.height)
    board.calibration.use(reader, Gauge(reader), golden)
    return board


def make_ports():
    """The host's line and the technician's, before memory is in pieces: rings want whole ones."""
    stop_all()
    host = UartPort(
        wiring.HOST_UART, wiring.HOST_TX, wiring.HOST_RX, wiring.HOST_BAUD, wiring.HOST_BAUD_MAX
    )
    return ((host, HOST_PORT), (UsbPort(), USB_PORT))


def open_ports(board, ports):
    """Say who we are on both, then serve the link: what came before is nobody's."""
    for port, place in ports:
        port.write(board.identity.line, 0, len(board.identity.line))
        board.open_port(port, place)


def serve(board):
    """The loop, under the watchdog."""
    watchdog = machine.WDT(timeout=wiring.WATCHDOG_TIMEOUT_MS)
    while True:
        try:
            _turn(board, watchdog)
        except Exception as error:
            sys.print_exception(error)
            board.round.latch(faults.PROGRAM)


def _turn(board, watchdog):
    while not board.reboot_wanted:
        watchdog.feed()
        # The motor and the line run by themselves.
        time.sleep_ms(_BUSY_MS if board.step() else _IDLE_MS)
    _reboot(board.reboot_wanted, board, watchdog)


def _reboot(wanted, board, watchdog):
    """Let the answer go out, then start again."""
    for _ in range(50):
        watchdog.feed()
        board.hub.poll()
        time.sleep_ms(2)
    if wanted == 2:
        machine.bootloader()
    machine.reset()
