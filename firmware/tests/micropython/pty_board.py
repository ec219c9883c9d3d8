"""Runs on the unix port: a whole controller with real signatures, on a terminal as its USB port.

    pty_board.py DEVICE IMAGE KIND CUT

DEVICE is its id in hex, IMAGE the binary that it says it runs, KIND `product` or `bench`; CUT is
the flash operation in which it dies, 0 for none. Motor, sensors and flash are stand-ins; USB is
standard input and output.
"""

import select
import sys
import time
from binascii import unhexlify

from fake_flash import FakeFlash, PowerCut
from fake_parts import FakeShaker, FakeSource, FakeTest, World

from shaker.app import identity
from shaker.app.clock import Clock
from shaker.app.controller import Controller
from shaker.app.noise import Noise
from shaker.app.workshop import Workshop
from shaker.link.messages import USB_PORT
from shaker.octets.kernels import move
from shaker.seal.ed25519 import Verifier


class TerminalPort:
    """Standard input and output, never waited for."""

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._out_buf = bytearray(1024)

    def read_into(self, buf, size):
        count = 0
        while count < size and self._poll.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            buf[count] = byte[0]
            count += 1
        return count

    def write(self, buf, at, size):
        size = min(size, len(self._out_buf))
        move(self._out_buf, 0, buf, at, size)
        sys.stdout.buffer.write(memoryview(self._out_buf)[:size])
        return size

    def is_idle(self):
        return True

    def rate_max(self):
        return 0

    def takes_rate(self, rate):
        return False

    def set_rate(self, rate):
        """It has none."""

    def lost_bytes(self):
        return 0


class FileIdentity:
    """A board that measures a file as if it were its flash."""

    def __init__(self, device, image, kind):
        with open(image, "rb") as file:
            self._flash = file.read()
        self.device = device
        self.image = identity.digest(self._flash)
        self.build = 1 if kind == "product" else 0
        self.version = b"0.1.0" + bytes(11)
        self.board = b"SHAKER_RP2040_R1" + bytes(8)
        self.line = b"boxcars\r\n"

    def wait(self):
        """It is measured."""

    def measure(self, buf, at):
        return identity.digest(self._flash, bytes(buf[at : at + 32]))


def serve(device, image, kind, cut):
    seed = int.from_bytes(device, "little") % 1000003
    flash = FakeFlash(64 * 4096)
    flash.cut(cut)
    board = Controller(
        Workshop(),
        flash,
        FakeShaker(World([(2, 2), (3, 4)])),
        Clock(time, 1),
        Noise(FakeSource(seed)),
        FileIdentity(device, image, kind),
        FakeTest(),
        Verifier(),
    )
    board.open_port(TerminalPort(), USB_PORT)
    while True:
        board.step()
        time.sleep_ms(1)


try:
    serve(unhexlify(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
except PowerCut:
    sys.exit(1)
